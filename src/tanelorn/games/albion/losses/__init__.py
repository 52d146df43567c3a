"""Losses (albion/7.0) and attrition (8.0): who bears them, who dies, and what becomes of the items of the dead (20.5).

Victory Points for losses (21.1, 21.2), heirs (7.9, 2.3h) and the fall of fortresses (17.4) are here too. What a death
brings about in its hex, such as evasion, belongs to `stacks`; it is pushed as a consequence. It uses `weather`, `state`
and `pack`.
"""
