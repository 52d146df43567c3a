"""An enchantment as it is plotted, revealed and rolled for (5.B, 19.0)."""

from __future__ import annotations

import msgspec


class Spell(msgspec.Struct, frozen=True):
    """Who casts which of the thirteen enchantments (19.4), at which hex or person, and what else must be said.

    `word` is the weather that the Elements bring or the zone of a storm. `done` is "" before the roll, "works" or
    "fails", or "void" where its target proved impossible when all was revealed.
    """

    caster: int
    number: int
    hex: int = -1
    person: int = -1
    word: str = ""
    done: str = ""


class Look(msgspec.Struct, frozen=True):
    """What a player once saw of enemy pieces in a hex (19.4/13b), with the turn in which he saw it.

    `persons` with 1 for an escort; `armies` as colour, points and commander; `ships` with 1 for a damaged one; `cargo`
    as the code of a person or of troops, how many points (1 for a person), and the ship that carries them.
    """

    turn: int
    persons: tuple[tuple[int, int], ...] = ()
    armies: tuple[tuple[int, int, int], ...] = ()
    ships: tuple[tuple[int, int], ...] = ()
    items: tuple[tuple[int, int], ...] = ()
    cargo: tuple[tuple[int, int, int], ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One line of a plan under Scrying (19.4/03): an act of movement as it is written.

    `route` is the way of a march or voyage from where it begins: hexes on land, berths at sea. `idle` tells that nobody
    was in hand, `step` which question of the movement it answers.
    """

    text: str
    verb: str
    args: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    idle: bool = False
    step: str = ""


class Plan(msgspec.Struct, frozen=True):
    """How a player has written that a stack of his will move, which lies open: the codes of its persons and ships, its
    army points by colour, and the lines.
    """

    seat: int
    hex: int
    codes: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...] = ()
