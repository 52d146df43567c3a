"""Bots: what they may see, that they choose what the list holds, and that a seed says it all."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tanelorn.arena import Summary, play_matches
from tanelorn.arena.matches.match import play_out
from tanelorn.bots import LEVELS, USUAL, Bot, make_bot
from tanelorn.bots.bot import imagined
from tanelorn.bots.search import SearchBot
from tanelorn.core.choices import Choice
from tanelorn.core.errors import Illegal, NotAsked, UnknownName
from tanelorn.core.game import Game, View, games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE
from tanelorn.games.fivecities.rules import FIVE_CITIES

SPECS = ("random", "greedy", "search:nodes=12")


def positions(seed: int, most: int = 40) -> Iterator[Table]:
    """Yield the tables of a random game, before each choice."""
    table = Table.new("fivecities", seed=seed)
    rng = Random(seed)
    while table.outcome is None and most:
        yield table
        seat = table.asked()[0]
        table.play(table.decision(seat).choices().sample(rng), seat)
        most -= 1


class Watched:
    """A bot that writes down what it is shown."""

    name = "watched"

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.views: list[View] = []

    def choose(self, view: View) -> Choice:
        self.views.append(view)
        return self.bot.choose(view)


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_bots_choose_what_the_decision_lists(spec: str) -> None:
    for table in positions(3):
        bots = [make_bot(spec, FIVE_CITIES, seed) for seed in (1, 2)]
        for decision in table.decisions():
            choice = bots[decision.seat].choose(table.view(decision.seat))
            assert choice in decision.choices()
            assert decision.choices().refusal(choice) is None


@pytest.mark.long
@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_chooses_the_same(spec: str) -> None:
    for table in positions(4, most=12):
        seat = table.asked()[0]
        view = table.view(seat)
        first, second = (make_bot(spec, FIVE_CITIES, 77) for _ in range(2))
        assert [first.choose(view) for _ in range(2)] == [second.choose(view) for _ in range(2)]


def test_seeds_differ() -> None:
    view = Table.new("fivecities", seed=0).view(0)
    assert len({make_bot("random", FIVE_CITIES, seed).choose(view) for seed in range(20)}) > 10


@pytest.mark.parametrize("spec", SPECS)
def test_whether_the_other_has_sealed_does_not_matter(spec: str) -> None:
    table = Table.new("fivecities", seed=0)
    before = table.view(1)
    table.play("3 A to AC; Bomb SC", seat=0)
    after = table.view(1)
    assert before.sealed != after.sealed
    assert make_bot(spec, FIVE_CITIES, 5).choose(before) == make_bot(spec, FIVE_CITIES, 5).choose(after)


def test_a_bot_may_choose_again_after_it_has_sealed() -> None:
    table = Table.new("fivecities", seed=0)
    table.play("pass", seat=1)
    choice = make_bot("search:nodes=8", FIVE_CITIES, 5).choose(table.view(1))
    table.play(choice, seat=1)
    assert table.asked() == (0,)


def test_bots_see_their_own_seat_and_no_sealed_order_of_another() -> None:
    table = Table.new("fivecities", seed=2, keep=False)
    bots = [Watched(make_bot("random", FIVE_CITIES, seat)) for seat in (0, 1)]
    play_out(table, bots)
    assert any(view.sealed for view in bots[1].views)
    for seat, bot in enumerate(bots):
        assert {view.viewer for view in bot.views} == {seat}
        assert REFEREE not in {view.viewer for view in bot.views}
        assert all(view.own is None for view in bot.views)  # type: ignore[attr-defined]


def test_what_another_has_sealed_is_in_no_view() -> None:
    views = []
    for order in ("3 A to AC", "pass; Bomb EC"):
        table = Table.new("fivecities", seed=2)
        table.play(order, seat=0)
        views.append(table.view(1))
    assert views[0] == views[1]
    assert views[0].digest() == views[1].digest()


def test_a_bot_that_is_not_asked_says_so() -> None:
    table = Table.new("fivecities", seed=0)
    view = table.view(0)
    nobody = msgspec.structs.replace(view, viewer=7)
    for spec in SPECS:
        with pytest.raises(NotAsked):
            make_bot(spec, FIVE_CITIES, 0).choose(nobody)


def test_a_thinking_table_lists_the_real_choices() -> None:
    for table in positions(6, most=12):
        for decision in table.decisions():
            twin = imagined(FIVE_CITIES, table.view(decision.seat), Random(0)).decision(decision.seat)
            assert len(twin.choices()) == len(decision.choices())
            assert twin.title == decision.title


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("serch", UnknownName, "search"),
        ("mastr", UnknownName, "master"),
        ("", UnknownName, "Known: easy, greedy, master, medium, novice, random, search, strong"),
        ("search:node=4", UnknownName, "nodes"),
        ("greedy:nodes=4", UnknownName, "no parameter"),
        ("search:nodes=0", Illegal, "whole number"),
        ("search:nodes=many", Illegal, "whole number"),
        ("search:nodes=", Illegal, "whole number"),
        ("search:nodes=4,nodes=5", Illegal, "twice"),
        ("search:seconds=-1", Illegal, "seconds"),
        ("search:seconds=nan", Illegal, "seconds"),
        ("search:seconds=1e9", Illegal, "seconds"),
    ],
)
def test_wrong_specs_are_refused_with_the_nearest_name(spec: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        make_bot(spec, FIVE_CITIES, 0)


def test_specs_are_the_names_of_bots() -> None:
    assert make_bot(" search:nodes=4,seconds=2 ", FIVE_CITIES, 0).name == "search:nodes=4,seconds=2"
    assert [level.slug for level in LEVELS] == ["novice", "easy", "medium", "strong", "master"]
    assert USUAL.slug == "medium"
    for level in LEVELS:
        assert make_bot(level.spec, FIVE_CITIES, 0).name == level.spec
        assert type(make_bot(level.slug, FIVE_CITIES, 0)) is type(make_bot(level.spec, FIVE_CITIES, 0))


@pytest.mark.parametrize(
    ("given", "seconds", "nodes"),
    [({}, 1.0, None), ({"seconds": 0.5}, 0.5, None), ({"nodes": 9}, None, 9), ({"seconds": 2, "nodes": 9}, 2, 9)],
)
def test_search_is_limited_by_what_was_asked_for(
    given: dict[str, Any], seconds: float | None, nodes: int | None
) -> None:
    bot = SearchBot(FIVE_CITIES, 0, **given)
    assert (bot.seconds, bot.nodes) == (seconds, nodes)


def test_time_ends_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(1000))
    monkeypatch.setattr("tanelorn.bots.search.time.perf_counter", lambda: next(ticks) / 10)
    make_bot("search:seconds=1", FIVE_CITIES, 0).choose(Table.new("fivecities", seed=0).view(0))
    assert next(ticks) == 11


def test_nodes_end_a_search() -> None:
    bot = SearchBot(FIVE_CITIES, 0, nodes=7)
    bot.choose(Table.new("fivecities", seed=0).view(0))
    assert bot.thought == 7


@pytest.mark.long
@pytest.mark.parametrize(("upper", "lower"), [("medium", "easy"), ("easy", "novice")])
def test_each_level_beats_the_one_below_and_is_beaten_by_it_now_and_then(upper: str, lower: str) -> None:
    specs = {level.slug: level.spec for level in LEVELS}
    found = Summary.of(play_matches("fivecities", [specs[upper], specs[lower]], 60, seed=1)).by_bot
    assert 36 <= found[specs[upper]].wins <= 54, "about three of four"


@pytest.mark.long
def test_the_novice_plays_sensibly_all_the_same() -> None:
    found = Summary.of(play_matches("fivecities", ["novice", "random"], 30, seed=1)).by_bot
    assert found["novice"].wins >= 27


@pytest.mark.long
def test_every_game_can_be_played_by_outcomes_alone() -> None:
    from tanelorn.bots.greedy import GreedyBot
    from tanelorn.bots.judgement import Outcomes

    game: Game[Any, Any] = games["fivecities"]
    table = Table.new(game, seed=1)
    for bot in (GreedyBot(game, 1, Outcomes()), SearchBot(game, 1, Outcomes(), nodes=6)):
        assert bot.choose(table.view(0)) in table.decision(0).choices()
