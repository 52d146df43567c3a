"""The charts: printed maps drawn once from a board's data, as SVG whose colours are CSS variables."""

from pathlib import Path

from tanelorn.charts import areas, hexmap, provinces
from tanelorn.games.archmagi.land import land
from tanelorn.games.archmagi.maps import read_map

__all__ = ["draw"]


def draw(file: Path) -> str:
    """The chart of a board file: areas from `board.toml`, provinces from `board.json`, hexes from a map in `maps`."""
    if file.parent.name == "maps":
        map = land(read_map(file))
        return hexmap.draw(map.board(map.terrain))
    return areas.draw(file) if file.suffix == ".toml" else provinces.draw(file)
