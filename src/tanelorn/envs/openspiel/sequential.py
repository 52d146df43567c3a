"""A game in sequential form: one pick of a seat, one die or one draw is one step, with what may follow it.

Several who are asked at once pick one after the other, and nobody sees what was sealed before; so the order tells
nothing. Games copy without cost: those that have the same past share its table, until one of them goes on.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random
from threading import get_ident
from typing import Self

from tanelorn.core.chance import Enumerated, Roll, describe
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, View
from tanelorn.core.play.table import Table
from tanelorn.envs.observing.observer import Observation, Observer, path_of
from tanelorn.envs.openspiel.recall import CHANCE, NEW, Happened, Recall
from tanelorn.envs.picking.picks import Picking
from tanelorn.envs.picking.vocabulary import vocabulary_of
from tanelorn.envs.rewards import rewards_of
from tanelorn.envs.setting import Setting

OVER = -4
"""Who acts once the game has ended: nobody."""


@lru_cache
def observer_of(game: Game, scenario: str, thread: int) -> Observer:
    """Return what makes arrays of a scenario's views: each thread has its own, for it remembers what it wrote last."""
    return Observer(Table.new(game, scenario, seed=0, keep=False))


class Seen:
    """What a viewer sees of a position: each thing is made once, when it is asked for."""

    def __init__(self, view: View, observer: Observer) -> None:
        self.view = view
        self._observer = observer

    @cached_property
    def digest(self) -> str:
        """16 hex digits, equal for equal views."""
        return self.view.digest()

    @cached_property
    def arrays(self) -> Observation:
        """The view as arrays, which nobody may change."""
        return self._observer.observe(self.view)


