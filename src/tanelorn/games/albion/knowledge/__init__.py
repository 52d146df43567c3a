"""What a seat knows (albion/11.9c, 11.9f): its view, positions that fit a view, and facts and positions by name.

It reads all chapters; no rule uses it.
"""
