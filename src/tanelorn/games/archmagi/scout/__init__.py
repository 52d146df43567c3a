"""The Scout phase (archmagi/scout.*): looking into stacks, thefts, Cannibals, Visions.

It uses `artifacts`, `casting` and what they use.
"""
