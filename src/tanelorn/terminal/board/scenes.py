"""The text board: seats, map, papers and chronicle of one viewer's scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tanelorn.core.content.board import Area, Board
from tanelorn.core.errors import TanelornError
from tanelorn.core.log import Event
from tanelorn.core.play.table import Table
from tanelorn.core.scene import Gauge, Paper, Row, Scene
from tanelorn.terminal.board import stacks, textmap, trays
from tanelorn.terminal.board.forces import holders
from tanelorn.terminal.look import Livery, clause_mark, prose

_BESIDES = 36  # columns that a paper needs beside another one
_MOST_DOTS = 20
_FEW_LONG = 5  # rows longer than that, beyond which a paper gets all the width


class Screen:
    """Draws one table on a console."""

    def __init__(self, console: Console, table: Table, players: Sequence[str] = ()) -> None:
        self.console = console
        self.game = table.game
        self.players = players
        self.scenario = table.game.scenario(table.game.scenario_of(table.position))
        self.livery = Livery(table.seats, self.scenario.colours, console.options.ascii_only)
        self._shown = Scene("", (), ())

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
        self.livery = replace(self.livery, names=table.seats)
        self.console.print()
        self.console.print(Text.assemble((self.game.title.upper(), "bold"), f" · {scene.subtitle}"))
        if self.scenario.goal:
            self.sentence(f"To win: {self.scenario.goal}", self.scenario.goal_clause)
        for gauge in scene.gauges:
            self._gauge(gauge, scene)
        if scene.ribbon:
            self.console.print(self._ribbon(scene))
        self.console.print(self._seats(scene))
        self.console.print()
        board = self.game.board_of(table.position)
        if stacks.is_listed(board, scene, self.console.width):
            self.console.print(stacks.told(board, scene, self.livery, viewer, self.console.width))
            self.console.print()
        else:
            self._map(board, scene)
        if scene.papers:
            self.console.print(self._papers(scene.papers))
        self._shown = replace(scene, trays=(), duel=None)
        self._before_viewer(scene)

    def is_long(self, table: Table, viewer: int) -> bool:
        """Tell whether the board is listed place by place, which would push a short question out of sight."""
        board, width = self.game.board_of(table.position), self.console.width
        return stacks.is_listed(board, table.scene(viewer), width)

    def changes(self, table: Table, viewer: int) -> None:
        """Draw what is new since the last time: the step of the turn, hands, the battle."""
        scene = table.scene(viewer)
        if scene.ribbon and scene.ribbon != self._shown.ribbon:
            self.console.print(self._ribbon(scene))
        self._before_viewer(scene)

    def _before_viewer(self, scene: Scene) -> None:
        """Draw hands and the battle, those that are not as they were shown last."""
        for tray in scene.trays:
            if tray not in self._shown.trays:
                self.console.print(trays.tray(tray))
        if scene.duel is not None and scene.duel != self._shown.duel:
            self.console.print(trays.duel(scene.duel, self.livery))
        self._shown = scene

    def look_at(self, area: Area, table: Table, viewer: int) -> None:
        """Tell what lies in a place, and what adjoins it."""
        board = self.game.board_of(table.position)
        stacks.look_at(area, board, table.scene(viewer), self.livery, self.console)

    def _map(self, board: Board, scene: Scene) -> None:
        """Draw the map, or the lists in its place, and what is known to lie in each stack."""
        width = self.console.width
        self._lines(textmap.draw(board, scene.pieces, self.livery, width, scene.holdings))
        if scene.holdings:
            self._lines(holders(scene.holdings, self.livery, width))
        if any(stack.cards for stack in scene.stacks):
            self.console.print(Group(*trays.stacks(scene.stacks)))
            self.console.print()

    def _lines(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.console.print(line, no_wrap=True, crop=True)
        self.console.print()

    def _gauge(self, gauge: Gauge, scene: Scene) -> None:
        """Say how a scale stands, and a track that the head line does not name; then what is to come on it."""
        stands = gauge.aside or (gauge.boxes[gauge.at] if gauge.at >= 0 else "")
        if gauge.kind == "scale" or gauge.title.casefold() not in scene.subtitle.casefold():
            self.sentence(f"{gauge.title}: {stands}. {gauge.note}".rstrip(), gauge.clause)
        to_come = [stage for stage in gauge.stages if stage.note and stage.at >= gauge.at]
        if gauge.kind == "calendar":
            self.sentence(" · ".join(f"**{gauge.boxes[stage.at]}** {stage.note}" for stage in to_come))
        else:
            for stage in to_come:
                self.sentence(f"{gauge.title} {gauge.boxes[stage.at]}: {stage.note}")

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
            line.append(f", {chip.name}" if chip.name not in (self.livery.names[chip.seat], "") else "")
            line.append(f" ({player})" if player else "")
            said = ", ".join(part for part in (chip.state, chip.aside) if part)
            line.append(f": {said}    " if said else "    ", "" if chip.turn else "dim")
        line.rstrip()
        return line

    def _papers(self, papers: Iterable[Paper]) -> RenderableType:
        sheets = list(papers)
        drawn: list[RenderableType] = []
        for long, some in groupby(sheets, _is_long):
            beside = [self._paper(paper) for paper in some]
            across = 1 if long else max(1, min(len(beside), self.console.width // _BESIDES))
            if across == 1:
                drawn += beside
                continue
            grid = Grid.grid(padding=(0, 4, 0, 0))
            for start in range(0, len(beside), across):
                grid.add_row(*beside[start : start + across])
            drawn.append(grid)
        return Group(*drawn)

    def _paper(self, paper: Paper) -> RenderableType:
        title = Text.assemble((paper.title, "bold"))
        if paper.aside:
            title.append(f"  {paper.aside}", "dim italic")
        rows = Grid.grid(padding=(0, 1, 0, 0))
        for row in paper.rows:
            sign = self.livery.sign(row.seat) if row.seat >= 0 else Text(" ")
            text = prose(row.text).append(f"  {row.value}" if row.value else "", "bold")
            rows.add_row("", sign, *([self._dots(row)] if row.dots >= 0 else []), text)
        return Group(title, rows)

    def _dots(self, row: Row) -> Text:
        full, empty = ("*", ".") if self.livery.plain else ("ϟ", "·") if row.sign == "bolt" else ("●", "○")
        return Text(full * min(row.dots, _MOST_DOTS) + empty * max(0, row.of - row.dots), no_wrap=True)

    def chronicle(self, events: Sequence[Event]) -> None:
        """Print lines of the chronicle, what is too long hanging beneath its beginning."""
        for event, times in _folded(events):
            line = prose(event.text.upper() if event.heading else event.text, "bold" if event.heading else "")
            if event.dice:
                line.append(f" ({', '.join(map(str, event.dice))})", "bold")
            line.append(f" ×{times}" if times > 1 else "", "bold").append_text(self._clause(event.clause))
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


def _is_long(paper: Paper) -> bool:
    """Tell whether a sheet has too much text to stand beside others."""
    return sum(len(row.text) > _BESIDES for row in paper.rows) > _FEW_LONG


def _folded(events: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Yield events, equal ones that follow each other once with their number."""
    for event, same in groupby(events):
        yield event, sum(1 for _ in same)
