"""Combat against the sheet's own arithmetic; a turn against its mirror image and against changed seats."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Table
from tanelorn.games.fivecities.combat import survivors
from tests.games.fivecities.boards import MIRROR, PLAIN, Holding, holdings, lay, pieces, renamed

rule = pytest.mark.rule
force = st.integers(1, 60)


@rule("fivecities/combat.7", "fivecities/combat.8", "fivecities/combat.9", "fivecities/combat.10")
@given(force, force, st.integers(-1, 1))
def test_unequal_forces(first: int, second: int, holder: int) -> None:
    if first == second:
        return
    strong, weak = max(first, second), min(first, second)
    superiority = strong - weak
    left = strong - max(0, weak - superiority)
    assert survivors(first, second, holder) == ((left, 0) if first > second else (0, left))
    assert (left == strong) == (strong >= 2 * weak)
    assert left > 0


@rule("fivecities/combat.2", "fivecities/combat.3", "fivecities/combat.14")
@given(force)
def test_even_forces(size: int) -> None:
    assert [survivors(size, size, holder) for holder in (-1, 0, 1)] == [(0, 0), (1, 0), (0, 1)]


def play_a_turn(holding: Holding, seed: int, areas: dict[str, str], swap: bool) -> tuple[Table, bool]:
    """Play random orders of a position on a table whose areas are renamed and whose seats are exchanged."""
    rng = random.Random(seed)
    plain = lay(holding)
    orders = [plain.decision(seat).choices().sample(rng) for seat in (0, 1)]
    if rng.random() < 0.5:
        orders = [type(order)(order.moves, rng.randrange(16)) for order in orders]
    table = lay(holding, areas=areas, swap=swap)
    for seat, order in enumerate(orders):
        table.play(renamed(order, areas), 1 - seat if swap else seat)
    lines = " ".join(event.text for event in table.log.events)
    return table, "against" not in lines and "Lightning" not in lines


@rule(
    "fivecities/board.7",
    "fivecities/bombardment.9",
    "fivecities/bombardment.6",
    "fivecities/combat.11",
    "fivecities/combat.18",
    "fivecities/movement.15",
    "fivecities/setup.5",
)
@given(holdings, st.integers(0, 2**32))
def test_a_turn_is_the_same_in_the_mirror_and_with_the_seats_exchanged(holding: Holding, seed: int) -> None:
    plain, _ = play_a_turn(holding, seed, PLAIN, False)
    seen = pieces(plain)
    mirrored, _ = play_a_turn(holding, seed, MIRROR, False)
    assert pieces(mirrored) == {MIRROR[area]: there for area, there in seen.items()}
    exchanged, _ = play_a_turn(holding, seed, PLAIN, True)
    assert pieces(exchanged) == {area: (1 - owner, count) for area, (owner, count) in seen.items()}
    if plain.outcome is not None:
        assert exchanged.outcome is not None
        assert plain.outcome.winners == tuple(1 - seat for seat in exchanged.outcome.winners)


@rule("fivecities/combat.19", "fivecities/combat.1", "fivecities/combat.20", "fivecities/equipment.1")
@given(holdings, st.integers(0, 2**32))
def test_one_owner_an_area_and_no_loss_without_a_fight(holding: Holding, seed: int) -> None:
    table, peaceful = play_a_turn(holding, seed, PLAIN, False)
    after = pieces(table)  # fails where two owners stand in one area
    placed = sum(int(mark.count or 0) for event in table.log.events for mark in event.shows if mark.kind == "plus")
    for seat in (0, 1):
        mine = [sum(count for owner, count in there.values() if owner == seat) for there in (holding, after)]
        assert mine[1] <= mine[0] + placed
    before, now = (sum(count for _, count in there.values()) for there in (holding, after))
    assert now - placed <= before
    if peaceful:
        assert now - placed == before
