"""A game played at this keyboard: whose turn it is, what is typed, what bots answer, and how hands change."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from random import Random

import msgspec
from rich.text import Text

from tanelorn.bots import advise, grounds
from tanelorn.bots.learned import make_local_bot
from tanelorn.core.choices import OFFER_DRAW, RESIGN, WITHDRAW_OFFER, Aside, Choice, fitting
from tanelorn.core.content.board import Area
from tanelorn.core.content.verbs import explained
from tanelorn.core.errors import Illegal, TanelornError, Unreadable
from tanelorn.core.game import View
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.position import digest
from tanelorn.core.viewers import SPECTATOR
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.board.stacks import find_piece, find_place, no_place
from tanelorn.terminal.rules import find_clauses, print_clauses
from tanelorn.terminal.sitting.asking import Asking
from tanelorn.terminal.sitting.keyboard import Keyboard
from tanelorn.terminal.sitting.saves import Saved
from tanelorn.terminal.sitting.seats import Sitter
from tanelorn.terminal.sitting.writing import Writing

HELP = (
    ("a number, a name", "one of what is offered; several picks at once with spaces: M S 2"),
    ("a whole choice", "in the rulebook's notation, as it stands in the chronicle"),
    ("several orders", "parted by ; in games of orders: what can be read stays on the slip, the rest is explained"),
    ("seal, clear", "seal the orders as they stand (so does an empty line); start them again"),
    ("back", "drop the last pick of a draft"),
    ("find WORDS", "list the choices that hold these words"),
    ("board, log [N]", "draw the board again; the last N lines of the chronicle"),
    ("look PLACE", "tell what lies in a place, and what adjoins it; the name of a piece will do"),
    ("hint", "what a bot would do here, and how it thinks that you stand then"),
    ("rule CLAUSE, rule", "read a clause, such as rule combat.8; without one, that of the question"),
    ("undo, redo", "take back your last choice; play it again"),
    ("resign, offer a draw", "give up; offer a draw, or withdraw the offer"),
    ("time", "call time: for all who have not chosen yet the rules choose"),
    ("save [NAME]", "say where the game is saved (every choice is, at once), or give it a name"),
    ("quit", "leave; the game goes on where you left it"),
)
WORDS = (
    "board",
    "log",
    "look",
    "hint",
    "rule",
    "undo",
    "redo",
    "resign",
    "save",
    "quit",
    "back",
    "clear",
    "find",
    "time",
    "help",
)
_WANTING = {
    "look": ("Look where?", "Write a place or a piece, as it stands on the board, behind it."),
    "find": ("Find what?", "Write words of a choice behind it."),
}
_LOG_LINES = 20
TOLD = 0.01
"""How much worse the worst must be to be told."""


class Quit(Exception):
    """The player leaves; all is saved."""


class Sitting:
    """Plays a saved game until it ends or the player leaves."""

    def __init__(self, saved: Saved, sitters: Sequence[Sitter], screen: Screen, keyboard: Keyboard) -> None:
        self.saved = saved
        self.sitters = sitters
        self.screen = screen
        self.keyboard = keyboard
        self.people = [seat for seat, sitter in enumerate(sitters) if sitter.human]
        self.read: dict[int, int] = {}
        self.here = self.people[0] if len(self.people) == 1 else -1
        self.drawn_for = -1

    @property
    def table(self) -> Table:
        """The table; a refused save may put another one in its place."""
        return self.saved.table

    def play(self) -> None:
        """Play to the end of the game; raise Quit when the player leaves."""
        while self.table.outcome is None:
            decision = self._next()
            if self.sitters[decision.seat].human:
                self._ask(decision.seat)
            else:
                self._think(decision.seat)
        viewer = self.here if self.here >= 0 else SPECTATOR
        self._news(viewer)
        self.screen.board(self.table, viewer)
        self.screen.ending(self.table)

    def _next(self) -> Decision:
        """Return who decides next. Where choices are sealed, people come first, so that no file holds a bot's yet."""
        decisions = self.table.decisions()
        people = [decision for decision in decisions if decision.seat in self.people]
        # Whoever sits here already goes first: the keyboard changes hands once a turn.
        people.sort(key=lambda decision: decision.seat != self.here)
        bots = [decision for decision in decisions if decision.seat not in self.people]
        sealed = any(decision.sealed for decision in decisions)
        return (people + bots if sealed else bots + people)[0]

    def _seed(self, seat: int) -> int:
        """Return a seed for each decision, so that a resumed game goes on as it would have."""
        return int(digest([self.saved.seed, self.table.moment, seat]), 16)

    def _think(self, seat: int) -> None:
        table = self.table
        spec = self.sitters[seat].spec
        name = table.seats[seat]
        choice: Choice | None = None
        with self.screen.console.status(f"{name} thinks …"):
            try:
                choice = make_local_bot(spec, table.game, self._seed(seat)).choose(table.view(seat))
            except Exception as error:
                # A bot that fails must not stop the game: any legal choice will do, and the player is told.
                self.screen.say((f"The bot {spec} failed ({error!r}); {name} plays anything.", "yellow"))
        if choice is None:
            choice = self._anything(seat)
        self.saved.play(choice, seat)

    def _anything(self, seat: int) -> Choice:
        choice: Choice = self.table.decision(seat).choices().sample(Random(seat))
        return choice

    def _ask(self, seat: int) -> None:
        """Ask a person until the decision is made, taken back, or the game has ended."""
        if self.here != seat:
            if self.here >= 0 and self._sees_secrets(seat) and not self._hand_over(seat):
                return
            self.here = seat
            self.drawn_for = -1
        turned = self._news(seat)
        moment = self.table.moment
        asking = self._asking(seat)
        # Between small acts and in a battle the board is not drawn anew each time: what changes is told.
        fighting = self.table.scene(seat).duel is not None
        small = asking.choices.quick or self.screen.is_long(self.table, seat)
        if seat == self.drawn_for and (fighting or (small and not turned)):
            self.screen.changes(self.table, seat)
        else:
            self.screen.board(self.table, seat)
            self.drawn_for = seat
        self._offers(seat)
        asking.show()
        while seat in self.table.asked() and self.table.moment == moment:
            try:
                if self._turn(asking, seat):
                    return
                self._keep(asking)
            except TanelornError as error:
                self.screen.complain(error)
                if asking.decision.table is not self.table:  # the disk refused, and the table was laid out anew
                    asking = self._asking(seat)

    def _asking(self, seat: int) -> Asking:
        decision = self.table.decision(seat)
        if not decision.choices().written:
            return Asking(decision, self.screen)
        writing = Writing(decision, self.screen)
        if writing.parted:
            writing.path = fitting(writing.choices, self.saved.draft(seat))
        return writing

    def _keep(self, asking: Asking) -> None:
        """Keep what is written, as long as it has not been sealed."""
        if isinstance(asking, Writing) and asking.parted and asking.decision.seat in self.table.asked():
            self.saved.keep_draft(asking.decision.seat, asking.path)

    def _sees_secrets(self, seat: int) -> bool:
        """Tell whether a seat decides in secret or knows more than a spectator."""
        if self.table.decision(seat).sealed or self.table.decision(seat).step.hidden:
            return True
        own: View = msgspec.structs.replace(self.table.view(seat), viewer=SPECTATOR)
        others: View = self.table.view(SPECTATOR)
        return own != others

    def _hand_over(self, seat: int) -> bool:
        """Clear the screen and wait until the next player sits down; return False if the last one took back."""
        before, name = self.here, self.table.seats[seat]
        self.keyboard.forget()
        self.screen.say("Saved. Pass the keyboard to ", self.screen.livery.name(seat), ", then press Enter.")
        if self.table.can_undo(before)[0]:
            self.screen.say((f"({self.table.seats[before]} may type undo instead, to think again.)", "dim"))
        while typed := self.keyboard.line().casefold():
            if typed == "undo":
                try:
                    self.saved.undo(before)
                    return False
                except TanelornError as error:
                    self.screen.complain(error)
            elif typed in ("quit", "exit"):
                raise Quit
            else:
                self.screen.say(f"{name} presses Enter when ready.")
        self.keyboard.forget()
        return True

    def _news(self, seat: int) -> bool:
        """Tell what has happened since this seat was last asked; return whether something new has begun with it."""
        events = self.table.events(seat)
        start = min(self.read.get(seat, 0), len(events))
        if seat not in self.read and len(events) > _LOG_LINES:
            start = len(events) - _LOG_LINES
        self.read[seat] = len(events)
        if events[start:]:
            self.screen.console.print()
            self.screen.chronicle(events[start:])
        return any(event.heading for event in events[start:])

    def _offers(self, seat: int) -> None:
        for other in self.table.position.offers:
            if other != seat:
                self.screen.say(
                    self.screen.livery.name(other), " offers a draw. To agree, type ", ("offer a draw", "bold"), "."
                )

    def _turn(self, asking: Asking, seat: int) -> bool:
        """Take one line; return whether somebody else may be asked now."""
        typed = self.keyboard.line()
        word, _, rest = typed.partition(" ")
        if self._look(word.casefold(), rest.strip(), asking, seat):
            return False
        if self._act(" ".join(typed.casefold().split()), seat):
            return True
        if typed.casefold() == "time":
            return self._time_up(seat, asking)
        before = asking.path
        try:
            choice = asking.answer(typed)
        except Unreadable as error:
            raise self._perhaps_a_word(explained(self.table.game.verbs, typed, error), typed) from None
        if choice is None:
            if asking.path != before:
                asking.show()
            return False
        if isinstance(choice, Aside):
            return self._aside(choice, seat)
        if isinstance(asking, Writing) and asking.parted:  # should it be taken back, it is a draft again
            self.saved.keep_draft(seat, asking.choices.read(str(choice)).path)
        self._play(choice, seat)
        return True

    def _play(self, choice: Choice, seat: int) -> None:
        sealed = self.table.decision(seat).sealed
        self.saved.play(choice, seat)
        if not sealed or len(self.people) == 1:
            self.screen.say(("Sealed: " if sealed else "Played: ", "green"), (str(choice), "bold"), ".")

    def _look(self, word: str, rest: str, asking: Asking, seat: int) -> bool:
        """Do what changes nothing at the table; return whether the word was one of these."""
        match word:
            case "?" | "help" if not rest:
                self._help()
            case "board" if not rest:
                self.screen.board(self.table, seat)
                asking.show()
            case "log" if not rest or rest.isdigit():
                events = self.table.events(seat)
                self.screen.chronicle(events[max(0, len(events) - int(rest[:6] or _LOG_LINES)) :])
            case "hint" if not rest:
                self._hint(seat)
            case "rule" | "rules" | "?":
                self._rule(rest or asking.decision.clause)
            case "look" if rest and (area := self._place(rest, asking)) is not None:
                self.screen.look_at(area, self.table, seat)
            case "find" if rest:
                asking.find(rest)
            case "look" | "find" if not rest and not _is_choice(asking.decision, word):
                why, remedy = _WANTING[word]
                raise Illegal(why, remedy=remedy)
            case "back" if not rest:
                asking.back()
                asking.show()
            case "clear" if not rest:
                asking.clear()
                asking.show()
            case "save" if " " not in rest:
                self._save(rest)
            case "quit" | "exit" if not rest:
                raise Quit
            case _:
                return False
        return True

    def _place(self, words: str, asking: Asking) -> Area | None:
        """Return the place that is called so; None where the whole line is a choice of the game's."""
        board = self.table.game.board_of(self.table.position)
        found = find_place(board, words) or find_piece(board, self.table.scene(asking.decision.seat), words)
        if found is None and not _is_choice(asking.decision, f"look {words}"):
            raise no_place(board, words)
        return found

    def _act(self, typed: str, seat: int) -> bool:
        """Do what changes the table without being a choice; return whether the text was one of these."""
        match typed:
            case "undo":
                self.saved.undo(seat)
                self.screen.say(("Taken back.", "green"))
            case "redo":
                self.saved.redo(seat)
                self.screen.say(("Played again.", "green"))
            case _:
                return False
        return True

    def _time_up(self, seat: int, asking: Asking) -> bool:
        """Seal what this seat has written, let the bots answer, and let the rules choose for every other person."""
        draft = asking.draft() if isinstance(asking, Writing) else None
        late = [other for other in self.table.asked() if other in self.people and (draft is None or other != seat)]
        if late:
            self.table.copy().time_up()  # refused here, if it is, before a bot has answered
            names = Text(" and ").join(self.screen.livery.name(other) for other in late)
            self.screen.say("The rules choose for ", names, " then. Type ", ("yes", "bold"), " to call time.")
            if self.keyboard.line().casefold() not in ("yes", "y"):
                self.screen.say("There is time.")
                return False
        if draft is not None:
            self._play(draft, seat)
        for bot in [other for other in self.table.asked() if other not in self.people]:
            if bot in self.table.asked():
                self._think(bot)
        if any(other in self.table.asked() for other in late):
            self.saved.time_up()
        return True

    def _aside(self, aside: Aside, seat: int) -> bool:
        if aside == RESIGN:
            what = "The game ends with it." if len(self.sitters) <= 2 else "There is no way back."
            self.screen.say(f"Resign? {what} Type ", ("yes", "bold"), " to resign.")
            if self.keyboard.line().casefold() not in ("yes", "y"):
                self.screen.say("You play on.")
                return False
        self.saved.play(aside, seat)
        if aside == OFFER_DRAW and self.table.outcome is None:
            bots = [self.table.seats[other] for other in range(len(self.sitters)) if other not in self.people]
            note = f" {' and '.join(bots)}: bots do not agree to draws." if bots else ""
            self.screen.say(f"You offer a draw.{note}")
        elif aside == WITHDRAW_OFFER:
            self.screen.say("The offer is withdrawn.")
        return self.table.outcome is not None

    def _help(self) -> None:
        for word, says in HELP:
            self.screen.say((f"  {word:<22}", "bold"), says)

    def _hint(self, seat: int) -> None:
        """Say what a bot would do for a seat: it knows what the seat knows."""
        with self.screen.console.status("A bot thinks …"):
            advice = advise(self.table.game, self.table.view(seat), self._seed(seat))
        for line in advice.lines:
            chance = Text(f"{line.expected:>6.0%}  ", "bold")
            worst = f"  (at worst {line.least:.0%})" if line.expected - line.least >= TOLD else ""
            self.screen.say(Text.assemble(chance, line.text, (worst, "dim")))
        self.screen.say((grounds(advice), "dim"))

    def _rule(self, clause: str) -> None:
        rulebook = self.table.game.rulebook
        if not clause:
            raise Illegal("Which rule?", remedy="Write its clause, as in: rule combat.8.")
        print_clauses(self.screen.console, find_clauses(rulebook, clause))

    def _save(self, name: str) -> None:
        if name:
            self.saved.rename(name)
        self.screen.say(
            Text.assemble("Saved as ", (self.saved.name, "bold"), f", with every choice so far: {self.saved.path}")
        )

    def _perhaps_a_word(self, error: TanelornError, typed: str) -> TanelornError:
        """Suggest a command where what was typed is nearly one, and no order of the game."""
        if not isinstance(error, Unreadable):
            return error
        close = difflib.get_close_matches(typed.casefold(), WORDS, n=1, cutoff=0.74)
        if not close:
            return error
        return Unreadable(error.why, remedy=f"Did you mean {close[0]}?", clause="")


def _is_choice(decision: Decision, text: str) -> bool:
    """Tell whether a line is one of the game's own choices."""
    try:
        decision.choices().parse(text)
    except TanelornError:
        return False
    return True
