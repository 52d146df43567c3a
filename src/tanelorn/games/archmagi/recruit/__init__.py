"""Recruiting (archmagi/recruit-units.*, recruit-spells.*, chits.*): draws, deployment, reserves and their limits.

It uses `artifacts`, `casting` and what they use.
"""
