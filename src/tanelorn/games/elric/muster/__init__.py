"""Muster (elric/11.0), and where mustered counters are set up (4.0f).

It uses `replacements` (a muster of one's own country) and the chapters below `movement`.
"""
