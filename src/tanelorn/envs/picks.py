"""Choosing pick by pick: what a learner does at a decision, and a whole game played so."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.choices import Choice, Choices
from tanelorn.core.errors import Illegal
from tanelorn.core.play.table import Table
from tanelorn.envs.observing import Observation, Observer, path_of
from tanelorn.envs.vocabulary import Mask, Vocabulary, vocabulary_of, words_of


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
        self._following = [(words_of(pick), pick) for pick in self.choices.next(self.path)]
        self._begun: tuple[str, ...] = ()
        self._turned = 0
        self._look()

    def _look(self) -> None:
        at = len(self._begun)
        self.legal = self.vocabulary.numbers(dict.fromkeys(words[at] for words, _ in self._following), self._turned)

    def mask(self) -> Mask:
        """Return a 1 at each number that may follow, `uint8[V]`."""
        return self.vocabulary.mask(tuple(self.legal))

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

    Sealed choices are made one after the other, and nobody sees those before; so the order tells nothing.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.vocabulary = vocabulary_of(table.game)
        self.observer = Observer(table)
        self.seat = -1
        self.picking: Picking | None = None
        self._ask()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.picking is None

    def _ask(self) -> None:
        self._seen: Observation | None = None
        asked = self.table.asked()
        self.seat = asked[0] if asked else -1
        self.picking = Picking(self.table.choices(self.seat), self.vocabulary) if asked else None

    def mask(self) -> Mask:
        """Return what the seat may pick, all 0 once the game has ended."""
        return self.vocabulary.mask(()) if self.picking is None else self.picking.mask()

    def observe(self) -> Observation:
        """Return what the seat sees, and what it has picked; its view is made once for each choice.

        Raises Illegal once the game has ended.
        """
        if self.picking is None:
            raise Illegal("The game has ended.", remedy="Start another one.")
        if self._seen is None:
            self._seen = self.observer.observe(self.table.view(self.seat))
        seen = self._seen
        return Observation(
            nodes=seen["nodes"].copy(),
            entities=seen["entities"].copy(),
            entity_mask=seen["entity_mask"].copy(),
            globals=seen["globals"].copy(),
            path=path_of(self.picking.numbers),
        )

    def step(self, number: int) -> Choice | None:
        """Pick once; a choice that this makes is played, and returned. Raises Illegal; then nothing has changed."""
        if self.picking is None:
            raise Illegal("The game has ended.", remedy="Start another one.")
        made = self.picking.pick(number)
        if made is not None:
            self.table.play(made, self.seat)
            self._ask()
        return made
