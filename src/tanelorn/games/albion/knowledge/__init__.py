"""What a seat knows of the position (11.9c), the facts and names that cases use, and positions drawn from a view."""
