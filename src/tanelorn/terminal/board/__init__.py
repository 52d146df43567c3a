"""The board as text: the map with what stands on it, hands, ways and pictures; it asks nobody anything."""
