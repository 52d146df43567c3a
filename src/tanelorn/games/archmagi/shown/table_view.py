"""What a page or a text board draws of Archmagi, made from a view alone."""

from __future__ import annotations

from collections import Counter

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Mark, Paper, Piece, Row, Scene, SeatChip, Stack, Tab, Tray
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.facts import write_facts
from tanelorn.games.archmagi.knowledge.view import ArchmagiView, UnitSeen
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.sequence import PHASES
from tanelorn.games.archmagi.shown.battle_view import draw_duel, shown_refs, unit_refs
from tanelorn.games.archmagi.shown.cards import SPELL_PHASES, artifact_card, reserve_card, roman, spell_card, unit_card
from tanelorn.games.archmagi.state.content import ARTIFACTS, KINDS, MASKS, SPELLS
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.state.position import MOST, RESERVE_SEEN, SPELLS_SEEN
from tanelorn.games.archmagi.state.traits import SITE, gear_kind
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SEAT_WORDS, unit_pick


def draw_scene(view: ArchmagiView) -> Scene:
    """Say what is drawn for a view."""
    return Scene(
        subtitle=_subtitle(view),
        seats=tuple(_chip(view, seat) for seat in range(len(view.counts))),
        pieces=_pieces(view),
        papers=_papers(view),
        ribbon=_ribbon(view),
        marks=_marks(view),
        outcome=view.outcome,
        trays=_trays(view),
        stacks=_stacks(view),
        duel=draw_duel(view),
        chart=land(view.map).key(view.terrain),
    )


def _subtitle(view: ArchmagiView) -> str:
    if view.active < 0 or not view.round:
        return "set-up"
    return f"round {view.round} · {SEAT_NAMES[view.active]}’s turn, {view.phase}"


def _chip(view: ArchmagiView, seat: int) -> SeatChip:
    state = "out of the game" if seat in view.gone else "sealed" if seat in view.sealed else ""
    if not state and seat == view.active:
        state = view.phase
    return SeatChip(seat, SEAT_NAMES[seat], seat + 1, state, turn=seat in view.asked)


def _ribbon(view: ArchmagiView) -> tuple[Tab, ...]:
    now = PHASES.index(view.phase) if view.phase in PHASES else -1
    return tuple(
        Tab(phase.capitalize(), "now" if at == now else "done" if at < now else "next")
        for at, phase in enumerate(PHASES)
    )


def _pieces(view: ArchmagiView) -> tuple[Piece, ...]:
    ids = land(view.map).ids
    pieces = []
    for key, number in view.banners.items():
        hex, seat = divmod(key, MOST)
        own = view.viewer in (seat, REFEREE)
        count = sum(1 for unit in view.units if unit.hex == hex and unit.seat == seat)
        pieces.append(
            Piece(
                id=f"banner-{SEAT_WORDS[seat]}-{ids[hex]}",
                space=ids[hex],
                seat=seat,
                kind="banner",
                label=roman(number),
                values=(str(count),) if own else (),
            )
        )
    pieces += [
        Piece(
            f"site-{SEAT_WORDS[unit.seat]}-{ids[unit.hex]}-{at}",
            ids[unit.hex],
            unit.seat,
            "site",
            label=KINDS[unit.kind].name,
        )
        for at, unit in enumerate(view.units)
        if MASKS[unit.kind] & SITE
    ]
    return tuple(pieces)


def _marks(view: ArchmagiView) -> tuple[Mark, ...]:
    """Where a battle is, and what lies on hexes: Fog, Flood, Blight, Chasm."""
    ids = land(view.map).ids
    marks = [
        Mark("spell", ids[effect.hex], note=f"{SPELLS[effect.source].name} lies here.")
        for effect in view.lasting
        if effect.hex >= 0 and effect.source < len(SPELLS)
    ]
    if view.battle is not None and view.outcome is None:
        marks.append(Mark("battle", ids[view.battle.hex], seat=view.battle.seats[0]))
    return tuple(marks)


# Trays, stacks


def _in_stack(view: ArchmagiView, key: int) -> list[UnitSeen]:
    hex, seat = divmod(key, MOST)
    return [unit for unit in view.units if unit.hex == hex and unit.seat == seat]


def _note_of(view: ArchmagiView, unit: UnitSeen) -> str:
    carrier = next((other for other in view.units if other.label == unit.carrier), None)
    return f"aboard {KINDS[carrier.kind].name}" if carrier is not None and unit.carrier >= 0 else ""


