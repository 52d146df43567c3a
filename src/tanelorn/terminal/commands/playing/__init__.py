"""Commands for players: games, lessons, and finished games looked at again."""
