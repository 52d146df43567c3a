"""Sorcery: the two sorcerers, their spells, the cards, and the hordes that they call."""
