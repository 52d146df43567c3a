"""Magic (elric/9.1d, 9.2, 9.3, 16.2, 16.4): the Magic step, spells laid for battles, spells that act at once, duels.

Drawing and holding spells is `hands`; what spells do in a battle is in `combat`, flight by magic in `movement`.
"""
