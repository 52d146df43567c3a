"""Positions with a known best idea, written as data, and whether somebody who is set before one finds it."""
