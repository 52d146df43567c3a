"""Positions, orders and their mirror images for the property tests of Five Cities."""

from __future__ import annotations

from hypothesis import strategies as st

from tanelorn import Table
from tanelorn.games.fivecities.board import BOARD, FILE, IDS
from tanelorn.games.fivecities.notation import Order
from tanelorn.games.fivecities.rules import FIVE_CITIES

_ID = {entry.slug: entry.abbreviation for entry in (*FILE.province, *FILE.city)}
_CITY_OF = {city.province: city.abbreviation for city in FILE.city}
MIRROR = {_ID[p.slug]: _ID[p.mirror] for p in FILE.province} | {
    _CITY_OF[p.slug]: _CITY_OF[p.mirror] for p in FILE.province
}
LINKS = frozenset(frozenset((link.a, link.b)) for link in BOARD.links)
PLAIN = {area: area for area in IDS}
WORDS = ("first", "second")

Holding = dict[str, tuple[int, int]]
"""By area, the seat that stands there and its pieces."""

holdings = st.dictionaries(
    st.sampled_from(IDS), st.tuples(st.integers(0, 1), st.integers(1, 7)), min_size=2, max_size=len(IDS)
)


def lay(
    holding: Holding, *, at: str = "orders", areas: dict[str, str] = PLAIN, swap: bool = False, **more: int
) -> Table:
    """Lay a position on a table, its areas renamed and its seats exchanged if asked for."""
    position: dict[str, object] = {"at": at}
    for seat, word in enumerate(WORDS):
        mine = 1 - seat if swap else seat
        position[word] = {areas[area]: count for area, (owner, count) in holding.items() if owner == mine}
    return Table.at(FIVE_CITIES, FIVE_CITIES.position_from(position))


def renamed(order: Order, areas: dict[str, str]) -> Order:
    """Return an order with its areas renamed."""
    number = [BOARD.index[areas[area]] for area in IDS]
    moves = [(number[origin], number[to], count) for origin, to, count in order.moves]
    return Order.of(moves, number[order.bomb] if order.bomb >= 0 else -1)


def pieces(table: Table) -> Holding:
    """Read a table's areas as a holding; fail where two seats stand in one."""
    facts = table.facts()
    found: Holding = {}
    for area in IDS:
        if facts[area] != "empty":
            word, count = str(facts[area]).split()
            found[area] = WORDS.index(word), int(count)
    return found
