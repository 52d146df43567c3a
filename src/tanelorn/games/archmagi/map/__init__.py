"""The map (archmagi/map.*, terrain.*): kinds of terrain, hexes and drawn territories, map files, generated maps.

It knows nothing of units or play; everything else may use it.
"""
