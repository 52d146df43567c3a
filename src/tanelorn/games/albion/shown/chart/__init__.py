"""The chart of Faerie: land, shores, ways, names, signs and legend of a board of hexes."""
