"""Taking Elric away from another player (elric/12.1.2d), when the movement step ends."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.counters import ARTIFACT, FLEET
from tanelorn.games.elric.melniboneans.control import moonglum_with, outranks, settle, standing, take_control
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import FLOWN, NOBODY, THIEF, ElricPosition
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import area_labels, area_named, name, to_area


class TakeElricAway(Automatic, frozen=True, tag=True):
    """Whoever came for Elric takes him, if they still outrank his controller, and returns to their own
    side (12.1.2d).
    """

    seat: int
    title = "Elric is taken away"
    clause = "elric/12.1.2d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the greatest of them try first; all go home."""
        world, did = position.world, position.did
        thieves = [unit for unit in position.units_of(self.seat) if did[unit] & THIEF]
        thieves.sort(key=lambda unit: standing(world, unit), reverse=True)
        position.then(*(Theft(unit) for unit in thieves))


class Theft(Automatic, frozen=True, tag=True):
    """One thief takes Elric, if he can, and leaves (12.1.2d)."""

    unit: int
    title = "Elric is taken away"
    clause = "elric/12.1.2d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Take him, and go to the nearest stack of that side; the player chooses among equally near ones."""
        world, unit = position.world, self.unit
        seat, area = position.owner[unit], position.area[unit]
        if seat < 0 or area < 0 or not position.did[unit] & THIEF:
            return
        position.did[unit] &= ~THIEF
        party = [unit]
        if position.area[world.elric] == area and outranks(position, unit):
            party += [world.elric, *moonglum_with(position)]
            for friend in party[2:]:
                position.owner[friend] = NOBODY
            take_control(position, (unit,), log)
        elif unit == position.elric_with:
            party += [world.elric, *moonglum_with(position)]
        ways = refuges(position, unit, party)
        if len(ways) > 1:
            position.then(WayHome(seat, tuple(party), tuple(ways)))
        elif ways:
            go_home(position, party, ways[0], log)


def refuges(position: ElricPosition, thief: int, party: Iterable[int]) -> list[int]:
    """Return where a thief may go: the nearest stack of the same side that the whole party can join, besieged cities
    excepted (10.9.4b); without one, the nearest friendly or undisputed province.
    """
    world, seat = position.world, position.owner[thief]
    here, away = position.area[thief], set(party)
    own = {
        position.area[unit]
        for unit in position.units_of(seat)
        if unit not in away and position.area[unit] != here and world.kind[unit] != ARTIFACT
    }
    besieger = position.besieger
    fit = [area for area in own if _can_join(position, seat, party, area) and besieger.get(area, seat) == seat]
    if not fit:
        fit = [area for area in world.lands if area != here and _undisputed(position, area, seat)]
    far = world.steps(here)
    least = min((far[area] for area in fit if far[area] >= 0), default=-1)
    return sorted(area for area in fit if far[area] == least)


def _can_join(position: ElricPosition, seat: int, party: Iterable[int], area: int) -> bool:
    """Tell whether a whole party can join a stack of their side: at sea aboard its fleet, or without one."""
    world = position.world
    if not world.areas[area].sea or all(swimmers(world)[unit] for unit in party):
        return True
    return any(world.kind[other] == FLEET for other in position.own_in(area, seat))


def _undisputed(position: ElricPosition, area: int, seat: int) -> bool:
    return holder(position, area) in (seat, NOBODY) and not position.foes_in(area, seat)


def go_home(position: ElricPosition, party: Iterable[int], area: int, log: Log) -> None:
    """Put a thief and the party on a stack of their side: at sea, aboard its fleet."""
    world = position.world
    units = list(party)
    stack = [unit for unit in position.own_in(area, position.owner[units[0]]) if unit not in units]
    ship = next((unit for unit in stack if world.kind[unit] == FLEET), -1) if world.areas[area].sea else -1
    for unit in units:
        position.put(unit, area)
        position.came[unit] = -1  # they are back with their side: no relief has come with them
        position.did[unit] &= ~FLOWN
        position.ship[unit] = ship
        position.band[unit] = position.band[stack[0]] if stack else 0
    if log:
        place = world.areas[area]
        log.say(
            f"**{name(world, units[0])}** goes back to **{place.name}**.",
            clause="elric/12.1.2d",
            seat=position.owner[units[0]],
            places=(place.id,),
        )
    settle(position, log)


class WayHome(AsksOne, frozen=True, tag=True):
    """Which of several equally near stacks a thief goes to (12.1.2d)."""

    party: tuple[int, ...]
    areas: tuple[int, ...]
    title = "Elric is taken away"
    clause = "elric/12.1.2d"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each of the areas."""
        world = position.world
        acts = [to_area(world, "return to", area) for area in self.areas]
        prompt = f"Where does {name(world, self.party[0])} go?"
        return Acts(acts, prompt, labels=lambda: area_labels(world, acts), default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Go there."""
        go_home(position, self.party, area_named(choice), log)
