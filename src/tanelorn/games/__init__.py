"""The games: one folder each, named after its rulebook. Every folder adds itself to the registry on import."""

from __future__ import annotations

import importlib
import pkgutil
from importlib.metadata import entry_points

from tanelorn.core.game import games


def load_all() -> None:
    """Import every game's folder, and the plug-ins of the entry point group `tanelorn.games`."""
    for module in pkgutil.iter_modules(__path__):
        games.add(*importlib.import_module(f"{__name__}.{module.name}").GAMES)
    for plugin in entry_points(group="tanelorn.games"):
        games.add(*plugin.load().GAMES)
