"""The chart of Five Cities: its areas, with the land, woods and ridges that the board's file tells."""

from tanelorn.charts import areas
from tanelorn.core.content.board import Board
from tanelorn.games.fivecities.board import DATA


def draw(board: Board) -> str:
    """The chart, from its file: a table has no other board."""
    return areas.draw(DATA / "board.toml")
