"""Albion: Land of Faerie: command, weather, enchantment and five kinds of combat on a map of hexes."""

from typing import Any

from tanelorn.core.game import Game

GAMES: tuple[Game[Any, Any], ...] = ()
