"""The pace of a game: how long each seat may think, whose clock runs, and what becomes of whoever is late."""
