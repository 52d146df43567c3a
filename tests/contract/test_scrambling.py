"""The scrambler of the declarations changes what they hide from a viewer, all of it, and nothing that they show."""

from __future__ import annotations

import random
from typing import Annotated, Any

import msgspec
import pytest

from tanelorn.core.fields import Counted, Hidden, Knowers, Open, Own, Pile, Secret, Secrets, fields_of, seen_by
from tanelorn.core.position import Position
from tanelorn.core.viewers import REFEREE, SPECTATOR

from .scrambling import scramble_declared

SEATS = 3
VIEWERS = (*range(SEATS), SPECTATOR)


def seats(position: Position[Any, Any]) -> int:
    return SEATS


class Feast(Position[Any, Any], kw_only=True):
    """Cards in hands and a pile, dishes of another kind, guests and gifts that some know, plans that each seat has."""

    known: Annotated[list[int], Knowers("secret", "which seats know it", seats=seats)]
    hands: Annotated[list[list[int]], Counted("seat", "the cards held", of="card")]
    pile: Annotated[list[int], Pile(says="cards", of="card")]
    dishes: Annotated[list[int], Pile(says="dishes", of="dish")]
    guests: Annotated[list[int], Secret("guest", "where they sit")]
    gifts: Annotated[list[list[int]], Secrets("seat", "gifts", first=4)]
    plans: Annotated[list[list[str]], Own("seat", "what it means to do")]
    bets: Annotated[dict[int, str], Own("seat", "what it has laid")]
    turn: Annotated[int, Open(says="the number of the turn")] = 3
    seed: Annotated[int, Hidden(says="what nobody sees")] = 9


def feast() -> Feast:
    return Feast(
        known=[1, 2, 4, 0, 1, 1, 2, 2, 4, 7],
        hands=[[1, 4], [2, 9], [0]],
        pile=[8, 3, 7, 5, 6],
        dishes=[23, 21, 24, 22],
        guests=[5, 6, 7, 8],
        gifts=[[0, 1], [2, 3], [4, 5]],
        plans=[["win"], ["wait"], ["walk", "fly"]],
        bets={0: "red", 1: "blue", 2: "green"},
    )


def scrambled(viewer: int, number: int) -> Feast:
    position = feast()
    scramble_declared(position, viewer, random.Random(number))
    return position


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_sees_no_difference(viewer: int) -> None:
    shown = msgspec.json.encode(seen_by(feast(), viewer))
    for number in range(60):
        assert msgspec.json.encode(seen_by(scrambled(viewer, number), viewer)) == shown


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_that_is_hidden_changes(viewer: int) -> None:
    tries = [scrambled(viewer, number) for number in range(60)]
    hidden = [name for name in fields_of(Feast) if name not in ("agenda", "sealed", "closed", "offers", "outcome")]
    changed = {name for name in hidden if any(getattr(one, name) != getattr(feast(), name) for one in tries)}
    assert changed == {*hidden} - {"turn", "seed"}


def test_things_keep_their_kind_their_number_and_their_order() -> None:
    for number in range(60):
        one = scrambled(0, number)
        assert sorted([*one.pile, *(card for hand in one.hands for card in hand)]) == list(range(10))
        assert sorted(one.dishes) == sorted(feast().dishes)
        assert [len(hand) for hand in one.hands] == [2, 2, 1]
        assert one.hands[1] == sorted(one.hands[1])
        assert sorted(gift for gifts in one.gifts for gift in gifts) == list(range(6))
    assert any(scrambled(0, number).pile != sorted(scrambled(0, number).pile) for number in range(5))


def test_the_referee_knows_it_all() -> None:
    assert scrambled(REFEREE, 1) == feast()
