"""Many games: matches between bots, and what they come to."""

from tanelorn.arena.matches import Match, Result, play_match
from tanelorn.arena.series import play_matches
from tanelorn.arena.summary import Score, Summary, Tally

__all__ = ["Match", "Result", "Score", "Summary", "Tally", "play_match", "play_matches"]
