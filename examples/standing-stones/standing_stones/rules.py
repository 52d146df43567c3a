"""The rules: hills and heralds, the walk of a turn, stones, the end; and how it is shown and told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from tanelorn.core.choices import Choice, Listed
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.content.data import read_toml
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.fields import Open
from tanelorn.core.game import Game, PositionView, Scenario, Value
from tanelorn.core.log import Log
from tanelorn.core.position import Position
from tanelorn.core.scene import Paper, Piece, Row, Scene, SeatChip
from tanelorn.core.steps import Seals

DATA = Path(__file__).parent / "data"
WORDS = ("moon", "sun")
START = ("A", "G")
TO_WIN = 5
TURNS = 12


class Hill(msgspec.Struct):
    """A hill of the board file."""

    id: str
    name: str
    x: float
    y: float


class BoardFile(msgspec.Struct):
    """The board file: the size of the sheet, the hills, and from each hill the paths to later ones."""

    width: float
    height: float
    hill: list[Hill]
    paths: dict[str, list[str]]


FILE = read_toml(DATA / "board.toml", BoardFile)
BOARD = Board(
    "Standing Stones",
    FILE.width,
    FILE.height,
    [Area(hill.id, hill.name, "hill", hill.x, hill.y) for hill in FILE.hill],
    [Link(a, b, "path") for a, others in FILE.paths.items() for b in others],
)


class StonesPosition(Position[Any, Any], kw_only=True):
    """Everything but the walks that are written lies open."""

    heralds: Annotated[list[int], Open("seat", "the hill where its herald stands")]
    stones: Annotated[list[int], Open("hill", "whose stone stands there, -1 for none")]
    turn: Annotated[int, Open(says="the number of the turn")] = 1

    def count(self, seat: int) -> int:
        """Return how many stones of a seat stand."""
        return self.stones.count(seat)


class Walk(Choice, frozen=True, tag="walk"):
    """Where a herald goes, by the id of the hill; to stay is to name its own."""

    hill: str

    def __str__(self) -> str:
        return self.hill

    @property
    def picks(self) -> tuple[str, ...]:
        """Return the click that says it."""
        return (f"space:{self.hill}",)

    def says(self) -> str:
        """Return it by the name of the hill, as a page lists it."""
        return BOARD.areas[BOARD.index[self.hill]].name


class WriteWalks(Seals[StonesPosition, Walk], frozen=True, tag=True):
    """Both walk at once (walk.1)."""

    title = "Walks"
    word = "walks"
    clause = "standing-stones/walk.1"

    def seats(self, position: StonesPosition) -> tuple[int, ...]:
        """Both seats, always."""
        return (0, 1)

    def choices(self, position: StonesPosition, seat: int) -> Listed[Walk]:
        """Stay, or walk one path."""
        here = position.heralds[seat]
        hills = [here, *BOARD.neighbours[here]]
        walks = [Walk(BOARD.areas[hill].id) for hill in hills]
        return Listed(walks, prompt="Where does your herald go? Its own hill is to stay.", default=walks[0])

    def reveal(self, position: StonesPosition, choices: dict[int, Walk], log: Log) -> None:
        """Walk, meet, raise stones, and end the game or go on."""
        goals = [BOARD.index[choices[seat].hill] for seat in (0, 1)]
        if goals[0] == goals[1]:
            log.say(f"The heralds meet on **{BOARD.areas[goals[0]].name}**.", clause="standing-stones/walk.2")
        else:
            position.heralds = goals
            for seat, hill in enumerate(goals):
                _raise_stone(position, seat, hill, log)
        _end_turn(position)


def _raise_stone(position: StonesPosition, seat: int, hill: int, log: Log) -> None:
    """A herald alone on a hill raises a stone, and the other's falls (stone.1)."""
    if position.stones[hill] != seat:
        position.stones[hill] = seat
        name = BOARD.areas[hill].name
        log.say(f"A stone of the {WORDS[seat]} on **{name}**.", clause="standing-stones/stone.1", seat=seat)


def _end_turn(position: StonesPosition) -> None:
    """Five stones win; after the last turn, more stones (end.1)."""
    counts = [position.count(0), position.count(1)]
    if max(counts) >= TO_WIN or position.turn == TURNS:
        winners = [seat for seat in (0, 1) if counts[seat] > counts[1 - seat]]
        position.end(winners, f"{counts[0]} stones to {counts[1]}", "standing-stones/end.1")
    else:
        position.turn += 1
        position.then(WriteWalks())


class StonesView(PositionView[StonesPosition], kw_only=True):
    """What a seat sees: all of it."""


class StandingStones(Game[StonesPosition, StonesView]):
    """Two heralds, seven hills."""

    slug = "standing-stones"
    title = "Standing Stones"
    designers = "Tanelorn’s example"
    blurb = "Two heralds walk in secret. Five stones win."
    length = "5 minutes"
    position_type = StonesPosition
    view_type = StonesView
    board = BOARD
    chart = DATA / "chart.svg"
    chart_drawer = "standing_stones.chart:draw"
    judgement = "standing_stones.judgement:JUDGEMENT"
    law = "standing_stones.law:check"
    space_radius = {"hill": 40}
    seat_words = WORDS
    rulebook = Rulebook.load("standing-stones", DATA / "rulebook.toml")
    scenarios = (
        Scenario(
            "hills",
            "Seven hills",
            ("Moon", "Sun"),
            (2, 3),
            "Twelve turns at most.",
            "Have five stones at the end of a turn.",
            "standing-stones/end.1",
        ),
    )

    def setup(self, scenario: str, options: Mapping[str, Value]) -> StonesPosition:
        """A herald at each end, no stone (setup.1)."""
        heralds = [BOARD.index[id] for id in START]
        return StonesPosition(heralds=heralds, stones=[-1] * len(BOARD), agenda=[WriteWalks()])

    def scene(self, view: StonesView) -> Scene:
        """Heralds as pawns, stones as flags of their seat, and who has how many."""
        seen, names = view.seen, self.scenarios[0].seats
        ids = [area.id for area in BOARD]
        stones = [(ids[hill], seat) for hill, seat in enumerate(seen.stones) if seat >= 0]
        return Scene(
            subtitle=f"turn {seen.turn} of {TURNS}",
            seats=tuple(SeatChip(seat, names[seat], seat + 2, turn=seat in view.asked) for seat in (0, 1)),
            pieces=(
                *(Piece(f"stone-{hill}", hill, seat, "flag") for hill, seat in stones),
                *(Piece(f"herald-{seat}", ids[hill], seat, "pawns", 1) for seat, hill in enumerate(seen.heralds)),
            ),
            papers=(
                Paper(
                    "Stones",
                    tuple(Row(names[seat], seat, dots=seen.count(seat), of=TO_WIN) for seat in (0, 1)),
                    f"{TO_WIN} at the end of a turn win",
                    "standing-stones/end.1",
                ),
            ),
            outcome=view.outcome,
        )

    def facts(self, view: StonesView) -> dict[str, str | int]:
        """Each hill with its stone and herald, the turn, and how it ended."""
        seen, outcome = view.seen, view.outcome
        facts: dict[str, str | int] = {"turn": seen.turn}
        for hill, area in enumerate(BOARD):
            facts[area.id] = WORDS[seen.stones[hill]] if seen.stones[hill] >= 0 else "bare"
        for seat, word in enumerate(WORDS):
            facts[f"{word} herald"] = BOARD.areas[seen.heralds[seat]].id
        facts["winner"] = "none" if outcome is None else WORDS[outcome.winners[0]] if outcome.winners else "draw"
        return facts


STANDING_STONES = StandingStones()
