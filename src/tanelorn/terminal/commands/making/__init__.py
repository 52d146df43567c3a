"""Commands for who adds to a game: maps, packs and cases."""
