"""Control of Elric (elric/12.1.2) and Moonglum, who joins him (12.1.6)."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.hands import draw_hand, learn_hand
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.stacks import stack_of
from tanelorn.games.elric.state.wilderness import is_wild
from tanelorn.games.elric.state.words import button, called, name, plain, seat_name, unit_named, with_button, with_unit


def standing(world: World, unit: int) -> tuple[int, bool]:
    """Return a personality's weight for control of Elric: its value, a bracketed value, as Cymoril's, ranking above an
    equal plain one (12.1.2b, 12.3d).
    """
    return world.value[unit], world.influence[unit]


def settle(position: ElricPosition, log: Log) -> None:
    """After counters have moved, settle who controls Elric and whether Moonglum joins him (12.1.2a,
    12.1.2e, 12.1.6a).
    """
    elric = position.world.elric
    if position.area[elric] < 0:
        return
    if position.owner[elric] >= 0:
        _keep(position, log)
    if position.owner[elric] == NOBODY:
        _first_to_reach(position, log)
    _join(position, log)


def appeared(position: ElricPosition, log: Log) -> None:
    """Settle who controls Elric where he has just appeared: in a city, those inside it come first (12.1.1c)."""
    inside = holder(position, position.area[position.world.elric])
    _first_to_reach(position, log, inside)
    _join(position, log)


def _keep(position: ElricPosition, log: Log) -> None:
    """Control lasts while the personality beneath Elric is with him (12.1.2e)."""
    elric, unit = position.world.elric, position.elric_with
    if unit < 0 or position.owner[unit] != position.owner[elric] or position.area[unit] != position.area[elric]:
        controller_gone(position, log)
    elif position.band[elric] != position.band[unit]:
        position.band[elric] = position.band[unit]


def _first_to_reach(position: ElricPosition, log: Log, inside: int = NOBODY) -> None:
    world, owner = position.world, position.owner
    fit = [
        unit
        for unit in position.units_in(position.area[world.elric])
        if owner[unit] >= 0 and world.kind[unit] == PERSON and unit != world.moonglum
    ]
    if not fit:
        return
    seats = {owner[unit] for unit in fit}
    playing = position.playing()
    at = playing.index(position.active) if position.active in playing else 0
    seat = next(seat for seat in (inside, *playing[at:], *playing) if seat in seats)
    entering = [unit for unit in fit if unit in position.march and owner[unit] == seat]
    take_control(position, entering or [unit for unit in fit if owner[unit] == seat], log)


def take_control(position: ElricPosition, units: Iterable[int], log: Log) -> None:
    """Give control of Elric to the greatest of these personalities of one player; at the first control Elric's hand is
    drawn (12.1.2a, 12.1.3c). Moonglum and Brut, if they wait with him, come along (12.1.6a, 16.4/four-who-are-one).
    """
    world = position.world
    elric, seat = world.elric, _beneath(position, units)
    position.owner[elric] = seat
    _alongside(position, elric, position.elric_with)
    learn_hand(position, elric)
    for friend in friends(position):
        position.owner[friend] = seat
        _alongside(position, friend, elric)
        learn_hand(position, friend)
    if log:
        log.say(
            f"**Elric** is with **{name(world, position.elric_with)}**: {seat_name(position, seat)} controls him.",
            clause="elric/12.1.2a",
            seat=seat,
            places=(world.areas[position.area[elric]].id,),
        )
    if not position.elric_hand:
        position.elric_hand = True
        draw_hand(position, elric, world.spells[elric])


def _beneath(position: ElricPosition, units: Iterable[int]) -> int:
    """Put the greatest of some personalities beneath Elric, asking where several are equal, and return their player
    (12.1.2c).
    """
    world = position.world
    found = list(units)
    most = max(standing(world, unit) for unit in found)
    equals = tuple(unit for unit in found if standing(world, unit) == most)
    position.elric_with = equals[0]
    if len(equals) > 1:
        position.then(Beneath(position.owner[equals[0]], equals))
    return position.owner[equals[0]]


def _alongside(position: ElricPosition, unit: int, other: int) -> None:
    position.ship[unit] = position.ship[other]
    position.band[unit] = position.band[other]


def friends(position: ElricPosition) -> list[int]:
    """Return those who wait with an uncontrolled Elric, on or off the board: Moonglum and Brut."""
    world, where = position.world, position.area[position.world.elric]
    return [
        unit for unit in (world.moonglum, world.brut) if position.owner[unit] == NOBODY and position.area[unit] == where
    ]


class Beneath(AsksOne, frozen=True, tag=True):
    """Which of several equal personalities controls Elric (12.1.2a)."""

    equals: tuple[int, ...]
    title = "Control of Elric"
    clause = "elric/12.1.2a"

    def forced(self, position: ElricPosition) -> bool:
        """The others may be gone by now."""
        return True

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each of them who is still with Elric."""
        world = position.world
        here = position.area[world.elric]
        still = [u for u in self.equals if position.owner[u] == seat and position.area[u] == here >= 0]
        acts = [with_unit(world, "elric follows", unit) for unit in still] or [plain("nobody")]
        return Acts(
            acts, "Who of these is in control of Elric?", labels=lambda: self._labels(world, acts), default=acts[0]
        )

    def _labels(self, world: World, acts: list[Act]) -> dict[str, Pick]:
        if unit_named(acts[0]) < 0:
            return dict([button("nobody", "Nobody")])
        units = {act.path[0]: unit_named(act) for act in acts}
        return {pick: Pick(pick, called(world, unit), f"value {world.value[unit]}") for pick, unit in units.items()}

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put that personality beneath Elric."""
        unit = unit_named(choice)
        if unit >= 0 and position.owner[position.world.elric] == seat:
            position.elric_with = unit
            if log:
                log.say(f"**{name(position.world, unit)}** is in control of Elric.", clause=self.clause, seat=seat)


def controller_gone(position: ElricPosition, log: Log) -> None:
    """The personality beneath Elric is no longer there: the greatest companion takes over, and without one Elric stands
    alone (12.1.2e). While Elric himself must escape, this waits until he is back.
    """
    world = position.world
    elric = world.elric
    seat = position.owner[elric]
    position.elric_with = -1
    if position.area[elric] < 0 or seat < 0:
        return
    heirs = [
        unit for unit in stack_of(position, elric) if world.kind[unit] == PERSON and unit not in (elric, world.moonglum)
    ]
    if heirs:
        _beneath(position, heirs)
        if log:
            log.say(f"**{name(world, position.elric_with)}** now controls Elric.", clause="elric/12.1.2e", seat=seat)
        return
    for unit in (elric, *moonglum_with(position)):
        position.owner[unit] = NOBODY
        position.ship[unit] = -1
        quit_battle(position, unit)
    position.blades = [blade for blade in position.blades if blade != elric]
    if log:
        place = world.areas[position.area[elric]]
        log.say(f"**Elric** stands alone in **{place.name}**.", clause="elric/12.1.2e", places=(place.id,))


def moonglum_with(position: ElricPosition) -> list[int]:
    """Return Moonglum, in a list, if he is with Elric: in his area and on his side (12.1.6a). Each of them then fights,
    casts or keeps out for himself (12.1.6c).
    """
    world = position.world
    elric, moonglum = world.elric, world.moonglum
    together = position.area[moonglum] == position.area[elric] >= 0
    return [moonglum] if together and position.owner[moonglum] == position.owner[elric] else []


def _join(position: ElricPosition, log: Log) -> None:
    """Let Moonglum leave his player and join Elric where they are in the same or neighbouring areas (12.1.6a)."""
    world, area = position.world, position.area
    elric, moonglum = world.elric, world.moonglum
    if position.owner[moonglum] == OUT or area[moonglum] < 0:
        return
    if moonglum_with(position):
        position.band[moonglum] = position.band[elric]
        return
    if area[moonglum] != area[elric] and area[elric] not in world.adjacent[area[moonglum]]:
        return
    before = position.owner[moonglum]
    if moonglum in position.march:
        position.march.remove(moonglum)
    quit_battle(position, moonglum)
    position.put(moonglum, area[elric], position.owner[elric])
    if not is_wild(position, area[elric]):
        position.came[moonglum] = -1  # he has not marched there: he brings no relief into a besieged city
    _alongside(position, moonglum, elric)
    if position.owner[moonglum] != before:
        learn_hand(position, moonglum)
    if log:
        place = world.areas[area[elric]]
        log.say(
            f"**Moonglum** joins Elric in **{place.name}**, never to leave him again.",
            clause="elric/12.1.6a",
            seat=position.owner[moonglum],
            places=(place.id,),
        )


def quit_battle(position: ElricPosition, unit: int) -> None:
    """Take a counter out of the current battle, if it is in it."""
    if position.battle is not None:
        for units in (*position.battle.sides, position.battle.withheld):
            if unit in units:
                units.remove(unit)


# Movement


def bound(position: ElricPosition, group: Iterable[int], text: str = "") -> Refusal | None:
    """Return why a group may not march as it stands: Elric has no other personality of his controller's player with
    him, or he and Moonglum are parted (12.1.2e, 12.1.6a). `text` is the choice refused.
    """
    world = position.world
    units = set(group)
    if world.elric not in units and world.moonglum not in units:
        return None
    pair = {world.elric, *moonglum_with(position)}
    if world.elric not in units:
        if world.moonglum not in pair:
            return None
        return Refusal(text, "Moonglum is never parted from Elric.", "elric/12.1.6a")
    if not pair <= units:
        return Refusal(text, "Elric is never parted from Moonglum.", "elric/12.1.6a")
    if any(world.kind[unit] == PERSON for unit in units - pair):
        return None
    return Refusal(text, "Elric moves only with another personality of his player.", "elric/12.1.2e")


def outranks(position: ElricPosition, unit: int) -> bool:
    """Tell whether a personality may go alone onto the stack of the player who controls Elric to take him away: its
    value is greater, or equal and bracketed against a plain one (12.1.2d).
    """
    world = position.world
    seat, controller = position.owner[world.elric], position.elric_with
    if controller < 0 or seat in (NOBODY, position.owner[unit]) or unit == world.moonglum:
        return False
    return world.kind[unit] == PERSON and standing(world, unit) > standing(world, controller)


def handovers(position: ElricPosition, seat: int) -> list[Act]:
    """Return the choices that hand Elric to a greater personality of his stack (12.1.2b)."""
    world = position.world
    elric, unit = world.elric, position.elric_with
    if position.owner[elric] != seat or unit < 0 or position.area[elric] < 0:
        return []
    least = standing(world, unit)
    return [
        with_button(world, "hand elric to", other)
        for other in stack_of(position, elric)
        if world.kind[other] == PERSON and other not in (elric, world.moonglum) and standing(world, other) > least
    ]


def hand_over(position: ElricPosition, act: Act, log: Log) -> None:
    """Carry out a choice of `handovers` (12.1.2b)."""
    unit = unit_named(act)
    position.elric_with = unit
    if log:
        log.say(
            f"**{name(position.world, unit)}** takes control of Elric.",
            clause="elric/12.1.2b",
            seat=position.owner[unit],
        )
