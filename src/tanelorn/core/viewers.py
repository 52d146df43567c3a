"""Viewers: a seat (0, 1, ...), a spectator or the referee."""

SPECTATOR = -1
REFEREE = -2
