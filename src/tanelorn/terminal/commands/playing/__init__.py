"""Commands for who plays: games, lessons, and records looked at again."""
