"""Albion: Land of Faerie: command, weather, enchantment and five kinds of combat on a map of hexes."""

from tanelorn.games.albion.rules import ALBION

GAMES = (ALBION,)
