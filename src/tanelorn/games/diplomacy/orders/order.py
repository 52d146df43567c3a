"""Orders: what they are, and how they are written (the notation of the hobby: `A BUD - SER`, `F TRI S A BUD - SER`)."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.core.scene import PieceKind
from tanelorn.games.diplomacy.board import Atlas

ARMY, FLEET = 0, 1
LETTERS = ("A", "F")
WORDS: tuple[PieceKind, ...] = ("army", "fleet")

HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, WAIVE = range(8)
_ALONE = {HOLD: "H", DISBAND: "D", BUILD: "B"}
"""What follows the unit where nothing else does."""


class Unit(NamedTuple):
    """A unit on the board: whose, of which kind, at which location."""

    power: int
    kind: int
    at: int


class Order(NamedTuple):
    """One order. `at` and `to` are locations; `of` is the province of the unit supported or convoyed, `whom` its kind.

    A support to hold has no `to`. `via` tells that a move goes by convoy. `spell` is for boards with magic.
    """

    verb: int
    kind: int = -1
    at: int = -1
    to: int = -1
    of: int = -1
    whom: int = -1
    via: bool = False
    spell: int = 0

    def text(self, atlas: Atlas, letters: tuple[str, ...] = LETTERS) -> str:
        """Return the order in the notation."""
        if self.verb == WAIVE:
            return "waive"
        names = atlas.locations
        unit = f"{letters[self.kind]} {names[self.at]}"
        if self.verb == MOVE:
            return f"{unit} - {names[self.to]}" + (" via convoy" if self.via else "")
        if self.verb == RETREAT:
            return f"{unit} R {names[self.to]}"
        if self.verb in _ALONE:
            return f"{unit} {_ALONE[self.verb]}"
        whom = f"{unit} {'S' if self.verb == SUPPORT else 'C'} {letters[self.whom]} {names[self.of]}"
        return f"{whom} - {names[self.to]}" if self.to >= 0 else whom


def hold(unit: Unit) -> Order:
    """Return the order for a unit to hold, which counts when nothing is written for it."""
    return Order(HOLD, unit.kind, unit.at)
