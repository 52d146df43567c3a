"""A whole movement phase from texts: units and orders read, each refusal with its reason, all judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tanelorn.core.errors import BadData, Illegal, TanelornError, nearest
from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge.judging import PLAIN, Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import Beaten, beaten, standing
from tanelorn.games.diplomacy.orders.legality import fit
from tanelorn.games.diplomacy.orders.notation import Notation
from tanelorn.games.diplomacy.orders.order import ARMY, CONVOY, FLEET, Order, Unit

REMEMBERED = 100_000  # texts of orders and units, for each power
Remembered = tuple[Order, Unit, int, int, int, int]  # an order, its unit and province; a unit's province, kind; an end
Texts = Mapping[str, Iterable[str]]  # by the name of a power


class Refusal(NamedTuple):
    """An order that does not count, and why."""

    power: int
    text: str
    error: TanelornError


class Phase(NamedTuple):
    """A movement phase as it was read: `orders[i]` is the order of `units[i]`, None if it has none that counts."""

    units: list[Unit]
    orders: list[Order | None]
    refused: list[Refusal]


class Judged(NamedTuple):
    """A phase, its verdict, the units afterwards and those that must retreat."""

    phase: Phase
    verdict: Verdict
    units: list[Unit]
    beaten: list[Beaten]


class PhaseReader:
    """Reads phases of one board. What was read once is remembered, as by the notation."""

    def __init__(self, atlas: Atlas, notation: Notation | None = None) -> None:
        self.atlas = atlas
        self.notation = notation or Notation(atlas)
        self.powers = [power.name for power in atlas.file.powers]
        self._units: list[dict[str, tuple[Unit, int]]] = [{} for _ in self.powers]
        self._orders: list[dict[str, Remembered]] = [{} for _ in self.powers]

    def read(self, units: Texts, orders: Texts) -> Phase:
        """Return a phase, given the units and the orders of each power.

        Raises BadData for a power or a unit that cannot be; an order that cannot be is refused. Of several orders
        for one unit the first that is legal counts.
        """
        placed, at = self._place(units)
        given: list[Order | None] = [None] * len(placed)
        phase = Phase(placed, given, [])
        route = self.atlas.has_route
        by_province: dict[int, Unit] = {}
        fleets = -1
        for name, texts in orders.items():
            power = self._power(name)
            known = self._orders[power]
            for text in texts:
                found = known.get(text) or self._learn(power, text)
                if found:
                    order, unit, here, of, whom, end = found
                    index = at[here]
                    # Nothing is to be said against an order that fits its unit as it was written.
                    if index >= 0 and placed[index] == unit and given[index] is None:
                        if end >= 0 and fleets < 0:
                            fleets = self._fleets(placed)
                        if (of < 0 or (at[of] >= 0 and placed[at[of]][1] == whom)) and (
                            end < 0 or route(fleets, here, end)
                        ):
                            given[index] = order
                            continue
                by_province = by_province or {self.atlas.province[unit.at]: unit for unit in placed}
                self._read_slowly(phase, by_province, at, power, text)
        return phase

    def judge(self, units: Texts, orders: Texts, terms: Terms = PLAIN) -> Judged:
        """Read a phase and judge it: the results, the units afterwards, and the retreats that are open."""
        phase = self.read(units, orders)
        verdict = adjudicate(self.atlas, phase.units, phase.orders, terms)
        return Judged(phase, verdict, standing(verdict), beaten(verdict))

    def _power(self, name: str) -> int:
        try:
            return self.powers.index(name)
        except ValueError:
            raise BadData(f"There is no power “{name}”.", remedy=nearest(name, self.powers)) from None

    def _place(self, units: Texts) -> tuple[list[Unit], list[int]]:
        """Read the units: a list of them, and the index of the unit in each province, or -1."""
        placed: list[Unit] = []
        at = [-1] * self.atlas.size
        for name, texts in units.items():
            power = self._power(name)
            known = self._units[power]
            for text in texts:
                unit, province = known.get(text) or self._read_unit(power, text)
                if at[province] >= 0:
                    raise BadData(f"Two units stand in {self.atlas.names[province]}.", remedy="One space, one unit.")
                at[province] = len(placed)
                placed.append(unit)
        return placed, at

    def _read_unit(self, power: int, text: str) -> tuple[Unit, int]:
        """Return the unit written as `A BUD` or `F STP/SC`, and its province; raise BadData if none can stand there."""
        kind, _, place = text.strip().partition(" ")
        try:
            unit = Unit(power, self.notation.kinds[kind.casefold()], self.notation.place(place))
        except KeyError:
            raise BadData(f"“{text}” is no unit.", remedy=self.notation.examples.units) from None
        except TanelornError as error:
            raise BadData(f"“{text}” is no unit: {error.why}", remedy=error.remedy) from None
        atlas = self.atlas
        there = atlas.fleet[unit.at] if unit.kind == FLEET else atlas.army[atlas.province[unit.at]]
        if unit.kind <= FLEET and not there:
            raise BadData(f"“{text}”: no such unit can stand there.", remedy="Fleets on split coasts name the coast.")
        if unit.kind == ARMY and unit.at >= atlas.size:
            unit = unit._replace(at=atlas.province[unit.at])
        if len(self._units[power]) > REMEMBERED:
            self._units[power].clear()
        known = self._units[power][text] = unit, atlas.province[unit.at]
        return known

    def _learn(self, power: int, text: str) -> Remembered | None:
        """Read an order; remember it if it can be, with what must be so: its unit, another's kind, a sea route."""
        try:
            order, said = self.notation.read(text)
        except TanelornError:
            return None
        if said is not None or order.verb > CONVOY:
            return None
        known = self._orders[power]
        if len(known) > REMEMBERED:
            known.clear()
        unit = Unit(power, order.kind, order.at)
        end = order.to if order.via else -1
        found = known[text] = order, unit, self.atlas.province[order.at], order.of, order.whom, end
        return found

    def _fleets(self, units: Iterable[Unit]) -> int:
        """The mask of the seas with a fleet."""
        is_sea = self.atlas.is_sea
        return sum(1 << at for _, kind, at in units if kind == FLEET and at < len(is_sea) and is_sea[at])

    def _read_slowly(self, phase: Phase, by_province: Mapping[int, Unit], at: list[int], power: int, text: str) -> None:
        """Fit an order to its unit; refuse it with the reason if it cannot be."""
        atlas = self.atlas
        try:
            order, said = self.notation.read(text)
            if order.verb > CONVOY:
                raise Illegal("That is no order of a movement phase.", remedy="Move, hold, support or convoy.")
            order = fit(atlas, order, by_province, power, self.powers, said)
            index = at[atlas.province[order.at]]
            if phase.orders[index] is not None:
                raise Illegal("That unit has an order already.", remedy="Write one order for each unit.")
            phase.orders[index] = order
        except TanelornError as error:
            phase.refused.append(Refusal(power, text, error))
