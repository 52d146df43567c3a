"""How bots judge Albion: Land of Faerie."""

from tanelorn.bots.judgement.albion.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
