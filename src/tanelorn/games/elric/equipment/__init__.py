"""The equipment (elric/3.0, 15.0, 16.0): boards and counters as packs, the spell counters, and the world built from
them.

Nothing here changes during a game. It uses no other chapter.
"""
