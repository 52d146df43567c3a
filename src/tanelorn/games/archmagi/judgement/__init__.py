"""Judgement for Archmagi: what chits are worth, how each phase is played, and rollouts for the bot that thinks."""

from tanelorn.games.archmagi.judgement.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
