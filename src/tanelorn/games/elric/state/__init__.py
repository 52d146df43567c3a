"""The position and what it alone can answer (elric/3.0, 7.1, 11.0h, 13.2, 14.0): the ground that all chapters share.

Stacks, cities, wilderness, hordes, dominance, the scenarios' terms, how things are named, and the consequences that one
chapter leaves for another. It uses `equipment` only.
"""
