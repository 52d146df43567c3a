"""What lies on the table (2.0, 3.0): the world, which never changes, the position, and what each piece is worth."""
