"""Stranded units (archmagi/move.14, trait/carry.2): they find a place aboard, or are destroyed."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.map.terrain import is_coastal, is_land
from tanelorn.games.archmagi.state.abilities import SEA, stands
from tanelorn.games.archmagi.state.carrying import has_place, is_carrier, unload
from tanelorn.games.archmagi.state.codes import hex_and_seat
from tanelorn.games.archmagi.state.content import MASKS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import UNIT, find, named
from tanelorn.games.archmagi.words.verbs import Slot, clicked


def needs_place(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit cannot be in its hex by itself and has no carrier there (move.14, trait/carry.2)."""
    carrier, hex = position.carriers[unit], position.hexes[unit]
    return not stands(position, unit, hex) and not (carrier >= 0 and stands(position, carrier, hex))


def carriers_in(position: ArchmagiPosition, hex: int, seat: int) -> list[int]:
    """Return the units of a stack that carry others and can be where they are."""
    return [u for u in position.stack(hex, seat) if is_carrier(position, u) and stands(position, u, hex)]


class Stranded(Automatic, frozen=True, tag=True):
    """Looks at every stack, or at those in one hex, for units that cannot stay there (move.14, trait/carry.2)."""

    hex: int = -1
    title = "Stranded units"
    clause = "archmagi/move.14"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Set down passengers whom nobody can carry any more, then look for places."""
        for carrier in {carrier for carrier in position.carriers if carrier >= 0}:
            unload(position, carrier)
        lost = []
        for key in sorted(position.stacks):
            hex, seat = hex_and_seat(key)
            doubtful = _doubtful(position, hex, position.stacks[key]) if self.hex in (-1, hex) else []
            if any(needs_place(position, unit) for unit in doubtful):
                lost.append(Places(seat, hex))
        position.then(*lost)


def _doubtful(position: ArchmagiPosition, hex: int, units: list[int]) -> list[int]:
    """Return the units of a hex that may be out of place: on dry land only creatures of the sea, on a coast none."""
    if is_coastal(position, hex):
        return []
    if not is_land(position, hex):
        return units
    return [unit for unit in units if MASKS[position.kinds[unit]] & SEA]


class Places(Automatic, frozen=True, tag=True):
    """A stack has units that need a place: if there are enough places all get one, otherwise the owner chooses."""

    seat: int
    hex: int
    title = "Stranded units"
    clause = "archmagi/move.14"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Fill the free places."""
        needy = [unit for unit in position.stack(self.hex, self.seat) if needs_place(position, unit)]
        pairs = [
            (unit, c)
            for unit in needy
            for c in carriers_in(position, self.hex, self.seat)
            if has_place(position, c, unit)
        ]
        if not pairs:
            for unit in needy:
                if position.owners[unit] == self.seat:
                    kill(position, unit, log, "cannot be there and is lost", drops=False, clause=self.clause)
        elif len({unit for unit, _ in pairs}) == 1:
            position.carriers[pairs[0][0]] = pairs[0][1]
            position.then(self)
        else:
            position.then(Aboard(self.seat, self.hex), self)


def _needy(position: ArchmagiPosition, seat: int, args: tuple[int, ...]) -> list[int]:
    step = position.agenda[-1]
    carriers = carriers_in(position, step.hex, seat)
    return [
        ref
        for ref, unit in named(position, step.hex, seat).items()
        if needs_place(position, unit) and any(has_place(position, carrier, unit) for carrier in carriers)
    ]


SAVE = clicked(
    "take aboard",
    "Take aboard",
    Slot("", UNIT, "Which unit is taken aboard?", _needy, "archmagi/move.14"),
    clause="archmagi/move.14",
)


class Aboard(AsksOne, frozen=True, tag=True):
    """There are fewer places than units that need one: the owner assigns them."""

    hex: int
    title = "Stranded units"
    clause = "archmagi/move.14"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each unit that needs a place and can have one."""
        verbs = (SAVE,)
        first = _needy(position, seat, ())
        return Acts(position, seat, verbs, "Who gets the next place aboard?", Act(SAVE.name, (first[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Take the unit aboard the first carrier that has a place."""
        unit = find(position, seat, choice.args[0])
        free = [c for c in carriers_in(position, self.hex, seat) if has_place(position, c, unit)]
        position.carriers[unit] = free[0]
