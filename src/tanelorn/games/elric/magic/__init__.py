"""Magic (elric/9.1d, 9.2, 9.3, 16.2/quaolnargn, 16.4): the Magic step, spells laid for battles, spells that act at
once, duels.

Drawing and holding spells is in `hands`, what spells do in a battle in `combat`, and flight by magic in `movement`. It
uses `balance` and the chapters below it.
"""
