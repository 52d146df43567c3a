"""How things look in a terminal: the consoles, the seats' emblems and colours, prose with its bold names."""

from __future__ import annotations

import codecs
import os
import re
import sys

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from tanelorn.core.errors import TanelornError

# By colour number, 1 to 8. A terminal's own sixteen colours follow its theme, so they stay legible on dark and light.
_EMBLEMS = "●◆▲■⬢☾★✚"
_PLAIN_EMBLEMS = ("()", "<>", "/\\", "##", "{}", "((", "**", "++")
_STYLES = ("red", "bright_blue", "yellow", "green", "bright_black", "cyan", "magenta", "white")

_PLAIN = {
    **dict(zip(_EMBLEMS, _PLAIN_EMBLEMS, strict=True)),
    "“": '"',
    "”": '"',
    "’": "'",
    "‘": "'",
    "–": "-",
    "—": "-",
    "…": "...",
    "·": "-",
    "×": "x",
    "±": "+/-",
    "→": "->",
    "○": "o",
    "ϟ": "!",
    "✓": "ok",
    "✗": "no",
    "µ": "u",
    "═": "=",
    "║": "=",
    "─": "-",
}


def command(words: str) -> str:
    """Return what to type for a command: `./play …` for those who have called it so, else `tanelorn …`.

    `./play` plays whatever is no other command, so there the word `play` can be left out.
    """
    called = os.environ.get("TANELORN_CALLED")
    return f"{called} {words.removeprefix('play ')}" if called else f"tanelorn {words}"


def examples(text: str) -> str:
    """Return lines that begin with `tanelorn` as they are to be typed."""
    return re.sub(r"^tanelorn (.+)", lambda found: command(found[1]), text, flags=re.MULTILINE)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write what an output cannot: the nearest plain characters, and a question mark for the rest."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in text), error.end


def never_fail_to_write() -> None:
    """Make standard output and error write plain characters where their encoding lacks the right ones."""
    codecs.register_error("tanelorn-plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="tanelorn-plain")


def only_plain() -> None:
    """Write plain characters only, whatever the terminal can do."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="ascii", errors="tanelorn-plain")


def out() -> Console:
    """Return a console on standard output."""
    return Console(highlight=False, emoji=False, markup=False)


def err() -> Console:
    """Return a console on standard error."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def bars() -> Progress:
    """Return what shows how much of a long work is done and how long the rest will take, on standard error; it is gone
    when the work is done.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err(), transient=True)


def emblem(colour: int, plain: bool = False) -> str:
    """Return the sign of a seat's colour; two plain characters where the terminal has no others."""
    return (_PLAIN_EMBLEMS if plain else _EMBLEMS)[(colour - 1) % 8]


def style(colour: int) -> str:
    """Return the Rich style of a seat's colour."""
    return f"bold {_STYLES[(colour - 1) % 8]}"


class Livery(msgspec.Struct, frozen=True):
    """The seats' names and colours, as a console can show them."""

    names: tuple[str, ...]
    colours: tuple[int, ...]
    plain: bool = False

    def sign(self, seat: int) -> Text:
        """Return the seat's emblem in its colour."""
        colour = self.colours[seat]
        return Text(emblem(colour, self.plain), style(colour))

    def name(self, seat: int) -> Text:
        """Return emblem and name."""
        return Text.assemble(self.sign(seat), " ", (self.names[seat], "bold"))


def letters(text: str) -> str:
    """Return a name's letters and digits in small, by which it is known however its signs are written."""
    return "".join(character for character in text.casefold() if character.isalnum())


def prose(text: str, base: str = "") -> Text:
    """Return a sentence in which `**` marks names, with the names in bold."""
    drawn = Text(style=base)
    for number, part in enumerate(re.split(r"\*\*", text)):
        drawn.append(part, "bold" if number % 2 else "")
    return drawn


def clause_mark(clause: str) -> Text:
    """Return a clause's id as it stands at the end of a line."""
    return Text(f" [{clause}]" if clause else "", "dim")


def refusal(error: TanelornError) -> Text:
    """Return an error as one sentence, its remedy and its clause."""
    drawn = Text.assemble((error.why, "bold red"))
    if error.remedy:
        drawn.append(f" {error.remedy}")
    return drawn.append_text(clause_mark(error.clause))
