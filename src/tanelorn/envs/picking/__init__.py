"""Actions by picks: a fixed vocabulary for each game, and choices made of its numbers one by one."""
