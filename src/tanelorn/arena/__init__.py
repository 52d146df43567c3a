"""Many games: matches between bots, and what they come to."""

from tanelorn.arena.matches import Match, Result, play_match, play_matches
from tanelorn.arena.summary import Score, Summary

__all__ = ["Match", "Result", "Score", "Summary", "play_match", "play_matches"]
