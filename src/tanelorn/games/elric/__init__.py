"""Elric: nations, personalities, fleets, hidden spells, the Cosmic Balance, and Elric himself."""

from tanelorn.games.elric.rules import ELRIC

GAMES = (ELRIC,)
