"""Archmagi: mages, hidden stacks, 130 kinds of unit, artifacts, spells, generated maps."""

from tanelorn.games.archmagi.rules import ARCHMAGI

GAMES = (ARCHMAGI,)
