"""The charts: printed maps drawn once from a board's data, as SVG whose colours are CSS variables."""

from pathlib import Path

from tanelorn.charts import areas, provinces

__all__ = ["draw"]


def draw(file: Path) -> str:
    """The chart of a board file: areas from `board.toml`, provinces from `board.json`; the same bytes every time."""
    return areas.draw(file) if file.suffix == ".toml" else provinces.draw(file)
