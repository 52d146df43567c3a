"""The table at which a game is played, and the decisions that it waits for. Its feel is python-chess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random

import msgspec

from tanelorn.core.chance import Committed, Led, Seeded, Source
from tanelorn.core.choices import Aside, Choice, Choices, Offer, is_sound
from tanelorn.core.content.verbs import explained, not_now
from tanelorn.core.errors import BadRecord, CannotUndo, Illegal, NotAsked, Stale, Unreadable
from tanelorn.core.fields import Memory, learned
from tanelorn.core.game import Game, V, games
from tanelorn.core.log import Event
from tanelorn.core.play.arranged import arrange
from tanelorn.core.play.asides import asides_of, play_aside, read_aside
from tanelorn.core.play.clock import late, time_up
from tanelorn.core.play.course import Course
from tanelorn.core.play.history import Past, Undone
from tanelorn.core.play.record import FORMAT, Arrangement, Chose, Ended, Header, Laid, Record, Undid
from tanelorn.core.play.transaction import Transaction
from tanelorn.core.position import P
from tanelorn.core.scene import About, Scene
from tanelorn.core.steps import Asks, Seals
from tanelorn.core.viewers import REFEREE


class Table(Course[P, V]):
    """A game in play: whatever is done to it from outside comes in here, and is checked.

    `moment` counts what has become public; sealing a choice does not change it. A table with `keep=False` has no
    log, no record and no undo: the fast one, for self-play and search.
    """

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
        laid: Laid | None = None,
        keep: bool = True,
    ) -> Table:
        """Set a game up, or begin from a position that is `laid` out, and play it to the first decision.

        Raises UnknownName for a game, scenario or option that does not exist, Illegal for an option's bad value
        or another number of players than of seats.
        """
        game = games[game] if isinstance(game, str) else game
        position = game.position_from(laid.position) if laid is not None else None
        setting = game.scenario(scenario if position is None else game.scenario_of(position))
        slug, needed = setting.slug, len(setting.seats)
        if players and len(players) != needed:
            raise Illegal(f"{game.title} has {needed} seats, not {len(players)}.", remedy="Name a player for each.")
        values = game.read_options(options)
        if laid is not None and (chance is None or type(chance) is Committed):
            chance = Led(laid.dice, laid.draws, chance.secret if chance is not None else None)
        source = chance if chance is not None else (Seeded(seed) if seed is not None else Committed())
        header = Header(FORMAT, game.slug, game.rules, slug, values, tuple(players), name=name, laid=laid)
        if isinstance(source, Committed):
            header = msgspec.structs.replace(
                header, commitment=source.commitment, words=source.words, foreseen=source.foreseen
            )
        if position is None:
            position = game.setup(slug, values)
        table = cls(game, position, chance=source, header=header, keep=keep)
        table.run()
        return table

    @classmethod
    def from_view(cls, game: Game[P, V], view: V, rng: Random) -> Table[P, V]:
        """Return a table that fits a view, drawn from all that do: what bots and learners think on."""
        return cls.at(game, game.resample(view, rng), chance=Seeded(rng.getrandbits(64)), keep=False)

    @classmethod
    def at(cls, game: Game[P, V], position: P, *, chance: Source | None = None, keep: bool = True) -> Table[P, V]:
        """Lay a position on the table and play it to the first decision. It can be undone, but not recorded."""
        table = cls(game, position, chance=chance, keep=keep)
        table.run()
        return table

    def decisions(self) -> list[Decision]:
        """Return the decisions that are waited for; none when the game has ended or chance is paused."""
        step = self.step
        return [Decision(self, step, seat) for seat in self.asked()] if step is not None else []

    def decision(self, seat: int) -> Decision:
        """Return a seat's decision, also one that is sealed and may be replaced; raise NotAsked."""
        step = self.step
        if step is None or type(seat) is not int or seat not in step.seats(self.position):
            raise self.not_asked(seat)
        return Decision(self, step, seat)

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
            raise self.not_asked(seat)
        if isinstance(choice, str):
            aside = read_aside(choice)
        elif is_sound(choice):
            aside = choice if isinstance(choice, Aside) else None
        else:
            raise Illegal(f"{_named(choice)} is no choice.", remedy="Take one of the list, or its text.")
        if aside is not None:
            play_aside(self, aside, seat)
            return
        step = self.step
        seats = step.seats(self.position) if step is not None else ()
        if step is None or seat not in seats:
            raise self.not_asked(seat)
        choices = self.choices(seat)
        made: Choice = self._read(choices, choice) if isinstance(choice, str) else choice
        self._check(choices, made)
        if isinstance(step, Seals):
            self._seal(step, seats, seat, made)
        else:
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
        position, history = self.position, self.history
        before = position.sealed.get(seat)
        if len(position.sealed) + (before is None) < len(seats):
            position.sealed[seat] = choice
            if self.keep:
                history.undone = [undone for undone in history.undone if undone.seat != seat]
                history.past.append(Past(seat, str(choice), None, before, len(self.log.events), self.moment))
                self.write(Chose(seat, str(choice), self.digest()))
        elif not self.keep:
            position.sealed[seat] = choice
            self.open_sealed(step)
            self.run()
        else:
            with Transaction(self) as transaction:
                transaction.write(Chose(seat, str(choice)))
                position.sealed[seat] = choice
                history.bar("sealed choices were opened")
                self.open_sealed(step)
                self.run()
            history.past.clear()
            history.undone.clear()

    def _act(self, step: Asks, seat: int, choice: Choice) -> None:
        if not self.keep:
            self.carry_out(step, seat, choice)
            self.run()
            return
        history, lines, moment = self.history, len(self.log.events), self.moment
        with Transaction(self) as transaction:
            transaction.write(Chose(seat, str(choice)))
            before = transaction.before
            history.undone.clear()
            history.past.append(Past(seat, str(choice), before, None, lines, moment))
            self.carry_out(step, seat, choice)
            self.run()
            if learned(before, self.position):
                history.bar("something hidden was learned")
            elif self.position.closed != before.closed:
                history.bar("what was done is final")
            elif self.outcome is not None:
                history.bar("the game has ended")

    def asides(self, seat: int) -> tuple[Aside, ...]:
        """Return what a seat may do besides, asked or not: resign, offer a draw or withdraw the offer."""
        return asides_of(self, seat)

    def time_up(self) -> None:
        """Call time: every asked seat that has not chosen gets its default, and the game goes on.

        Raises NotAsked where nobody is asked, Illegal naming a seat that has no default; then nothing has changed.
        """
        time_up(self)

    def late(self, seat: int) -> None:
        """Write down that the time of an asked seat is up, whoever chooses for it then; raise NotAsked."""
        late(self, seat)

    def arrange(self, what: Arrangement, seat: int = -1, seconds: int = 0) -> None:
        """Write down what was arranged besides the game, such as that somebody has taken a seat; nothing changes by it.

        Raises NotAsked where the game has ended or there is no such seat, Illegal where that cannot be arranged.
        """
        arrange(self, what, seat, seconds)

    def can_undo(self, seat: int) -> tuple[bool, str]:
        """Tell whether a seat may take back its last choice, and if not, why."""
        if type(seat) is not int:
            return False, self.not_asked(seat).why
        if self.pending is not None:
            return False, "Undo ends here: chance is asked."
        why = self.history.why_not(self.history.last_of(seat))
        return not why, why

    def undo(self, seat: int | None = None) -> None:
        """Take back a seat's last choice; raise CannotUndo with the reason."""
        history = self.history
        if seat is None:
            seat = history.past[-1].seat if history.past else 0
        allowed, why = self.can_undo(seat)
        past = history.last_of(seat)
        if not allowed or past is None:
            raise CannotUndo(why)
        history.past.remove(past)
        if past.position is None:
            if past.sealed is None:
                self.position.sealed.pop(seat, None)
            else:
                self.position.sealed[seat] = past.sealed
        else:
            self.position = past.position
            self.moment = past.moment
            self.log.events[past.lines :] = history.left_of(self.log.events[past.lines :])
        history.undone.append(Undone(seat, past.text, past.position is None))
        self.write(Undid(seat, self.digest()))
        self.run()

    def did(self, seat: int) -> int:
        """Return how often a seat has chosen or taken back so far.

        With the moment it tells what a seat means to take back or to play again: sealing does not change the moment.
        """
        return sum(isinstance(entry, Chose | Undid) and entry.seat == seat for entry in self.entries)

    def can_redo(self, seat: int) -> bool:
        """Tell whether a seat has a choice to play again."""
        return type(seat) is int and self.history.redoable(seat) is not None

    def redo(self, seat: int | None = None) -> None:
        """Play the last taken-back choice again; raise CannotUndo if there is none."""
        history = self.history
        if seat is not None and type(seat) is not int:
            raise CannotUndo(self.not_asked(seat).why)
        if seat is None and history.undone:
            seat = history.undone[-1].seat
        undone = history.redoable(seat) if seat is not None else None
        if undone is None:
            raise CannotUndo("There is nothing to play again.")
        rest = [other for other in history.undone if other is not undone]
        self.play(undone.text, undone.seat)
        history.undone = rest if history.past else []

    def outcomes(self) -> list[tuple[tuple[int, ...], Fraction]]:
        """Return every outcome of the paused chance with its probability; none if nothing is paused."""
        return list(self.pending[1].outcomes()) if self.pending else []

    def settle(self, outcome: Iterable[int]) -> None:
        """Go on with one outcome of the paused chance; raise Illegal if it cannot be."""
        faces = tuple(outcome)
        if self.pending is None or not self.pending[1].fits(faces):
            raise Illegal(f"{list(faces)} is no outcome that is waited for.", remedy="Take one of table.outcomes().")
        step, ask = self.pending
        self.fall(step, ask, faces)
        self.run()

    def view(self, viewer: int, memory: Memory[P] | None = None) -> V:
        """Return what a viewer knows. Of views of one viewer that are made with the same `memory` each lends the next
        what has not changed; none may be changed then.
        """
        return self.game.view(self.position, viewer, memory)

    def scene(self, viewer: int) -> Scene:
        """Return what is drawn for a viewer."""
        return self.game.scene(self.view(viewer))

    def subtitle(self, viewer: int) -> str:
        """Return in a few words how far the game has come, as a viewer knows it."""
        return self.game.subtitle(self.view(viewer))

    def about(self, viewer: int, space: str) -> About:
        """Return what a viewer knows of a space; raise UnknownName."""
        view = self.view(viewer)
        return self.game.about(view, self.game.scene(view), space)

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


