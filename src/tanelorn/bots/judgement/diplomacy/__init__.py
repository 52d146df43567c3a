"""Judgement for Diplomacy."""

from tanelorn.bots.judgement.slips import SlipJudgement

JUDGEMENT = SlipJudgement()

__all__ = ["JUDGEMENT"]
