"""Before a battle (elric/10.2): which units are withheld, and which slip away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.retreat import Withdraw, by_sea, fleets_among, overland, passed, swimming
from tanelorn.games.elric.combat.totals import adds, at_sea, left, side_name, the_battle
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.casualties import alike
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import aboard, fighting_value
from tanelorn.games.elric.state.words import (
    ends,
    name,
    nation_named,
    plain,
    unit_named,
    unit_words,
    with_unit,
)


class Withhold(Automatic, frozen=True, tag=True):
    """A side may keep units out of the battle (10.2a)."""

    side: int
    title = "Withholding units"
    clause = "elric/10.2a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask, if anybody could be withheld."""
        battle = the_battle(position)
        battle.segment = "withhold"
        if battle.seats[self.side] != NOBODY and candidates(position, self.side):
            position.then(WithholdUnits(battle.seats[self.side], self.side))


def ways_out(position: ElricPosition) -> bool:
    """Tell whether withheld defenders could slip away at all: not from a besieged city, nor into areas that attackers
    came from (10.2b).
    """
    battle = the_battle(position)
    area, seat = battle.fight.area, battle.seats[1]
    if seat == NOBODY or (battle.fight.city and area in position.besieger):
        return False
    closed = passed(position, battle.sides[0])
    units = left(position, 1)
    fleets = fleets_among(position, units)
    ways = by_sea(position, seat, area, fleets) if fleets else []
    if area in position.world.lands:
        ways = ways + overland(position, seat, area, ())
    elif not fleets:
        ways = swimming(position, seat, area, ())
    return any(way not in closed for way in ways)


def candidates(position: ElricPosition, side: int) -> list[int]:
    """Return who may be withheld: units that would add something and, for the defender, units that could slip away; not
    those that have laid a spell, nor the attacker's last personality who can lead (10.2, 10.1c).
    """
    slips = side == 1 and ways_out(position)
    return [
        unit
        for unit in left(position, side)
        if not why_not(position, side, unit) and (slips or adds(position, unit)[0] > 0)
    ]


def why_not(position: ElricPosition, side: int, unit: int) -> tuple[str, str] | None:
    """Return why a unit may not be withheld, with the clause, or None if it may."""
    battle = the_battle(position)
    if unit in battle.withheld or unit in battle.apart:
        return "It already keeps out of the battle.", "elric/10.2a"
    if unit in battle.casters:
        return "Who has laid a spell for this battle takes part in it.", "elric/10.2c"
    if side == 0 and _leads(position, unit) and _last_leader(position, unit):
        return "At least one personality who can lead takes part in an attack.", "elric/10.2a"
    if side == 1 and any(other in battle.casters for other in _crew(position, unit)):
        return "Somebody aboard has laid a spell for this battle.", "elric/10.2c"
    return None


def _leads(position: ElricPosition, unit: int) -> bool:
    return position.world.kind[unit] == PERSON and not position.world.influence[unit]


def _last_leader(position: ElricPosition, unit: int) -> bool:
    battle = the_battle(position)
    return not any(
        _leads(position, other) and other != unit and other not in battle.withheld and other not in battle.apart
        for other in left(position, 0)
    )


def _crew(position: ElricPosition, unit: int) -> list[int]:
    """Return who goes with a fleet at sea that is withheld: everyone aboard."""
    if position.world.kind[unit] != FLEET or position.area[unit] in position.world.lands:
        return []
    return aboard(position, unit)


class WithholdUnits(AsksOne, frozen=True, tag=True):
    """Which units a side withholds, one by one, or all armies of a nation at once (10.2a)."""

    side: int
    title = "Withholding units"
    clause = "elric/10.2a"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each unit, equal armies once; all armies of a nation; no more."""
        prompt = f"Whom does {side_name(position, self.side)} keep out of the battle?"
        return ACTS.asked(Side(position, seat, self.side), prompt, default=plain("no more"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Withhold them, and ask again while anybody could be withheld."""
        ACTS.do(Side(position, seat, self.side), choice, log)