class Sequential:
    """A table whose chance is not drawn but told, step by step.

    `actor` is the seat that picks, CHANCE or OVER; `legal` are the numbers that may follow, in order. Of seats they are
    those of the vocabulary; of a die the faces from 0, of a draw the places in the pile of what is left there. After
    `horizon` picks, or as many dice and draws, a game is broken off as a draw.
    """

    def __init__(self, table: Table, horizon: int, told: tuple[str, ...] = (), picks: int = 0, falls: int = 0) -> None:
        self.table = table
        self.horizon = horizon
        self.seats = len(table.seats)
        self.picks = picks
        self.falls = falls
        self._recall = Recall(told or (NEW,) * self.seats)
        self._shared = False
        self._begin()

    @classmethod
    def new(cls, setting: Setting, horizon: int) -> Self:
        """Return a game at its beginning."""
        game, scenario, options = setting.game, setting.scenario, setting.options
        return cls(Table.new(game, scenario, options, chance=Enumerated(), keep=False), horizon)

    def _begin(self) -> None:
        """Look who is to act now that the position has changed."""
        table = self.table
        self.fallen: tuple[int, ...] = ()
        self.picking: Picking | None = None
        self._seen: dict[int, Seen] = {}
        if table.outcome is not None or max(self.picks, self.falls) >= self.horizon:
            self.actor = OVER
        elif table.pending is not None:
            self.actor = CHANCE
        else:
            self.actor = table.asked()[0]
            self.picking = Picking(table.choices(self.actor), vocabulary_of(table.game))

    def fork(self) -> Self:
        """Return a game that goes on from here by itself."""
        self._shared = True
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.picking = copy(self.picking)
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.fork()

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.table, self.horizon, self.told, self.picks, self.falls, self.fallen, self.numbers)

    # What may follow, and what does

    @property
    def numbers(self) -> tuple[int, ...]:
        """What the seat that is deciding has picked so far."""
        return self.picking.numbers if self.picking is not None else ()

    @property
    def legal(self) -> list[int]:
        """The numbers that may follow, in order; none once the game has ended."""
        if self.picking is not None:
            return sorted(self.picking.legal)
        if self.actor == OVER or self.table.pending is None:
            return []
        ask = self.table.pending[1]
        if isinstance(ask, Roll):
            return list(range(ask.sides))
        return [place for place in range(ask.size) if place not in self.fallen]

    def odds(self) -> list[tuple[int, Fraction]]:
        """Return what may fall with its probability; nothing where chance is not asked."""
        faces = self.legal if self.actor == CHANCE else []
        share = Fraction(1, len(faces) or 1)
        return [(face, share) for face in faces]

    def says(self, number: int) -> str:
        """Name what a number stands for here."""
        if self.actor == CHANCE and self.table.pending is not None:
            ask = self.table.pending[1]
            return f"{number + 1 if isinstance(ask, Roll) else f'place {number}'} in {describe(ask)}"
        vocabulary = vocabulary_of(self.table.game)
        word = self.picking.legal.get(number) if self.picking is not None else None
        if word is None:
            word = vocabulary.words[number] if 0 <= number < len(vocabulary.words) else f"spare {number}"
        return word or "more"

    def apply(self, number: int) -> None:
        """Go on by one pick, die or draw; raise Illegal, with nothing changed, where it cannot follow."""
        if self.actor == OVER:
            raise Illegal("The game has ended.", remedy="Start another one.")
        if self.picking is not None:
            self._pick(self.picking, number)
        else:
            self._fall(number)

    def _pick(self, picking: Picking, number: int) -> None:
        made = picking.pick(number)
        self.picks += 1
        if made is not None:
            seat = self.actor
            self._happens(Happened(seat, picking.numbers, made))
            self.table.play(made, seat)
            self._begin()
        elif self.picks >= self.horizon:
            self._begin()

    def _fall(self, number: int) -> None:
        if number not in self.legal:
            raise Illegal(f"{number} cannot fall here.", remedy="Take one of those whose probability is told.")
        assert self.table.pending is not None
        ask = self.table.pending[1]
        self.fallen = (*self.fallen, number)
        self.falls += 1
        if len(self.fallen) == ask.count:
            outcome = tuple(face + 1 for face in self.fallen) if isinstance(ask, Roll) else self.fallen
            self._happens(Happened(CHANCE, outcome))
            self.table.settle(outcome)
            self._begin()
        elif self.falls >= self.horizon:
            self._begin()

    def _happens(self, happened: Happened) -> None:
        """Note what is about to happen, and see that the table is this game's alone."""
        seat, recall = happened.seat, self._recall
        if recall.then is None and seat == CHANCE:
            pass  # nobody decides
        elif recall.then is None and seat in self._seen:
            self._recall = recall.with_seen(seat, self._seen[seat].digest, happened.numbers)
        else:
            self._recall = recall.with_one(happened, self.table)
            self._shared = self._shared or recall.then is None
        if self._shared:
            self.table = self.table.copy(Enumerated())
            self._shared = False

    # What seats know

    def seen(self, viewer: int) -> Seen:
        """Return what a viewer sees now."""
        found = self._seen.get(viewer)
        if found is None:
            game = self.table.game
            observer = observer_of(game, game.scenario_of(self.table.position), get_ident())
            found = self._seen[viewer] = Seen(self.table.view(viewer), observer)
        return found

    def picked(self, viewer: int) -> tuple[int, ...]:
        """Return the numbers that a viewer has picked at the decision that is being made, which nobody else sees."""
        return self.numbers if viewer == self.actor else ()

    def observe(self, viewer: int) -> Observation:
        """Return what a viewer sees as arrays, which nobody may change."""
        seen = self.seen(viewer).arrays.copy()
        seen["path"] = path_of(self.picked(viewer))
        return seen

    @property
    def told(self) -> tuple[str, ...]:
        """A digest of what each seat saw and picked at its decisions before this one, by seat."""
        self._recall = self._recall.caught_up()
        return self._recall.told

    def resample(self, seat: int, rng: Random) -> Sequential:
        """Return a game drawn from all that fit what a seat sees, and remembers of its own.

        What others remember is not known: they begin anew, and so does who of them is deciding.
        """
        game = self.table.game
        drawn = game.resample(self.seen(seat).view, rng)
        told = tuple(mind if other == seat else NEW for other, mind in enumerate(self.told))
        table = Table.at(game, drawn, chance=Enumerated(), keep=False)
        twin = Sequential(table, self.horizon, told, self.picks, self.falls)
        if seat == self.actor:
            twin.pick_again(self.numbers)
        return twin

    def pick_again(self, numbers: tuple[int, ...]) -> None:
        """Pick what was picked before at this decision, which does not count."""
        for number in numbers:
            assert self.picking is not None
            self.picking.pick(number)

    # What it is worth

    def rewards(self) -> tuple[float, ...]:
        """Return what the game is worth to each seat: 0 while it is on, and where it was broken off."""
        return rewards_of(self.table.outcome, self.seats)

    def __str__(self) -> str:
        position = self.table.position
        title = f"{self.table.game.title}, {self.table.game.scenario_of(position)}, {position.digest()}"
        if self.actor == OVER:
            outcome = self.table.outcome
            ended = "broken off" if outcome is None else f"{outcome.reason}; winners {list(outcome.winners)}"
            return f"{title}: {ended}"
        if self.actor == CHANCE and self.table.pending is not None:
            return f"{title}: {describe(self.table.pending[1])}, fallen {list(self.fallen)}"
        path = " ".join(self.picking.path) if self.picking is not None else ""
        return f"{title}: {self.table.seats[self.actor]} picks after [{path}] {list(self.numbers)}"


def _restored(
    table: Table,
    horizon: int,
    told: tuple[str, ...],
    picks: int,
    falls: int,
    fallen: tuple[int, ...],
    numbers: tuple[int, ...],
) -> Sequential:
    """Return a game that was written down."""
    game = Sequential(table, horizon, told, picks, falls)
    if game.actor != OVER:
        game.fallen = fallen
        game.pick_again(numbers)
    return game
