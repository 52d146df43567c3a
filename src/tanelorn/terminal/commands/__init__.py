"""The commands, sorted by whom they serve. Each is a module of its name, which reads what was typed and prints."""
