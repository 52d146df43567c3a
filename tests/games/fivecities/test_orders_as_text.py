"""Orders: the list, its arithmetic, and the notation, against a second statement of the rules of movement."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Ambiguous, Illegal, TanelornError, Unreadable
from tanelorn.games.fivecities.board import BOARD, IDS, NAMES
from tanelorn.games.fivecities.notation import Order, read_order
from tanelorn.games.fivecities.orders import OrderChoices
from tests.games.fivecities.boards import LINKS, Holding, holdings, lay

rule = pytest.mark.rule


def choices(holding: Holding) -> OrderChoices:
    found = lay(holding).decision(0).choices()
    assert isinstance(found, OrderChoices)
    return found


def legal(order: Order, have: list[int]) -> bool:
    """The rules of movement once more: connections, pieces that exist, one origin or one destination."""
    leaving: Counter[int] = Counter()
    for origin, to, count in order.moves:
        if frozenset((IDS[origin], IDS[to])) not in LINKS or count < 1:
            return False
        leaving[origin] += count
    one_kind = len(leaving) <= 1 or len({to for _, to, _ in order.moves}) == 1
    return one_kind and all(have[origin] >= count for origin, count in leaving.items())


SMALL: Holding = {"M": (0, 2), "A": (0, 1), "S": (0, 1), "MC": (0, 1), "V": (1, 1)}


@rule(
    "fivecities/movement.3",
    "fivecities/movement.4",
    "fivecities/movement.5",
    "fivecities/movement.6",
    "fivecities/movement.7",
    "fivecities/movement.8",
)
@pytest.mark.long
def test_the_list_is_all_legal_orders_and_no_other() -> None:
    offered = choices(SMALL)
    arrows = [(a, b, n) for a, b in permutations(range(16), 2) for n in (1, 2) if n <= offered.have[a]]
    sets = [moves for size in range(4) for moves in combinations(arrows, size)]
    bare = {Order.of(moves) for moves in sets if len({move[:2] for move in moves}) == len(moves)}
    expected = {order for order in bare if legal(order, offered.have)}
    listed = {order for order in offered if order.bomb < 0}
    assert {order for order in listed if len(order.moves) < 4} == expected
    assert all(legal(order, offered.have) for order in listed)
    assert all((order in offered) == (order in expected) for order in bare)


@rule("fivecities/movement.8", "fivecities/sorcery.2", "fivecities/sorcery.4")
@given(holdings, st.integers(0, 1))
def test_counting_agrees_with_writing_out(holding: Holding, bombs: int) -> None:
    small = {area: (owner, min(count, 2)) for area, (owner, count) in holding.items()}
    offered = choices(small)
    offered.bombs = bombs
    listed = list(offered)
    assert len(offered) == len(listed) == len(set(listed))
    assert {order.bomb for order in listed} == ({-1, *range(16)} if bombs else {-1})
    assert Order() in offered


@rule("fivecities/movement.18", "fivecities/movement.7", "fivecities/movement.5")
@given(holdings, st.randoms(use_true_random=False))
def test_what_is_drawn_is_legal(holding: Holding, rng: random.Random) -> None:
    offered = choices(holding)
    order = offered.sample(rng)
    assert order in offered
    assert legal(order, offered.have)
    assert order.moves == Order.of(order.moves).moves


@rule("fivecities/movement.16", "fivecities/movement.12", "fivecities/movement.11")
@given(holdings, st.randoms(use_true_random=False))
def test_every_way_of_writing_is_the_same_order(holding: Holding, rng: random.Random) -> None:
    order = choices(holding).sample(rng)
    assert read_order(str(order)) == order
    parts = []
    for origin, to, count in order.moves:
        first = rng.randint(0, count)
        for share in (first, count - first):
            if share:
                names = [
                    rng.choice((IDS[area], NAMES[area], IDS[area].lower(), NAMES[area].upper()))
                    for area in (origin, to)
                ]
                parts.append(f"{share} {names[0]} {rng.choice(('to', 'TO'))}  {names[1]}")
    parts = parts or ["pass"] * (order.bomb < 0 or rng.random() < 0.5)
    parts += [f"{rng.choice(('Bomb', 'bomb', 'BOMB'))} {NAMES[order.bomb]}"] * (order.bomb >= 0)
    rng.shuffle(parts)
    assert read_order("".join(part + rng.choice((", ", ";", "\n", " , ")) for part in parts)) == order


@rule("fivecities/movement.12")
def test_areas_are_read_by_abbreviation_name_and_unique_beginning() -> None:
    for number, (id, name) in enumerate(zip(IDS, NAMES, strict=True)):
        for text in (id, id.lower(), name, name.upper(), f"  {name} "):
            assert read_order(f"Bomb {text}").bomb == number
    beginnings = {name[:size].casefold() for name in NAMES for size in range(2, len(name))} - set(BOARD.by_word)
    for text in sorted(beginnings):
        meant = [number for number, name in enumerate(NAMES) if name.casefold().startswith(text)]
        if len(meant) == 1:
            assert read_order(f"bomb {text}").bomb == meant[0]
        else:
            with pytest.raises(Ambiguous):
                read_order(f"bomb {text}")


@rule("fivecities/movement.16", "fivecities/movement.11")
@given(st.text(alphabet="1230-. AMWSUCbompastd,;\n", max_size=24))
def test_any_text_is_an_order_or_refused_with_a_clause(text: str) -> None:
    error = None
    try:
        order = read_order(text)
    except TanelornError as refused:
        error = refused
    if error is None:
        assert read_order(str(order)) == order
        assert all(count > 0 for _, _, count in order.moves)
    else:
        assert isinstance(error, Unreadable | Ambiguous | Illegal)
        assert error.clause.startswith("fivecities/")
        assert error.remedy


@rule("fivecities/movement.5", "fivecities/movement.6", "fivecities/board.6")
def test_every_connection_can_be_walked_and_no_other() -> None:
    for a, b in product(range(16), repeat=2):
        offered = choices({IDS[a]: (0, 1), "V" if IDS[a] != "V" else "A": (1, 1)})
        assert (Order.of([(a, b, 1)]) in offered) == (frozenset((IDS[a], IDS[b])) in LINKS)


@rule("fivecities/sorcery.2")
def test_any_area_may_be_struck() -> None:
    offered = choices(SMALL)
    assert all(Order.of([], area) in offered for area in range(16))
    assert Order.of([], 16) not in offered
    assert Order.of([], -2) not in offered


@rule("fivecities/movement.13", "fivecities/movement.16")
@pytest.mark.parametrize(
    "order",
    [
        Order(((1, 6, 2), (1, 0, 1))),
        Order(((1, 0, 1), (1, 0, 1))),
        Order(((1, 0, 0),)),
        Order(((1, 0, -1),)),
        Order(((1, 16, 1),)),
        Order(((-1, 0, 1),)),
    ],
    ids=repr,
)
def test_an_order_out_of_form_never_gets_in(order: Order) -> None:
    offered = choices(SMALL | {"M": (0, 3)})
    assert order not in offered
    assert isinstance(offered.refusal(order), Illegal)


@rule("fivecities/movement.5", "fivecities/movement.3", "fivecities/movement.4")
def test_after_an_arrow_only_those_from_its_origin_or_to_its_end_can_be_drawn() -> None:
    offered = choices(SMALL)
    first = ("space:A", "space:M", "count:1")
    assert [pick.pick for pick in offered.offer(first).picks if pick.pick.startswith("space:")] == [
        "space:S",
        "space:MC",
    ]
    for origin in ("space:S", "space:MC"):
        assert [pick.pick for pick in offered.offer((*first, origin)).picks] == ["space:M"]
    with pytest.raises(Illegal) as refused:
        offered.offer((*first, "space:M"))
    assert refused.value.clause == "fivecities/movement.5"
    with pytest.raises(Illegal) as refused:
        offered.offer((*first, "space:S", "space:SC"))
    assert refused.value.clause == "fivecities/movement.5"
