"""The totals and dice of a battle (elric/10.4, 10.5): what each unit and spell adds, and why others add nothing."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from tanelorn.core.amounts import a_or_many
from tanelorn.core.chance import Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.melniboneans import taking_part
from tanelorn.games.elric.state.battle import Battle
from tanelorn.games.elric.state.dominance import bonus
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import fighting_value
from tanelorn.games.elric.state.words import name, seat_name

NEITHER = 2
"""The winner of a battle in which neither side has a unit left (10.4b)."""


def the_battle(position: ElricPosition) -> Battle:
    """Return the battle that is being fought."""
    assert position.battle is not None
    return position.battle


def left(position: ElricPosition, side: int) -> list[int]:
    """Return the units of a side that are still there."""
    battle = the_battle(position)
    area, seat = battle.fight.area, battle.seats[side]
    return [unit for unit in battle.sides[side] if position.area[unit] == area and position.owner[unit] == seat]


def at_sea(position: ElricPosition) -> bool:
    """Tell whether fleets and personalities fight, not armies: at sea, and fleet against fleet in a port (10.9.5)."""
    battle = the_battle(position)
    return battle.match == "fleets" or position.world.areas[battle.fight.area].sea


def keeps_out(position: ElricPosition, unit: int) -> str:
    """Return the clause by which a unit takes no part in the battle, empty if it fights or casts."""
    battle = the_battle(position)
    if unit in battle.apart:
        return taking_part.why_apart(position, battle.sides, unit)
    return "elric/10.2a" if unit in battle.withheld else ""


def adds(position: ElricPosition, unit: int) -> tuple[int, str]:
    """Return what a unit adds to its side's total, or nothing and the clause that says why (10.4a). Elric and Moonglum
    each add their own (12.1.6c).
    """
    world, sea = position.world, at_sea(position)
    kind = world.kind[unit]
    if out := keeps_out(position, unit):
        return 0, out
    if unit in the_battle(position).casters:
        return 0, "elric/9.2d"
    if kind == ARMY and sea:
        return 0, "elric/10.4a"
    if kind == FLEET and not sea:
        return 0, "elric/10.9.5"
    value = fighting_value(position, unit, sea)
    return value, "" if value or not world.influence[unit] else "elric/3.2g"


def magic(position: ElricPosition, side: int) -> int:
    """Return what the revealed spells that work add to a side, with what the Balance adds (10.4a, 3.3b, 13.2): their
    combat values (16.1, 16.2, 16.3), nothing for those in brackets (9.2e).
    """
    return sum(
        SPELLS[thrown.spell].value + bonus(position, thrown.spell)
        for thrown in the_battle(position).thrown
        if thrown.side == side and not thrown.off and SPELLS[thrown.spell].fights
    )


def total(position: ElricPosition, side: int) -> int:
    """Return a side's total before the dice (10.4a)."""
    battle = the_battle(position)
    units = sum(adds(position, unit)[0] for unit in left(position, side))
    return units + magic(position, side) + (battle.wall + battle.militia if side else 0)


class Term(NamedTuple):
    """A line of a side's sum: its label, what it adds, the clause, the id of its unit or spell, and, if it adds
    nothing, the clause that says why.
    """

    label: str
    value: int
    clause: str
    id: str = ""
    off: str = ""


def terms(position: ElricPosition, side: int) -> list[Term]:
    """Return the sum of a side line by line, at any moment of the battle; once the totals are made, as they were."""
    battle = the_battle(position)
    made = battle.winner >= 0 or battle.dice != (0, 0)
    units = list(battle.fought[side]) if made else left(position, side)
    lines = _unit_terms(position, units, made) + (_wall_terms(position) if side else [])
    for thrown in battle.thrown:
        if thrown.side != side:
            continue
        spell = SPELLS[thrown.spell]
        value = spell.value if spell.fights and not thrown.off else 0
        lines.append(Term(spell.name, value, spell.clause, spell.id, thrown.off))
        added = thrown.bonus if made else bonus(position, thrown.spell)
        if added and value:
            lines.append(Term(f"the Balance for {spell.name}", added, "elric/13.2", spell.id))
    return lines


def _unit_terms(position: ElricPosition, units: list[int], made: bool) -> list[Term]:
    world, counted = position.world, the_battle(position).counted
    lines: list[Term] = []
    armies: dict[tuple[int, int, str], list[int]] = {}
    for unit in sorted(units, key=lambda unit: (world.kind[unit], -world.value[unit], unit)):
        value, off = adds(position, unit)
        if made:
            off = "" if unit in counted else off or "elric/10.4b"
            value = counted.get(unit, 0)
        if world.kind[unit] == ARMY:
            armies.setdefault((world.of[unit], value, off), []).append(unit)
        else:
            lines.append(Term(name(world, unit), value, "elric/10.4a", world.units[unit].id, off))
    for (nation, value, off), group in armies.items():
        count = a_or_many(len(group), "army", "armies")
        label = f"{count} of {world.nations[nation].name}"
        lines.append(Term(label, value * len(group), "elric/10.4a", world.units[group[0]].id, off))
    return lines


