"""Positions by name, as rule cases write them.

year = 1901, season = "spring" | "autumn" | "winter", phase = "orders" | "retreats" | "builds"
units = {Austria = ["A BUD", "F TRI"]}         all units that stand
centres = {Austria = ["BUD", "TRI"]}           all owned centres; if left out, each power owns its home centres
dislodged = [{power = "Austria", unit = "A VIE", by = "BOH"}], contested = ["TYR"]       (retreats)
last-year = 0
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tanelorn.core.errors import BadData, TanelornError, nearest
from tanelorn.games.diplomacy.orders import Unit
from tanelorn.games.diplomacy.retreats import Beaten, places

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.rules import DiplomacyGame
    from tanelorn.games.diplomacy.variant import Variant

KNOWN = {"year", "season", "phase", "units", "centres", "dislodged", "contested", "last-year"}
SEASONS = ("spring", "autumn", "winter")
BEFORE = {"orders": "", "retreats": "orders", "builds": "centres"}
"""What the year has done when a phase begins."""


class Placing:
    """Reads a position written by names; raises BadData naming what is wrong."""

    known = KNOWN

    def __init__(self, variant: Variant, table: Mapping[str, Any]) -> None:
        self.variant = variant
        self.atlas = variant.atlas
        self.table = table
        for key in table:
            if key not in self.known:
                raise BadData(f"A position has no “{key}”.", remedy=f"Known: {', '.join(sorted(self.known))}.")

    def fields(self, game: DiplomacyGame[Any, Any]) -> dict[str, Any]:
        """Return the fields of the position."""
        phase = self._word("phase", ("orders", "retreats", "builds"), "orders")
        season = self._word("season", SEASONS, "winter" if phase == "builds" else "spring")
        units = self.variant.in_order(self._units(self._by_power("units")))
        return {
            "year": self._number("year", self.atlas.file.year),
            "season": SEASONS.index(season),
            "units": units,
            "owners": self._owners(),
            "beaten": tuple(self._beaten(one, units) for one in self.table.get("dislodged", ())),
            "contested": tuple(self._contested()),
            "limit": self._number("last-year", 0),
            "agenda": [game.year(BEFORE[phase])],
        }

    def _word(self, key: str, allowed: tuple[str, ...], usual: str) -> str:
        word = self.table.get(key, usual)
        if word not in allowed:
            raise BadData(f"{key} = {word!r} cannot be.", remedy=f"Write {' or '.join(allowed)}.")
        return str(word)

    def _number(self, key: str, usual: int) -> int:
        value = self.table.get(key, usual)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise BadData(f"{key} = {value!r} cannot be.", remedy="Write a whole number.")
        return value

    def power(self, name: object) -> int:
        """Return the seat of a power by its name."""
        if name not in self.variant.seats:
            raise BadData(f"There is no power “{name}”.", remedy=nearest(str(name), self.variant.seats))
        return self.variant.seats.index(str(name))

    def place(self, text: object) -> int:
        """Return a location by its text."""
        try:
            return self.variant.notation.place(str(text))
        except TanelornError as error:
            raise BadData(error.why, remedy=error.remedy) from None

    def _by_power(self, key: str) -> list[tuple[int, str]]:
        table = self.table.get(key, {})
        if not isinstance(table, Mapping):
            raise BadData(f"{key} is no table.", remedy='Write {Austria = ["…"]}.')
        return [(self.power(name), str(text)) for name, texts in table.items() for text in texts]

    def _units(self, written: list[tuple[int, str]]) -> list[Unit]:
        units: list[Unit] = []
        for power, text in written:
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
        return Unit(power, self.variant.letters.index(letter), self.place(place))

    def _owners(self) -> tuple[int, ...]:
        owner = {self.atlas.province[self.place(text)]: power for power, text in self._by_power("centres")}
        if "centres" not in self.table:
            owner = {home: power for power, homes in enumerate(self.variant.home) for home in homes}
        for place in owner:
            if not self.atlas.is_centre[place]:
                raise BadData(f"{self.atlas.names[place]} is no supply centre.", remedy="Leave it out.")
        return tuple(owner.get(centre, -1) for centre in self.atlas.centres)

    def _contested(self) -> list[int]:
        return sorted(self.atlas.province[self.place(text)] for text in self.table.get("contested", ()))

    def _beaten(self, entry: Mapping[str, Any], units: tuple[Unit, ...]) -> Beaten:
        if not isinstance(entry, Mapping) or not entry.keys() >= {"power", "unit", "by"}:
            raise BadData(f"{entry!r} is no dislodged unit.", remedy='Write {power = "…", unit = "A VIE", by = "BOH"}.')
        unit = self.unit(self.power(entry["power"]), str(entry["unit"]))
        by = self.atlas.province[self.place(entry["by"])]
        closed = {self.atlas.province[other.at] for other in units} | set(self._contested())
        if not entry.get("by_sea"):
            closed.add(by)
        return Beaten(unit, by, places(self.atlas, unit, closed))
