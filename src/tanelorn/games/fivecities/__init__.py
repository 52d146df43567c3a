"""Five Cities: two players, simultaneous secret moves among provinces and cities, lightning."""

from tanelorn.games.fivecities.rules import FIVE_CITIES

GAMES = (FIVE_CITIES,)
