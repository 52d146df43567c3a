"""What a game is made of besides code: data with its sources, board, rulebook, verbs, and packs of players' own.

Uses nothing but errors: what plays is above it.
"""
