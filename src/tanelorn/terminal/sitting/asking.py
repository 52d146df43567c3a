"""One seat is asked: the choices by number and name, or pick by pick, or the whole line in the game's notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

from rich.columns import Columns
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.choices import Choice, Offer, Pick
from tanelorn.core.content.board import Board
from tanelorn.core.errors import Ambiguous, Illegal, TanelornError, Unreadable
from tanelorn.core.play.table import Decision
from tanelorn.terminal.board import destinations
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.board.stacks import find_place
from tanelorn.terminal.look import letters

FEW = 40
_MANY = 150  # small acts of one pick each are listed even so
_SHOWN_REFUSALS = 5
_LONG = 30
_BY_HEX = "Hexes go by the numbers that the map prints."


class Asking:
    """A decision being made. `answer` takes what was typed and returns a choice once there is one."""

    def __init__(self, decision: Decision, screen: Screen) -> None:
        self.decision = decision
        self.screen = screen
        self.choices = decision.choices()
        self.path: tuple[str, ...] = ()
        self.few: list[Choice] = []
        if len(self.choices) <= (_MANY if self.choices.quick else FEW):
            self.few = list(self.choices)
        if len(self.few) > FEW and any(len(choice.picks) > 1 for choice in self.few):
            self.few = []

    def show(self) -> None:
        """Print the question and what may answer it."""
        if self.few and not self.path:
            self._show_list()
        else:
            self._show_picks(self.choices.offer(self.path))

    def question(self, text: str) -> None:
        """Print who is asked, and what."""
        decision = self.decision
        line = Text.assemble(self.screen.livery.name(decision.seat), " · ")
        self.screen.console.print()
        self.screen.console.print(line, end="")
        self.screen.sentence(text, "" if self.path else decision.clause)

    def _show_list(self) -> None:
        self.question(self.choices.prompt)
        if self.choices.quick:
            self._print_told()
        else:
            words = [self._in_words(choice) for choice in self.few]
            self._print_lines([Text.assemble((f"{number:3} ", "bold"), said) for number, said in enumerate(words, 1)])
        # Of small acts very many are not possible at a time: whoever tries one is told why.
        for refused in () if self.choices.quick else self.choices.refused()[:_SHOWN_REFUSALS]:
            self.screen.sentence(f"  - {refused.text}: {refused.why}", refused.clause)
        self.screen.say(("Type a number, a name, or the beginning of one.", "dim"))

    def _print_told(self) -> None:
        """Print small acts a line each, with what is told of them; what is too long hangs beneath its beginning."""
        rows = Grid.grid(padding=(0, 1, 0, 0))
        rows.add_column(justify="right", width=3)
        read: set[str] = set()
        spaces = self._spaces(self.choices.offer(()).picks)
        for number, choice in self._listed(spaces).items():
            besides = self._besides(choice, read)
            rows.add_row(Text(str(number), "bold"), Text(self._in_words(choice)).append_text(besides))
        self.screen.console.print(rows)
        self._print_spaces(spaces)

    def _listed(self, spaces: Mapping[str, Pick]) -> dict[int, Choice]:
        """Return the choices that have a line each, by number: those that begin with such spaces are told together."""
        return {n: one for n, one in enumerate(self.few, 1) if not one.picks or one.picks[0] not in spaces}

    def _spaces(self, picks: Sequence[Pick]) -> dict[str, Pick]:
        """Return the spaces among some picks where they are so many that they are told together."""
        table = self.decision.table
        if not destinations.are_many(table.game.board_of(table.position), picks):
            return {}
        return {pick.pick: pick for pick in picks if pick.kind == "space"}

    def _print_spaces(self, spaces: Mapping[str, Pick]) -> None:
        if spaces:
            self.screen.console.print(destinations.told(list(spaces.values())))

    def _print_lines(self, lines: list[Text]) -> None:
        if len(lines) > 9 and self.screen.console.is_terminal:
            self.screen.console.print(Columns(lines, padding=(0, 3), column_first=True))
        else:
            for line in lines:
                self.screen.console.print(line)

    def _in_words(self, choice: Choice) -> str:
        table = self.decision.table
        names = _space_names(choice, table.game.board_of(table.position))
        said = choice.says()
        return f"{said}  ({', '.join(names)})" if names and said == str(choice) else said

    def _besides(self, choice: Choice, read: set[str]) -> Text:
        """Return what pages tell of the picks of a small act: its name there, its cost, its dangers; what a card says
        only if it has not been `read` further up.
        """
        said = Text(style="dim")
        path: tuple[str, ...] = ()
        for wanted in choice.picks if self.choices.quick else ():
            pick = next(pick for pick in self.choices.offer(path).picks if pick.pick == wanted)
            path = (*path, wanted)
            # Of several picks a button is told, such as one of two coasts: the text has its number alone.
            told = len(choice.picks) == 1 or (pick.kind == "button" and wanted != choice.picks[0])
            said_already = letters(self._in_words(choice))
            known = not told or all(letters(word) in said_already for word in pick.label.split())
            for part in ("" if known else pick.label, pick.note, pick.cost, str(pick.chances or "")):
                if part and (pick.kind != "card" or part not in read):
                    said.append(f" · {part}", "yellow" if pick.risk and part == pick.note else "")
            read.add(pick.note)
        return said

    def _show_picks(self, offer: Offer) -> None:
        self.question(offer.prompt)
        if offer.draft:
            self.screen.say("   Draft: ", (offer.draft, "bold"))
        if all(pick.kind == "count" and pick.chances is None for pick in offer.picks):
            self.screen.say("   ", ("   ".join(pick.label for pick in offer.picks), "bold"))
        else:
            spaces = self._spaces(offer.picks)
            shown = [(number, pick) for number, pick in enumerate(offer.picks, 1) if pick.pick not in spaces]
            self._print_lines([pick_line(number, pick, bool(self.path)) for number, pick in shown])
            self._print_spaces(spaces)
        if self.path:
            self.screen.say(("back drops the last pick.", "dim"))
        else:
            self.screen.say(
                (f"{len(self.choices):,} choices: pick by number or name, or write it whole, ", "dim"),
                (f"such as “{self._example()}”.", "dim"),
            )

    def _example(self) -> str:
        """Return a choice that shows the notation well: of a few drawn ones the longest that is not too long."""
        texts = [str(self.choices.sample(Random(seed))) for seed in range(8)]
        return max((text for text in texts if len(text) < _LONG), key=len, default=texts[0])

    def back(self) -> None:
        """Drop the last pick; raise Illegal if there is none."""
        if not self.path:
            raise Illegal("No pick is made yet.", remedy="To take back a choice, type undo.")
        self.path = self.path[:-1]

    def clear(self) -> None:
        """Start again; raise Illegal if nothing is begun."""
        if not self.path:
            raise Illegal("Nothing is begun yet.", remedy="To take back a choice, type undo.")
        self.path = ()

    def find(self, words: str) -> None:
        """List the choices that hold all these words."""
        wanted = words.casefold().split()
        found = [c for c in islice(self.choices, 20_000) if _holds(f"{c} {self._in_words(c)}", wanted)]
        for choice in found[:FEW]:
            self.screen.say("  ", self._in_words(choice))
        more = f"{len(found):,} choices hold that; the first {FEW} are shown." if len(found) > FEW else ""
        self.screen.say((more or f"{len(found)} found.", "dim"))

    def answer(self, typed: str) -> Choice | None:
        """Take a number, a pick's name or a whole choice; return the choice, or None if more picks are wanted.

        Raises Unreadable, Illegal or Ambiguous.
        """
        if self.few and not self.path:
            return self._numbered(typed) or self._from_list(typed)
        if not self.path:
            return self._from_start(typed)
        offer = self.choices.offer(self.path)
        if not typed:
            return self._take(self._enter(offer))
        try:
            return self._take_words(typed)
        except Unreadable:
            # A whole line in the notation may take the place of a draft at any time.
            return self._read_instead(typed)

    def _read(self, typed: str) -> Choice | None:
        """Read a whole choice; its last words may be the name of a place."""
        try:
            return self.decision.parse(typed)
        except Unreadable as error:
            word, _, rest = typed.strip().partition(" ")
            place = self._place(rest) if rest else ""
            if not place or place == rest:
                raise
            try:
                return self.decision.parse(f"{word} {place}")
            except Unreadable:
                raise error from None

    def _place(self, words: str) -> str:
        """Return the id of the place that is called so, or nothing."""
        table = self.decision.table
        try:
            found = find_place(table.game.board_of(table.position), words)
        except Ambiguous:
            return ""
        return found.id if found is not None else ""

    def _read_instead(self, typed: str) -> Choice | None:
        try:
            return self._read(typed)
        except Unreadable:
            offer = self.choices.offer(self.path)
            named = ", ".join(pick.label for pick in offer.picks[:8])
            raise Unreadable(
                f"“{typed}” is none of the next picks.", remedy=f"Pick one of: {named}; or type back."
            ) from None

    def _numbered(self, typed: str) -> Choice | None:
        if typed.isascii() and typed.isdigit():
            picks = self.choices.offer(()).picks
            spaces = self._spaces(picks)
            listed = self._listed(spaces)
            if int(typed[:6]) in listed:
                return listed[int(typed[:6])]
            own = [choice for choice in self.few if str(choice) == typed]
            # A hex goes by its number.
            if not own and not any(pick.id == typed for pick in picks):
                remedy = _BY_HEX if spaces else f"Choose 1 to {len(self.few)}."
                raise Illegal(f"There is no choice {typed}.", remedy=remedy)
        return None

    def _from_list(self, typed: str) -> Choice | None:
        """Read a whole choice, or what a pick of it is called."""
        try:
            return self._read(typed)
        except Unreadable as error:
            if not typed or not self.choices.quick:
                raise
            try:
                return self._take(_named(self.choices.offer(()).picks, typed, listed=False))
            except Unreadable:
                raise error from None

    def _from_start(self, typed: str) -> Choice | None:
        if not typed:
            raise Unreadable("Nothing was chosen.", remedy="Pick a number or a name, or type ? for help.")
        try:
            return self._take_words(typed)
        except Unreadable:
            return self._read(typed)

    def _enter(self, offer: Offer) -> Pick:
        for pick in offer.picks:
            if pick.key == "Enter":
                return pick
        raise Unreadable("Nothing was picked.", remedy="Pick a number or a name, or type back.")

    def _take_words(self, typed: str) -> Choice | None:
        """Take one pick, or several with spaces between; all of them or none."""
        before = self.path
        try:
            picks = self.choices.offer(self.path).picks
            pick = _named(picks, typed)
            if pick.pick in self._spaces(picks) and typed.isdigit() and typed != pick.id:
                raise Illegal(f"There is no choice {typed}.", remedy=_BY_HEX)
            return self._take(pick)
        except Unreadable:
            words = typed.replace(",", " ").split()
            if len(words) < 2:
                raise
        try:
            choice = None
            for word in words:
                # Here a number is a count, never a place in the list: “2 A” is a move half written.
                choice = self._take(_named(self.choices.offer(self.path).picks, word, listed=False))
        except TanelornError as error:
            self.path = before
            raise Unreadable(error.why, remedy=error.remedy, clause=error.clause) from None
        return choice

    def _take(self, pick: Pick) -> Choice | None:
        offer = self.choices.offer((*self.path, pick.pick))
        if offer.choice is not None and not offer.picks:
            return offer.choice  # type: ignore[no-any-return]
        self.path = offer.path
        return None


def pick_line(number: int, pick: Pick, begun: bool) -> Text:
    """Return a line of what may follow: its key or number, its name and what else is told of it."""
    # Enter alone ends a draft; before there is one it would be too easily pressed.
    named = pick.key and not pick.key.isdigit() and (begun or pick.key != "Enter")
    key = pick.key if named else str(number)
    line = Text.assemble((f"{key:>3} " if len(key) < 4 else f"{key} ", "bold"), pick.label)
    if pick.kind == "space" and letters(pick.id) not in letters(pick.label) and "_" not in pick.id:
        line.append(f" {pick.id}", "bold")
    for extra in (pick.note, pick.cost, "risk" if pick.risk else "", str(pick.chances or "")):
        line.append(f" · {extra}" if extra else "", "dim")
    return line


def _named(picks: Sequence[Pick], typed: str, *, listed: bool = True) -> Pick:
    """Return the pick that a text means: a key, an id, a count, a number in the list, a name or its beginning."""
    wanted = " ".join(typed.casefold().split())
    for field in ("key", "id", "label"):
        for pick in picks:
            if str(getattr(pick, field)).casefold() == wanted:
                return pick
    if listed and wanted.isascii() and wanted.isdigit() and not any(pick.kind == "count" for pick in picks):
        number = int(wanted[:6])
        if 1 <= number <= len(picks):
            return picks[number - 1]
    starts = [pick for pick in picks if len(wanted) > 1 and _begins(pick.label.casefold(), wanted)]
    if not starts and len(wanted) > 2:
        # What is said of one alone names it too, if nothing is risked.
        starts = [pick for pick in picks if wanted in pick.note.casefold() and not pick.risk]
        starts = starts if len(starts) == 1 else []
    if len(starts) == 1:
        return starts[0]
    if starts:
        raise Ambiguous(f"“{typed}” could be {' or '.join(pick.label for pick in starts)}.", remedy="Write more of it.")
    raise Unreadable(f"“{typed}” is none of the next picks.")


def _begins(label: str, wanted: str) -> bool:
    """Tell whether a label begins so, with its article or without."""
    return label.startswith(wanted) or label.removeprefix("the ").startswith(wanted)


def _holds(text: str, words: Sequence[str]) -> bool:
    return all(word in text.casefold() for word in words)


def _space_names(choice: Choice, board: Board) -> list[str]:
    ids = [pick.partition(":")[2] for pick in choice.picks if pick.startswith("space:")]
    names = [(id, board[id].name) for id in ids if id in board.index]
    # What the name adds to the id, which stands in the choice.
    return [name.removesuffix(f" ({id})") for id, name in names if letters(name) not in letters(str(choice))]
