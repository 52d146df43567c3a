"""`tanelorn replay`: a record played again on the text board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from tanelorn.core.amounts import amount
from tanelorn.core.errors import Illegal, TanelornError, UnknownName
from tanelorn.core.game import Game
from tanelorn.core.play.arranged import says
from tanelorn.core.play.record import Arranged, Chanced, Chose, Entry, Late, Record, TimeUp
from tanelorn.core.play.replay import replay as replay_record
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.look import only_plain, out
from tanelorn.terminal.sitting.keyboard import Keyboard
from tanelorn.terminal.sitting.saves import find_record
from tanelorn.terminal.sitting.seats import seat_number

EXAMPLE = """Examples:

tanelorn replay last

tanelorn replay fivecities-1 --step

tanelorn replay game.jsonl --at 12 --viewer first --json
"""


def replay(
    record: Annotated[str, typer.Argument(help="A record's file, the name of a saved game, or “last”.")],
    viewer: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help="Whose eyes to look through: referee (sees all), spectator, or a seat. By default the referee's for a "
            "finished game and a spectator's for one that is still on.",
        ),
    ] = None,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after so many entries of the record.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through the game entry by entry.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games are kept.")] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with plain characters only.")] = False,
) -> None:
    """Play a record again: its chronicle and the board, at the end or after some entries, or step by step."""
    if ascii:
        only_plain()
    path = find_record(record, data)
    read = Record.load(path, mend=True)
    game = read.game()
    eyes = _eyes(viewer, read, game)
    last = len(read.entries)
    if at is not None and at > last:
        raise Illegal(f"The record has {amount(last, 'entry', 'entries')} only.", remedy=f"Stop at 0 to {last}.")
    if step and as_json:
        raise Illegal("A game is either stepped through or printed as JSON.", remedy="Leave --step or --json out.")
    shown = last if at is None else at
    table = _played(read, shown)
    if as_json:
        print(json.dumps(_as_data(table, eyes, shown, last), indent=2, ensure_ascii=False))
        return
    screen = Screen(out(), table, read.header.players)
    if read.mended:
        screen.say((read.told(), "yellow"))
    if step:
        _Stepping(read, eyes, screen).go(0 if at is None else at)
        return
    screen.chronicle(table.events(eyes))
    screen.board(table, eyes)
    screen.ending(table)


def _eyes(word: str | None, record: Record, game: Game) -> int:
    if word is None:
        return SPECTATOR if record.ended is None else REFEREE
    if word in ("referee", "spectator"):
        return REFEREE if word == "referee" else SPECTATOR
    seats = game.scenario(record.header.scenario).seats
    try:
        return seat_number(word, game, seats)
    except UnknownName as error:
        raise UnknownName(
            f"Nobody called “{word}” looks on.", remedy=f"Say referee, spectator, or a seat: {', '.join(seats)}."
        ) from error


def _played(record: Record, entries: int) -> Table:
    """Return the table after so many entries; the whole record is compared with its ending too."""
    return replay_record(record, upto=None if entries == len(record.entries) else entries)


def _as_data(table: Table, eyes: int, entry: int, entries: int) -> dict[str, object]:
    return {
        "game": table.game.slug,
        "entry": entry,
        "entries": entries,
        "viewer": {REFEREE: "referee", SPECTATOR: "spectator"}.get(eyes) or table.seats[eyes],
        "facts": table.facts(eyes),
        "asked": [table.seats[seat] for seat in table.asked()],
        "outcome": msgspec.to_builtins(table.outcome),
        "events": [msgspec.to_builtins(event) for event in table.events(eyes)],
    }


class _Stepping:
    """Goes through a record at the keyboard."""

    def __init__(self, record: Record, eyes: int, screen: Screen) -> None:
        self.record = record
        self.eyes = eyes
        self.screen = screen
        self.keyboard = Keyboard(screen.console)

    def go(self, at: int) -> None:
        """Show one entry after the other until the player has seen enough."""
        last = len(self.record.entries)
        told = 0
        while True:
            table = _played(self.record, at)
            told = self._show(table, at, last, told)
            if at == last:
                self.screen.ending(table)
            try:
                typed = self.keyboard.line("Enter next, b back, a number to go to, q quit > ").casefold()
                at = self._next(typed, at, last)
            except TanelornError as error:
                self.screen.complain(error)
            except EOFError:
                at = -1
            if at < 0:
                return

    def _show(self, table: Table, at: int, last: int, told: int) -> int:
        events = table.events(self.eyes)
        self.screen.board(table, self.eyes)
        self.screen.chronicle(events[min(told, len(events)) :])
        said = self._entry(self.record.entries[at - 1]) if at else "the beginning"
        self.screen.say((f"Entry {at} of {last}: {said}", "dim"))
        return len(events)

    def _entry(self, entry: Entry) -> str:
        """Name an entry, as far as the viewer may know it."""
        names = self.screen.livery.names
        if isinstance(entry, Chanced):
            return f"chance, {entry.why}"
        if isinstance(entry, TimeUp):
            return f"time is up for {' and '.join(names[seat] for seat in entry.seats)}"
        if isinstance(entry, Late):
            return f"the time of {names[entry.seat]} is up"
        if isinstance(entry, Arranged):
            return says(entry.what, names[entry.seat], entry.seconds).replace("**", "").rstrip(".")
        verb = "chooses" if isinstance(entry, Chose) else "takes back"
        open_to_me = self.eyes in (REFEREE, entry.seat)
        what = f" “{entry.text}”" if isinstance(entry, Chose) and open_to_me else ""
        return f"{names[entry.seat]} {verb}{what}"

    def _next(self, typed: str, at: int, last: int) -> int:
        if typed in ("q", "quit", "exit"):
            return -1
        if typed in ("", "n", "next"):
            return -1 if at == last else at + 1
        if typed in ("b", "back"):
            return max(0, at - 1)
        if typed.isascii() and typed.isdigit() and int(typed[:9]) <= last:
            return int(typed)
        raise Illegal(f"“{typed}” is no entry.", remedy=f"Type 0 to {last}, b for back, or q to leave.")
