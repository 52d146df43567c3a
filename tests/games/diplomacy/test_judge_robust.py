"""What must hold whatever is ordered: units are conserved, one to a space, and lists have no order that matters."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tanelorn.core.errors import TanelornError
from tanelorn.games.diplomacy.judge.judging import Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import beaten, retreat, standing
from tanelorn.games.diplomacy.orders.legality import possible
from tanelorn.games.diplomacy.orders.notation import Notation, parts
from tanelorn.games.diplomacy.orders.order import (
    ARMY,
    BUILD,
    CONVOY,
    DISBAND,
    FLEET,
    MOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    Order,
    Unit,
)
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.phases.reasons import ruled, says
from tanelorn.games.diplomacy.standard.rules import ATLAS
from tests.games.diplomacy.dense import dense_position

Position = tuple[list[Unit], list[Order | None]]
SPOTS = [
    (kind, at)
    for kind in (ARMY, FLEET)
    for at in range(len(ATLAS.locations))
    if (at < ATLAS.size and ATLAS.army[at] if kind == ARMY else ATLAS.fleet[at])
]
"""Every place of every kind of unit."""


@st.composite
def units(draw: st.DrawFn, most: int = 40) -> list[Unit]:
    spots = draw(st.lists(st.sampled_from(SPOTS), max_size=most, unique_by=lambda spot: ATLAS.province[spot[1]]))
    return [Unit(draw(st.integers(0, 6)), kind, at) for kind, at in spots]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Units anywhere with any orders that the map allows, whether they fit each other or not."""
    random = Random(draw(st.integers(0, 2**32)))
    if draw(st.booleans()):
        some, orders = dense_position(ATLAS, random, 4, 30)
        return some, [order if random.random() < 0.9 else None for order in orders]
    placed = draw(units())
    field = Field(ATLAS, placed)
    return placed, [any_order(random, field, n) for n in range(len(placed))]


def any_order(random: Random, field: Field, n: int) -> Order | None:
    """One of the orders that fit the units, a wild one that the map allows, or none."""
    chance = random.random()
    if chance < 0.1:
        return None
    if chance < 0.8:
        orders = field.orders(n)
        busy = [order for order in orders if order.to >= 0 and ATLAS.province[order.to] in field.here]
        return random.choice(busy if busy and random.random() < 0.5 else orders)
    unit = field.units[n]
    for _ in range(20):
        to, of = random.choice((-1, random.randrange(len(ATLAS.locations)))), random.randrange(ATLAS.size)
        verb, whom = random.choice((SUPPORT, CONVOY)), random.choice((ARMY, FLEET))
        if verb == CONVOY and (to < 0 or not unit.at < ATLAS.size):
            continue
        order, error = possible(ATLAS, Order(verb, unit.kind, unit.at, to, of, whom))
        if error is None:
            return order
    return None


def told(verdict: Verdict) -> dict[Unit, tuple[bool, Unit | None]]:
    """For each unit whether its order succeeded, and what beat it."""
    beaten_by = {index: verdict.units[by] for index, by in verdict.dislodged.items()}
    return {unit: (verdict.succeeds[n], beaten_by.get(n)) for n, unit in enumerate(verdict.units)}


@given(positions())
def test_units_are_conserved_one_to_a_space(position: Position) -> None:
    some, orders = position
    verdict = adjudicate(ATLAS, some, orders)
    after = standing(verdict)
    assert len(after) + len(verdict.dislodged) == len(some)
    assert len({ATLAS.province[unit.at] for unit in after}) == len(after)
    assert all((unit.kind, unit.at) in SPOTS for unit in after)
    assert verdict.contested.isdisjoint(ATLAS.province[unit.at] for unit in after)


@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_matter(position: Position, random: Random) -> None:
    some, orders = position
    pairs = list(zip(some, orders, strict=True))
    random.shuffle(pairs)
    verdict = adjudicate(ATLAS, some, orders)
    other = adjudicate(ATLAS, [unit for unit, _ in pairs], [order for _, order in pairs])
    assert told(verdict) == told(other)
    assert verdict.contested == other.contested
    assert sorted(standing(verdict)) == sorted(standing(other))
    assert sorted(beaten(verdict)) == sorted(beaten(other))


@given(positions(), st.randoms(use_true_random=False))
def test_retreats_lead_to_empty_spaces(position: Position, random: Random) -> None:
    verdict = adjudicate(ATLAS, *position)
    after = standing(verdict)
    taken = {ATLAS.province[unit.at] for unit in after}
    retreating = beaten(verdict)
    assert len(retreating) == len(verdict.dislodged)
    orders: list[Order | None] = []
    for index, (unit, by, places) in zip(sorted(verdict.dislodged), retreating, strict=True):
        assert unit == verdict.units[index]
        assert by == verdict.here[verdict.dislodged[index]]
        for place in places:
            assert (unit.kind, place) in SPOTS
            assert place in (ATLAS.fleet[unit.at] if unit.kind == FLEET else ATLAS.army[unit.at])
            assert ATLAS.province[place] not in taken | verdict.contested
            assert ATLAS.province[place] != by or verdict.by_sea[verdict.dislodged[index]]
        orders.append(Order(RETREAT, unit.kind, unit.at, random.choice(places)) if places else None)
    final = after + [unit for unit in retreat(ATLAS, [one.unit for one in retreating], orders) if unit]
    assert len({ATLAS.province[unit.at] for unit in final}) == len(final)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Position, Terms]:
    """A position with whatever a variant may add: garrisons, closed provinces, magic, friends."""
    some, orders = draw(positions())
    random = Random(draw(st.integers(0, 2**32)))
    numbers, provinces = range(len(some)), [ATLAS.province[unit.at] for unit in some] or [0]
    near = [*provinces, *(place for province in provinces for place in ATLAS.next_to[province])]

    def few(things: Sequence[int]) -> frozenset[int]:
        return frozenset(n for n in things if random.random() < 0.15)

    pairs = {(random.choice(numbers), random.choice(numbers)) for _ in range(random.randrange(5)) if some}
    terms = Terms(
        garrisons={place: (random.randrange(-1, 4), random.randint(1, 3)) for place in few(near)},
        welcome=few(numbers),
        closed=few(near) if random.random() < 0.5 else frozenset(),
        magic=few(numbers),
        firm=few(numbers),
        alone=few(numbers),
        friends=frozenset(pair for a, b in pairs if a != b for pair in ((a, b), (b, a))),
    )
    return (some, orders), terms


