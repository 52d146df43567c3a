"""Judgement for every game that is played by slips of orders: shared by the boards of the Diplomacy kind."""

from tanelorn.bots.judgement.slips.judgement import SlipJudgement

__all__ = ["SlipJudgement"]
