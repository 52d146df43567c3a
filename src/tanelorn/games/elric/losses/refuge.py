"""Where units that were beaten or have escaped may go (elric/10.7b, 10.8b): the nearest provinces that no enemy
controls.
"""

from __future__ import annotations

from collections.abc import Collection

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.elric.losses.leaving_play import lose
from tanelorn.games.elric.melniboneans import taking_part
from tanelorn.games.elric.state.cities import enemy_controlled, friendly, gate_shut
from tanelorn.games.elric.state.hordes import allowed
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.wilderness import is_wild
from tanelorn.games.elric.state.words import area_named, name, to_area


def may_stand(position: ElricPosition, area: int, seat: int, units: Collection[int]) -> bool:
    """Tell whether units may retreat or escape to a land area (10.7b, 7.5.9b, 11.0h)."""
    if area not in position.world.lands or enemy_controlled(position, area, seat):
        return False
    if not all(allowed(position, unit, area) for unit in units):
        return False
    return area != position.world.imrryr or not gate_shut(position, seat, units)


def refuges(position: ElricPosition, unit: int, area: int) -> list[int]:
    """Return the nearest lands that an escaped personality may appear in; the area of the defeat only if it is friendly
    (10.8b).
    """
    world = position.world
    seat = position.owner[unit]
    far = world.steps(area)
    best: list[int] = []
    for land in sorted(world.lands, key=lambda land: (far[land], land)):
        if far[land] < 0 or (best and far[land] > far[best[0]]):
            continue
        if may_stand(position, land, seat, (unit,)) and (land != area or friendly(position, land, seat)):
            best.append(land)
    return best


class Refuge(Automatic, frozen=True, tag=True):
    """Whoever has escaped turns up in the nearest province that is friendly or undisputed (10.8b)."""

    unit: int
    area: int
    beside: int = -1
    title = "Heroic escape"
    clause = "elric/10.8b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Place the personality, asking where if several areas are equally near. Moonglum goes where Elric is; a
        Melnibonean who took no part in a force that is gone joins the winner (12.1.6a, 12.0c).
        """
        unit = self.unit
        if self.beside >= 0 and position.area[self.beside] >= 0:
            join_company(position, unit, self.beside, log)
            return
        if taking_part.join_winner(position, unit, log):
            return
        near = refuges(position, unit, self.area)
        if len(near) > 1:
            position.then(ChooseRefuge(unit, self.area))
        elif near:
            appear(position, unit, near[0], log)
        else:
            lose(position, unit, log)


class ChooseRefuge(Asks, frozen=True, tag=True):
    """Which of several equally near refuges (10.8b)."""

    unit: int
    area: int
    title = "Heroic escape"
    clause = "elric/10.8b"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The personality's player."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """The nearest provinces."""
        world = position.world
        acts = [to_area(world, "appear in", area) for area in refuges(position, self.unit, self.area)]
        who = name(world, self.unit)
        return Acts(
            acts,
            f"{who} has escaped. Where does {who} turn up?",
            labels=lambda: self._labels(position, acts),
            default=acts[0],
        )

    def _labels(self, position: ElricPosition, acts: list[Act]) -> dict[str, Pick]:
        labels, areas = {}, position.world.areas
        for act in acts:
            area = area_named(act)
            note = "friendly" if friendly(position, area, position.owner[self.unit]) else "nobody disputes it"
            way = (areas[self.area].id, areas[area].id)
            labels[act.path[0]] = Pick(act.path[0], areas[area].name, note, way=way)
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Place the personality there."""
        appear(position, self.unit, area_named(choice), log)


def appear(position: ElricPosition, unit: int, area: int, log: Log) -> None:
    """Put an escaped personality into a refuge; in wilderness it forms a stack of its own, and nothing attacks it
    (10.8b).
    """
    position.put(unit, area)
    if is_wild(position, area):
        position.band[unit] = position.new_band()
    _tell(position, unit, area, log)


def join_company(position: ElricPosition, unit: int, other: int, log: Log) -> None:
    """Put one personality beside another who has escaped or was in no danger (10.8d, 12.1.6a)."""
    area = position.area[other]
    position.put(unit, area)
    position.band[unit] = position.band[other]
    position.ship[unit] = position.ship[other]
    _tell(position, unit, area, log)


def _tell(position: ElricPosition, unit: int, area: int, log: Log) -> None:
    if log:
        place = position.world.areas[area]
        log.say(
            f"**{name(position.world, unit)}** escapes to **{place.name}**.",
            clause="elric/10.8b",
            seat=position.owner[unit],
            places=(place.id,),
        )
