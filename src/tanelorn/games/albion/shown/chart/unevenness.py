"""What makes a drawn line uneven: the same at the same place, on every machine."""

import math
from functools import lru_cache
from zlib import crc32

OCTAVES = ((64.0, 1.0), (31.0, 0.9), (15.0, 0.6))
"""How long the waves are, and how high."""


def share(key: str) -> float:
    """Return a number from 0 to 1 that belongs to a name."""
    return crc32(key.encode()) / 0xFFFFFFFF


@lru_cache(maxsize=1 << 16)
def _post(wave: int, column: int, row: int) -> float:
    return 2 * share(f"{wave} {column} {row}") - 1


def uneven(x: float, y: float) -> float:
    """Return a height between about -1 and 1 that changes smoothly from place to place, in waves of several lengths."""
    height = 0.0
    for wave, (long, high) in enumerate(OCTAVES):
        across, down = x / long, y / long
        column, row = math.floor(across), math.floor(down)
        east, south = _eased(across - column), _eased(down - row)
        north_side = _post(wave, column, row) * (1 - east) + _post(wave, column + 1, row) * east
        south_side = _post(wave, column, row + 1) * (1 - east) + _post(wave, column + 1, row + 1) * east
        height += high * (north_side * (1 - south) + south_side * south)
    return height


def _eased(part: float) -> float:
    return part * part * (3 - 2 * part)
