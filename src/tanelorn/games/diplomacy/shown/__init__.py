"""Facts by name, positions by name, what is drawn. Uses views alone."""
