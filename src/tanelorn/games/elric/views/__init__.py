"""What a seat may know (elric/9.0a) and how it is drawn: views, positions by name or drawn from a view, the scene."""
