"""Positions by name, as rule cases write them.

year = 1901, season = "spring" | "autumn" | "winter", phase = "orders" | "retreats" | "builds"
units = {Austria = ["A BUD", "F TRI"]}         all units that stand
centres = {Austria = ["BUD", "TRI"]}           all owned centres; if left out, each power owns its home centres
dislodged = [{power = "Austria", unit = "A VIE", by = "BOH"}], contested = ["TYR"]       (retreats)
last-year = 0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Generic

import msgspec

from tanelorn.core.content.named import Shape, under
from tanelorn.core.errors import BadData, TanelornError, nearest
from tanelorn.games.diplomacy.judge.retreats import Beaten, places
from tanelorn.games.diplomacy.orders.order import ARMY, FLEET, Unit
from tanelorn.games.diplomacy.position import P

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.sequence import Year
    from tanelorn.games.diplomacy.variant import Variant


class Dislodged(Shape, frozen=True, kw_only=True):
    """A unit that must retreat, and from where it was attacked."""

    power: str
    unit: str
    by: str
    by_sea: bool = False
    refuges: list[str] = []


class Placed(Shape, frozen=True, kw_only=True, rename={"last_year": "last-year"}):
    """The entries of a position on any board, as a rule case writes them."""

    year: Annotated[int, msgspec.Meta(ge=0, le=9999)] | msgspec.UnsetType = msgspec.UNSET
    season: str | msgspec.UnsetType = msgspec.UNSET
    phase: str = "orders"
    units: dict[str, list[str]] = {}
    centres: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    dislodged: list[Dislodged] = []
    contested: list[str] = []
    last_year: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0


SEASONS = ("spring", "autumn", "winter")
BEFORE = {"orders": "", "retreats": "orders", "builds": "centres"}
"""What the year has done when a phase begins."""


class Placing(Generic[P]):
    """Reads a position written by names; raises BadData naming what is wrong."""

    def __init__(self, variant: Variant[P], placed: Placed) -> None:
        self.variant = variant
        self.atlas = variant.atlas
        self.placed = placed

    def position(self, kind: type[P], year: type[Year]) -> P:
        """Return the position, of this kind; a step of the kind `year` goes on from its phase."""
        placed = self.placed
        phase = _one_of(tuple(BEFORE), "phase", placed.phase)
        usual = "winter" if phase == "builds" else "spring"
        season = _one_of(SEASONS, "season", usual if placed.season is msgspec.UNSET else placed.season)
        units = self.variant.in_order(self._units())
        return kind(
            year=self.atlas.file.year if placed.year is msgspec.UNSET else placed.year,
            season=SEASONS.index(season),
            units=units,
            owners=self._owners(),
            beaten=tuple(self._all_beaten(units)),
            contested=tuple(self._contested()),
            limit=placed.last_year,
            agenda=[year(BEFORE[phase])],
        )

    def power(self, name: str) -> int:
        """Return the seat of a power by its name."""
        if name not in self.variant.seats:
            raise BadData(f"There is no power “{name}”.", remedy=nearest(name, self.variant.seats))
        return self.variant.seats.index(name)

    def place(self, text: str) -> int:
        """Return a location by its text."""
        try:
            return self.variant.notation.place(text)
        except TanelornError as error:
            raise BadData(error.why, remedy=error.remedy) from None

    def _by_power(self, key: str, entries: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int, str]]:
        for name, texts in entries.items():
            with under(key):
                power = self.power(name)
            for text in texts:
                yield name, power, text

    def _units(self) -> list[Unit]:
        units: list[Unit] = []
        for name, power, text in self._by_power("units", self.placed.units):
            with under("units", name):
                unit = self.unit(power, text)
                if any(self._crowds(unit, other) for other in units):
                    raise BadData(f"Two units stand in {text[2:]}.", remedy="Put each in a space of its own.")
            units.append(unit)
        return units

    def _crowds(self, one: Unit, other: Unit) -> bool:
        province = self.atlas.province
        return province[one.at] == province[other.at]

    def unit(self, power: int, text: str) -> Unit:
        """Return a unit written as `A BUD`."""
        letter, _, place = text.partition(" ")
        if letter not in self.variant.letters or not place:
            letters = ", ".join(self.variant.letters)
            example = f"“{self.variant.notation.examples.unit}”"
            raise BadData(f"“{text}” is no unit.", remedy=f"Write one of {letters} and a space: {example}.")
        unit = Unit(power, self.variant.letters.index(letter), self.place(place))
        self._check_ground(unit)
        return unit

    def _check_ground(self, unit: Unit) -> None:
        """Refuse an army at sea, a fleet on dry land, and a fleet on none of two coasts."""
        atlas, province = self.atlas, self.atlas.province[unit.at]
        name, kind = atlas.names[unit.at], atlas.kinds[province]
        if unit.kind == ARMY and (kind == "sea" or unit.at != province):
            raise BadData(f"An army cannot stand in {name}.", remedy="Put it on land, and name no coast.")
        if unit.kind == FLEET and kind == "land":
            raise BadData(f"A fleet cannot lie in {name}.", remedy="Put it at sea or on a coast.")
        if unit.kind == FLEET and atlas.coasts_of[province] and unit.at == province:
            coasts = " or ".join(atlas.locations[coast] for coast in atlas.coasts_of[province])
            raise BadData(f"A fleet in {name} lies on one of its coasts.", remedy=f"Write {coasts}.")

    def _owners(self) -> tuple[int, ...]:
        centres = self.placed.centres
        if centres is msgspec.UNSET:
            return self.variant.starting_owners()
        owner: dict[int, int] = {}
        for name, power, text in self._by_power("centres", centres):
            with under("centres", name):
                place = self.atlas.province[self.place(text)]
                if not self.atlas.is_centre[place]:
                    raise BadData(f"{self.atlas.names[place]} is no supply centre.", remedy="Leave it out.")
                if place in owner:
                    raise BadData(f"{self.atlas.names[place]} has an owner already.", remedy="Name each centre once.")
            owner[place] = power
        return tuple(owner.get(centre, -1) for centre in self.atlas.centres)

    def _contested(self) -> list[int]:
        with under("contested"):
            return sorted({self.atlas.province[self.place(text)] for text in self.placed.contested})

    def _all_beaten(self, units: tuple[Unit, ...]) -> Iterator[Beaten]:
        for entry in self.placed.dislodged:
            with under("dislodged", entry.unit):
                yield self._beaten(entry, units)

    def _beaten(self, entry: Dislodged, units: tuple[Unit, ...]) -> Beaten:
        unit = self.unit(self.power(entry.power), entry.unit)
        by = self.atlas.province[self.place(entry.by)]
        closed = {self.atlas.province[other.at] for other in units} | set(self._contested())
        if not entry.by_sea:
            closed.add(by)
        return Beaten(unit, by, places(self.atlas, unit, closed))


def _one_of(words: Sequence[str], entry: str, word: str) -> str:
    """Return the word of an entry; raise BadData if it is not one of those that it may be."""
    if word not in words:
        with under(entry):
            raise BadData(f"{entry} = {word!r} cannot be.", remedy=f"Write {' or '.join(words)}.")
    return word
