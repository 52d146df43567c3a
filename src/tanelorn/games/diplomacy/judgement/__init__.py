"""Judgement for every game that is played by slips of orders: shared by the boards of the Diplomacy kind."""

from tanelorn.games.diplomacy.judgement.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
