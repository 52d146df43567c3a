"""Casting and answering (archmagi/spell-rule.*, response.*): who casts what, at whom, and who answers spells and dice.

What a spell does when it takes effect is in `spells`. It uses `words`, `state` and `map`.
"""
