"""Magic items (20.0): artifact searches, looking with items, items that change hands."""
