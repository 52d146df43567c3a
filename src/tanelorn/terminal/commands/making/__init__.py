"""Commands for those who extend a game: maps, packs and rule cases."""
