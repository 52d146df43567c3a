"""Combat (elric/10.0 to 10.9, 9.2f to 9.2h): from the declaration of battles to retreats, captured cities and sieges.

Losses and heroic escapes, which other chapters need too, are in `losses`. It uses `movement` and the chapters below it.
"""
