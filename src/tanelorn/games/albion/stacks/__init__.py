"""Stacks in one hex (11.2, 14.0, 18.0): command, the meeting of enemies, evasion."""
