"""The Weather Segment (albion/5.A, 6.0): the Mana Level and the weather of the track."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.position import AlbionPosition

SKIES = {"clear": "the sky is clear", "rain": "it rains", "snow": "it snows"}


class WeatherSegment(Automatic, frozen=True, tag=True):
    """The Game-Turn Record Track is read."""

    title = "Weather"
    clause = "albion/5.A"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Set mana and weather of the turn."""
        turn = position.world.turns[position.turn]
        position.mana = turn.mana
        position.sky = turn.weather
        if log:
            log.say(f"Mana is **{turn.mana}**; {SKIES[turn.weather]}.", clause=self.clause)
