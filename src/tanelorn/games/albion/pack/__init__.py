"""Packs (2.0): the files of a board with its counters, charts and set-up, and all that can be wrong with them."""
