"""How bots judge Albion: Land of Faerie."""

from tanelorn.games.albion.judgement.judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
