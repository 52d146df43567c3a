"""What a page or a text board draws of Archmagi, made from a view alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Literal

from tanelorn.core.scene import (
    Card,
    Duel,
    Duelist,
    Mark,
    Paper,
    Piece,
    Row,
    Scene,
    SeatChip,
    Stack,
    Tab,
    Term,
    Tray,
)
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.cards import artifact_card, reserve_card, spell_card, unit_card
from tanelorn.games.archmagi.content import KINDS, MASKS, SPELLS
from tanelorn.games.archmagi.facts import write_facts
from tanelorn.games.archmagi.land import land
from tanelorn.games.archmagi.modifiers import side_total
from tanelorn.games.archmagi.nouns import SEAT_NAMES, SEAT_WORDS, unit_pick, unit_ref
from tanelorn.games.archmagi.position import MOST, Battle, Sighting
from tanelorn.games.archmagi.roll import dice_of
from tanelorn.games.archmagi.sequence import PHASES
from tanelorn.games.archmagi.terrain import name_of
from tanelorn.games.archmagi.traits import SITE
from tanelorn.games.archmagi.unseen import draw_position
from tanelorn.games.archmagi.view import ArchmagiView, UnitSeen

_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_SEGMENTS = ("Combatants", "Tactical options", "Battle roll", "Aftermath")


def roman(number: int) -> str:
    """Write a number in Roman figures, as banners wear it."""
    text = ""
    for value, sign in _ROMAN:
        while number >= value:
            text, number = text + sign, number - value
    return text


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
        duel=_duel(view),
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
    if view.battle is not None:
        marks.append(Mark("battle", ids[view.battle.hex], seat=view.battle.seats[0]))
    return tuple(marks)


# Names of units, as choices write them


def _refs(view: ArchmagiView, units: list[UnitSeen], *, away: bool, own: bool) -> dict[int, int]:
    """Name units of one stack by label, each by its place among those of its kind."""
    counts: Counter[int] = Counter()
    codes = land(view.map).codes
    refs = {}
    for unit in units:
        counts[unit.kind] += 1
        code = codes[unit.hex] if away else 0
        refs[unit.label] = unit_ref(unit.kind, counts[unit.kind], code, -1 if own else unit.seat)
    return refs


def _in_stack(view: ArchmagiView, key: int) -> list[UnitSeen]:
    hex, seat = divmod(key, MOST)
    return [unit for unit in view.units if unit.hex == hex and unit.seat == seat]


def _note_of(view: ArchmagiView, unit: UnitSeen) -> str:
    carrier = next((other for other in view.units if other.label == unit.carrier), None)
    return f"aboard {KINDS[carrier.kind].name}" if carrier is not None and unit.carrier >= 0 else ""


# Trays, stacks


def _trays(view: ArchmagiView) -> tuple[Tray, ...]:
    if view.viewer < 0 or view.viewer >= len(view.counts):
        return ()
    spells = tuple(spell_card(spell, count) for spell, count in sorted(Counter(view.spells).items()))
    scrolls = tuple(spell_card(spell, scroll=True) for kept in view.scrolls.values() for spell in kept)
    reserve = tuple(reserve_card(kind, count) for kind, count in sorted(Counter(view.reserve).items()))
    stored = tuple(artifact_card(artifact) for artifact in view.stored)
    held = f"{len(view.spells)} spells"
    return (
        Tray("Your spells", (*spells, *scrolls), held, "archmagi/recruit-spells.2", "large"),
        Tray("Reserve", (*reserve, *stored), "waiting for their ground", "archmagi/recruit-units.6"),
    )


def _stacks(view: ArchmagiView) -> tuple[Stack, ...]:
    ids = land(view.map).ids
    found = []
    for key, number in view.banners.items():
        hex, seat = divmod(key, MOST)
        own = seat == view.viewer
        battle = view.battle
        away = battle is None or battle.hex != hex
        units = _in_stack(view, key)
        refs = _refs(view, units, away=away, own=own) if own or away else _shown_refs(view, seat)
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


def _shown_refs(view: ArchmagiView, seat: int) -> dict[int, int]:
    """Name the revealed units of a seat in the battle, in the order of their revealing."""
    battle = view.battle
    assert battle is not None
    by_label = {unit.label: unit for unit in view.units}
    shown = [by_label[label] for label in battle.shown if by_label[label].seat == seat]
    return _refs(view, shown, away=False, own=seat == view.viewer)


def _remembered(sighting: Sighting, units: list[UnitSeen], seat: int) -> list[Card]:
    """What was seen and is not in sight now: pale."""
    kinds = list(sighting.kinds)
    for unit in units:
        if unit.kind in kinds:
            kinds.remove(unit.kind)
    return [
        unit_card(kind, f"remembered-{seat}-{at}", seat=seat, note=f"seen in round {sighting.round}", spent=True)
        for at, kind in enumerate(kinds)
    ]


# Papers


def _papers(view: ArchmagiView) -> tuple[Paper, ...]:
    rows = []
    for seat, (units, stored, spells) in enumerate(view.sizes):
        if seat in view.gone:
            rows.append(Row(f"{SEAT_NAMES[seat]}: out", seat))
            continue
        text = f"{SEAT_NAMES[seat]}: {view.counts[seat]} units"
        rows.append(Row(text, seat, value=f"{units} in reserve, {stored} artifacts, {spells} spells"))
    papers = [Paper("Players", tuple(rows), f"{len(view.counts) - len(view.gone)} left", "archmagi/view.1")]
    lasting = [text for text in str(write_facts(view)["lasting"]).split("; ") if text]
    if lasting:
        papers.append(Paper("What lasts", tuple(Row(text) for text in lasting), "", "archmagi/term.4"))
    facts = write_facts(view)
    seen = [
        Row(f"{name.removeprefix('seen ').capitalize()}: {facts[name]}") for name in facts if name.startswith("seen ")
    ]
    if seen:
        papers.append(Paper("Remembered", tuple(seen), "not as it is now", "archmagi/view.6"))
    return tuple(papers)


# The battle window


def _duel(view: ArchmagiView) -> Duel | None:
    battle = view.battle
    if battle is None:
        return None
    chart = land(view.map)
    where = chart.name(battle.hex, view.terrain[battle.hex])
    position = draw_position(view, random.Random(0))
    terms: list[list[Term]] = [[], []]
    totals: list[int | None] = [None, None]
    ready = all(fighter >= 0 for fighter in battle.fighters)
    if ready:
        totals = [side_total(position, side, terms[side]) for side in (0, 1)]
    segments = tuple(
        Tab(name, "now" if at == battle.segment else "done" if at < battle.segment else "next")
        for at, name in enumerate(_SEGMENTS)
    )
    sides = (_duelist(view, battle, 0, terms[0], totals), _duelist(view, battle, 1, terms[1], totals))
    odds = ""
    if ready and not battle.rolled and None not in totals:
        odds = odds_text(view, totals[0] or 0, totals[1] or 0, dice_of(position))
    return Duel(
        title=f"Battle in {where}",
        space=chart.ids[battle.hex],
        note=f"round {battle.round}, {name_of(view.terrain[battle.hex]).lower()}",
        clause="archmagi/battle.5",
        segments=segments,
        sides=sides,
        odds=odds,
    )


def odds_text(view: ArchmagiView, first: int, second: int, dice: tuple[int, int]) -> str:
    """Say how the roll may come out, of all ways in which the dice can fall."""
    one, other = (_ways(count) for count in dice)
    wins = sum(a * b for x, a in one.items() for y, b in other.items() if first + x > second + y)
    ties = sum(a * b for x, a in one.items() for y, b in other.items() if first + x == second + y)
    total = sum(one.values()) * sum(other.values())
    battle = view.battle
    assert battle is not None
    names = [SEAT_NAMES[seat] for seat in battle.seats]
    return f"{names[0]} wins {wins} in {total}, {names[1]} {total - wins - ties}; {ties} are equal."


def _ways(dice: int) -> Counter[int]:
    ways = Counter({0: 1})
    for _ in range(dice):
        grown: Counter[int] = Counter()
        for total, count in ways.items():
            for face in range(1, 7):
                grown[total + face] += count
        ways = grown
    return ways


def _duelist(view: ArchmagiView, battle: Battle, side: int, terms: list[Term], totals: list[int | None]) -> Duelist:
    seat = battle.seats[side]
    refs = _shown_refs(view, seat)
    by_label = {unit.label: unit for unit in view.units}
    borrowed = _shown_refs(view, battle.seats[1 - side])
    number = view.banners.get(battle.hex * MOST + seat, 0)
    fighter = battle.fighters[side]
    card = None
    if battle.attacks[side] >= 0:
        card = spell_card(battle.attacks[side])
    elif fighter >= 0:
        card = _card(by_label[fighter], {**borrowed, **refs}, seat)
    own = [unit for unit in view.units if unit.seat == seat and unit.hex == battle.hex]
    if seat == view.viewer:
        refs = _refs(view, own, away=False, own=True)
        if fighter in refs:
            card = _card(by_label[fighter], refs, seat) if battle.attacks[side] < 0 else card
    shown = tuple(
        _card(by_label[label], refs, seat, spent=battle.held.get(label, -1) >= battle.round)
        for label in battle.shown
        if by_label[label].seat == seat and label != fighter and label in refs
    )
    hidden = tuple(_card(unit, refs, seat) for unit in own if seat == view.viewer and unit.label not in battle.shown)
    dice = tuple(battle.dice[side]) if battle.dice else ()
    total = totals[side]
    won = _result(battle, totals, side)
    return Duelist(
        seat=seat,
        title=SEAT_NAMES[seat],
        role=f"{'defends' if side else 'attacks'}, banner {roman(number)}",
        card=card,
        terms=tuple(terms),
        total=total + sum(dice) if total is not None else None,
        dice=dice,
        shown=(*shown, *hidden),
        backs=0 if seat == view.viewer else -1,
        won=won,
    )


def _result(battle: Battle, totals: list[int | None], side: int) -> Literal["", "won", "lost", "tied"]:
    if not battle.dice or None in totals:
        return ""
    sums = [(total or 0) + sum(dice) for total, dice in zip(totals, battle.dice, strict=True)]
    return "tied" if sums[0] == sums[1] else "won" if sums[side] > sums[1 - side] else "lost"


def _card(unit: UnitSeen, refs: dict[int, int], seat: int, *, spent: bool = False) -> Card:
    return unit_card(unit.kind, unit_pick(refs[unit.label]), seat=seat, gear=unit.gear, spent=spent)
