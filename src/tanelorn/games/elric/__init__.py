"""Elric: nations, personalities, fleets, hidden spells, the Cosmic Balance, and Elric himself."""
