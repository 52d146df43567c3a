"""What bots ask of somebody who knows the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from tanelorn.core.choices import Choice
from tanelorn.core.errors import BadData, nearest
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.position import Outcome

W = TypeVar("W", bound=float)
Prospects = Sequence[float]
"""What each seat may expect of a position, from 0 (lost) to 1 (won); together 1."""


class Slips(NamedTuple):
    """How often, from 0 to 1, the bots of the lower levels overlook what is best: set by playing them, so that each
    wins about a quarter of its games against the one above (`tanelorn ladder`).
    """

    novice: float
    easy: float


class Judgement(Protocol):
    """Knows a game well enough to say who stands better and what is worth a thought.

    `slack` is how far two prospects may differ and still be as good as equal. `slips` is how often the bots of the
    lower levels overlook what is best: seldom where a turn is many small choices, of which each can spoil the others.
    """

    slack: float
    slips: Slips

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return what each seat may expect; of a game that has ended, its shares of the outcome."""

    def candidates(self, decision: Decision, rng: Random, most: int) -> list[Choice]:
        """Return choices worth a thought, the likeliest first: at least one, at most `most`, all different."""

    def assumed(self, decision: Decision, rng: Random) -> Choice:
        """Return what a seat is taken to do by one who does not think for it."""

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> Sequence[Prospects] | None:
        """Return the prospects after every joint choice, the last seat's options running fastest.

        A game may know them much faster than by playing each out at a table; None means that it does not.
        """


@runtime_checkable
class Styled(Protocol):
    """A judgement that can be had in a style: a game that names `styles` has one."""

    def leaning(self, leans: Mapping[str, float]) -> Judgement:
        """Return a judgement by whose weights some things count so much more, or less."""


@runtime_checkable
class Decided(Protocol):
    """A judgement with one choice for each decision, in which there is no chance: it leaves nothing to compare."""

    def decided(self, decision: Decision) -> Choice:
        """Return the only candidate."""


@runtime_checkable
class Replier(Protocol):
    """A judgement that knows more choices than it proposes, and finds among them what its candidates lack."""

    def reply(
        self, table: Table, seat: int, options: Sequence[Choice], others: Mapping[int, Mapping[Choice, float]]
    ) -> Choice | None:
        """Return a choice that does better than all `options` against what the others mix; None if there is none."""


@runtime_checkable
class Thinker(Protocol):
    """A judgement that searches in its own way, where a tree of a few candidates for each seat would see too little."""

    def think(self, worlds: Sequence[Table], seat: int, rng: Random, goes_on: Callable[[int], bool]) -> Choice:
        """Return a choice for `seat`.

        `worlds` are tables that fit what the seat knows. `goes_on` is told how many positions were judged so far, and
        says whether there is still time.
        """


def lean(weights: Mapping[str, W], leans: Mapping[str, float]) -> dict[str, W]:
    """Return weights by name, some of them raised or lowered by so much; none changes its sign.

    Raises BadData for a name that none has.
    """
    for name in leans:
        if name not in weights:
            raise BadData(f"A style leans to “{name}”, which is no weight.", remedy=nearest(name, weights))
    return {name: _leaned(weight, leans[name]) if name in leans else weight for name, weight in weights.items()}


def _leaned(weight: W, more: float) -> W:
    leaned = type(weight)(weight + more)
    return type(weight)(0) if leaned * weight < 0 else leaned


def shares(outcome: Outcome, seats: int) -> Prospects:
    """Return what each seat has of an outcome: the winners share 1, in a draw all do; who plays alone wins or loses."""
    winners = outcome.winners or (tuple(range(seats)) if seats > 1 else ())
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
