"""Enchantments (19.0): plotting, casting, and what each of the thirteen does."""
