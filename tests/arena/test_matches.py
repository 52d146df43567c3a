"""Matches and what they come to."""

import msgspec
import pytest

from tanelorn.arena import Match, Result, Score, Summary, play_match, play_matches
from tanelorn.arena.matches.match import Stopped
from tanelorn.arena.matches.summary import quantile, wilson
from tanelorn.core.errors import Illegal, UnknownName


def timeless(results: list[Result]) -> list[Result]:
    return sorted((msgspec.structs.replace(result, seconds=0) for result in results), key=lambda result: result.number)


@pytest.mark.long
def test_a_match_is_the_same_each_time() -> None:
    match = Match(game="fivecities", bots=("random", "greedy"), seed=4, number=2)
    assert timeless([play_match(match)]) == timeless([play_match(match)])


@pytest.mark.long
def test_results_do_not_depend_on_the_processes() -> None:
    alone, together = (list(play_matches("fivecities", ("random", "random"), 6, seed=9, jobs=jobs)) for jobs in (1, 2))
    assert timeless(alone) == timeless(together)
    assert [result.number for result in alone] == list(range(6))


@pytest.mark.long
def test_closing_the_iterator_ends_the_processes() -> None:
    results = play_matches("fivecities", ("random", "random"), 1000, jobs=2)
    assert next(results).decisions > 0
    results.close()
    assert list(results) == []


@pytest.mark.long
def test_bots_change_seats() -> None:
    seats = [result.seats for result in play_matches("fivecities", ("greedy", "random"), 4, seed=1)]
    assert seats == [("greedy", "random"), ("random", "greedy")] * 2
    results = play_matches("fivecities", ("greedy", "random"), 2, seed=1, alternate=False)
    assert {result.seats for result in results} == {("greedy", "random")}


def test_matches_of_a_series_differ() -> None:
    lengths = {result.decisions for result in play_matches("fivecities", ("random", "random"), 6, seed=1)}
    assert len(lengths) > 1


def test_options_and_scenarios_reach_the_table() -> None:
    (result,) = play_matches(
        "fivecities", ("random", "random"), 1, scenario="standard", options={"turn-limit": 2}, seed=1
    )
    assert result.draw
    assert result.turns == 3
    assert result.clause == "fivecities/object.7"


def test_wrong_names_are_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownName):
        play_matches("fivecity", ("random", "random"), 1)
    with pytest.raises(UnknownName):
        play_matches("fivecities", ("random", "randon"), 1, jobs=2)
    with pytest.raises(UnknownName):
        play_matches("fivecities", ("random", "random"), 1, options={"turnlimit": 4})
    with pytest.raises(UnknownName):
        play_matches("fivecities", ("random", "random"), 1, scenario="none")
    with pytest.raises(Illegal):
        play_matches("fivecities", ("random",), 1)


def test_a_match_can_be_stopped() -> None:
    with pytest.raises(Stopped):
        play_match(Match(game="fivecities", bots=("random", "random")), stopped=lambda: True)


@pytest.mark.long
def test_greedy_beats_random() -> None:
    summary = Summary.of(play_matches("fivecities", ("greedy", "random"), 20, seed=11))
    assert summary.by_bot["greedy"].wins >= 18


@pytest.mark.long
def test_search_beats_greedy() -> None:
    summary = Summary.of(play_matches("fivecities", ("search:nodes=20", "greedy"), 4, seed=11))
    assert summary.by_bot["search:nodes=20"].wins >= 2


def result(number: int, seats: tuple[str, ...], winners: tuple[int, ...], turns: int) -> Result:
    return Result(
        number=number,
        seed=0,
        seats=seats,
        winners=winners,
        reason="",
        clause="",
        turns=turns,
        decisions=2 * turns,
        seconds=1,
    )


def test_summaries_count_by_bot_and_by_seat() -> None:
    summary = Summary.of(
        [
            result(0, ("a", "b"), (0,), 10),
            result(1, ("b", "a"), (1,), 20),
            result(2, ("a", "b"), (), 30),
            result(3, ("b", "a"), (0,), 40),
        ]
    )
    assert summary.by_bot == {"a": Score(4, 2, 1), "b": Score(4, 1, 1)}
    assert summary.by_seat == [Score(4, 2, 1), Score(4, 1, 1)]
    assert summary.by_bot["a"].losses == 1
    assert summary.by_bot["a"].share == 0.5
    assert (summary.games, summary.draws, summary.mean_turns, summary.seconds) == (4, 1, 25, 4)
    assert (summary.turns_at(0.5), summary.turns_at(0.9), summary.decisions_at(1.0)) == (20, 40, 80)


def scored(number: int, seats: tuple[str, ...], scores: tuple[float, ...]) -> Result:
    return msgspec.structs.replace(result(number, seats, (), 1), scores=scores)


def test_who_is_first_and_who_is_ahead_is_told_by_scores() -> None:
    summary = Summary.of(
        [
            scored(0, ("a", "b", "b"), (5, 9, 0)),  # ahead on average, not first
            scored(1, ("b", "a", "b"), (3, 6, 3)),
            scored(2, ("b", "b", "a"), (4, 2, 4)),  # shares the first place
        ]
    )
    a, b = summary.tallies["a"], summary.tallies["b"]
    assert (a.mean, a.seats, b.mean, b.seats) == (5, 3, 3.5, 6)
    assert (a.first, a.ahead) == (Score(3, 1, 1), Score(3, 3, 0))
    assert (b.first, b.ahead) == (Score(3, 1, 1), Score(3, 0, 0))


@pytest.mark.long
def test_one_bot_alone_plays_every_seat_in_turn() -> None:
    results = play_matches("diplomacy", ("greedy", *["random"] * 6), 7, options={"last-year": 1901}, seed=2)
    assert [result.seats.index("greedy") for result in results] == [0, 6, 5, 4, 3, 2, 1]


@pytest.mark.long
def test_two_bots_share_the_seats_of_a_larger_table() -> None:
    results = list(play_matches("diplomacy", ("greedy", "random"), 4, options={"last-year": 1901}, seed=2))
    assert [result.seats.count("greedy") for result in results] == [3, 4, 3, 4]
    for first, second in (results[:2], results[2:]):
        assert all(one != other for one, other in zip(first.seats, second.seats, strict=True))


def test_wilson_intervals_are_those_of_the_tables() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_quantiles_are_lengths_that_occur() -> None:
    assert [quantile([5, 1, 3], share) for share in (0, 0.3, 0.34, 0.67, 1)] == [1, 1, 3, 5, 5]
    assert quantile([], 0.5) == 0
