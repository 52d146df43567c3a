"""Artifacts (archmagi/artifact-rule.*): revealed, used up, protecting, and inherited when their bearer is destroyed.

It uses `casting`, `words`, `state` and `map`.
"""
