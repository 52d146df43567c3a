"""Games that go wrong when time is up, or when somebody resigns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tanelorn.core.choices import Listed, Reading
from tanelorn.core.game import Value
from tanelorn.core.log import Log
from tests.toy.sequence import SEATS, Deed, March, Responses, SkirmishPosition, Turn
from tests.toy.skirmish import Skirmish

from .swapped import Swapped


def _marching(kind: type[Listed[Any]]) -> type[March]:
    class FaultyMarch(March, frozen=True, tag=kind.__name__):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
            listed = super().choices(position, seat)
            faulty = kind(listed.list, prompt=listed.prompt, refused=listed.refused(), default=listed.default())
            faulty.position = position  # type: ignore[attr-defined]
            return faulty

    return FaultyMarch


class Surrendering(Listed[Any]):
    def default(self) -> Any:
        return Deed("pass")


class Whimsical(Listed[Any]):
    whim = 0

    def default(self) -> Any:
        Whimsical.whim += 1
        return self.list[Whimsical.whim % len(self.list)]


class Wearing(Listed[Any]):
    def default(self) -> Any:
        self.position.wounds[0] += 1
        return super().default()


class Foresighted(Listed[Any]):
    def default(self) -> Any:
        return self.list[sum(self.position.wounds) % len(self.list)]


class Skipping(Listed[Any]):
    def read(self, text: str) -> Reading:
        return Reading(self.parse(text).picks[:1])


class IllegalDefault(Swapped):
    """What counts when time is up is not among the choices."""

    swap = (March, _marching(Surrendering))


class AnyDefault(Swapped):
    """What counts when time is up is another each time it is asked for."""

    swap = (March, _marching(Whimsical))


class CostlyDefault(Swapped):
    """Asking what counts when time is up changes the position."""

    swap = (March, _marching(Wearing))


class LeakedDefault(Swapped):
    """What counts when time is up depends on what the seat does not know."""

    swap = (March, _marching(Foresighted))


class HalfRead(Swapped):
    """A text read part by part loses a part."""

    swap = (March, _marching(Skipping))


class FightOn(Skirmish):
    """As it should be when the others fight on: what the faults below are measured against."""

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        return super().setup(scenario, {**options, "fight-on": True})


class Undead(FightOn):
    """Who resigns is asked as before."""

    def resign(self, position: SkirmishPosition, seat: int, log: Log) -> None:
        log.say("Nothing of the kind.")


class EmptyTurn(Swapped, FightOn):
    """The turns of a seat that is gone come as before."""

    class Ghostly(Turn, frozen=True, tag=True):
        def run(self, position: SkirmishPosition, log: Log) -> None:
            position.then(March(self.seat, 2))

    swap = (Turn, Ghostly)


class StillNeeded(FightOn):
    """A draw waits for seats that are gone."""

    def draw_needs(self, position: SkirmishPosition) -> tuple[int, ...]:
        return SEATS if position.outcome is None else ()


class Rigid(Swapped, FightOn):
    """A revealing step counts on all who have been asked."""

    class Stiff(Responses, frozen=True, tag=True):
        def reveal(self, position: SkirmishPosition, choices: dict[int, Deed], log: Log) -> None:
            assert len(choices) == 2
            super().reveal(position, choices, log)

    swap = (Responses, Stiff)


class Lenient(FightOn):
    """Who has resigned may win."""

    def resign(self, position: SkirmishPosition, seat: int, log: Log) -> None:
        super().resign(position, seat, log)
        if position.outcome is not None:
            position.end(SEATS, "everybody is happy")


class SharedGone(FightOn):
    """Who is gone is kept outside the position, where records do not reach it."""

    lost = 0

    def resign(self, position: SkirmishPosition, seat: int, log: Log) -> None:
        super().resign(position, seat, log)
        SharedGone.lost += 1
        log.say(f"That makes {SharedGone.lost}.")
