"""Recovery (9.0) and activation (10.0): wounds heal, ships are refitted, and sleeping pieces wake."""
