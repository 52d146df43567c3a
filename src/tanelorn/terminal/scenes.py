"""The text board: seats, map, papers and chronicle of one viewer's scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.errors import TanelornError
from tanelorn.core.log import Event
from tanelorn.core.scene import Paper, Row, Scene
from tanelorn.core.table import Table
from tanelorn.terminal import hands, textmap
from tanelorn.terminal.look import Livery, clause_mark, prose
from tanelorn.terminal.muster import holders

_BESIDES = 36  # columns that a paper needs beside another one
_MOST_DOTS = 20


class Screen:
    """Draws one table on a console."""

    def __init__(self, console: Console, table: Table, players: Sequence[str] = ()) -> None:
        self.console = console
        self.game = table.game
        self.players = players
        scenario = table.game.scenario(table.game.scenario_of(table.position))
        self.livery = Livery(scenario.seats, scenario.colours, console.options.ascii_only)

    def say(self, *parts: str | Text | tuple[str, str]) -> None:
        """Print a line."""
        self.console.print(Text.assemble(*parts))

    def sentence(self, text: str, clause: str = "") -> None:
        """Print a sentence in which `**` marks names, and its clause."""
        self.console.print(prose(text).append_text(self._clause(clause)))

    def complain(self, error: TanelornError) -> None:
        """Print why something was refused."""
        line = Text.assemble((error.why, "bold red"), f" {error.remedy}" if error.remedy else "")
        self.console.print(line.append_text(self._clause(error.clause)))

    def _clause(self, clause: str) -> Text:
        """Return a clause's short id: at a table it goes without saying of which game."""
        return clause_mark(clause.removeprefix(f"{self.game.slug}/"))

    def board(self, table: Table, viewer: int) -> None:
        """Draw what lies on the table."""
        scene = table.scene(viewer)
        self.console.print()
        self.console.print(Text.assemble((self.game.title.upper(), "bold"), f" · {scene.subtitle}"))
        if scene.ribbon:
            self.console.print(self._ribbon(scene))
        self.console.print(self._seats(scene))
        self.console.print()
        width = self.console.width
        self._lines(textmap.draw(self.game.board_of(table.position), scene.pieces, self.livery, width, scene.holdings))
        if scene.holdings:
            self._lines(holders(scene.holdings, self.livery, width))
        if any(stack.cards for stack in scene.stacks):
            self.console.print(Group(*hands.stacks(scene.stacks)))
            self.console.print()
        if scene.papers:
            self.console.print(self._papers(scene.papers))
        for tray in scene.trays:
            self.console.print(hands.tray(tray))
        if scene.duel is not None:
            self.console.print(hands.duel(scene.duel, self.livery))

    def _lines(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.console.print(line, no_wrap=True, crop=True)
        self.console.print()

    def _ribbon(self, scene: Scene) -> Text:
        ribbon = Text()
        for number, tab in enumerate(scene.ribbon):
            ribbon.append(" > " if number else "", "dim")
            shown = f"[{tab.title}]" if tab.state == "now" else tab.title
            ribbon.append(shown, "bold reverse" if tab.state == "now" else "dim" if tab.state == "next" else "")
        return ribbon

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
        across = max(1, min(len(sheets), self.console.width // _BESIDES))
        grid = Grid.grid(padding=(0, 4, 0, 0))
        for start in range(0, len(sheets), across):
            grid.add_row(*(self._paper(paper) for paper in sheets[start : start + across]))
        return grid

    def _paper(self, paper: Paper) -> RenderableType:
        title = Text.assemble((paper.title, "bold"))
        if paper.aside:
            title.append(f"  {paper.aside}", "dim italic")
        rows = Grid.grid(padding=(0, 1, 0, 0))
        for row in paper.rows:
            sign = self.livery.sign(row.seat) if row.seat >= 0 else Text(" ")
            text = Text.assemble(row.text, (f"  {row.value}" if row.value else "", "bold"))
            rows.add_row("", sign, *([self._dots(row)] if row.dots >= 0 else []), text)
        return Group(title, rows)

    def _dots(self, row: Row) -> Text:
        full, empty = ("*", ".") if self.livery.plain else ("ϟ", "·") if row.sign == "bolt" else ("●", "○")
        return Text(full * min(row.dots, _MOST_DOTS) + empty * max(0, row.of - row.dots), no_wrap=True)

    def chronicle(self, events: Sequence[Event]) -> None:
        """Print lines of the chronicle, what is too long hanging beneath its beginning."""
        for event in events:
            line = prose(event.text.upper() if event.heading else event.text, "bold" if event.heading else "")
            if event.dice:
                line.append(f" ({', '.join(map(str, event.dice))})", "bold")
            line.append_text(self._clause(event.clause))
            if event.heading:
                self.console.print(line)
                continue
            grid = Grid.grid(padding=(0, 1, 0, 0))
            grid.add_row("", self.livery.sign(event.seat) if event.seat >= 0 else Text(" "), line)
            self.console.print(grid)

    def ending(self, table: Table) -> None:
        """Say how the game ended."""
        outcome = table.outcome
        if outcome is None:
            return
        names = " and ".join(f"**{table.seats[seat]}**" for seat in outcome.winners)
        said = f"{names} {'win' if len(outcome.winners) > 1 else 'wins'}" if names else "The game is drawn"
        self.console.print()
        self.sentence(f"{said}: {outcome.reason}.", outcome.clause)
