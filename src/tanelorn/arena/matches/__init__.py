"""A match of bots, and what many of them come to."""
