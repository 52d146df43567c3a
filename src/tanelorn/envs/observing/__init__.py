"""What a seat sees, as arrays: where each field stands, how it is written down, and what is kept of it."""
