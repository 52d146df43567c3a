"""What is typed: lines with editing and history, which a hand-over forgets."""

from __future__ import annotations

import contextlib
import sys

from rich.console import Console

with contextlib.suppress(ImportError):  # some systems have none; then lines are read without editing
    import readline


class Keyboard:
    """Reads lines from standard input."""

    def __init__(self, console: Console) -> None:
        self.console = console

    @property
    def live(self) -> bool:
        """Whether a person sits at it, rather than a file or another program."""
        return sys.stdin.isatty() and self.console.is_terminal

    def line(self, prompt: str = "> ") -> str:
        """Return what is typed, without spaces around it; raise EOFError at the end of the input."""
        self.console.file.flush()
        while True:
            try:
                typed = input(prompt)
            except UnicodeDecodeError:
                self.console.print("That line cannot be read: it is not in this terminal's encoding.")
                continue
            # Bytes that are no text come as lone surrogates, which no file can hold.
            return typed.encode("utf-8", "replace").decode("utf-8").strip()

    def forget(self) -> None:
        """Wipe what was typed and shown, also from the terminal's memory: the next player may not read it."""
        if "readline" in globals():
            readline.clear_history()
        if self.console.is_terminal:
            # Wipe the screen, then what has scrolled off it.
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
