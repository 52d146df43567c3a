"""The games: one folder each, named after its rulebook, with the games that its book is played by."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points

from tanelorn.core.game import Game, games

FOLDERS = {
    "albion": ("albion",),
    "archmagi": ("archmagi",),
    "diplomacy": ("diplomacy", "youngkingdoms"),
    "elric": ("elric",),
    "fivecities": ("fivecities",),
}
"""The slugs of each folder's games: a folder is imported when one of them is asked for."""


def _loader(folder: str) -> Callable[[], tuple[Game, ...]]:
    return lambda: importlib.import_module(f"{__name__}.{folder}").GAMES


@cache
def _plugins() -> tuple[Game, ...]:
    """Load the packages of the entry point group `tanelorn.games`, those that are installed when they are asked for."""
    return tuple(game for plugin in entry_points(group="tanelorn.games") for game in plugin.load().GAMES)


def expect_all() -> None:
    """Tell the registry which games there are, without loading any."""
    for folder, slugs in FOLDERS.items():
        games.expect(slugs, _loader(folder))
    games.expect_plugins(_plugins)