class Side(NamedTuple):
    """Who may withhold units, and for which side of the battle."""

    position: ElricPosition
    seat: int
    side: int

    def keep_out(self, units: Sequence[int], log: Log) -> None:
        """Withhold units, and ask again while anybody could be withheld."""
        position, seat, side = self
        battle = the_battle(position)
        battle.withheld += [unit for unit in units if unit not in battle.withheld]
        if log:
            who = ", ".join(f"**{one}**" for one in dict.fromkeys(name(position.world, unit) for unit in units))
            count = f" ({len(units)})" if len(units) > 1 else ""
            log.say(f"{side_name(position, side)} withholds {who}{count}.", clause="elric/10.2a", seat=seat)
        if candidates(position, side):
            position.then(WithholdUnits(seat, side))


def _units(side: Side) -> list[Act]:
    position = side.position
    offers = {alike(position, unit): unit for unit in reversed(candidates(position, side.side))}
    return [with_unit(position.world, "withhold", unit) for unit in sorted(offers.values())]


def _withhold(side: Side, act: Act, log: Log) -> None:
    unit = unit_named(act)
    side.keep_out([unit, *_crew(side.position, unit)] if side.side else [unit], log)


def _unit_labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    position, labels = side.position, {}
    for act in acts:
        note = f"keeps {fighting_value(position, unit_named(act), at_sea(position))} out"
        labels[act.path[0]] = Pick(act.path[0], name(position.world, unit_named(act)), note)
    return labels


def _refused(side: Side) -> Iterator[Refusal]:
    position, world = side.position, side.position.world
    told = {alike(position, unit) for unit in candidates(position, side.side)}
    for unit in left(position, side.side):
        why = why_not(position, side.side, unit)
        if why and alike(position, unit) not in told:
            told.add(alike(position, unit))
            yield Refusal(f"withhold {unit_words(world)[unit]}", why[0], why[1], (f"piece:{world.units[unit].id}",))


def _armies(side: Side) -> dict[int, list[int]]:
    """Return the armies that may be withheld, by their nations."""
    world = side.position.world
    armies: dict[int, list[int]] = {}
    for unit in candidates(side.position, side.side):
        if world.kind[unit] == ARMY:
            armies.setdefault(world.of[unit], []).append(unit)
    return armies


def _nations(side: Side) -> Iterator[Act]:
    for nation, armies in _armies(side).items():
        if len(armies) > 1:
            text = f"withhold all {side.position.world.nations[nation].id.replace('_', ' ')} armies"
            yield Act("withhold all", (nation,), text, (f"button:{text}",))


def _withhold_all(side: Side, act: Act, log: Log) -> None:
    side.keep_out(_armies(side)[nation_named(act)], log)


def _nation_labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    nations = side.position.world.nations
    return {act.path[0]: Pick(act.path[0], f"All armies of {nations[nation_named(act)].name}") for act in acts}


ACTS: Verbs[Side] = Verbs(
    Verb("withhold", fits=_units, does=_withhold, labels=_unit_labels, refused=_refused),
    Verb("withhold all", fits=_nations, does=_withhold_all, labels=_nation_labels),
    ends("no more", "Go on"),
)


class SlipAway(Automatic, frozen=True, tag=True):
    """Withheld defenders may leave before the battle: all who walk as one group, all who sail as another (10.2b)."""

    title = "Slipping away"
    clause = "elric/10.2b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let them choose where they go."""
        battle = the_battle(position)
        units = tuple(unit for unit in left(position, 1) if unit in battle.withheld)
        if units and ways_out(position):
            battle.segment = "slip"
            closed = passed(position, battle.sides[0])
            if battle.fight.area in position.world.seas:
                units = tuple(unit for unit in units if self._free(position, unit))
            position.then(Withdraw(battle.seats[1], units, battle.fight.area, closed, slip=True))

    def _free(self, position: ElricPosition, unit: int) -> bool:
        """Tell whether a unit is free to go: whoever is aboard a fighting ship stays with it."""
        ship = position.ship[unit]
        return ship < 0 or ship in the_battle(position).withheld
