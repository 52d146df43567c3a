"""Movement (11.0, 12.0, 13.0): what a step costs, the group in hand, and all that is done on the march."""
