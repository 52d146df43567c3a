"""Enchantments (albion/5.B, 19.0): who can cast what, plotting, casting, and what each of the thirteen does.

The thirteen as data are in `state.spells`, the weather they bring in `weather`. It uses `combat` and what that uses.
"""
