"""Diplomacy boards: one judge, the standard board, and The Age of the Young Kingdoms."""

from tanelorn.games.diplomacy.standard.rules import DIPLOMACY

GAMES = (DIPLOMACY,)
