"""The commands: each a module of its name, which reads what was typed and prints what was asked for."""
