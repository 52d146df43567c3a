"""What belongs to the seats of a table beside its record: drafts, notes, standing answers, letters, what they agree on;
and the visitors whose seats they are.
"""
