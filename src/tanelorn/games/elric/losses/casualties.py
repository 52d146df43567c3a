"""The Combat Resolution Table (elric/10.6) and losses by it (10.7e): the loser gives up combat factors, one counter at
a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import aboard, fighting_value
from tanelorn.games.elric.state.words import name, unit_named, unit_words, with_unit


class Row(NamedTuple):
    """A row of the Combat Resolution Table: the least difference, its text, what the loser loses, or
    whether all of it.
    """

    least: int
    text: str
    loss: int
    eliminated: bool = False


TABLE = (
    Row(0, "roll again", 0),
    Row(1, "retreat", 0),
    Row(3, "retreat, lose 1", 1),
    Row(4, "retreat, lose 2", 2),
    Row(5, "retreat, lose 3", 3),
    Row(10, "retreat, lose 5", 5),
    Row(15, "retreat, lose 10", 10),
    Row(20, "retreat, lose 15", 15),
    Row(25, "eliminated", 0, True),
)
"""The Combat Resolution Table (10.6)."""


def row(difference: int) -> Row:
    """Return the row of the table for a difference (10.6)."""
    return next(row for row in reversed(TABLE) if difference >= row.least)


def most(values: Iterable[int], limit: int) -> int:
    """Return the largest sum of some of these values that does not exceed a limit (10.7e)."""
    sums = 1
    for value in values:
        sums |= sums << value
    return (sums & ((1 << limit + 1) - 1)).bit_length() - 1


def alike(position: ElricPosition, unit: int) -> int:
    """Return a key that is equal for interchangeable units: the armies of a nation in one battle, offered once."""
    world = position.world
    return -1 - world.of[unit] if world.kind[unit] == ARMY else unit


class TakeLosses(Automatic, frozen=True, tag=True):
    """A player loses a number of combat factors among some units in an area: armies and personalities on land, fleets
    and personalities at sea and in a battle of fleets (10.7e). Everything given up is eliminated together.
    """

    seat: int
    units: tuple[int, ...]
    count: int
    area: int
    fleets: bool = False
    given: tuple[int, ...] = ()
    title = "Losses"
    clause = "elric/10.7e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Take what must be taken, and ask while there is a choice."""
        values = self.factors(position)
        if self.count > 0 and sum(values.values()) <= self.count:
            eliminate(position, (*self.given, *values), self.area, log)
            return
        offers = self.offers(position)
        if not offers:
            eliminate(position, self.given, self.area, log)
        elif len(offers) == 1:
            position.then(self.without(position, offers[0]))
        else:
            position.then(GiveUp(self.seat, self))

    def factors(self, position: ElricPosition) -> dict[int, int]:
        """Return the combat factors of the units that may still be given up."""
        sea = self.fleets or position.world.areas[self.area].sea
        values = {
            unit: fighting_value(position, unit, sea)
            for unit in self.units
            if position.area[unit] == self.area and position.owner[unit] == self.seat and unit not in self.given
        }
        return {unit: value for unit, value in values.items() if value > 0}

    def offers(self, position: ElricPosition) -> list[int]:
        """Return the units that may be given up without lowering the largest possible loss, equal armies once."""
        if self.count <= 0:
            return []
        values = self.factors(position)
        best = most(values.values(), self.count)
        if not best:
            return []
        found: dict[int, int] = {}
        fits: dict[int, bool] = {}
        for unit, value in values.items():
            if value not in fits:
                others = list(values.values())
                others.remove(value)
                fits[value] = value <= best and most(others, self.count - value) == best - value
            if fits[value]:
                found.setdefault(alike(position, unit), unit)
        return list(found.values())

    def without(self, position: ElricPosition, unit: int) -> TakeLosses:
        """Return what remains to be lost once a unit is given up."""
        left = self.count - self.factors(position)[unit]
        return structs.replace(self, count=left, given=(*self.given, unit))


class GiveUp(AsksOne, frozen=True, tag=True):
    """Which counter is given up next (10.7e)."""

    losses: TakeLosses
    title = "Losses"
    clause = "elric/10.7e"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Every counter that keeps the largest loss possible."""
        losses, world = self.losses, position.world
        offers = losses.offers(position)
        acts = [with_unit(world, "give up", unit) for unit in offers]
        due = most(losses.factors(position).values(), losses.count)
        given = ", ".join(name(world, unit) for unit in losses.given)
        prompt = f"Lose {amount(due, 'more combat factor')}." + (f" Given up: {given}." if given else "")
        cheap = min(acts, key=lambda act: (world.kind[unit_named(act)] != ARMY, world.value[unit_named(act)]))
        return Acts(
            acts,
            prompt,
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refused(position, offers, due),
            default=cheap,
        )

    def _refused(self, position: ElricPosition, offers: Sequence[int], due: int) -> list[Refusal]:
        """Say why the other units may not be given up now."""
        world, values = position.world, self.losses.factors(position)
        told = {alike(position, unit) for unit in offers}
        found = []
        for unit in self.losses.units:
            if position.area[unit] != self.losses.area or unit in self.losses.given or alike(position, unit) in told:
                continue
            told.add(alike(position, unit))
            why = f"Never more than {due} is lost, and as much of it as possible."
            if unit not in values:
                why = f"{name(world, unit).capitalize()} is no combat factor here."
            pick = f"piece:{world.units[unit].id}"
            found.append(Refusal(f"give up {unit_words(world)[unit]}", why, "elric/10.7e", (pick,)))
        return found

    def _labels(self, position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
        world, values = position.world, self.losses.factors(position)
        labels = {}
        for act in acts:
            unit = unit_named(act)
            note = ""
            if world.kind[unit] == PERSON:
                note = "may escape" if world.value[unit] >= 6 else f"may escape on 1–{world.value[unit]}"
            elif world.kind[unit] == FLEET and (carried := aboard(position, unit)):
                note = f"lost with {len(carried)} aboard"
            labels[act.path[0]] = Pick(act.path[0], name(world, unit), note, f"counts {values[unit]}", bool(note))
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it and continue."""
        position.then(self.losses.without(position, unit_named(choice)))
