"""The charts of provinces: the standard board and the Young Kingdoms, with the names of places near and far."""
