"""What a page or a text board draws of Archmagi, made from a view alone."""

from __future__ import annotations

from collections import Counter

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Mark, Paper, Piece, Row, Scene, SeatChip, Stack, Tab, Tray
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.facts import write_facts
from tanelorn.games.archmagi.knowledge.view import ArchmagiView
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.sequence import PHASES
from tanelorn.games.archmagi.shown.battle_view import draw_duel, known_refs, shown_refs
from tanelorn.games.archmagi.shown.cards import SPELL_PHASES, artifact_card, reserve_card, roman, spell_card, unit_card
from tanelorn.games.archmagi.state.abilities import SITE, gear_kind
from tanelorn.games.archmagi.state.codes import (
    StackKey,
    hex_and_seat,
    hex_of,
    is_hidden,
    reserve_of,
    seat_of,
    spells_of,
    under_banner,
)
from tanelorn.games.archmagi.state.content import ARTIFACTS, KINDS, MASKS, SPELLS
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SEAT_WORDS, unit_pick


def draw_scene(view: ArchmagiView) -> Scene:
    """Say what is drawn for a view."""
    return Scene(
        subtitle=subtitle(view),
        seats=tuple(_chip(view, seat) for seat in range(len(view.counts))),
        pieces=_pieces(view),
        papers=_papers(view),
        ribbon=_ribbon(view),
        marks=_marks(view),
        outcome=view.outcome,
        trays=_trays(view),
        stacks=_stacks(view),
        duel=draw_duel(view),
        chart=land(view.seen.map).key(tuple(view.seen.terrain)),
    )


def subtitle(view: ArchmagiView) -> str:
    """Say how far the game has come."""
    seen = view.seen
    if seen.active < 0 or not seen.round:
        return "set-up"
    return f"round {seen.round} · {SEAT_NAMES[seen.active]}’s turn, {seen.phase}"


def _chip(view: ArchmagiView, seat: int) -> SeatChip:
    state = "out of the game" if seat in view.seen.gone else "sealed" if seat in view.sealed else ""
    if not state and seat == view.seen.active:
        state = view.seen.phase
    near = "lost" if seat in view.seen.gone else "lives"
    return SeatChip(seat, SEAT_NAMES[seat], seat + 1, state, turn=seat in view.asked, near=near)


def _ribbon(view: ArchmagiView) -> tuple[Tab, ...]:
    now = PHASES.index(view.seen.phase) if view.seen.phase in PHASES else -1
    return tuple(
        Tab(phase.capitalize(), "now" if at == now else "done" if at < now else "next")
        for at, phase in enumerate(PHASES)
    )


def _pieces(view: ArchmagiView) -> tuple[Piece, ...]:
    seen, ids = view.seen, land(view.seen.map).ids
    pieces = []
    for key, number in sorted(seen.banners.items()):
        hex, seat = hex_and_seat(key)
        own = view.viewer in (seat, REFEREE)
        pieces.append(
            Piece(
                id=f"banner-{SEAT_WORDS[seat]}-{ids[hex]}",
                space=ids[hex],
                seat=seat,
                kind="banner",
                label=roman(number),
                values=(str(len(seen.stacks[key])),) if own else (),
            )
        )
    for at, unit in enumerate(view.units):
        kind, seat, hex = seen.kinds[unit], seen.owners[unit], seen.hexes[unit]
        if MASKS[kind] & SITE:
            id = f"site-{SEAT_WORDS[seat]}-{ids[hex]}-{at}"
            pieces.append(Piece(id, ids[hex], seat, "site", label=KINDS[kind].name))
    return tuple(pieces)


def _marks(view: ArchmagiView) -> tuple[Mark, ...]:
    """Where a battle is, and what lies on hexes: Fog, Flood, Blight, Chasm."""
    seen, ids = view.seen, land(view.seen.map).ids
    marks = [
        Mark("spell", ids[effect.hex], note=f"{SPELLS[effect.source].name} lies here.")
        for effect in seen.lasting
        if effect.hex >= 0 and effect.is_of_spell
    ]
    if seen.battle is not None and view.outcome is None:
        marks.append(Mark("battle", ids[seen.battle.hex], seat=seen.battle.seats[0]))
    return tuple(marks)


# Trays, stacks


def _in_stack(view: ArchmagiView, key: StackKey) -> list[int]:
    """Return the units of a stack that the viewer knows, in the viewer's order."""
    return [unit for unit in view.units if unit in view.seen.stacks[key]]


def _note_of(view: ArchmagiView, unit: int) -> str:
    seen, carrier = view.seen, view.seen.carriers[unit]
    return f"aboard {KINDS[seen.kinds[carrier]].name}" if carrier >= 0 and not is_hidden(carrier) else ""


