"""What is printed and never changes (albion/2.0, 3.0): the map, the counters, items and enchantments, as flat tables by
number; how all of it is named in words and on cards.
"""
