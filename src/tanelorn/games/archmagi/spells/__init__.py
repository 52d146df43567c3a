"""What spells do when they take effect (archmagi/spell/*, spell-rule.2 to .4, .11, .12, .19, .20).

How they are cast and answered is in `casting`. The effects use all phases and `battle`; only `sequence` uses them.
"""
