"""The equipment (elric/3.0, 15.0, 16.0): the board, counters and nations as packs have them, the spell counters, and
the world built from them.

Nothing here changes during a game. It uses no other chapter.
"""
