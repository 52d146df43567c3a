"""Taking units up and putting them down (elric/7.0a, 7.2c, 7.3e): with nobody in hand, and with a group that others
join.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from tanelorn.core.acts import Act, Verb
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.embarking import coasts
from tanelorn.games.elric.movement.groups import (
    POINTS,
    Party,
    armies_to_join,
    bound_to_elric,
    joiners,
    leaders_aboard,
    starters,
    take_refusals,
)
from tanelorn.games.elric.movement.reach import ways
from tanelorn.games.elric.movement.routes import Way
from tanelorn.games.elric.state.position import LEFT, PUT_BACK, ElricPosition
from tanelorn.games.elric.state.words import area_words, button, name, plain, unit_named, with_unit


class Idle:
    """A player with nobody in hand, and who may be taken up first."""

    def __init__(self, position: ElricPosition, seat: int) -> None:
        self.position, self.seat = position, seat
        self._first: list[int] | None = None

    @property
    def first(self) -> list[int]:
        """The units that may be taken up."""
        if self._first is None:
            self._first = starters(self.position, self.seat)
        return self._first


class Marching:
    """The group in hand, and what several of its verbs need to know, worked out once."""

    def __init__(self, position: ElricPosition, party: Party) -> None:
        self.position, self.party = position, party
        self._joining: list[int] | None = None
        self._landings: list[int] | None = None

    @property
    def joining(self) -> list[int]:
        """The units that may join it."""
        if self._joining is None:
            self._joining = joiners(self.position, self.party)
        return self._joining

    @property
    def reached(self) -> Mapping[int, Way]:
        """The areas that it reaches, each with the way there."""
        return ways(self.position, self.party)

    @property
    def landings(self) -> list[int]:
        """The provinces where its passengers may land."""
        if self._landings is None:
            self._landings = coasts(self.position, self.party)
        return self._landings


def _take_acts(position: ElricPosition, units: list[int], *, tell_places: bool = False) -> list[Act]:
    """Return the acts of taking units up; armies of one nation that differ are told apart by place or number."""
    world = position.world
    acts: list[Act] = []
    seen: dict[tuple[int, int], int] = {}
    for unit in units:
        if world.kind[unit] != ARMY:
            acts.append(with_unit(world, "take", unit))
            continue
        place = position.area[unit] if tell_places else -1
        like = world.of[unit], place
        seen[like] = seen.get(like, 0) + 1
        acts.append(_take_army(world, unit, place, seen[like]))
    return acts


@lru_cache(maxsize=4096)
def _take_army(world: World, unit: int, place: int, number: int) -> Act:
    act = with_unit(world, "take", unit)
    text = f"{act.text} at {area_words(world)[place]}" if place >= 0 else act.text
    return structs.replace(act, text=f"{text} {number}" if number > 1 else text)


def _take_up(position: ElricPosition, unit: int) -> None:
    """Add a unit to the group, wherever it is (7.3e); Moonglum goes where Elric goes (12.1.6a), and whoever joins
    stands in one stack.
    """
    world = position.world
    added, moonglum = [unit], world.moonglum
    if unit == world.elric and moonglum not in position.march and bound_to_elric(position, moonglum):
        added.append(moonglum)
    if position.march:
        for one in added:
            position.band[one] = position.band[position.march[0]]
    else:
        position.marched = False
    position.march = position.march + added


def _unit_labels(position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name units that may be taken up, with the points they have left."""
    return {act.path[0]: _unit_label(position, unit_named(act), act.path[0]) for act in acts}


def _unit_label(position: ElricPosition, unit: int, pick: str) -> Pick:
    world = position.world
    most = world.speed[unit] if world.kind[unit] == FLEET else POINTS
    ship = position.ship[unit]
    if ship >= 0 and world.kind[unit] != FLEET:
        most = world.speed[ship]
    if world.kind[unit] == ARMY and ship < 0 and position.led[unit] < 0:
        most = POINTS if position.march else 1
    notes = []
    if world.kind[unit] == PERSON:
        notes.append("cannot lead" if world.influence[unit] else f"value {world.value[unit]}")
    elif world.kind[unit] == FLEET and not leaders_aboard(position, unit):
        notes.append("nobody leads it: only home")
    return Pick(pick, name(world, unit), "; ".join(notes), f"{points(max(most - position.spent[unit], 0))} left")


def points(cost: int) -> str:
    """Return a number of movement points in words."""
    return amount(cost, "point")


# The verbs


def _take(about: Idle | Marching, act: Act, log: Log) -> None:
    _take_up(about.position, unit_named(act))


def _refused_first(idle: Idle) -> Iterable[Refusal]:
    return take_refusals(idle.position, idle.seat, None, set(idle.first))


TAKE_FIRST = Verb[Idle](
    "take",
    fits=lambda idle: _take_acts(idle.position, idle.first, tell_places=True),
    does=_take,
    labels=lambda idle, acts: _unit_labels(idle.position, acts),
    refused=_refused_first,
)


def _refused_along(group: Marching) -> Iterable[Refusal]:
    return take_refusals(group.position, group.party.seat, group.party, set(group.joining))


TAKE_ALONG = Verb[Marching](
    "take",
    fits=lambda group: _take_acts(group.position, group.joining),
    does=_take,
    labels=lambda group, acts: _unit_labels(group.position, acts),
    refused=_refused_along,
)


def _all_armies(group: Marching) -> Iterable[Act]:
    kind = group.position.world.kind
    if any(kind[unit] == ARMY for unit in group.joining) and len(armies_to_join(group.position, group.party)) > 1:
        yield plain("take all armies")


def _take_all(group: Marching, act: Act, log: Log) -> None:
    for unit in armies_to_join(group.position, group.party):
        _take_up(group.position, unit)


TAKE_ALL = Verb[Marching](
    "take all armies",
    fits=_all_armies,
    does=_take_all,
    labels=lambda group, acts: dict([button("take all armies", "Take all armies")]),
)


HALT = plain("halt")


def _halt(group: Marching, act: Act, log: Log) -> None:
    """Put the group down where it is (7.3e); whoever was put back twice without a step only goes along with others
    (7.0a).
    """
    position = group.position
    if not position.marched:
        first = position.march[0]
        position.did[first] |= LEFT if position.did[first] & PUT_BACK else PUT_BACK
    position.march = []


def _halt_label(group: Marching, acts: Sequence[Act]) -> dict[str, Pick]:
    position, first = group.position, group.party.units[0]
    stays = not position.marched and position.did[first] & PUT_BACK
    note = f"{name(position.world, first)} then only goes along with others" if stays else ""
    return dict([button("halt", "Halt here", enter=True, note=note)])


TO_HALT = Verb[Marching]("halt", fits=lambda group: (HALT,), does=_halt, labels=_halt_label)


def by_button(idle: Idle, acts: Sequence[Act], label: str) -> dict[str, Pick]:
    """Name the button with which acts on units begin, and the units that a click alone does not take up."""
    named = {}
    for act in acts:
        start, unit = act.path
        named[start] = Pick(start, label)
        if unit_named(act) not in idle.first:
            named[unit] = Pick(unit, name(idle.position.world, unit_named(act)))
    return named


HAND_OVER = Verb[Idle](
    "hand elric to",
    fits=lambda idle: control.handovers(idle.position, idle.seat),
    does=lambda idle, act, log: control.hand_over(idle.position, act, log),
    labels=lambda idle, acts: by_button(idle, acts, "Hand Elric over to …"),
)