def _wall_terms(position: ElricPosition) -> list[Term]:
    """Return what the city or a monster adds (7.5.7a, 10.9.3b, 14.1e)."""
    battle = the_battle(position)
    if battle.monster >= 0:
        return [Term(SPELLS[battle.monster].name, battle.militia, "elric/14.1e", SPELLS[battle.monster].id)]
    cities = position.world.areas[battle.fight.area].cities
    lines = []
    if battle.militia:
        lines.append(Term(f"the defence of {cities[0].name}", battle.militia, "elric/10.9.3b"))
    if battle.wall:
        lines.append(Term(f"the wall of {cities[0].name}", battle.wall, "elric/7.5.7a"))
    return lines


def side_name(position: ElricPosition, side: int) -> str:
    """Return what a side is called: its player's nation, the neutral city, or a monster."""
    battle = the_battle(position)
    if battle.seats[side] == NOBODY:
        if battle.monster >= 0:
            return SPELLS[battle.monster].name
        return position.world.areas[battle.fight.area].cities[0].name
    return seat_name(position, battle.seats[side])


class Totals(Automatic, frozen=True, tag=True):
    """Both sides add their values; one that has nothing left has lost without dice (10.4, 10.4b)."""

    title = "Totals"
    clause = "elric/10.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Make the totals, note who used a black sword, and roll unless there is nothing to roll for."""
        battle = the_battle(position)
        battle.segment = "roll"
        there = (left(position, 0), left(position, 1))
        sums = (total(position, 0), total(position, 1))
        battle.fought = (tuple(battle.sides[0]), tuple(battle.sides[1]))
        battle.totals = sums
        if not there[0] and not there[1]:
            battle.winner = NEITHER
            if log:
                log.say("Neither side has anybody left: nobody wins.", clause="elric/10.4b")
            return
        for side in (0, 1):
            if not there[side] and not sums[side]:
                battle.winner = 1 - side
                if log:
                    log.say(f"**{side_name(position, side)}** has nothing left.", clause="elric/10.4b")
                return
        self._count(position, there[0] + there[1])
        position.then(BattleDice())

    def _count(self, position: ElricPosition, units: list[int]) -> None:
        world, battle = position.world, the_battle(position)
        values = {unit: adds(position, unit)[0] for unit in units}
        battle.counted = {unit: value for unit, value in values.items() if value}
        battle.thrown = [structs.replace(thrown, bonus=bonus(position, thrown.spell)) for thrown in battle.thrown]
        wielder = position.bearer.get(world.mournblade, -1)
        position.blades += [unit for unit in dict.fromkeys((world.elric, wielder)) if unit in battle.counted]


class BattleDice(Chances, frozen=True, tag=True):
    """A die for each side; equal totals are rolled for again (10.5a)."""

    title = "Dice"
    clause = "elric/10.5a"

    def ask(self, position: ElricPosition) -> Roll:
        """Two dice: the attacker's, the defender's."""
        return Roll(2, 6, f"the battle at {position.world.areas[the_battle(position).fight.area].name}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Add them and see who has won."""
        battle = the_battle(position)
        sums = tuple(total(position, side) for side in (0, 1))
        battle.dice = (outcome[0], outcome[1])
        battle.totals = (sums[0] + outcome[0], sums[1] + outcome[1])
        if log:
            self._tell(position, sums, outcome, log)
        if battle.totals[0] == battle.totals[1]:
            battle.dice = (0, 0)
            position.then(self)
        else:
            battle.winner = 0 if battle.totals[0] > battle.totals[1] else 1

    def _tell(self, position: ElricPosition, sums: tuple[int, ...], dice: tuple[int, ...], log: Log) -> None:
        battle = the_battle(position)
        sides = [
            f"**{side_name(position, side)}** {sums[side]} + {dice[side]} = {sums[side] + dice[side]}"
            for side in (0, 1)
        ]
        roller = ""
        if battle.seats[1] == NOBODY and battle.monster < 0:
            right = position.right_of(battle.seats[0])
            roller = f" {seat_name(position, right)} rolls for the city."
        again = " Both roll again." if battle.totals[0] == battle.totals[1] else ""
        log.say(
            f"{sides[0]}, {sides[1]}.{again}{roller}",
            clause="elric/10.5a",
            places=(position.world.areas[battle.fight.area].id,),
            dice=dice,
        )
