"""Elric and Albion from known positions, in one plug-in."""

from tests.site import albion_at, elric_at

GAMES = (*elric_at.GAMES, *albion_at.GAMES)
