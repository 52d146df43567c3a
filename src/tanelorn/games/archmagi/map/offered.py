"""The maps that Archmagi offers: generated ones, its own, and those that players have drawn (archmagi/map.4)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tanelorn.core.content.maps import Map, Maps
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, check_map, read_map, warnings, write_map


class ArchmagiMaps(Maps):
    """Continents of hexes, and maps of territories."""

    options = ("land", "unknown", "chits")

    def make(self, players: int, number: int, options: Mapping[str, bool | int | str]) -> Map:
        """Generate a continent."""
        lands, unknown, chits = int(options["land"]), bool(options["unknown"]), bool(options["chits"])
        return _shown(generate(players, number, land_hexes=lands, unknown=unknown, chits=chits))

    def read(self, file: Path, players: int) -> Map:
        """Read a map file, and see whether so many can play on it."""
        text = read_map(file)
        check_map(text, players)
        return _shown(text)

    def built_in(self) -> Mapping[str, Path]:
        """Return the maps in `data/maps`."""
        return built_in()


def _shown(text: str) -> Map:
    map = land(text)
    return Map(
        title=map.title,
        board=map.board(map.terrain),
        says=f"{len(map) - sum(map.sea)} land hexes, {sum(map.sea)} of sea",
        file=write_map(text),
        starts=tuple(map.ids[hex] for hex in map.starts),
        warnings=tuple(warnings(text)),
    )


MAPS = ArchmagiMaps()
