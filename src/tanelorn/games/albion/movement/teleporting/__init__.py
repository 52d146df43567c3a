"""Teleporting between Places of Power (albion/12.3)."""