def _trays(view: ArchmagiView) -> tuple[Tray, ...]:
    if not view.has_seat:
        return ()
    seen, seat = view.seen, view.viewer
    hand = sorted(Counter(seen.spells[seat]).items(), key=lambda held: _in_hand(held[0]))
    spells = tuple(spell_card(spell, count) for spell, count in hand)
    scrolls = tuple(spell_card(spell, scroll=True) for kept in seen.scrolls.values() for spell in kept)
    reserve = tuple(reserve_card(kind, count) for kind, count in sorted(Counter(seen.reserve[seat]).items()))
    stored = tuple(artifact_card(artifact) for artifact in seen.stored[seat])
    held = amount(len(seen.spells[seat]), "spell")
    return (
        Tray("Your spells", (*spells, *scrolls), held, "archmagi/recruit-spells.2", "large"),
        Tray("Reserve", (*reserve, *stored), "waiting for their ground", "archmagi/recruit-units.6"),
    )


def _in_hand(spell: int) -> tuple[int, str]:
    """Where a spell stands in a hand: by the phase in which it is cast, then by name."""
    return SPELL_PHASES.index(SPELLS[spell].phase), SPELLS[spell].name


def _stacks(view: ArchmagiView) -> tuple[Stack, ...]:
    seen, ids = view.seen, land(view.seen.map).ids
    found = []
    for key, number in sorted(seen.banners.items()):
        hex, seat = hex_and_seat(key)
        own = seat == view.viewer
        away = seen.battle is None or seen.battle.hex != hex
        units = _in_stack(view, key)
        refs = known_refs(view, units, away=away, own=own) if own or away else shown_refs(view, seat)
        cards = [
            unit_card(
                seen.kinds[unit], unit_pick(refs[unit]), seat=seat, gear=seen.gear[unit], note=_note_of(view, unit)
            )
            for unit in units
            if unit in refs
        ]
        for unit in units if own else []:
            cards += [artifact_card(artifact) for artifact in seen.gear[unit]]
        sighting = view.remembered().get(under_banner(seat, number))
        note = "" if own or view.viewer == REFEREE else "Only what you know lies open here."
        if sighting is not None and not own:
            cards += _remembered(sighting, [seen.kinds[unit] for unit in units], seat)
            note = f"As seen in round {sighting.round}."
        title = f"{SEAT_NAMES[seat]}, banner {roman(number)} in {ids[hex]}"
        found.append(Stack(f"banner-{SEAT_WORDS[seat]}-{ids[hex]}", title, tuple(cards), note))
    return tuple(found)


def _remembered(sighting: Sighting, present: list[int], seat: int) -> list[Card]:
    """What was seen and is not in sight now: pale."""
    kinds = list(sighting.kinds)
    for kind in present:
        if kind in kinds:
            kinds.remove(kind)
    return [unit_card(kind, f"remembered-{seat}-{at}", seat=seat, spent=True) for at, kind in enumerate(kinds)]


# Papers


def _papers(view: ArchmagiView) -> tuple[Paper, ...]:
    seen = view.seen
    rows = []
    for seat, (units, stored, spells) in enumerate(zip(seen.reserve, seen.stored, seen.spells, strict=True)):
        if seat in seen.gone:
            rows.append(Row(f"{SEAT_NAMES[seat]}: out", seat))
            continue
        held = [amount(view.counts[seat], "unit"), f"{len(units)} in reserve", amount(len(spells), "spell")]
        held += [amount(len(stored), "artifact")] if stored else []
        rows.append(Row(f"{SEAT_NAMES[seat]}: {', '.join(held)}", seat))
    papers = [Paper("Players", tuple(rows), f"{len(view.counts) - len(seen.gone)} left", "archmagi/view.1")]
    lasting = [text for text in str(write_facts(view)["lasting"]).split("; ") if text]
    if lasting:
        papers.append(Paper("What lasts", tuple(Row(text) for text in lasting), "", "archmagi/term.4"))
    memory = _memory(view) if view.viewer != REFEREE else ()
    if memory:
        papers.append(Paper("Remembered", memory, "not as it is now", "archmagi/view.6"))
    return tuple(papers)


def _memory(view: ArchmagiView) -> tuple[Row, ...]:
    """What a viewer remembers of the others: what lay under their banners, their reserves and hands."""
    seen, remembered = view.seen, view.remembered()
    ids, rows = land(seen.map).ids, []
    for seat, name in enumerate(SEAT_NAMES[: len(view.counts)]):
        if seat == view.viewer:
            continue
        for key, number in sorted(seen.banners.items()):
            if seat_of(key) == seat and (found := remembered.get(under_banner(seat, number))) is not None:
                rows.append(_remembers(f"{name}, banner {roman(number)} in {ids[hex_of(key)]}", found, seat))
        if (found := remembered.get(reserve_of(seat))) is not None:
            rows.append(_remembers(f"{name}’s reserve", found, seat))
        if (found := remembered.get(spells_of(seat))) is not None:
            spells = ", ".join(SPELLS[spell].name for spell in found.kinds) or "nothing"
            rows.append(Row(f"{name}’s spells, round {found.round}: {spells}", seat))
    return tuple(rows)


def _remembers(what: str, found: Sighting, seat: int) -> Row:
    names = [KINDS[kind].name for kind in found.kinds]
    names += [ARTIFACTS[gear_kind(artifact)].name for artifact in found.artifacts]
    return Row(f"{what}, round {found.round}: {', '.join(names) or 'nothing'}", seat)
