"""Movement (archmagi/move.*, stacks.*, trait/carry, trait/transport): marches, passengers, stranded units.

It uses `artifacts`, `casting` and what they use.
"""
