"""The text board: seats, map, papers and chronicle of one viewer's scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.errors import TanelornError
from tanelorn.core.log import Event
from tanelorn.core.scene import Paper, Row, Scene
from tanelorn.core.table import Table
from tanelorn.terminal import textmap
from tanelorn.terminal.look import Livery, clause_mark, event_line, prose

BESIDES = 36
"""Columns that the papers need beside each other."""


class Screen:
    """Draws one table on a console. `ascii` keeps to plain characters whatever the terminal can do."""

    def __init__(self, console: Console, table: Table, players: Sequence[str] = (), *, plain: bool = False) -> None:
        self.console = console
        self.game = table.game
        self.players = players
        scenario = table.game.scenario(table.game.scenario_of(table.position))
        self.livery = Livery(scenario.seats, scenario.colours, plain or console.options.ascii_only)

    def say(self, *parts: str | Text | tuple[str, str]) -> None:
        """Print a line."""
        self.console.print(Text.assemble(*parts))

    def sentence(self, text: str, clause: str = "") -> None:
        """Print a sentence in which `**` marks names, and its clause."""
        self.console.print(prose(text).append_text(clause_mark(clause)))

    def complain(self, error: TanelornError) -> None:
        """Print why something was refused."""
        line = Text.assemble((error.why, "bold red"), f" {error.remedy}" if error.remedy else "")
        self.console.print(line.append_text(clause_mark(error.clause)))

    def board(self, table: Table, viewer: int) -> None:
        """Draw what lies on the table."""
        scene = table.scene(viewer)
        self.console.print()
        self.console.print(self._head(scene))
        self.console.print(self._seats(scene))
        self.console.print()
        for line in textmap.draw(self.game.board, scene.pieces, self.livery, self.console.width):
            self.console.print(line, no_wrap=True, crop=True)
        self.console.print()
        if scene.papers:
            self.console.print(self._papers(scene.papers))

    def _head(self, scene: Scene) -> Text:
        head = Text.assemble((self.game.title.upper(), "bold"), f" · {scene.subtitle}")
        if scene.ribbon:
            head.append("   ")
        for number, tab in enumerate(scene.ribbon):
            head.append(" > " if number else "", "dim")
            head.append(tab.title, "bold reverse" if tab.state == "now" else "dim" if tab.state == "next" else "")
        return head

    def _seats(self, scene: Scene) -> Text:
        line = Text()
        for chip in scene.seats:
            player = self.players[chip.seat] if chip.seat < len(self.players) else ""
            line.append_text(self.livery.name(chip.seat))
            line.append(f" ({player})" if player else "")
            line.append(f": {chip.state}    " if chip.state else "    ", "" if chip.turn else "dim")
        line.rstrip()
        return line

    def _papers(self, papers: Iterable[Paper]) -> RenderableType:
        sheets = list(papers)
        across = max(1, min(len(sheets), self.console.width // BESIDES))
        grid = Grid.grid(padding=(0, 4, 0, 0))
        for start in range(0, len(sheets), across):
            grid.add_row(*(self._paper(paper) for paper in sheets[start : start + across]))
        return grid

    def _paper(self, paper: Paper) -> Text:
        sheet = Text.assemble((paper.title, "bold"))
        if paper.aside:
            sheet.append(f"  {paper.aside}", "dim italic")
        for row in paper.rows:
            sheet.append("\n ").append_text(self._row(row))
        return sheet

    def _row(self, row: Row) -> Text:
        line = Text.assemble(self.livery.sign(row.seat), " ") if row.seat >= 0 else Text("  ")
        if row.dots >= 0:
            full, empty = ("*", ".") if self.livery.plain else ("ϟ", "·") if row.sign == "bolt" else ("●", "○")
            line.append(full * min(row.dots, 20) + empty * max(0, row.of - row.dots) + "  ")
        line.append(row.text)
        return line.append(f"  {row.value}", "bold") if row.value else line

    def chronicle(self, events: Sequence[Event]) -> None:
        """Print lines of the chronicle."""
        for event in events:
            line = event_line(event, self.livery)
            self.console.print(Padding(line, 0) if event.heading else line)

    def ending(self, table: Table) -> None:
        """Say how the game ended."""
        outcome = table.outcome
        if outcome is None:
            return
        names = " and ".join(f"**{table.seats[seat]}**" for seat in outcome.winners)
        said = f"{names} {'win' if len(outcome.winners) > 1 else 'wins'}" if names else "The game is drawn"
        self.console.print()
        self.sentence(f"{said}: {outcome.reason}.", outcome.clause)