def _trays(view: ArchmagiView) -> tuple[Tray, ...]:
    if view.viewer < 0 or view.viewer >= len(view.counts):
        return ()
    hand = sorted(Counter(view.spells).items(), key=lambda held: _in_hand(held[0]))
    spells = tuple(spell_card(spell, count) for spell, count in hand)
    scrolls = tuple(spell_card(spell, scroll=True) for kept in view.scrolls.values() for spell in kept)
    reserve = tuple(reserve_card(kind, count) for kind, count in sorted(Counter(view.reserve).items()))
    stored = tuple(artifact_card(artifact) for artifact in view.stored)
    held = amount(len(view.spells), "spell")
    return (
        Tray("Your spells", (*spells, *scrolls), held, "archmagi/recruit-spells.2", "large"),
        Tray("Reserve", (*reserve, *stored), "waiting for their ground", "archmagi/recruit-units.6"),
    )


def _in_hand(spell: int) -> tuple[int, str]:
    """Where a spell stands in a hand: by the phase in which it is cast, then by name."""
    return SPELL_PHASES.index(SPELLS[spell].phase), SPELLS[spell].name


def _stacks(view: ArchmagiView) -> tuple[Stack, ...]:
    ids = land(view.map).ids
    found = []
    for key, number in view.banners.items():
        hex, seat = divmod(key, MOST)
        own = seat == view.viewer
        battle = view.battle
        away = battle is None or battle.hex != hex
        units = _in_stack(view, key)
        refs = unit_refs(view, units, away=away, own=own) if own or away else shown_refs(view, seat)
        cards = [
            unit_card(unit.kind, unit_pick(refs[unit.label]), seat=seat, gear=unit.gear, note=_note_of(view, unit))
            for unit in units
            if unit.label in refs
        ]
        for unit in units if own else []:
            cards += [artifact_card(artifact) for artifact in unit.gear]
        sighting = view.seen.get(seat * 1000 + number)
        note = "" if own or view.viewer == REFEREE else "Only what you know lies open here."
        if sighting is not None and not own:
            cards += _remembered(sighting, units, seat)
            note = f"As seen in round {sighting.round}."
        title = f"{SEAT_NAMES[seat]}, banner {roman(number)} in {ids[hex]}"
        found.append(Stack(f"banner-{SEAT_WORDS[seat]}-{ids[hex]}", title, tuple(cards), note))
    return tuple(found)


def _remembered(sighting: Sighting, units: list[UnitSeen], seat: int) -> list[Card]:
    """What was seen and is not in sight now: pale."""
    kinds = list(sighting.kinds)
    for unit in units:
        if unit.kind in kinds:
            kinds.remove(unit.kind)
    return [unit_card(kind, f"remembered-{seat}-{at}", seat=seat, spent=True) for at, kind in enumerate(kinds)]


# Papers


def _papers(view: ArchmagiView) -> tuple[Paper, ...]:
    rows = []
    for seat, (units, stored, spells) in enumerate(view.sizes):
        if seat in view.gone:
            rows.append(Row(f"{SEAT_NAMES[seat]}: out", seat))
            continue
        held = [amount(view.counts[seat], "unit"), f"{units} in reserve", amount(spells, "spell")]
        held += [amount(stored, "artifact")] if stored else []
        rows.append(Row(f"{SEAT_NAMES[seat]}: {', '.join(held)}", seat))
    papers = [Paper("Players", tuple(rows), f"{len(view.counts) - len(view.gone)} left", "archmagi/view.1")]
    lasting = [text for text in str(write_facts(view)["lasting"]).split("; ") if text]
    if lasting:
        papers.append(Paper("What lasts", tuple(Row(text) for text in lasting), "", "archmagi/term.4"))
    seen = _memory(view) if view.viewer != REFEREE else ()
    if seen:
        papers.append(Paper("Remembered", seen, "not as it is now", "archmagi/view.6"))
    return tuple(papers)


def _memory(view: ArchmagiView) -> tuple[Row, ...]:
    """What a viewer remembers of the others: what lay under their banners, their reserves and hands."""
    ids, rows = land(view.map).ids, []
    for seat, name in enumerate(SEAT_NAMES[: len(view.counts)]):
        if seat == view.viewer:
            continue
        for key, number in sorted(view.banners.items()):
            if key % MOST == seat and (found := view.seen.get(seat * 1000 + number)) is not None:
                rows.append(_remembers(f"{name}, banner {roman(number)} in {ids[key // MOST]}", found, seat))
        if (found := view.seen.get(RESERVE_SEEN + seat)) is not None:
            rows.append(_remembers(f"{name}’s reserve", found, seat))
        if (found := view.seen.get(SPELLS_SEEN + seat)) is not None:
            spells = ", ".join(SPELLS[spell].name for spell in found.kinds) or "nothing"
            rows.append(Row(f"{name}’s spells, round {found.round}: {spells}", seat))
    return tuple(rows)


def _remembers(what: str, found: Sighting, seat: int) -> Row:
    names = [KINDS[kind].name for kind in found.kinds]
    names += [ARTIFACTS[gear_kind(artifact)].name for artifact in found.artifacts]
    return Row(f"{what}, round {found.round}: {', '.join(names) or 'nothing'}", seat)
