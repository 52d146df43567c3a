"""The command line and the text board: one small module a command."""
