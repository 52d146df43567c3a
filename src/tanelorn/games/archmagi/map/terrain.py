"""Terrain (archmagi/terrain.*): the chart of twenty that a D20 gives, four that follow from the map, and what counts as
land, as water, and on a coast as both.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import Illegal, UnknownName, nearest

Surface = Literal["land", "water", "sea", "coast"]


class Terrain(msgspec.Struct, frozen=True):
    """One kind of ground: `d20` is the roll that gives it (0: none does), `also` are further words for it (terrain.1,
    terrain.2).
    """

    d20: int
    slug: str
    name: str
    also: tuple[str, ...]
    surface: Surface


class _Chart(msgspec.Struct, frozen=True):
    terrain: tuple[Terrain, ...]


TERRAINS: tuple[Terrain, ...] = read_toml(Path(__file__).parents[1] / "data/terrain.toml", _Chart).terrain
"""All terrains; a terrain's place here is its number in positions, for the first twenty its D20 roll less one."""

NUMBER: dict[str, int] = {terrain.slug: number for number, terrain in enumerate(TERRAINS)}
"""The number of each terrain by slug."""

UNKNOWN = -1
"""Land that nobody has explored yet (archmagi/explore.4)."""

UNKNOWN_SLUG = "unknown"
ROLLED = 20
"""How many terrains the D20 gives: the first twenty."""

WATER, SEA, ABYSS, REEF, COASTAL = (NUMBER[slug] for slug in ("water", "sea", "abyss", "reef", "coastal"))
SEAS = frozenset((SEA, ABYSS, REEF))
"""What counts as sea (archmagi/terrain.3): inland Water does not."""

DRAWN: dict[str, int] = {terrain.slug: number for number, terrain in enumerate(TERRAINS) if number != COASTAL}
"""The terrains that a map may name: all but Coastal, which follows from where the sea is."""

_WORDS: dict[str, int] = {
    word.casefold(): number
    for number, terrain in enumerate(TERRAINS)
    if number != COASTAL
    for word in (terrain.slug, terrain.name, *terrain.also)
}


def slug_of(terrain: int) -> str:
    """Return a terrain's slug by its number, "unknown" for UNKNOWN."""
    return UNKNOWN_SLUG if terrain == UNKNOWN else TERRAINS[terrain].slug


def name_of(terrain: int) -> str:
    """Return a terrain's name by its number, for people."""
    return "Unknown land" if terrain == UNKNOWN else TERRAINS[terrain].name


def rolled(roll: int) -> int:
    """Return the terrain that a D20 gives (archmagi/terrain.1); raise Illegal for a number that it does not bear."""
    if not 1 <= roll <= ROLLED:
        raise Illegal(f"A D20 cannot show {roll}.", remedy=f"It shows 1 to {ROLLED}.", clause="archmagi/terrain.1")
    return roll - 1


def read_terrain(word: str) -> int:
    """Return the terrain that a word of a map means, by slug, name or further word (archmagi/terrain.7).

    "?" and "unknown" are UNKNOWN. Raise UnknownName with the nearest words; Coastal is refused, for it follows from
    where the sea is.
    """
    plain = " ".join(word.casefold().split())
    if plain in ("?", UNKNOWN_SLUG):
        return UNKNOWN
    if plain in _WORDS:
        return _WORDS[plain]
    if plain == TERRAINS[COASTAL].slug:
        raise UnknownName(
            "“coastal” is no terrain of its own.", remedy="Name the land's terrain: land beside the sea is coastal."
        )
    raise UnknownName(f"There is no terrain “{word}”.", remedy=nearest(plain, [*_WORDS, UNKNOWN_SLUG]))


class Shores(Protocol):
    """Where the sea is, and which hexes of land lie beside it, as `map/land.py` reads a map."""

    @property
    def sea(self) -> Sequence[bool]:
        """Whether a hex is of the sea."""

    @property
    def coastal(self) -> Sequence[bool]:
        """Whether a hex is land beside the sea."""


class Ground(Protocol):
    """A map with the terrain of its hexes as far as it is known; a position is one."""

    @property
    def land(self) -> Shores:
        """What never changes of the map."""

    @property
    def terrain(self) -> Sequence[int]:
        """The terrain of each hex now."""


def is_coastal(ground: Ground, hex: int) -> bool:
    """Tell whether a land hex lies beside the sea and so is land and water (terrain.3, terrain.4)."""
    land = ground.land
    return land.coastal[hex] and ground.terrain[hex] != WATER


def is_land(ground: Ground, hex: int) -> bool:
    """Tell whether a hex counts as land (terrain.6)."""
    return not ground.land.sea[hex] and ground.terrain[hex] != WATER


def is_water(ground: Ground, hex: int) -> bool:
    """Tell whether a hex counts as water (terrain.6)."""
    return ground.land.sea[hex] or ground.terrain[hex] == WATER or is_coastal(ground, hex)
