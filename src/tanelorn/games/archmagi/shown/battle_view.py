"""The battle window: who fights, the sums item by item, the dice, who has fallen; and how units are named in it."""

from __future__ import annotations

import random
from typing import Literal

import msgspec

from tanelorn.core.odds import Odds
from tanelorn.core.scene import Card, Duel, Duelist, Tab, Term
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.battle.modifiers import side_total
from tanelorn.games.archmagi.battle.roll import dice_of, roll_ahead
from tanelorn.games.archmagi.knowledge.unseen import deal
from tanelorn.games.archmagi.knowledge.view import ArchmagiView
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.terrain import name_of
from tanelorn.games.archmagi.shown.cards import roman, spell_card, unit_card
from tanelorn.games.archmagi.state.codes import stack_key
from tanelorn.games.archmagi.state.markers import Battle
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, refs, unit_pick

SEGMENTS = ("Combatants", "Tactical options", "Battle roll", "Aftermath")


def known_refs(view: ArchmagiView, units: list[int], *, away: bool, own: bool) -> dict[int, int]:
    """Name units of one stack, each by its place among those of its kind."""
    seen = view.seen
    if not units:
        return {}
    code = land(seen.map).codes[seen.hexes[units[0]]] if away else 0
    return dict(zip(units, refs(seen, units, code, -1 if own else seen.owners[units[0]]), strict=True))


def shown_refs(view: ArchmagiView, seat: int) -> dict[int, int]:
    """Name the revealed units of a seat in the battle, in the order of their revealing."""
    battle = view.seen.battle
    assert battle is not None
    shown = [unit for unit in battle.shown if view.seen.owners[unit] == seat]
    return known_refs(view, shown, away=False, own=seat == view.viewer)


def draw_duel(view: ArchmagiView) -> Duel | None:
    """Say what the battle window shows; with the game it is over."""
    seen, battle = view.seen, view.seen.battle
    if battle is None or view.outcome is not None:
        return None
    chart = land(seen.map)
    where = chart.name(battle.hex, seen.terrain[battle.hex])
    position = seen.copy()
    if view.viewer != REFEREE:
        deal(position, view, random.Random(0))
    terms: list[list[Term]] = [[], []]
    totals: list[int | None] = [None, None]
    ready = all(fighter >= 0 for fighter in battle.fighters)
    dice = (1, 1)
    if ready:
        dice = dice_of(position)
        totals = [side_total(position, side, terms[side]) for side in (0, 1)]
        terms = [[*map(_capital, terms[side]), _dice_term(battle, side, dice[side])] for side in (0, 1)]
    segments = tuple(
        Tab(name, "now" if at == battle.segment else "done" if at < battle.segment else "next")
        for at, name in enumerate(SEGMENTS)
    )
    sides = (_duelist(view, battle, 0, terms[0], totals), _duelist(view, battle, 1, terms[1], totals))
    chances = None
    if ready and not battle.rolled and -1 in battle.attacks:  # two Attacks are spent on each other
        chances = roll_ahead(position, [total or 0 for total in totals])
    return Duel(
        title=f"Battle in {where}",
        space=chart.ids[battle.hex],
        note=f"round {battle.round}, {name_of(seen.terrain[battle.hex]).lower()}",
        clause="archmagi/battle.5",
        segments=segments,
        sides=sides,
        odds=odds_text(battle, chances) if chances is not None else "",
        chances=chances,
    )


def _capital(term: Term) -> Term:
    return msgspec.structs.replace(term, label=term.label[:1].upper() + term.label[1:])


def _dice_term(battle: Battle, side: int, count: int) -> Term:
    """The dice as an item of the sum, thrown or not."""
    thrown = f"+{sum(battle.dice[side])}" if battle.dice else "?"
    return Term("Die" if count == 1 else f"{count} dice", thrown, "die")


def odds_text(battle: Battle, chances: Odds) -> str:
    """Say how the roll may come out, of all ways in which the dice can fall."""
    one, other = (sum(share.ways for share in chances.shares if share.seat == seat) for seat in battle.seats)
    ties = chances.of - one - other
    names = [SEAT_NAMES[seat] for seat in battle.seats]
    equal = f"{ties} {'is' if ties == 1 else 'are'} equal"
    return f"Of {chances.of} rolls {names[0]} wins {one}, {names[1]} {other}; {equal}."


def _duelist(view: ArchmagiView, battle: Battle, side: int, terms: list[Term], totals: list[int | None]) -> Duelist:
    seen, seat = view.seen, battle.seats[side]
    refs = shown_refs(view, seat)
    borrowed = shown_refs(view, battle.seats[1 - side])
    key = stack_key(battle.hex, seat)
    number = seen.banners.get(key, 0)
    fighter = battle.fighters[side]
    card = None
    if battle.attacks[side] >= 0:
        card = spell_card(battle.attacks[side])
    elif fighter >= 0:
        card = _card(seen, fighter, {**borrowed, **refs}, seat)
    elif battle.dice:
        card = _fallen(battle, seat)
    own = [unit for unit in view.units if unit in seen.stacks.get(key, ())]
    if seat == view.viewer:
        refs = known_refs(view, own, away=False, own=True)
        if fighter in refs:
            card = _card(seen, fighter, refs, seat) if battle.attacks[side] < 0 else card
    shown = tuple(
        _card(seen, unit, refs, seat, spent=battle.is_held(unit))
        for unit in battle.shown
        if seen.owners[unit] == seat and unit != fighter and unit in refs
    )
    hidden = tuple(_card(seen, unit, refs, seat) for unit in own if seat == view.viewer and unit not in battle.shown)
    dice = tuple(battle.dice[side]) if battle.dice else ()
    total = totals[side]
    won = _result(battle, totals, side)
    return Duelist(
        seat=seat,
        title=SEAT_NAMES[seat],
        role=f"{'defends' if side else 'attacks'}{f', banner {roman(number)}' if number else ''}",
        card=card,
        terms=tuple(terms),
        total=total + sum(dice) if total is not None else None,
        dice=dice,
        shown=(*shown, *hidden),
        backs=0 if seat == view.viewer else -1,
        won=won,
    )


def _fallen(battle: Battle, seat: int) -> Card | None:
    """The unit that this round has cost a seat."""
    kind = next((kind for whose, kind in reversed(battle.fallen) if whose == seat), None)
    return unit_card(kind, f"fallen-{seat}", seat=seat, lost=True) if kind is not None else None


def _result(battle: Battle, totals: list[int | None], side: int) -> Literal["", "won", "lost", "tied"]:
    """Who won the roll: by the totals, or by who is left once a combatant has fallen."""
    if not battle.dice:
        return ""
    sums = [(total or 0) + sum(dice) for total, dice in zip(totals, battle.dice, strict=True)]
    if None in totals:
        sums = [int(fighter >= 0) for fighter in battle.fighters]
    return "tied" if sums[0] == sums[1] else "won" if sums[side] > sums[1 - side] else "lost"


def _card(seen: ArchmagiPosition, unit: int, refs: dict[int, int], seat: int, *, spent: bool = False) -> Card:
    return unit_card(seen.kinds[unit], unit_pick(refs[unit]), seat=seat, gear=seen.gear[unit], spent=spent)
