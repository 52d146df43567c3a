"""How sending fails: for now, or for good. Whatever else goes wrong leaves open whether a message has arrived."""

from __future__ import annotations


class NotSent(Exception):
    """A message has certainly not arrived, and may be sent again later."""


class GivenUp(Exception):
    """A message has certainly not arrived, and never will."""


class Gone(GivenUp):
    """Nobody hears what is sent there, and nobody will."""
