"""The phases: what the Young Kingdoms change in moves, retreats and winter."""
