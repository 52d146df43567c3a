"""A table: a position, who is to decide, and the record. Its feel is python-chess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Generic

import msgspec

from tanelorn.core.chance import Ask, Committed, Seeded, Source
from tanelorn.core.choices import Aside, Choice, Choices, is_sound
from tanelorn.core.content.verbs import explained, not_now
from tanelorn.core.errors import BadRecord, BrokenRules, CannotUndo, Illegal, NotAsked, Stale, Unreadable
from tanelorn.core.fields import learned
from tanelorn.core.game import Game, V, games
from tanelorn.core.log import SILENT, Event, Log
from tanelorn.core.play.asides import asides_of, play_aside, read_aside
from tanelorn.core.play.clock import time_up
from tanelorn.core.play.decision import Decision
from tanelorn.core.play.record import FORMAT, Chanced, Chose, Ended, Entry, Header, Record, TimeUp, Undid
from tanelorn.core.play.undo import Past, Restoring, Undone, redoable
from tanelorn.core.position import Outcome, P
from tanelorn.core.scene import Scene
from tanelorn.core.steps import RUNAWAY, Asks, Chances, Seals, advance
from tanelorn.core.viewers import REFEREE


class Table(Generic[P, V]):
    """A game in play.

    `moment` counts what has become public; sealing a choice does not change it. A table with `keep=False` has no
    log, no record and no undo: the fast one, for self-play and search.
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
        self._choices: dict[int, Choices] = {}
        self._past: list[Past[P]] = []
        self._undone: list[Undone] = []
        self._barrier = ""

    def __getstate__(self) -> dict[str, object]:
        """Leave out the lists of choices: they are made again when they are asked for, and hold functions."""
        return {**self.__dict__, "_choices": {}}

    @classmethod
    def new(
        cls,
        game: Game | str,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | str | None = None,
        chance: Source | None = None,
        players: Sequence[str] = (),
        name: str = "",
        keep: bool = True,
    ) -> Table:
        """Set a game up and play it to the first decision.

        Raises UnknownName for a game, scenario or option that does not exist, Illegal for an option's bad value
        or another number of players than of seats.
        """
        game = games[game] if isinstance(game, str) else game
        setting = game.scenario(scenario)
        slug, needed = setting.slug, len(setting.seats)
        if players and len(players) != needed:
            raise Illegal(f"{game.title} has {needed} seats, not {len(players)}.", remedy="Name a player for each.")
        values = game.read_options(options)
        source = chance if chance is not None else (Seeded(seed) if seed is not None else Committed())
        header = Header(FORMAT, game.slug, game.rules, slug, values, tuple(players), name=name)
        if isinstance(source, Committed):
            header = msgspec.structs.replace(
                header, commitment=source.commitment, words=source.words, foreseen=source.foreseen
            )
        table = cls(game, game.setup(slug, values), chance=source, header=header, keep=keep)
        table._run()
        return table

    @classmethod
    def from_view(cls, game: Game[P, V], view: V, rng: Random) -> Table[P, V]:
        """Return a table that fits a view, drawn from all that do: what bots and learners think on."""
        return cls.at(game, game.resample(view, rng), chance=Seeded(rng.getrandbits(64)), keep=False)

    @classmethod
    def at(cls, game: Game[P, V], position: P, *, chance: Source | None = None, keep: bool = True) -> Table[P, V]:
        """Lay a position on the table and play it to the first decision. It can be undone, but not recorded."""
        table = cls(game, position, chance=chance, keep=keep)
        table._run()
        return table

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

    def decisions(self) -> list[Decision]:
        """Return the decisions that are waited for; none when the game has ended or chance is paused."""
        step = self.step
        return [Decision(self, step, seat) for seat in self.asked()] if step is not None else []

    def decision(self, seat: int) -> Decision:
        """Return a seat's decision, also one that is sealed and may be replaced; raise NotAsked."""
        step = self.step
        if step is None or type(seat) is not int or seat not in step.seats(self.position):
            raise self._not_asked(seat)
        return Decision(self, step, seat)

    def choices(self, seat: int) -> Choices:
        """Return what an asked seat may choose; one object, whose work serves the check too, until the table moves."""
        if seat not in self._choices:
            self._choices[seat] = self.step.choices(self.position, seat)  # type: ignore[union-attr]
        return self._choices[seat]

    def _not_asked(self, seat: int) -> NotAsked:
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

    def play(self, choice: Choice | str, seat: int | None = None, *, moment: int | None = None) -> None:
        """Play a choice, given as itself or as text.

        `seat` may be left out when one seat is asked; `moment` refuses a choice made for an earlier position.
        Raises Unreadable, Illegal, Ambiguous, NotAsked or Stale; then nothing has changed.
        """
        if moment is not None and moment != self.moment:
            raise Stale(
                "The table has moved on since this choice was made.",
                remedy="Look at the position and choose again.",
            )
        if seat is None:
            seat = self._only_seat()
        elif type(seat) is not int:  # True and 0.0 are equal to seats, and would be kept in their place
            raise self._not_asked(seat)
        if not isinstance(choice, str) and not is_sound(choice):
            raise Illegal(f"{_named(choice)} is no choice.", remedy="Take one of the list, or its text.")
        aside = read_aside(choice)
        if aside is not None:
            play_aside(self, aside, seat)
            return
        step = self.step
        seats = step.seats(self.position) if step is not None else ()
        if step is None or seat not in seats:
            raise self._not_asked(seat)
        choices = self.choices(seat)
        made: Choice = self._read(choices, choice) if isinstance(choice, str) else choice
        self._check(choices, made)
        if isinstance(step, Seals):
            self._undone = [undone for undone in self._undone if undone.seat != seat]
            self._seal(step, seats, seat, made)
        else:
            self._undone.clear()
            self._act(step, seat, made)

    def _read(self, choices: Choices, text: str) -> Choice:
        """Read a choice; of an order of the game that is not to be given now say what it is for."""
        try:
            return choices.parse(text)  # type: ignore[no-any-return]
        except Unreadable as error:
            raise explained(self.game.verbs, text, error) from None

    def _check(self, choices: Choices, choice: Choice) -> None:
        """Raise why a choice is not legal here; one that names things of no such number cannot even be written."""
        try:
            refusal = choices.refusal(choice)
            text = str(choice) if refusal is not None else ""
        except (LookupError, TypeError, AssertionError) as error:
            raise Illegal(
                f"{_named(choice)} names what is not in the game.", remedy="Take one of the list, or its text."
            ) from error
        if refusal is not None:
            known = None if refusal.clause or not self.game.verbs else not_now(self.game.verbs, text, refusal.remedy)
            raise known or refusal

    def _only_seat(self) -> int:
        asked = self.asked()
        if len(asked) != 1:
            raise NotAsked("It must be said whose choice this is.", remedy=f"Asked are: {list(asked)}.")
        return asked[0]

    def _seal(self, step: Seals, seats: tuple[int, ...], seat: int, choice: Choice) -> None:
        position = self.position
        before = position.sealed.get(seat)
        if len(position.sealed) + (before is None) < len(seats):
            position.sealed[seat] = choice
            if self.keep:
                self._past.append(Past(seat, str(choice), None, before, len(self.log.events), self.moment))
                self._write(Chose(seat, str(choice), self._digest()))
            return
        if not self.keep:
            position.sealed[seat] = choice
            self._reveal(step)
            self._run()
            return
        with Restoring(self, position.copy()):
            position.sealed[seat] = choice
            self._barrier = "sealed choices were opened"
            self._reveal(step)
            self._finish(Chose(seat, str(choice)))
            self._past.clear()
            self._undone.clear()

    def _reveal(self, step: Seals) -> None:
        """Open what is sealed."""
        position = self.position
        opened = {seat: position.sealed[seat] for seat in sorted(position.sealed)}
        position.sealed = {}
        position.agenda.pop()
        step.reveal(position, opened, self.log)
        self.moment += 1

    def _act(self, step: Asks, seat: int, choice: Choice) -> None:
        position = self.position
        if not self.keep:
            position.agenda.pop()
            step.take(position, seat, choice, self.log)
            self.moment += 1
            self._run()
            return
        saved = position.copy()
        with Restoring(self, saved):
            past = Past(seat, str(choice), saved, None, len(self.log.events), self.moment)
            self._past.append(past)
            position.agenda.pop()
            step.take(position, seat, choice, self.log)
            self.moment += 1
            self._finish(Chose(seat, str(choice)))
            if learned(saved, self.position):
                self._bar("something hidden was learned")
            elif self.position.closed != saved.closed:
                self._bar("what was done is final")
            elif self.outcome is not None:
                self._bar("the game has ended")

    def _finish(self, chose: Chose) -> None:
        """Run to the next decision and write the choice before the chance that it brought."""
        at = len(self.entries)
        self._write(chose)
        self._run()
        self._date(at, chose)

    def _date(self, at: int, entry: Chose | TimeUp) -> None:
        """Write an entry once more with the digest of what it led to; the chance after it has digests of its own."""
        if self.keep:
            rests = at == len(self.entries) - 1 and self.pending is None
            self.entries[at] = msgspec.structs.replace(entry, at=self._digest() if rests else "")

    def _bar(self, why: str) -> None:
        """Let nothing be taken back that was before."""
        self._barrier = why
        self._past.clear()

    def _run(self) -> None:
        """Run until a seat must decide, chance pauses, or the game has ended."""
        self.step = self.pending = None
        self._choices.clear()
        for _ in range(RUNAWAY):
            step = advance(self.position, self.log)
            if isinstance(step, Chances):
                ask = step.ask(self.position)
                if self.chance.pauses:
                    self.pending = (step, ask)
                    return
                self._settle(step, ask, self.chance.outcome(ask))
            elif not (isinstance(step, Asks) and step.forced(self.position) and self._answer(step)):
                self.step = step
                return
        raise BrokenRules(f"Nobody was asked after {RUNAWAY} dice and forced answers.")

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

    def _settle(self, step: Chances, ask: Ask, outcome: tuple[int, ...]) -> None:
        self.position.agenda.pop()
        step.take(self.position, outcome, self.log)
        if self.keep:
            self._bar(f"chance has spoken ({ask.why})")
            self._write(Chanced(ask.why, outcome, self._digest()))

    def _write(self, entry: Entry) -> None:
        if self.keep:
            self.entries.append(entry)

    def _digest(self) -> str:
        return self.game.digest(self.position)

    def asides(self, seat: int) -> tuple[Aside, ...]:
        """Return what a seat may do besides, asked or not: resign, offer a draw or withdraw the offer."""
        return asides_of(self, seat)

    def time_up(self) -> None:
        """Call time: every asked seat that has not chosen gets its default, and the game goes on.

        Raises NotAsked where nobody is asked, Illegal naming a seat that has no default; then nothing has changed.
        """
        time_up(self)

    def can_undo(self, seat: int) -> tuple[bool, str]:
        """Tell whether a seat may take back its last choice, and if not, why."""
        if type(seat) is not int:
            return False, self._not_asked(seat).why
        past = self._last_of(seat)
        if self.pending is not None:
            return False, "Undo ends here: chance is asked."
        if past is None:
            return (
                False,
                f"Undo ends here: {self._barrier}." if self._barrier else "There is nothing to take back.",
            )
        if past.position is not None and past is not self._past[-1]:
            return False, "Undo ends here: another seat has chosen since."
        return True, ""

    def _last_of(self, seat: int) -> Past[P] | None:
        return next((past for past in reversed(self._past) if past.seat == seat), None)

    def undo(self, seat: int | None = None) -> None:
        """Take back a seat's last choice; raise CannotUndo with the reason."""
        if seat is None:
            seat = self._past[-1].seat if self._past else 0
        allowed, why = self.can_undo(seat)
        past = self._last_of(seat)
        if not allowed or past is None:
            raise CannotUndo(why)
        self._past.remove(past)
        if past.position is None:
            if past.sealed is None:
                self.position.sealed.pop(seat, None)
            else:
                self.position.sealed[seat] = past.sealed
        else:
            self.position = past.position
            self.moment = past.moment
            del self.log.events[past.lines :]
        self._undone.append(Undone(seat, past.text, past.position is None))
        self._write(Undid(seat, self._digest()))
        self._run()

    def can_redo(self, seat: int) -> bool:
        """Tell whether a seat has a choice to play again."""
        return type(seat) is int and redoable(self._undone, seat) is not None

    def redo(self, seat: int | None = None) -> None:
        """Play the last taken-back choice again; raise CannotUndo if there is none."""
        if seat is not None and type(seat) is not int:
            raise CannotUndo(self._not_asked(seat).why)
        if seat is None and self._undone:
            seat = self._undone[-1].seat
        undone = redoable(self._undone, seat) if seat is not None else None
        if undone is None:
            raise CannotUndo("There is nothing to play again.")
        rest = [other for other in self._undone if other is not undone]
        self.play(undone.text, undone.seat)
        self._undone = rest if self._past else []

    def outcomes(self) -> list[tuple[tuple[int, ...], Fraction]]:
        """Return every outcome of the paused chance with its probability; none if nothing is paused."""
        return list(self.pending[1].outcomes()) if self.pending else []

    def settle(self, outcome: Iterable[int]) -> None:
        """Go on with one outcome of the paused chance; raise Illegal if it cannot be."""
        faces = tuple(outcome)
        if self.pending is None or not self.pending[1].fits(faces):
            raise Illegal(f"{list(faces)} is no outcome that is waited for.", remedy="Take one of table.outcomes().")
        step, ask = self.pending
        self._settle(step, ask, faces)
        self._run()

    def view(self, viewer: int) -> V:
        """Return what a viewer knows."""
        return self.game.view(self.position, viewer)

    def scene(self, viewer: int) -> Scene:
        """Return what is drawn for a viewer."""
        return self.game.scene(self.view(viewer))

    def events(self, viewer: int) -> list[Event]:
        """Return the chronicle as a viewer may read it; raise BadRecord where none is kept."""
        if not self.keep:
            raise BadRecord("This table keeps no chronicle.", remedy="Set it up with keep=True.")
        told = (event.told_to(viewer) for event in self.log.events)
        return [event for event in told if event is not None]

    def facts(self, viewer: int = REFEREE) -> dict[str, str | int]:
        """Name what a viewer knows by the rulebook's names."""
        return self.game.facts(self.view(viewer))

    def copy(self, chance: Source | None = None) -> Table[P, V]:
        """Return a copy for search: no history, and fresh chance unless a source is given."""
        twin = Table(
            self.game,
            self.position.copy(),
            chance=chance if chance is not None else self.chance.fork(),
            header=self.header,
            keep=False,
        )
        twin.step, twin.pending = self.step, self.pending
        twin.moment = self.moment
        return twin

    def record(self) -> Record:
        """Return the record so far; the secret of the dice is in it once the game has ended."""
        if not self.keep or self.header is None:
            raise BadRecord("This table keeps no record.", remedy="Set it up with keep=True.")
        ended = None
        if self.outcome is not None:
            ended = Ended(self.outcome, self.chance.secret if isinstance(self.chance, Committed) else "")
        return Record(self.header, list(self.entries), ended)


def _named(thing: object) -> str:
    """Name a thing that is no choice by its kind alone: what it holds may not be fit to be written."""
    return f"This {type(thing).__name__}"
