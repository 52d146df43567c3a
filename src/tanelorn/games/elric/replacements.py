"""Replacements (elric/6.0): one lost army or fleet a turn in each capital; one in every city by mustering one's own
country.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.melniboneans.control import settle
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.words import button, ends, name, plain, pressed, unit_named, unit_words


def lost(position: ElricPosition, units: tuple[int, ...]) -> list[int]:
    """Return which of a nation's counters are out of play (6.0a)."""
    owner = position.owner
    return [unit for unit in units if owner[unit] == OUT]


def built_in(position: ElricPosition, seat: int, nation: int, city: int) -> list[int]:
    """Return what a city may bring back for its own nation: one army or, in a port, any lost fleet (6.0b to 6.0d).

    A city in other hands gives nothing; a besieged one does (10.9.1b, 10.9.4b).
    """
    if holder(position, city) != seat:
        return []
    land = position.world.nations[nation]
    armies = lost(position, land.armies)[:1]
    return [*armies, *lost(position, land.fleets)] if city in land.ports else armies


def lost_leaders(position: ElricPosition, nation: int) -> list[int]:
    """Return the lost personalities of the lowest value (6.0e); a bracketed one counts by its printed number."""
    world = position.world
    people = [unit for unit in lost(position, world.nations[nation].people) if unit != world.elric]
    least = min((world.value[unit] for unit in people), default=0)
    return [unit for unit in people if world.value[unit] == least]


def due(position: ElricPosition, seat: int) -> list[int]:
    """Return the nations of a seat whose capital can bring something back now (6.0b, 6.0g)."""
    return [
        number
        for number, land in enumerate(position.world.nations)
        if position.nation[number] == seat and land.star and built_in(position, seat, number, land.capital)
    ]


class Replace(Automatic, frozen=True, tag=True):
    """The Replacement step: one army or fleet for each nation, in its capital (6.0b, 6.0c)."""

    seat: int
    title = "Replacements"
    clause = "elric/6.0b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask, if anything that was lost could come back."""
        nations = due(position, self.seat)
        if nations:
            position.then(Replacing(self.seat, tuple(nations)))


class Replacing(AsksOne, frozen=True, tag=True):
    """Which lost counter comes back, nation by nation."""

    nations: tuple[int, ...]
    title = "Replacements"
    clause = "elric/6.0b"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """An army or a fleet for each nation that has not had its replacement."""
        lost = Lost(position, seat, self.nations)
        return REPLACE.asked(lost, "Who comes back?", default=next(_capitals_bring(lost)))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put it into the capital, then continue with the other nations."""
        REPLACE.do(Lost(position, seat, self.nations), choice, log)


class Lost(NamedTuple):
    """Whose counters come back, those of which nations, and where: each in its capital, or all in one city."""

    position: ElricPosition
    seat: int
    nations: tuple[int, ...]
    city: int = -1


def _capitals_bring(lost: Lost) -> Iterator[Act]:
    position = lost.position
    for number in lost.nations:
        for unit in built_in(position, lost.seat, number, position.world.nations[number].capital):
            yield _bring_back(position, unit)


def _to_capital(lost: Lost, act: Act, log: Log) -> None:
    position, seat, unit = lost.position, lost.seat, unit_named(act)
    nation = position.world.of[unit]
    come_back(position, unit, position.world.nations[nation].capital, seat, log, clause=Replacing.clause)
    left = tuple(number for number in lost.nations if number != nation)
    if left:
        position.then(Replacing(seat, left))


def _labels(lost: Lost, acts: Sequence[Act]) -> dict[str, Pick]:
    return dict(_label(lost.position, unit_named(act), lost.city) for act in acts)


REPLACE: Verbs[Lost] = Verbs(
    Verb("replace", fits=_capitals_bring, does=_to_capital, labels=_labels), ends("no replacement", "Go on")
)


def _bring_back(position: ElricPosition, unit: int) -> Act:
    word = unit_words(position.world)[unit]
    return Act("replace", (unit,), f"replace {word}", (f"button:replace {word}",))


def _label(position: ElricPosition, unit: int, city: int = -1) -> tuple[str, Pick]:
    world = position.world
    pick = _bring_back(position, unit).path[0]
    nation = world.nations[world.of[unit]]
    place = world.areas[nation.capital if city < 0 else city].cities[0].name
    note = f"in {place}"
    if world.kind[unit] == FLEET:
        seas, room = amount(world.speed[unit], "sea"), amount(world.capacity[unit], "army", "armies")
        note += f": {world.value[unit]} in battle, {seas}, {room}"
    elif world.kind[unit] != ARMY:
        note += ": without spells"
    return pick, Pick(pick, name(world, unit), note, open=True)


def come_back(position: ElricPosition, unit: int, city: int, seat: int, log: Log, *, clause: str) -> None:
    """Put a lost counter into a city of its nation, a magician without spells (6.0f)."""
    world = position.world
    position.put(unit, city, seat)
    if log:
        log.say(
            f"**{_first_up(name(world, unit))}** stands again in **{world.areas[city].cities[0].name}**.",
            clause=clause,
            seat=seat,
            places=(world.areas[city].id,),
        )
    settle(position, log)


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def replenished(position: ElricPosition, seat: int, nation: int, city: int) -> list[int]:
    """Return what a city gives when its own country is mustered: the capital may bring a leader back instead (6.0e)."""
    land = position.world.nations[nation]
    found = built_in(position, seat, nation, city)
    if land.star and city == land.capital and holder(position, city) == seat:
        found += lost_leaders(position, nation)
    return found


def can_replenish(position: ElricPosition, seat: int, nation: int) -> bool:
    """Tell whether mustering one's own country would bring anything back (6.0e, 6.0g)."""
    return any(replenished(position, seat, nation, city) for city in position.world.nations[nation].cities)


