"""How things are said: the names of hexes, units and chits, verbs and their slots, choices, lines of the chronicle.

Clauses: archmagi/view.3, view.5. It uses `state` and `map`.
"""
