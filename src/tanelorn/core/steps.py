"""The four kinds of step, and the loop that runs an agenda until somebody must decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

import msgspec

from tanelorn.core.chance import Ask
from tanelorn.core.choices import C, Choices
from tanelorn.core.errors import BrokenRules
from tanelorn.core.log import Log
from tanelorn.core.position import P

RUNAWAY = 10_000


class Step(msgspec.Struct, frozen=True):
    """One step of the sequence of play: frozen plain data.

    `title` is the rulebook's word for it; `word` is what facts call it, where they do.
    """

    title: ClassVar[str] = ""
    word: ClassVar[str] = ""
    clause: ClassVar[str] = ""
    hidden: ClassVar[bool] = False


class Automatic(Step, Generic[P], frozen=True):
    """A step that runs by itself."""

    def run(self, position: P, log: Log) -> None:
        """Change the position; push further steps with `position.then`."""
        raise NotImplementedError


class Consequence(Automatic[P], Generic[P], frozen=True):
    """A step that an earlier chapter of a rulebook pushes and a later one carries out.

    A chapter uses only those before it. Where something happens in it whose rule stands in a later chapter, it pushes a
    consequence; the module that knows the sequence of play says by `carries_out` which function carries it out.
    """

    def run(self, position: P, log: Log) -> None:
        """Call the function that carries this consequence out."""
        _CARRIED_OUT[type(self)](self, position, log)


_CARRIED_OUT: dict[type[Consequence], Callable[..., None]] = {}
_K = TypeVar("_K", bound=Consequence)


def carries_out(kind: type[_K], function: Callable[[_K, P, Log], None]) -> None:
    """Let a function carry out all consequences of a kind."""
    _CARRIED_OUT[kind] = function


class Chances(Step, Generic[P], frozen=True):
    """A step that asks for dice or a draw."""

    def ask(self, position: P) -> Ask:
        """Say what is rolled or drawn."""
        raise NotImplementedError

    def take(self, position: P, outcome: tuple[int, ...], log: Log) -> None:
        """Go on with the outcome. The step has been popped."""
        raise NotImplementedError


class Asks(Step, Generic[P, C], frozen=True):
    """A step that asks one or several seats, in the open: each choice acts at once.

    `still_asked` says why the question is put even when it has one answer only: that there is no other is a secret, or
    the player is to have a look before the dice fall. `unseen` says that the others see who is asked, and not what is
    chosen.
    """

    still_asked: ClassVar[str] = ""
    unseen: ClassVar[bool] = False

    def forced(self, position: P) -> bool:
        """Tell whether an only answer is given by the rules, unasked: nobody can learn anything from that."""
        return False

    def seats(self, position: P) -> tuple[int, ...]:
        """Return the seats that may decide now."""
        raise NotImplementedError

    def choices(self, position: P, seat: int) -> Choices[C]:
        """Return what a seat may choose, computed from what that seat knows."""
        raise NotImplementedError

    def take(self, position: P, seat: int, choice: C, log: Log) -> None:
        """Carry the choice out. The step has been popped."""
        raise NotImplementedError


class AsksOne(Asks[P, C], Generic[P, C], frozen=True):
    """A step that asks one seat."""

    seat: int

    def seats(self, position: P) -> tuple[int, ...]:
        """Return the seat."""
        return (self.seat,)


class Seals(Step, Generic[P, C], frozen=True):
    """A step that asks several seats at once: nobody sees another's choice until all are in.

    Who has one answer only is asked as well, for the others must not see who had a choice.
    """

    def seats(self, position: P) -> tuple[int, ...]:
        """Return the seats that must seal a choice; it may not depend on what is sealed."""
        raise NotImplementedError

    def choices(self, position: P, seat: int) -> Choices[C]:
        """Return what a seat may seal, computed from what that seat knows."""
        raise NotImplementedError

    def reveal(self, position: P, choices: dict[int, C], log: Log) -> None:
        """Open all choices, a dict by seat, and go on. The step has been popped."""
        raise NotImplementedError


def advance(position: P, log: Log) -> Asks | Seals | Chances | None:
    """Run automatic steps until a step needs a seat or chance; return it, or None when the game has ended.

    Raises BrokenRules after 10,000 steps without either, or when the agenda runs out before the game has ended.
    """
    agenda = position.agenda
    for _ in range(RUNAWAY):
        if not agenda:
            if position.outcome is None:
                raise BrokenRules("The agenda ran out and the game has not ended.")
            return None
        step = agenda[-1]
        if not isinstance(step, Automatic):
            return step  # type: ignore[no-any-return]
        agenda.pop()
        step.run(position, log)
    raise BrokenRules(f"{RUNAWAY} steps ran and nobody was asked; the last was {type(step).__name__}.")