class Decision:
    """One seat that is asked. `choices()` is the only list of what it may do."""

    __slots__ = ("seat", "step", "table")

    def __init__(self, table: Table, step: Asks | Seals, seat: int) -> None:
        self.table = table
        self.step = step
        self.seat = seat

    @property
    def title(self) -> str:
        """The rulebook's word for the step."""
        return self.step.title

    @property
    def clause(self) -> str:
        """The clause that the step rests on."""
        return self.step.clause

    @property
    def kind(self) -> str:
        """What kind of question it is: the name of its step."""
        return type(self.step).__name__

    @property
    def note(self) -> str:
        """What questions of this kind are for; "" where the game does not say."""
        return self.table.game.notes.note.get(self.kind, "")

    @property
    def undone(self) -> str:
        """The words before the names of what is still undone when a question of this kind is ended; "" if none are."""
        return self.table.game.notes.undone.get(self.kind, "")

    @property
    def sealed(self) -> bool:
        """Whether the choice stays secret until all are in."""
        return isinstance(self.step, Seals)

    def choices(self) -> Choices:
        """Return the legal choices; lazy where they are many."""
        if self.step is self.table.step:
            return self.table.choices(self.seat)
        return self.step.choices(self.table.position, self.seat)

    def offer(self, path: Sequence[str] = ()) -> Offer:
        """Return what may follow a path of picks."""
        return self.choices().offer(path)

    def parse(self, text: str) -> Choice:
        """Read a choice, or an aside; raise Unreadable, Illegal or Ambiguous."""
        aside = read_aside(text)
        return aside if aside is not None else self.choices().parse(text)

    def asides(self) -> tuple[Aside, ...]:
        """Return what the seat may do besides: resign, offer a draw or withdraw the offer."""
        return asides_of(self.table, self.seat)

    def __repr__(self) -> str:
        return f"<Decision {type(self.step).__name__} of seat {self.seat}>"
