"""A game played at the terminal: who sits where, how they are asked, what they write, and where it is kept."""
