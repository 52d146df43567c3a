"""Packs (albion/2.0 to 2.2): the files of a board with its counters, charts and set-up; what can be wrong with them.

It knows nothing of play; everything else may use it.
"""
