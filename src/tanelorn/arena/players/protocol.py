"""What a program from outside and Tanelorn say to each other: a line of JSON a message, each of a `type`.

docs/tournaments.md tells it to those who write such programs. Fields may be added; what is not known is overlooked.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from tanelorn.core.choices import Pick
from tanelorn.core.game import Value

VERSION = 1
MOST = 5000
"""So many choices are listed at the most."""


class Message(msgspec.Struct, tag_field="type", omit_defaults=True):
    """What one side says."""


class Hello(Message, tag="hello"):
    """A game begins: which, by which rules, at which seat, how many `seconds` a choice may take."""

    protocol: int
    game: str
    rules: int
    scenario: str
    options: dict[str, Value]
    seat: int
    seats: tuple[str, ...]
    seed: int
    seconds: float


class Choose(Message, tag="choose"):
    """The program's seat is asked: what it sees, and what is to be decided."""

    view: Any
    title: str
    clause: str
    kind: str
    prompt: str
    sealed: bool


class Listed(Message, tag="choices"):
    """The legal choices in the game's notation; `whole` unless there are more."""

    choices: list[str]
    whole: bool


class Offered(Message, tag="offer"):
    """What may follow a path of picks, with words for people; the `choice` that the path makes, if it makes one."""

    path: list[str]
    prompt: str
    picks: tuple[Pick, ...]
    choice: str = ""


class Following(Message, tag="next"):
    """What may follow a path of picks, without words; the `choice` that the path makes, if it makes one."""

    path: list[str]
    picks: tuple[str, ...]
    choice: str = ""


class Refused(Message, tag="refused"):
    """What was said cannot be: why, and what would be right."""

    why: str
    remedy: str = ""
    clause: str = ""


class Over(Message, tag="over"):
    """The game has ended for the program, which may end too."""


class Ready(Message, tag="ready"):
    """The program is ready to play."""


Path = Annotated[list[str], msgspec.Meta(max_length=500)]


class List(Message, tag="choices"):
    """List the legal choices, `most` of them at the most."""

    most: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 1000


class Offer(Message, tag="offer"):
    """Say what may follow a path of picks, with words for people."""

    path: Path = []


class Next(Message, tag="next"):
    """Say what may follow a path of picks, without words: much faster."""

    path: Path = []


class Play(Message, tag="play"):
    """The choice: in the game's notation, or by its picks."""

    choice: str = ""
    picks: Path = []


Said = Ready | List | Offer | Next | Play
"""What a program may say."""
