"""The turn as arrays is the turn of the rules, and what is proposed is legal."""

from random import Random

import numpy as np
import pytest

from tanelorn.bots.judgement import judgement_of
from tanelorn.core.play.table import Table
from tanelorn.games.fivecities.judgement.turns import after_turn
from tanelorn.games.fivecities.new_pieces import Placements
from tanelorn.games.fivecities.rules import FIVE_CITIES

JUDGEMENT = judgement_of(FIVE_CITIES)


def tables(seed: int, count: int) -> list[Table]:
    rng = Random(seed)
    found: list[Table] = []
    while len(found) < count:
        table = Table.new("fivecities", seed=seed, keep=False)
        for _ in range(rng.randrange(60)):
            if table.outcome is None:
                seat = table.asked()[0]
                table.play(table.decision(seat).choices().sample(rng), seat)
        if table.outcome is None and not table.position.sealed:
            found.append(table)
    return found


@pytest.mark.long
def test_turns_as_arrays_agree_with_the_rules() -> None:
    rng = Random(1)
    compared = 0
    for table in tables(1, 60):
        if isinstance(table.step, Placements):
            continue
        orders = tuple([table.decision(seat).choices().sample(rng) for _ in range(6)] for seat in (0, 1))
        first, second = after_turn(table.position.pieces, orders)
        for i, mine in enumerate(orders[0]):
            for j, theirs in enumerate(orders[1]):
                assert [first[i, j].tolist(), second[i, j].tolist()] == played(table, mine, theirs)
                compared += 1
    assert compared > 500


def played(table: Table, mine: object, theirs: object) -> list[list[int]]:
    """Return the pieces at the end of the turn, before new ones, as the rules' own steps leave them."""
    from tanelorn.core.log import SILENT

    position = table.position.copy()
    position.agenda.pop()
    position.orders = [mine, theirs]
    while position.orders:
        position.agenda.pop().run(position, SILENT)
    return list(position.pieces)


@pytest.mark.long
def test_candidates_are_legal_and_all_different() -> None:
    for table in tables(2, 40):
        for decision in table.decisions():
            for most in (3, 14, 120):
                candidates = JUDGEMENT.candidates(decision, Random(0), most)
                assert 1 <= len(candidates) <= most
                assert len(set(candidates)) == len(candidates)
                assert all(choice in decision.choices() for choice in candidates)


@pytest.mark.long
def test_forecasts_are_the_prospects_after_playing() -> None:
    for table in tables(3, 20):
        seats = table.asked()
        options = {seat: JUDGEMENT.candidates(table.decision(seat), Random(0), 4) for seat in seats}
        forecast = JUDGEMENT.forecast(table, options)
        assert forecast is not None
        pairs = [(a, b) for a in options.get(0, [None]) for b in options.get(1, [None])]  # type: ignore[list-item]
        for expected, pair in zip(forecast, pairs, strict=True):
            after = table.copy()
            for seat, choice in enumerate(pair):
                if choice is not None:
                    after.play(choice, seat)
            assert sum(expected) == pytest.approx(1)
            # New pieces that leave no choice are placed by then, so that what waits differs a little.
            assert np.allclose(expected, JUDGEMENT.prospects(after, Random(0)), atol=0.25)
            if after.outcome is not None:
                assert np.allclose(expected, JUDGEMENT.prospects(after, Random(0)))


def test_both_sides_are_judged_alike() -> None:
    table = Table.new("fivecities", seed=0)
    assert JUDGEMENT.prospects(table, Random(0))[0] == pytest.approx(0.5)
