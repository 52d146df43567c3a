"""Many games: matches between bots, and what they come to."""

from tanelorn.arena.matches.match import Match, Result, play_match
from tanelorn.arena.matches.summary import Score, Summary, Tally
from tanelorn.arena.places.series import play_matches

__all__ = ["Match", "Result", "Score", "Summary", "Tally", "play_match", "play_matches"]
