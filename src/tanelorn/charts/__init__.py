"""The charts: printed maps drawn once from a board's data, as SVG whose colours are CSS variables."""

from tanelorn.charts.areas import draw

__all__ = ["draw"]
