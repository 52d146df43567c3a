"""Before a battle (elric/10.2, 10.9.5): how a port is defended, which units are withheld, and which slip away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.retreat import Withdraw, by_sea, fleets_among, overland, passed, swimming
from tanelorn.games.elric.combat.totals import adds, at_sea, left, side_name, the_battle
from tanelorn.games.elric.equipment.world import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.casualties import alike
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import aboard, fighting_value
from tanelorn.games.elric.state.words import button, name, plain, unit_words, with_unit


def came_by_sea(position: ElricPosition, units: Iterable[int]) -> bool:
    """Tell whether attackers in a port sailed into it: one of their fleets has entered, and nobody came overland."""
    world, came = position.world, position.came
    fleets = [unit for unit in units if world.kind[unit] == FLEET and came[unit] in world.seas]
    return bool(fleets) and not any(came[unit] in world.lands for unit in units)


class ChooseMatch(Automatic, frozen=True, tag=True):
    """A port attacked by sea: fleets against fleets, or its armies against those who land (10.9.5)."""

    title = "Combat in port"
    clause = "elric/10.9.5"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask the defender, if they have fleets there."""
        battle = the_battle(position)
        area = battle.fight.area
        if area in position.world.seas or not came_by_sea(position, left(position, 0)):
            return
        battle.match = "armies"
        if battle.seats[1] != NOBODY and fleets_among(position, left(position, 1)):
            battle.segment = "match"
            position.then(Match(battle.seats[1]))


class Match(AsksOne, frozen=True, tag=True):
    """The defender chooses what to defend the port with (10.9.5)."""

    title = "Combat in port"
    clause = "elric/10.9.5"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Fleets or armies."""
        acts = [plain("defend with fleets"), plain("defend with armies")]
        wall = the_battle(position).wall
        labels = [
            button("defend with fleets", "Fleet against fleet", note="the port cannot be taken by this battle"),
            button("defend with armies", "Armies against those who land", note=f"the wall adds {wall}" if wall else ""),
        ]
        return Acts(acts, "The port is attacked by sea. Who defends it?", labels=lambda: dict(labels), default=acts[1])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it; in a battle of fleets no wall counts."""
        battle = the_battle(position)
        battle.match = "fleets" if choice.verb == "defend with fleets" else "armies"
        if battle.match == "fleets":
            battle.wall = 0
        if log:
            log.say(f"The port is defended with its {battle.match}.", clause="elric/10.9.5", seat=seat)


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
        world = position.world
        offers = {alike(position, unit): unit for unit in reversed(candidates(position, self.side))}
        units = [with_unit(world, "withhold", unit) for unit in sorted(offers.values())]
        acts = [*units, *self._of_nations(position), plain("no more")]
        return Acts(
            acts,
            f"Whom does {side_name(position, self.side)} keep out of the battle?",
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refused(position),
            default=acts[-1],
        )

    def _of_nations(self, position: ElricPosition) -> list[Act]:
        world = position.world
        armies: dict[int, int] = {}
        for unit in candidates(position, self.side):
            if world.kind[unit] == ARMY:
                armies[world.of[unit]] = armies.get(world.of[unit], 0) + 1
        acts = []
        for nation, count in armies.items():
            if count > 1:
                text = f"withhold all {world.nations[nation].id.replace('_', ' ')} armies"
                acts.append(Act("withhold all", (nation,), text, (f"button:{text}",)))
        return acts

    def _labels(self, position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
        world = position.world
        labels = dict([button("no more", "Go on", enter=True)])
        for act in acts:
            if act.verb == "withhold":
                unit = act.args[0]
                note = f"keeps {fighting_value(position, unit, at_sea(position))} out"
                labels[act.path[0]] = Pick(act.path[0], name(world, unit), note)
            elif act.args:
                text = f"All armies of {world.nations[act.args[0]].name}"
                labels[act.path[0]] = Pick(act.path[0], text)
        return labels

    def _refused(self, position: ElricPosition) -> list[Refusal]:
        world = position.world
        found = []
        told = {alike(position, unit) for unit in candidates(position, self.side)}
        for unit in left(position, self.side):
            why = why_not(position, self.side, unit)
            if why and alike(position, unit) not in told:
                told.add(alike(position, unit))
                text = f"withhold {unit_words(world)[unit]}"
                found.append(Refusal(text, why[0], why[1], (f"piece:{world.units[unit].id}",)))
        return found

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Withhold them, and ask again while anybody could be withheld."""
        if not choice.args:
            return
        world, battle = position.world, the_battle(position)
        if choice.verb == "withhold":
            units = [choice.args[0], *_crew(position, choice.args[0])] if self.side else [choice.args[0]]
        else:
            units = [
                unit
                for unit in candidates(position, self.side)
                if world.kind[unit] == ARMY and world.of[unit] == choice.args[0]
            ]
        battle.withheld += [unit for unit in units if unit not in battle.withheld]
        if log:
            who = ", ".join(f"**{one}**" for one in dict.fromkeys(name(world, unit) for unit in units))
            count = f" ({len(units)})" if len(units) > 1 else ""
            log.say(f"{side_name(position, self.side)} withholds {who}{count}.", clause="elric/10.2a", seat=seat)
        if candidates(position, self.side):
            position.then(self)


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
