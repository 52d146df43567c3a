"""The commands, by whom they serve: each a module of its name, which reads what was typed and prints what is asked."""
