"""Orders: what they are, how people write them, which are possible on a board. Uses the board."""
