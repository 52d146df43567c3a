"""Notices: whoever is away is told that it is their turn, or what else they want to know; nobody is told twice."""
