"""The charts: printed maps drawn once from a board's data, as SVG whose colours are CSS variables.

Here is what all draw with. What one game alone draws lies in its own folder, and the game names it (`chart_drawer`).
"""

from collections.abc import Callable

from tanelorn.core.content.board import Board
from tanelorn.core.errors import BadData
from tanelorn.core.game import Game, loaded

__all__ = ["draw"]


def draw(game: Game, board: Board | None = None) -> str:
    """The chart of a board of a game, without one of that which its tables share; raise BadData if nothing draws it."""
    if not game.chart_drawer:
        remedy = "Name in `chart_drawer` of the game what draws a board, as module:function."
        raise BadData(f"{game.title} does not say what draws its chart.", remedy=remedy)
    drawer: Callable[[Board], str] = loaded(game.chart_drawer)
    return drawer(game.board if board is None else board)
