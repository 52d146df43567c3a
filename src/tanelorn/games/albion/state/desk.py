"""What lies before a player and is hidden from the enemy: who has just moved, what is being prepared."""

from __future__ import annotations

import msgspec

from tanelorn.games.albion.state.errands import Errand
from tanelorn.games.albion.state.spells import Line


class Desk(msgspec.Struct, frozen=True):
    """The notes of one player.

    `arrivals` are the pieces that have just come into hexes, until what follows from it is settled: each the hex, how
    many army points, then the persons. `entry` is the last step of the group in hand, where it has met the enemy and
    may overrun them (12.5): from, to; (-1, -1) otherwise. `left_out` are persons who are not to evade (18.0e), `errand`
    is the teleport or search that is being prepared (`errands.py`). `visits` are the hexes arranged in this phase, one
    entry a time; `tidied` what has been changed in the arrangement under way; `asked` the hexes asked with Misha's Rod
    in this phase. `left` are the codes of persons and ships that were set down without having moved, and TROOPS +
    colour of troops left behind, since anything of the side last spent points; `draft` are pairs of a code and a ship:
    what goes aboard, or ashore, together. `stacks` are the persons of each stack that has made its forced march in this
    phase (12.4b). `given_up` counts the teleports and searches of this phase that were begun and given up.
    """

    arrivals: tuple[tuple[int, ...], ...] = ()
    entry: tuple[int, int] = (-1, -1)
    left_out: tuple[int, ...] = ()
    errand: Errand = ()
    visits: tuple[int, ...] = ()
    tidied: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    draft: tuple[tuple[int, int], ...] = ()
    stacks: tuple[tuple[int, ...], ...] = ()
    plan: tuple[Line, ...] = ()
    given_up: int = 0


EMPTY = Desk()

PATIENCE = 12
"""How often a player may begin a teleport or a search in a phase and give it up: games must end."""


TOP, SHIPS_TOP, TOPS = 0, 1, 100
"""How it is noted in `tidied` what has been put on top: of a stack, of the ships on the first coast; all below TOPS."""


def news(desks: list[Desk]) -> list[tuple[int, bool, int]]:
    """Return of what notes somebody has learned what was hidden: hexes asked with Misha's Rod (20.6/17), and tops that
    have been changed in the arrangement under way, which the enemy sees (11.9c).
    """
    found = [(seat, True, hex) for seat, desk in enumerate(desks) for hex in desk.asked]
    for seat, desk in enumerate(desks):
        found += [(seat, False, key) for key in desk.tidied if key < TOPS]
    return found


def note(desks: list[Desk], seat: int, **changes: object) -> None:
    """Write something down for a seat."""
    desks[seat] = msgspec.structs.replace(desks[seat], **changes)


def give_up(desks: list[Desk], seat: int) -> None:
    """Put the teleport or search away that was being prepared."""
    note(desks, seat, errand=(), given_up=desks[seat].given_up + 1)
