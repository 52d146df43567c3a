"""How games begin and end, and what holds in all that random play reaches."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Illegal, NotAsked, Table, UnknownName
from tanelorn.core.content.named import BadEntry
from tanelorn.games.fivecities.board import CITIES, IDS
from tanelorn.games.fivecities.object import ahead_in_cities
from tanelorn.games.fivecities.rules import FIVE_CITIES
from tests.games.fivecities.boards import Holding, holdings, lay, pieces

rule = pytest.mark.rule
CITY_IDS = [IDS[city] for city in CITIES]


@rule("fivecities/players.1")
@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Ben", "Cyd"]])
def test_a_game_is_for_two(players: list[str]) -> None:
    with pytest.raises(Illegal, match="has 2 seats"):
        Table.new("fivecities", players=players)
    table = Table.new("fivecities", players=["Ann", "Ben"])
    assert table.header is not None
    assert table.header.players == ("Ann", "Ben")
    assert table.asked() == (0, 1)
    with pytest.raises(NotAsked, match="no seat 2"):
        table.play("pass", 2)


@rule("fivecities/setup.5")
def test_lots_for_the_sides_are_drawn_from_the_seed() -> None:
    sides = [Table.new("fivecities", options={"random-sides": True}, seed=seed).facts()["M"] for seed in range(40)]
    again = [Table.new("fivecities", options={"random-sides": True}, seed=seed).facts()["M"] for seed in range(40)]
    assert sides == again
    assert 10 < sides.count("first 3") < 30
    assert set(sides) == {"first 3", "second 3"}
    assert all(Table.new("fivecities", seed=seed).facts()["M"] == "first 3" for seed in range(40))


@rule("fivecities/object.7")
@pytest.mark.parametrize(("options", "ends"), [({}, True), ({"turn-limit": 0}, False), ({"turn-limit": 250}, False)])
def test_two_hundred_turns_of_passing(options: dict[str, object], ends: bool) -> None:
    table = Table.new("fivecities", options=options, seed=1, keep=False)
    for turn in range(1, 201):
        assert table.facts()["turn"] == turn
        assert table.outcome is None
        table.play("pass", 0)
        table.play("pass", 1)
    assert table.facts()["turn"] == 201
    assert (table.outcome is not None) == ends
    if table.outcome:
        assert table.outcome.winners == ()
        assert table.outcome.clause == "fivecities/object.7"


@rule("fivecities/object.7", "fivecities/setup.4", "fivecities/setup.5")
@pytest.mark.parametrize(
    "options", [{"turn-limit": -1}, {"turn-limit": "many"}, {"turn-limit": 1.5}, {"trade-mu": "perhaps"}]
)
def test_options_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refused:
        Table.new("fivecities", options=options)
    assert refused.value.clause in ("fivecities/object.7", "fivecities/setup.4")
    with pytest.raises(UnknownName, match="trade-mo"):
        Table.new("fivecities", options={"trade-mo": True})


@pytest.mark.parametrize(
    ("position", "entry", "why"),
    [
        ({"turn": "one"}, "turn", "Expected `int`, got `str`."),
        ({"turn": 0}, "turn", "Expected `int` >= 1."),
        ({"limit": -1}, "limit", "Expected `int` >= 0."),
        ({"first": 3}, "first", "Expected `object`, got `int`."),
        ({"first": {"M": True}}, "first", "Expected `int`, got `bool`."),
        ({"first": {"M": -1}}, "first", "Expected `int` >= 0."),
        ({"first": {"Mo": 1}}, "first.Mo", "There is no area “Mo”."),
        ({"first": {"M": 1}, "second": {"Mu": 1}}, "second.Mu", "Pieces stand in Mu already."),
        ({"at": "noon"}, "at", "Write orders, new pieces or start of turn."),
        ({"third": {}}, "", "A position has no entry “third”."),
    ],
)
def test_a_position_that_cannot_be_is_explained(position: dict[str, object], entry: str, why: str) -> None:
    with pytest.raises(BadEntry) as wrong:
        FIVE_CITIES.position_from(position)
    assert why in str(wrong.value)
    assert wrong.value.entry == entry


@rule("fivecities/object.5", "fivecities/object.1", "fivecities/object.2")
@given(st.lists(st.sampled_from([None, 0, 1]), min_size=8, max_size=8))
def test_never_two_winners(owners: list[int | None]) -> None:
    holding: Holding = {"M": (0, 1), "H": (1, 1)}
    holding |= {city: (owner, 1) for city, owner in zip(CITY_IDS, owners, strict=True) if owner is not None}
    outcome = lay(holding, at="start of turn").outcome
    ahead = [seat for seat in (0, 1) if owners.count(seat) >= 5]
    assert len(ahead) < 2
    assert (list(outcome.winners) if outcome else []) == ahead


@rule("fivecities/object.5")
def test_on_a_board_with_more_cities_the_one_with_more_wins() -> None:
    for first, second in product(range(12), repeat=2):
        winner = ahead_in_cities(first, second)
        assert winner == (None if max(first, second) < 5 or first == second else int(second > first))


@rule("fivecities/object.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_has_lost(seat: int) -> None:
    table = Table.new("fivecities", seed=1)
    table.play("3 M to S", 0)
    table.play("resign", seat)
    assert table.outcome is not None
    assert table.outcome.winners == (1 - seat,)
    assert table.asked() == ()
    assert table.facts()["first sealed"] == table.facts()["second sealed"] == "nothing"
    with pytest.raises(NotAsked, match="has ended"):
        table.play("pass", 1)


def test_a_side_without_cities_has_none_yet_and_at_the_end_none() -> None:
    table = Table.new("fivecities", seed=1)
    assert [row.text for row in table.scene(0).papers[0].rows] == ["none yet", "none yet"]
    table.play("resign", 1)
    assert [row.text for row in table.scene(0).papers[0].rows] == ["none", "none"]


@rule("fivecities/object.7")
def test_a_draw_needs_both() -> None:
    table = Table.new("fivecities", seed=1)
    table.play("offer a draw", 1)
    assert table.outcome is None
    with pytest.raises(Illegal):
        table.play("offer a draw", 1)
    table.play("offer a draw", 0)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((), "agreed draw")


@rule("fivecities/equipment.1")
@given(holdings)
def test_every_piece_that_is_drawn_shows_its_owner(holding: Holding) -> None:
    scene = lay(holding).scene(0)
    assert {piece.space: (piece.seat, piece.count) for piece in scene.pieces} == holding
    assert len({chip.colour for chip in scene.seats}) == 2


@rule(
    "fivecities/combat.19",
    "fivecities/equipment.2",
    "fivecities/newpieces.1",
    "fivecities/newpieces.3",
    "fivecities/object.1",
    "fivecities/object.6",
    "fivecities/object.7",
    "fivecities/sorcery.4",
    "fivecities/turn.1",
)
@pytest.mark.parametrize("seed", range(12))
def test_all_that_random_play_reaches(seed: int) -> None:
    rng = random.Random(seed)
    table = Table.new("fivecities", options={"turn-limit": 60}, seed=seed)
    clauses = {clause.id for clause in FIVE_CITIES.rulebook}
    before, lines = 18, 0
    while table.outcome is None:
        there = pieces(table)  # fails where two owners stand in one area
        fresh = [event for event in table.log.events[lines:] if not event.heading]
        gained = sum(mark.count for event in fresh for mark in event.shows if mark.kind == "plus")
        fought = any("against" in event.text or "Lightning" in event.text for event in fresh)
        total = sum(count for _, count in there.values())
        assert total <= before + gained
        assert fought or total == before + gained
        before, lines = total, len(table.log.events)
        for bombs in ("first bombardments", "second bombardments"):
            assert 0 <= int(table.facts()[bombs]) <= 3
        for decision in table.decisions():
            choice = decision.choices().sample(rng)
            assert decision.parse(str(choice)) == choice
            table.play(choice, decision.seat)
    facts = table.facts()
    held = [sum(str(facts[city]).startswith(word) for city in CITY_IDS) for word in ("first", "second")]
    winners = table.outcome.winners
    ends = {
        "fivecities/object.1": max(held) >= 5 and winners == (held.index(max(held)),),
        "fivecities/object.6": max(held) < 5 and 0 in (facts["first pieces"], facts["second pieces"]),
        "fivecities/object.7": max(held) < 5 and facts["turn"] == 61 and winners == (),
    }
    assert ends[table.outcome.clause]
    assert {event.clause for event in table.log.events} - {""} <= clauses
