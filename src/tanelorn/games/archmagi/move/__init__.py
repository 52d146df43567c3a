"""Movement (archmagi/move.*, trait/carry, trait/transport): moves, marches, passengers, stranded units.

It uses `artifacts`, `casting` and what they use.
"""
