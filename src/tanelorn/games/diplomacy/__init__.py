"""Diplomacy boards: one judge, the standard board, and The Age of the Young Kingdoms."""

from tanelorn.games.diplomacy.standard.rules import DIPLOMACY
from tanelorn.games.diplomacy.youngkingdoms.rules import YOUNG_KINGDOMS

GAMES = (DIPLOMACY, YOUNG_KINGDOMS)
