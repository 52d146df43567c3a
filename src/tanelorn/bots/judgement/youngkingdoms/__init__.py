"""Judgement for The Age of the Young Kingdoms."""

from tanelorn.bots.judgement.slips import SlipJudgement

JUDGEMENT = SlipJudgement()

__all__ = ["JUDGEMENT"]
