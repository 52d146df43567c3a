"""Tables of several people: they gather at one, and each seat belongs to whoever took it."""
