"""What is drawn of the Young Kingdoms: sorcerers, fortresses and cards besides the ordinary counters and papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tanelorn.core.amounts import a_or_many
from tanelorn.core.scene import Paper, Piece, Row, Scene
from tanelorn.games.diplomacy.shown import map_table
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    KELMAIN,
    LETTERS,
    NAMES,
    POWER_OF,
    is_sorcerer,
    kind_of,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.knowledge import YoungKingdomsView
from tanelorn.games.diplomacy.youngkingdoms.sorcery.spells import TITLES

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.variant import Variant


def scene(variant: Variant, view: YoungKingdomsView) -> Scene:
    """Return the scene of a view."""
    plain = map_table.scene(variant, view)
    pieces = [piece for piece in plain.pieces if piece.kind != "sorcerer"]
    hordes = {ATLAS.ids[unit.at] for unit in view.seen.units if unit.kind == KELMAIN}
    pieces = [_horde(piece) if piece.space in hordes and not piece.out else piece for piece in pieces]
    pieces += _sorcerers(view)
    pieces += [
        Piece(
            f"{ATLAS.ids[wall.at]}-fortress", ATLAS.ids[wall.at], wall.power, "fortress", values=(str(wall.strength),)
        )
        for wall in view.seen.garrisons
    ]
    pieces += _cards(view)
    papers = (plain.papers[0], *_magic(view), *plain.papers[1:])
    return msgspec.structs.replace(plain, pieces=tuple(pieces), papers=papers, subtitle=subtitle(variant, view))


def subtitle(variant: Variant, view: YoungKingdomsView) -> str:
    """Say how far the game has come."""
    return "Spring 1400 · Melnibone chooses its seas" if view.phase == "start" else map_table.subtitle(variant, view)


def _horde(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, label="Kelmain", values=("",))


def _sorcerers(view: YoungKingdomsView) -> list[Piece]:
    out = {sorcerer_of(one.unit.kind) for one in view.seen.beaten if is_sorcerer(one.unit.kind)}
    return [
        Piece(
            LETTERS[kind_of(who)].casefold(),
            ATLAS.ids[sorcerer.at],
            POWER_OF[who],
            "sorcerer",
            label=NAMES[who],
            out=who in out,
        )
        for who, sorcerer in enumerate(view.seen.sorcerers)
        if sorcerer.alive
    ]


def _cards(view: YoungKingdomsView) -> list[Piece]:
    """The card backs that the viewer knows of: with their units, or left by these."""
    places = [(at, "Spell card, carried", count) for at, _, count in view.carried]
    places += [(at, "Spell card, left here", count) for at, count in view.left]
    return [
        Piece(f"{ATLAS.ids[at]}-card-{number}", ATLAS.ids[at], view.viewer, "card", count, label)
        for number, (at, label, count) in enumerate(places)
    ]


def _magic(view: YoungKingdomsView) -> list[Paper]:
    """Return the papers about spells: hands that the viewer may see, spells cast, cards found and unread."""
    papers = []
    for who in (0, 1):
        hand = view.hand(who)
        if hand is not None and view.seen.sorcerers[who].alive:
            rows = tuple(Row(f"{spell}: {TITLES[spell - 1]}", POWER_OF[who], sign="spell") for spell in hand)
            rows = rows or (Row("no spell is left", POWER_OF[who]),)
            aside = "seen by you alone" if view.viewer == POWER_OF[who] else "the whole truth"
            papers.append(Paper(f"Spells of {NAMES[who]}", rows, aside, "youngkingdoms/5.5b"))
    if view.seen.cast:
        rows = tuple(Row(f"{NAMES[who]}: {spell}, {TITLES[spell - 1]}", POWER_OF[who]) for who, spell in view.seen.cast)
        papers.append(Paper("Spells cast", rows, "known to all", "youngkingdoms/5.5g"))
    if view.carried or view.left or view.fallen:
        rows = tuple(Row(_carried(at, fresh, count), view.viewer) for at, fresh, count in view.carried)
        rows += tuple(Row(f"{ATLAS.names[at]}: with the dislodged unit", view.viewer) for at, _ in view.fallen)
        rows += tuple(Row(f"{ATLAS.names[at]}: left here, unread", view.viewer) for at, _ in view.left)
        papers.append(Paper("Spell cards found", rows, "unread", "youngkingdoms/5.5c"))
    return papers


def _carried(at: int, fresh: bool, count: int) -> str:
    cards = a_or_many(count, "card")
    return f"{ATLAS.names[at]}: {cards}, {'just found' if fresh else 'carried'}"