@settings(max_examples=settings.default.max_examples * 3)
@given(cases(), st.randoms(use_true_random=False))
def test_variants_keep_units_and_do_not_mind_the_order_either(case: tuple[Position, Terms], random: Random) -> None:
    (some, orders), terms = case
    verdict = adjudicate(ATLAS, some, orders, terms)
    assert len(standing(verdict)) + len(verdict.dislodged) == len(some)
    for n, goal in enumerate(verdict.goal):
        assert orders[n] is None or bool(says(ATLAS, ruled(verdict, n))) != verdict.succeeds[n]
        if goal >= 0 and verdict.succeeds[n]:
            assert goal not in terms.closed
            others = [other for other in verdict.into[goal] if verdict.succeeds[other] and other != n]
            assert all((n, other) in terms.friends or (other, n) in terms.friends for other in others)
    new = random.sample(range(len(some)), len(some))  # new[k] is the number before of what is now number k
    was = {n: k for k, n in enumerate(new)}
    moved = terms._replace(
        **{name: frozenset(was[n] for n in getattr(terms, name)) for name in ("welcome", "magic", "firm", "alone")},
        friends=frozenset((was[a], was[b]) for a, b in terms.friends),
    )
    other = adjudicate(ATLAS, [some[n] for n in new], [orders[n] for n in new], moved)
    assert other.succeeds == [verdict.succeeds[n] for n in new]
    assert set(other.dislodged) == {was[n] for n in verdict.dislodged}
    assert other.contested == verdict.contested


@pytest.mark.long
def test_the_work_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses that hang on guesses could make it double again and again; the worst seen is three a unit."""
    asked, judge = 0, Verdict._judge

    def counting(verdict: Verdict, index: int) -> bool:
        nonlocal asked
        asked += 1
        return judge(verdict, index)

    monkeypatch.setattr(Verdict, "_judge", counting)
    random = Random(34)
    for _ in range(600):
        some, orders = dense_position(ATLAS, random, 8, 34)
        asked = 0
        adjudicate(ATLAS, some, orders)
        assert asked <= 6 * len(some)


WORDS = (
    *(
        "A",
        "F",
        "army",
        "fleet",
        "S",
        "supports",
        "C",
        "convoys",
        "-",
        "->",
        "to",
        "H",
        "holds",
        "R",
        "B",
        "D",
        "waive",
    ),
    *(
        "build",
        "remove",
        "via",
        "convoy",
        "by sea",
        "/",
        "(nc)",
        "/SC",
        "east coast",
        ".",
        ",",
        "’",
        "–",
        "&gt;",
        "ſ",
        "İ",
    ),
    *ATLAS.locations[::5],
    *ATLAS.names[::7],
)
texts = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=9).map("".join),
)


@pytest.mark.long
@settings(max_examples=settings.default.max_examples * 16)
@example("")
@example(" ")
@example("A")
@example("A - ")
@example("STP/")
@example("/nc")
@example("build")
@example("A BUD S")
@example("F STP/EC - NWY")
@example("F STP/NC/NC - BAR")
@example("F STP/SC C A FIN - SWE")
@example("A BUD S A BUD - BUD via convoy")
@given(texts)
def test_any_text_is_an_order_or_refused(text: str) -> None:
    notation = Notation(ATLAS)
    for part in (text, *parts(text)):
        with suppress(TanelornError):
            order, error = notation.read(part)
            assert isinstance(order, Order)
            assert error is None or isinstance(error, TanelornError)
            assert notation.read(part) == (order, error)


@given(units(most=25))
def test_orders_are_read_as_they_are_written(some: list[Unit]) -> None:
    notation, field = Notation(ATLAS), Field(ATLAS, some)
    for n in range(len(some)):
        for order in field.orders(n):
            assert notation.read(order.text(ATLAS)) == (order, None)


def test_retreats_and_builds_are_read_as_they_are_written() -> None:
    notation = Notation(ATLAS)
    orders = [Order(WAIVE)]
    for kind, at in SPOTS:
        orders += [Order(DISBAND, kind, at), Order(BUILD, kind, at)]
        there = ATLAS.fleet[at] if kind == FLEET else ATLAS.army[at]
        orders += [Order(RETREAT, kind, at, to) for to in there]
        orders += [Order(MOVE, kind, at, to) for to in there]
    for order in orders:
        assert notation.read(order.text(ATLAS)) == (order, None)
