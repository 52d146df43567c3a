"""The equipment (elric/3.0, 15.0, 16.0): boards and counters as packs, the spell counters, the world made of them.

Nothing here changes in a game. It uses no other chapter.
"""
