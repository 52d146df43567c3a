"""Tournaments: their settings, their folder, how they are played and when they are decided, how bots stand."""
