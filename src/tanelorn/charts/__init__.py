"""The charts: printed maps drawn once from a board's data, as SVG whose colours are CSS variables."""

from collections.abc import Callable
from pathlib import Path

from tanelorn.charts import areas
from tanelorn.charts.albion import faerie
from tanelorn.charts.archmagi import hexmap
from tanelorn.charts.diplomacy import provinces
from tanelorn.charts.elric import kingdoms
from tanelorn.core.content.board import Board
from tanelorn.core.game import plugged_in
from tanelorn.games.albion.state.board import HexBoard, board_of
from tanelorn.games.albion.state.world import world_of
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import read_map
from tanelorn.games.elric.equipment.board import PackBoard

__all__ = ["draw", "draw_own", "drawer_of"]

KINGDOMS = "elric"
FAERIE = "albion"


def draw(file: Path) -> str:
    """The chart of a board file: areas from `board.toml`, provinces from `board.json`, hexes from a map in `maps`.

    Elric's provinces lie on a chart of kingdoms, Albion's hexes on a chart of Faerie.
    """
    if file.parent.name == "maps":
        map = land(read_map(file))
        return hexmap.draw(map.board(map.terrain))
    if file.parent.parent.name == FAERIE:
        return faerie.draw(board_of(world_of()))
    if file.parent.parent.name == KINGDOMS:
        return kingdoms.draw(kingdoms.read(file))
    return areas.draw(file) if file.suffix == ".toml" else provinces.draw(file)


def drawer_of(slug: str) -> Callable[[Board], str] | None:
    """Return what draws the boards of a game in another package, as its entry point in `tanelorn.charts` names it."""
    drawer: Callable[[Board], str] | None = plugged_in("tanelorn.charts", slug)
    return drawer


def draw_own(slug: str, board: Board) -> str:
    """The chart of a board that is a table's own: as a plug-in draws it, or kingdoms or hexes."""
    drawer = drawer_of(slug)
    if drawer is not None:
        return drawer(board)
    if isinstance(board, HexBoard):
        return faerie.draw(board)
    return kingdoms.draw(board.pack) if isinstance(board, PackBoard) else hexmap.draw(board)
