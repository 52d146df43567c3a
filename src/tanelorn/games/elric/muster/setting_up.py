"""Setting a nation up (elric/4.0f, 11.0e): armies in its cities, the navy in a port, everyone else in the capital."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.elric.equipment.nations import Nation
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.words import area_named, seat_name, to_area

GARRISON = 3
"""So many armies go into each city other than the capital (4.0f)."""


def place_nation(position: ElricPosition, nation: int, seat: int, log: Log, *, band: int = 0) -> bool:
    """Give a nation to a seat and set up its counters (4.0f, 11.0e); in wilderness they join the stack `band`.

    Cities that other players garrison stay theirs; their share goes to the capital (11.0g), or to the first free city
    if the capital is not free. Return False if none is; then nothing happens.
    """
    land = position.world.nations[nation]
    for city in land.cities:
        if position.captured[city] == seat:
            position.captured[city] = -1
    free = [city for city in land.cities if position.captured[city] < 0]
    if not free:
        return False
    position.nation[nation] = seat
    _say(position, nation, seat, free[0], log)
    _place_armies(position, land, seat, free, band)
    _place_people(position, land, seat, free, band, log)
    return True


def _say(position: ElricPosition, nation: int, seat: int, home: int, log: Log) -> None:
    if log:
        land, world = position.world.nations[nation], position.world
        log.say(
            f"**{land.name}** stands ready for {seat_name(position, seat)}.",
            clause="elric/4.0f",
            seat=seat,
            places=(world.areas[home].id,),
        )


def stand(position: ElricPosition, unit: int, area: int, seat: int, band: int = 0) -> None:
    """Put a counter down for a seat, in the stack `band` of wilderness."""
    position.put(unit, area, seat)
    position.band[unit] = band


def _place_armies(position: ElricPosition, land: Nation, seat: int, free: list[int], band: int) -> None:
    """Put three in each city but the first, as far as they go; if they run short, the owner chooses the order."""
    armies = [unit for unit in land.armies if position.owner[unit] == OUT]
    home, towns = free[0], free[1:]
    if len(armies) < GARRISON * len(towns):
        position.then(Garrisons(seat, tuple(armies), tuple(towns)))
        return
    for town in towns:
        for unit in armies[:GARRISON]:
            stand(position, unit, town, seat, band)
        del armies[:GARRISON]
    for unit in armies:
        stand(position, unit, home, seat, band)


def _place_people(position: ElricPosition, land: Nation, seat: int, free: list[int], band: int, log: Log) -> None:
    """Put fleets and admirals into one port of the owner's choice, and everyone else into the capital, except Elric."""
    world = position.world
    fleets = [unit for unit in land.fleets if position.owner[unit] == OUT]
    ports = [port for port in land.ports if port in free] if fleets else []
    people = [unit for unit in land.people if position.owner[unit] == OUT and unit != world.elric]
    crew = [unit for unit in people if world.units[unit].admiral] if ports else []
    for unit in people:
        if unit not in crew:
            stand(position, unit, free[0], seat, band)
    if len(ports) > 1:
        position.then(Harbour(seat, (*fleets, *crew), tuple(ports)))
    elif ports:
        for unit in (*fleets, *crew):
            stand(position, unit, ports[0], seat, band)
    elif fleets and log:
        log.say(f"No port of **{land.name}** is free for its fleets.", clause="elric/11.0g", seat=seat)


class Garrisons(AsksOne, frozen=True, tag=True):
    """Too few armies for three in each city: the owner chooses which city is garrisoned next (4.0f)."""

    armies: tuple[int, ...]
    towns: tuple[int, ...]
    title = "Garrisons"
    clause = "elric/4.0f"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """The cities that have none yet."""
        world = position.world
        acts = [to_area(world, "garrison", town) for town in self.towns]
        count = min(GARRISON, len(self.armies))
        return Acts(acts, f"Which city gets {amount(count, 'more army', 'more armies')}?", default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put up to three armies there, and continue while armies last."""
        garrisoned = area_named(choice)
        for unit in self.armies[:GARRISON]:
            stand(position, unit, garrisoned, seat)
        left = self.armies[GARRISON:]
        towns = tuple(town for town in self.towns if town != garrisoned)
        if left and towns:
            position.then(Garrisons(seat, left, towns))


class Harbour(AsksOne, frozen=True, tag=True):
    """The owner chooses the port of the whole navy and its admiral (4.0f)."""

    units: tuple[int, ...]
    ports: tuple[int, ...]
    title = "The navy's port"
    clause = "elric/4.0f"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """The ports that are free."""
        world = position.world
        acts = [to_area(world, "harbour", port) for port in self.ports]
        land = world.nations[world.of[self.units[0]]]
        return Acts(
            acts,
            f"In which port does the navy of {land.name} lie?",
            labels=lambda: self._labels(position),
            default=acts[0],
        )

    def _labels(self, position: ElricPosition) -> dict[str, Pick]:
        world = position.world
        found = {}
        for port in self.ports:
            pick = f"space:{world.areas[port].id}"
            seas = " and ".join(f"the {world.areas[sea].name}" for sea in world.ports[port])
            found[pick] = Pick(pick, world.areas[port].cities[0].name, f"opens on {seas}")
        return found

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put fleets and admiral there."""
        world, port = position.world, area_named(choice)
        for unit in self.units:
            stand(position, unit, port, seat)
        if log:
            log.say(
                f"The navy of **{world.nations[world.of[self.units[0]]].name}** lies at "
                f"**{world.areas[port].cities[0].name}**.",
                clause="elric/4.0f",
                seat=seat,
                places=(world.areas[port].id,),
            )
