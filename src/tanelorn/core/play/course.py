"""The course of a game: how far it has come, and what moves it on. `Table` is its door; no choice is checked here."""

from __future__ import annotations

from typing import Generic

from tanelorn.core.chance import Ask, Seeded, Source
from tanelorn.core.choices import Choice, Choices
from tanelorn.core.errors import BrokenRules, NotAsked
from tanelorn.core.game import Game, V
from tanelorn.core.log import SILENT, Log
from tanelorn.core.play.history import History
from tanelorn.core.play.record import Chanced, Entry, Header
from tanelorn.core.position import Outcome, P
from tanelorn.core.steps import RUNAWAY, Asks, Chances, Seals, advance


class Course(Generic[P, V]):
    """A game as far as it has come: its position, the seats that are waited for, the chance that feeds it, its record
    (`entries`), its chronicle (`log`), and what can be taken back (`history`).

    `moment` counts what has become public; sealing a choice does not change it. With `keep=False` there is no log, no
    record and no undo.
    """

    def __init__(
        self,
        game: Game[P, V],
        position: P,
        *,
        chance: Source | None = None,
        header: Header | None = None,
        keep: bool = True,
    ) -> None:
        self.game = game
        self.position = position
        self.chance: Source = chance if chance is not None else Seeded()
        self.header = header
        self.keep = keep
        self.log = Log() if keep else SILENT
        self.entries: list[Entry] = []
        self.moment = 0
        self.step: Asks | Seals | None = None
        self.pending: tuple[Chances, Ask] | None = None
        self.history: History[P] = History()
        self._choices: dict[int, Choices] = {}

    def __getstate__(self) -> dict[str, object]:
        """Leave out the lists of choices: they are made again when they are asked for, and hold functions."""
        return {**self.__dict__, "_choices": {}}

    # Who is waited for

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, as they are called by now."""
        return self.game.seat_names(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is on."""
        return self.position.outcome

    def asked(self) -> tuple[int, ...]:
        """Return the seats that are waited for."""
        step = self.step
        if step is None:
            return ()
        seats = step.seats(self.position)
        sealed = self.position.sealed
        return tuple(seat for seat in seats if seat not in sealed) if sealed else seats

    def choices(self, seat: int) -> Choices:
        """Return what an asked seat may choose; one object, whose work serves the check too, until the game goes on."""
        if seat not in self._choices:
            self._choices[seat] = self.step.choices(self.position, seat)  # type: ignore[union-attr]
        return self._choices[seat]

    def not_asked(self, seat: int) -> NotAsked:
        """Return the error that says why a seat has nothing to choose, or is none."""
        if type(seat) is not int:
            return NotAsked(
                f"A seat is a number, not of the kind {type(seat).__name__}.",
                remedy=f"Seats are 0 to {len(self.seats) - 1}.",
            )
        if self.outcome is not None:
            return NotAsked("The game has ended.", remedy="Start another one.")
        if seat not in range(len(self.seats)):
            return NotAsked(f"There is no seat {seat} at this table.", remedy=f"Seats are 0 to {len(self.seats) - 1}.")
        waited = " and ".join(self.seats[other] for other in self.asked())
        return NotAsked(
            f"{self.seats[seat]} is not asked now.", remedy=f"The table waits for {waited}." if waited else ""
        )

    # What moves the game on

    def carry_out(self, step: Asks, seat: int, choice: Choice) -> None:
        """Let the step that is asked carry a choice out; `run` goes on from there."""
        self.position.agenda.pop()
        step.take(self.position, seat, choice, self.log)
        self.moment += 1

    def open_sealed(self, step: Seals) -> None:
        """Open what is sealed; `run` goes on from there."""
        position = self.position
        opened = {seat: position.sealed[seat] for seat in sorted(position.sealed)}
        position.sealed = {}
        position.agenda.pop()
        step.reveal(position, opened, self.log)
        self.moment += 1

    def run(self) -> None:
        """Run until a seat must decide, chance pauses, or the game has ended."""
        self.forget_choices()
        for _ in range(RUNAWAY):
            step = advance(self.position, self.log)
            if isinstance(step, Chances):
                ask = step.ask(self.position)
                if self.chance.pauses:
                    self.pending = (step, ask)
                    return
                self.fall(step, ask, self.chance.outcome(ask))
            elif not (isinstance(step, Asks) and step.forced(self.position) and self._answer(step)):
                self.step = step
                return
        raise BrokenRules(f"Nobody was asked after {RUNAWAY} dice and forced answers.")

    def forget_choices(self) -> None:
        """Forget who was asked what: the position is another one."""
        self.step = self.pending = None
        self._choices.clear()

    def _answer(self, step: Asks) -> bool:
        """Give the only answer there is to a question; False, with the choices kept, where there are several."""
        position = self.position
        (seat,) = step.seats(position)
        choices = step.choices(position, seat)
        if len(choices) > 1:
            self._choices[seat] = choices
            return False
        position.agenda.pop()
        step.take(position, seat, next(iter(choices)), self.log)
        return True

    def fall(self, step: Chances, ask: Ask, outcome: tuple[int, ...]) -> None:
        """Let dice or a draw fall as the outcome says: nothing before them can be taken back."""
        self.position.agenda.pop()
        step.take(self.position, outcome, self.log)
        if self.keep:
            self.history.bar(f"chance has spoken ({ask.why})")
            self.write(Chanced(ask.why, outcome, self.digest()))

    # The record

    def write(self, entry: Entry) -> None:
        """Add an entry to the record, if one is kept."""
        if self.keep:
            self.entries.append(entry)

    def digest(self) -> str:
        """Return the digest of what lies on the table."""
        return self.game.digest(self.position)
