"""The chart of The Age of the Young Kingdoms."""

from tanelorn.core.content.board import Board
from tanelorn.games.diplomacy.shown.chart import provinces
from tanelorn.games.diplomacy.youngkingdoms.board import DATA


def draw(board: Board) -> str:
    """The chart, from its file: a table has no other board."""
    return provinces.draw(DATA / "board.json")
