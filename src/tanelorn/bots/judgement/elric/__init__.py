"""How Elric is judged."""

from tanelorn.bots.judgement.elric.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
