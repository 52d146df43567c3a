"""How Elric is judged."""

from tanelorn.games.elric.judgement.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
