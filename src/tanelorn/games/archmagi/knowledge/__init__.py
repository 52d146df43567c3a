"""What a seat knows (archmagi/view.*, chits.7): its view, positions that fit a view, and facts by name.

It reads all chapters; no rule uses it.
"""