class Replenish(AsksOne, frozen=True, tag=True):
    """The special replacement of a player who has mustered their own country, city by city (6.0e)."""

    nation: int
    cities: tuple[int, ...]
    title = "Special replacement"
    clause = "elric/6.0e"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """What the first of the cities gives."""
        lost = Lost(position, seat, (self.nation,), self.cities[0])
        prompt = f"What does {_city_name(lost)} bring back?"
        return REPLENISH.asked(lost, prompt, default=next(_city_brings(lost), plain("nothing")))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put it there, then continue with the other cities."""
        replenish(position, seat, self.nation, self.cities[1:])
        REPLENISH.do(Lost(position, seat, (self.nation,), self.cities[0]), choice, log)


def _city_name(lost: Lost) -> str:
    return lost.position.world.areas[lost.city].cities[0].name


def _city_brings(lost: Lost) -> Iterator[Act]:
    for unit in replenished(lost.position, lost.seat, lost.nations[0], lost.city):
        yield _bring_back(lost.position, unit)


def _to_city(lost: Lost, act: Act, log: Log) -> None:
    come_back(lost.position, unit_named(act), lost.city, lost.seat, log, clause=Replenish.clause)


REPLENISH: Verbs[Lost] = Verbs(
    Verb("replace", fits=_city_brings, does=_to_city, labels=_labels),
    pressed("nothing", lambda lost, act, log: None, lambda lost: button("nothing", f"Nothing in {_city_name(lost)}")),
)


class GoOnReplenishing(Automatic, frozen=True, tag=True):
    """The next city that has anything to give."""

    seat: int
    nation: int
    cities: tuple[int, ...]
    title = "Special replacement"
    clause = "elric/6.0e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Skip cities that give nothing."""
        for at, city in enumerate(self.cities):
            if replenished(position, self.seat, self.nation, city):
                position.then(Replenish(self.seat, self.nation, self.cities[at:]))
                return


def replenish(position: ElricPosition, seat: int, nation: int, cities: tuple[int, ...]) -> None:
    """Go through the cities of a nation for a special replacement."""
    if cities:
        position.then(GoOnReplenishing(seat, nation, cities))
