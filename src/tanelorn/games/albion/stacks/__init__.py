"""Stacks that meet in a hex (albion/10.0b, 11.2, 11.9c, 18.0): who wakes, stops, evades, and is told what.

`enter` is called whenever pieces have come into a hex, in whatever way. It uses `losses` and what that uses.
"""
