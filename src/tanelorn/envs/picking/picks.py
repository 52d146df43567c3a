"""Choosing pick by pick: what a learner does at a decision, and a whole game played so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from tanelorn.core.choices import Choice, Choices
from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.fields import Memory
from tanelorn.core.game import View
from tanelorn.core.play.table import Table
from tanelorn.core.position import Position, digest
from tanelorn.core.steps import Seals
from tanelorn.envs.observing.observer import Observation, Observer
from tanelorn.envs.picking.vocabulary import Mask, Vocabulary, vocabulary_of, words_of


class Picking:
    """What one seat has picked at one decision: `path`, the picks, and `numbers`, by which they were picked.

    `legal` are the numbers that may follow, each with its word. Nothing is taken back, and what is written down is not
    offered again, so that picking at random comes to an end.
    """

    def __init__(self, choices: Choices, vocabulary: Vocabulary) -> None:
        self.choices = choices
        self.vocabulary = vocabulary
        self.path: tuple[str, ...] = ()
        self.numbers: tuple[int, ...] = ()
        self.legal: dict[int, str] = {}
        self._ask()

    def _ask(self) -> None:
        """Look for the picks that may follow."""
        following = self.choices.next(self.path)
        self._begun: tuple[str, ...] = ()
        self._turned = 0
        own = self.vocabulary.own(following) if following else {}
        if own is not None:
            self._following, self.legal = [], own
        else:
            self._following = [(words_of(pick), pick) for pick in following]
            self._look()

    def _look(self) -> None:
        at = len(self._begun)
        self.legal = self.vocabulary.numbers(dict.fromkeys(words[at] for words, _ in self._following), self._turned)

    def mask(self) -> Mask:
        """Return a 1 at each number that may follow, `uint8[V]`."""
        return self.vocabulary.mask(self.legal)

    def pick(self, number: int) -> Choice | None:
        """Go on by one number; return the choice if that makes one.

        Raises Illegal, with nothing changed, for a number that the mask has not.
        """
        word = self.legal.get(number)
        if word is None:
            raise Illegal(f"{number} cannot be picked here.", remedy="Pick a number at which the mask is 1.")
        self.numbers = (*self.numbers, int(number))
        if not word:
            self._turned += 1
            self._look()
            return None
        if not self._following:  # each pick is one word
            self.path = (*self.path, word)
            self._ask()
            return None if self.legal else self.choices.made(self.path)
        begun = (*self._begun, word)
        at = len(begun)
        self._following = [one for one in self._following if one[0][:at] == begun]
        words, pick = self._following[0]
        if words != begun:
            self._begun, self._turned = begun, 0
            self._look()
            return None
        self.path = (*self.path, pick)
        self._ask()
        return None if self.legal else self.choices.made(self.path)

    def reach(self, picks: Sequence[str]) -> Choice | None:
        """Go on by some picks, one after the other, each by its numbers; return the choice if they make one.

        Raises Illegal where one cannot follow; those before it are picked then.
        """
        made = None
        for word in (word for pick in picks for word in words_of(pick)):
            while (number := next((number for number, one in self.legal.items() if one == word), -1)) < 0:
                if self.legal.get(self.vocabulary.more) != "":
                    raise Illegal(f"{word} cannot follow {' then '.join(self.path) or 'nothing'}.")
                self.pick(self.vocabulary.more)
            made = self.pick(number)
        return made


class Walk:
    """A table played pick by pick. `seat` is whose turn it is to pick: of several who are asked the first.

    Sealed choices are made one after the other, and nobody sees those before; so the order tells nothing. Where
    another asked seat is to pick, it is named.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.vocabulary = vocabulary_of(table.game)
        self.observer = Observer(table)
        self._pickings: dict[int, Picking] = {}
        self._memories: dict[int, Memory[Position]] = {}
        self._ask()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.picking is None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may pick independently of each other: all who are to seal, or the first who is asked."""
        asked = self.table.asked()
        return asked if isinstance(self.table.step, Seals) else asked[:1]

    def _ask(self) -> None:
        self._views: dict[int, View] = {}
        asked = self.table.asked()
        self.seat = asked[0] if asked else -1
        self.picking: Picking | None = self.of(self.seat) if asked else None

    def of(self, seat: int) -> Picking:
        """Return what an asked seat has picked so far; raise NotAsked, Illegal once the game has ended."""
        found = self._pickings.get(seat)
        if found is None:
            asked = self.table.asked()
            if not asked:
                raise Illegal("The game has ended.", remedy="Start another one.")
            if seat not in asked:
                raise self.table.not_asked(seat)
            found = self._pickings[seat] = Picking(self.table.choices(seat), self.vocabulary)
        return found

    def mask(self, seat: int | None = None) -> Mask:
        """Return what a seat may pick, all 0 if it is not asked."""
        seat = self.seat if seat is None else seat
        picking = self._pickings.get(seat)
        if picking is None and seat in self.table.asked():
            picking = self.of(seat)
        return self.vocabulary.mask(()) if picking is None else picking.mask()

    def observe(self, seat: int | None = None) -> Observation:
        """Return what a seat sees, and what it has picked; its view is made once for each choice.

        Raises Illegal once the game has ended, if no seat is named.
        """
        if seat is None:
            if self.picking is None:
                raise Illegal("The game has ended.", remedy="Start another one.")
            seat = self.seat
        view = self._views.get(seat)
        if view is None:
            memory = self._memories.setdefault(seat, Memory())
            view = self._views[seat] = self.table.view(seat, memory)
        picking = self._pickings.get(seat)
        return self.observer.observe(view, () if picking is None else picking.numbers)

    def step(self, number: int, seat: int | None = None) -> Choice | None:
        """Pick once; a choice that this makes is played, and returned.

        Raises Illegal, and NotAsked for a seat that is not asked; then nothing has changed.
        """
        seat = self.seat if seat is None else seat
        made = self.of(seat).pick(number)
        if made is not None:
            self.play(made, seat)
        return made

    def play(self, choice: Choice, seat: int) -> None:
        """Play a whole choice of an asked seat. Raises what `Table.play` raises; then nothing has changed."""
        self.table.play(choice, seat)
        if self.table.position.sealed:  # the others go on with what they have picked
            self._pickings.pop(seat, None)
        else:
            self._pickings = {}
        self._ask()

    def copy(self) -> Walk:
        """Return a copy that goes on independently, with the same dice to come."""
        table = deepcopy(self.table) if self.table.keep else self.table.copy(deepcopy(self.table.chance))
        return self.again(table, {seat: picking.numbers for seat, picking in self._pickings.items()})

    def digest(self) -> str:
        """Return 16 hex digits that stand for all that lies on the table and what has been picked, without the dice to
        come.
        """
        picked = sorted((seat, picking.numbers) for seat, picking in self._pickings.items() if picking.numbers)
        return digest([self.table.position.digest(), picked])

    @classmethod
    def again(cls, table: Table, picked: Mapping[int, Sequence[int]]) -> Walk:
        """Return a table where seats have picked these numbers already; raise Illegal where they cannot have."""
        walk = cls(table)
        for seat, numbers in picked.items():
            for number in numbers:
                walk.of(seat).pick(number)
        return walk

    def __reduce__(self) -> tuple[object, ...]:
        picked = {seat: picking.numbers for seat, picking in self._pickings.items()}
        return _unpickled, (self.vocabulary.name, self.table, picked)


def _unpickled(name: str, table: Table, picked: Mapping[int, Sequence[int]]) -> Walk:
    """Return the walk that was pickled; raise BadData where its numbers mean something else by now."""
    known = vocabulary_of(table.game).name
    if name != known:
        raise BadData(
            f"This was pickled with the vocabulary {name}, and here it is {known}.",
            remedy="Load it with the version that wrote it, or begin anew.",
        )
    return Walk.again(table, picked)
