"""Looks into enemy stacks: what is seen is remembered for its player, with its turn (albion/19.4/13b)."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.albion.state.magic_items import item_hex
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import is_piece, troops_code
from tanelorn.games.albion.state.printed.spells import Look


def look_at(position: AlbionPosition, seat: int, hexes: Iterable[int]) -> int:
    """Show a seat all enemy pieces in some hexes, never wounds (19.4/13b); return in how many hexes there were any."""
    looks = position.looks[seat]
    found = 0
    for hex in hexes:
        looks.pop(hex, None)
        look = seen_in(position, 1 - seat, hex)
        if look is not None:
            looks[hex] = look
            found += 1
    return found


def seen_in(position: AlbionPosition, side: int, hex: int) -> Look | None:
    """Return what a side has in a hex, None for nothing."""
    persons = tuple((person, position.escort[person]) for person in position.persons_of(side, hex))
    armies = tuple((army.colour, army.n, army.chief) for army in position.armies_of(side, hex))
    ships = tuple((ship, position.hurt[ship]) for ship in position.ships_of(side, hex))
    if not persons and not armies and not ships:
        return None
    cargo = [(person, 1, position.aboard[person]) for person, _ in persons if position.aboard[person] >= 0]
    cargo += [(troops_code(army.colour), army.n, army.ship) for army in position.armies_of(side, hex) if army.ship >= 0]
    return Look(position.turn, persons, armies, ships, items_with(position, side, hex), tuple(cargo))


def items_with(position: AlbionPosition, side: int, hex: int) -> tuple[tuple[int, int], ...]:
    """Return the items that a side's pieces in a hex have, each with who has it."""
    found = []
    for item, bearer in enumerate(position.bearer):
        if is_piece(bearer) and item_hex(position, item) == hex and position.seat_of(bearer) == side:
            found.append((item, bearer))
    return tuple(found)
