"""The chart of hexes that Archmagi is played on, with its signs."""
