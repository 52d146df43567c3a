"""Who looks: a seat (0, 1, ...), a spectator, or the referee. Each is treated as itself."""

SPECTATOR = -1
REFEREE = -2
