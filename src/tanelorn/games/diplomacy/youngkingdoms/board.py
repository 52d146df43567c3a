"""The board of the Young Kingdoms, its sorcerers, its kinds of unit (1.orders, 2, 5.units, 9)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tanelorn.core.scene import PieceKind
from tanelorn.games.diplomacy.board import Atlas, BoardFile

DATA = Path(__file__).parent / "data"
ATLAS = Atlas(BoardFile.load(DATA / "board.json"))
SEATS = tuple(power.name for power in ATLAS.file.powers)

ARMY, FLEET, ELRIC, JAGREEN, KELMAIN = range(5)
LETTERS = ("A", "F", "Elric", "Jagreen", "K")
SIGNS: tuple[PieceKind, ...] = ("army", "fleet", "sorcerer", "sorcerer", "army")
NAMES = ("Elric", "Jagreen Lern")
KINDS = {
    "a": ARMY,
    "army": ARMY,
    "f": FLEET,
    "fleet": FLEET,
    "elric": ELRIC,
    "e": ELRIC,
    "jagreen": JAGREEN,
    "jagreen lern": JAGREEN,
    "lern": JAGREEN,
    "j": JAGREEN,
    "k": KELMAIN,
    "kelmain": KELMAIN,
}
POWER_OF = (SEATS.index("Melnibone"), SEATS.index("Pan Tang"))
"""The powers of Elric and of Jagreen Lern."""

MELNIBONE = ATLAS.number["Mel"]
WORLDS_EDGE = tuple(n for n, space in enumerate(ATLAS.file.spaces) if space.worlds_edge)
FORTRESSES = tuple((n, space.fortress) for n, space in enumerate(ATLAS.file.spaces) if space.fortress)
SPELLS = 10
HAND = 4
"""Cards dealt to each sorcerer."""

SUPPORTS = (1, 2, 3)
ATTACKS = (4, 5, 6)
STANDING_ARMY, KELMAIN_HORDES, DESTRUCTION, IMPASSABLE = 7, 8, 9, 10
"""The spells by number."""

ELRIC_HAND, JAGREEN_HAND, CARRIED, LYING, GONE, FALLEN = range(6)
"""Where a card is: in a hand, with a unit, in a space, used or destroyed, with a unit that waits for its retreat."""


class Sorcerer(NamedTuple):
    """Where a sorcerer is (-1: dead), and whether they hold the space by the strength of a spell (5.2c)."""

    at: int
    grip: bool = False

    @property
    def alive(self) -> bool:
        """Whether they are alive."""
        return self.at >= 0


class Card(NamedTuple):
    """Where a spell card is. `fresh` if its carrier has just found it; `left` is 1 + the seat whose unit left it."""

    where: int
    at: int = -1
    fresh: bool = False
    left: int = 0


class Garrison(NamedTuple):
    """A standing army (4.list, 5.5.spell-7): where, how strong, and the power that it serves (-1: none)."""

    at: int
    strength: int
    power: int


class Consent(NamedTuple):
    """A seat's agreement (5.1) to share with a power everywhere, or with anybody in a space; the other is -1."""

    seat: int
    power: int
    place: int


def is_sorcerer(kind: int) -> bool:
    """Tell whether a kind of unit is one of the sorcerers."""
    return kind in (ELRIC, JAGREEN)


def sorcerer_of(kind: int) -> int:
    """Return the sorcerer whom a kind of unit is: 0 Elric, 1 Jagreen Lern."""
    return kind - ELRIC


def kind_of(who: int) -> int:
    """Return the kind of unit as which a sorcerer is ordered: 0 is Elric, 1 Jagreen Lern."""
    return ELRIC + who
