"""Standing Stones: two heralds walk seven hills in secret and raise stones. An example of a plug-in game."""

from standing_stones.rules import STANDING_STONES

GAMES = (STANDING_STONES,)
