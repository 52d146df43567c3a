"""Consequences: steps that an earlier chapter pushes and a later chapter carries out.

When somebody dies or something leaves a hex, chapter 7 knows that something follows, but not what: meetings (11.2) and
evasion (18.0) come after it. So it pushes a consequence, which has a name and says of what it is the consequence.
`sequence.py` says in one table which function carries out which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.state.position import AlbionPosition


class Consequence(Automatic, frozen=True):
    """A step whose meaning is given in `sequence.py`."""

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Call the function that carries this consequence out."""
        _CARRIED_OUT[type(self)](self, position, log)


_CARRIED_OUT: dict[type[Consequence], Callable[..., None]] = {}

C = TypeVar("C", bound=Consequence)


def carries_out(kind: type[C], function: Callable[[C, AlbionPosition, Log], None]) -> None:
    """Let a function carry out all consequences of a kind."""
    _CARRIED_OUT[kind] = function
