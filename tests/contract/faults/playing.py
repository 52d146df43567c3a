"""Games that go wrong on their way: dead ends, lost pieces, copies, undo, chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tanelorn.core.choices import Listed
from tanelorn.core.game import Value
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.rules import FiveCities
from tanelorn.games.fivecities.sequence import SEQUENCE
from tests.toy.sequence import FIELDS, Deed, DrawCard, Fight, March, Round, SkirmishPosition
from tests.toy.skirmish import Skirmish, SkirmishView

from .swapped import Swapped, fields


class Mute(March, frozen=True, tag=True):
    def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
        return Listed([]) if position.round == 2 else super().choices(position, seat)


class DeadEnd(Swapped):
    """A decision lists nothing."""

    swap = (March, Mute)


class Curt(March, frozen=True, tag=True):
    still_asked = ""


class Needless(Swapped):
    """A question with one answer is asked for no reason."""

    swap = (March, Curt)


class Endless(Swapped):
    """The rounds are never counted."""

    class Forever(Round, frozen=True, tag=True):
        def run(self, position: SkirmishPosition, log: Log) -> None:
            position.then(March(0, 2), self)

    swap = (Round, Forever)


class Runaway(Swapped):
    """A step pushes itself and nobody is ever asked."""

    class Spin(Automatic, frozen=True, tag=True):
        number: int

        def run(self, position: SkirmishPosition, log: Log) -> None:
            position.then(self)

    swap = (Round, Spin)


class Hole(Automatic, frozen=True, tag=True):
    def run(self, position: Any, log: Log) -> None:
        area = next((area for area, count in enumerate(position.pieces[0]) if count), None)
        if area is not None:
            position.pieces[0][area] -= 1


class LeakyTurn(Automatic, frozen=True, tag=True):
    def run(self, position: Any, log: Log) -> None:
        position.then(*SEQUENCE[:-1], Hole(), self)


class LostPiece(FiveCities):
    """A piece is lost without a fight."""

    def setup(self, scenario: str, options: Mapping[str, Value]) -> Any:
        position = super().setup(scenario, options)
        position.agenda = [LeakyTurn()]
        return position


class LostCard(Swapped):
    """A card drawn is gone."""

    class Butterfingers(DrawCard, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
            position.pile.pop(outcome[0])

    swap = (DrawCard, Butterfingers)


class SharingPosition(SkirmishPosition, kw_only=True):
    def copy(self) -> SkirmishPosition:
        new: SkirmishPosition = super().copy()
        new.places = self.places
        return new


class SharedList(Skirmish):
    """A copy shares a list with its original: so do the snapshots for undo."""

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        return SharingPosition(**fields(super().setup(scenario, options)))


def _healed(kind: type[SkirmishPosition], values: dict[str, Any]) -> SkirmishPosition:
    return kind(**{**values, "wounds": [0] * len(values["wounds"])})


class HealingPosition(SkirmishPosition):
    def __reduce__(self) -> tuple[Any, ...]:
        return _healed, (type(self), fields(self))


class Healed(Skirmish):
    """A position that has been pickled has lost what was written in it."""

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        return HealingPosition(**fields(super().setup(scenario, options)))


class Forgetful(Swapped):
    """Something that is shown is kept outside the position, where undo and records do not reach it."""

    marches = 0

    class Counting(March, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
            Forgetful.marches += 1
            super().take(position, seat, choice, log)

    swap = (March, Counting)

    def facts(self, view: SkirmishView) -> dict[str, str | int]:
        return super().facts(view) | {"marches": Forgetful.marches}


class Peeking(Swapped):
    """Whether a seat may go on marching depends on the wounds of others, and no barrier falls where it sees that."""

    class Peek(March, frozen=True, tag=True):
        def take(self, position: SkirmishPosition, seat: int, choice: Deed, log: Log) -> None:
            super().take(position, seat, choice, log)
            others = [wound for man, wound in enumerate(position.wounds) if man // 2 != seat]
            if choice.verb == "march" and sum(others) % 2:
                position.drop(March)

    swap = (March, Peek)


class Meddling(Swapped):
    """Looking whether a choice is legal changes the position."""

    class Meddle(March, frozen=True, tag=True):
        def choices(self, position: SkirmishPosition, seat: int) -> Listed[Deed]:
            class Marking(Listed[Deed]):
                def parse(self, text: str) -> Deed:
                    position.wounds[0] += 1
                    return super().parse(text)

            return Marking(super().choices(position, seat))

    swap = (March, Meddle)


class LuckyFight(Fight, frozen=True, tag=True):
    def take(self, position: SkirmishPosition, outcome: tuple[int, ...], log: Log) -> None:
        super().take(position, tuple(random.randint(1, 6) for _ in outcome), log)


class GlobalRandom(Swapped):
    """Dice come from Python's own generator."""

    swap = (Fight, LuckyFight)


class HashOrder(Skirmish):
    """An order of hashes decides who starts where."""

    def setup(self, scenario: str, options: Mapping[str, Value]) -> SkirmishPosition:
        position = super().setup(scenario, options)
        position.pile = [FIELDS.index(name) for name in set(FIELDS)]
        return position


class NoClause(Swapped):
    """A step cites a clause that the rulebook does not have."""

    class Lawless(March, frozen=True, tag=True):
        clause = "skirmish/march.99"

    swap = (March, Lawless)
