"""Elric: nations, personalities, fleets, hidden spells, the Cosmic Balance, and Elric himself."""

from typing import Any

from tanelorn.core.game import Game

GAMES: tuple[Game[Any, Any], ...] = ()
