"""Judgement for Five Cities: prospects of a position, orders worth a thought, whole turns as arrays."""

from tanelorn.games.fivecities.judgement.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
