"""The turn as arrays is the turn of the rules, and what is proposed is legal."""

from random import Random

import numpy as np
import pytest

from tanelorn.bots.judgement import Replier, judgement_of
from tanelorn.bots.regret import Mixture
from tanelorn.bots.tree import Node, Tree
from tanelorn.core.choices import Choice
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


def replies(table: Table, node: Node) -> list[Choice | None]:
    """Return what each seat would rather do at a node than anything that it thinks of, knowing what the other mixes."""
    assert isinstance(JUDGEMENT, Replier)
    mixed = [dict(zip(node.options[seat], node.mixtures[seat].mean.tolist(), strict=True)) for seat in (0, 1)]
    return [JUDGEMENT.reply(table, seat, node.options[seat], {1 - seat: mixed[1 - seat]}) for seat in (0, 1)]


def root(table: Table, tree: Tree) -> Node:
    options = JUDGEMENT.candidates(table.decision(0), Random(0), tree.WIDEST)
    return tree.root(table, 0, options, Mixture(len(options)))


def ordering(seed: int, count: int) -> list[Table]:
    return [table for table in tables(seed, count) if not isinstance(table.step, Placements)]


class Proposed(Tree):
    """Thinks of nothing that has not been proposed."""

    REPLIES = 0


def test_a_reply_is_legal_and_better_than_all_that_was_thought_of() -> None:
    found = 0
    for table in ordering(4, 40):
        node = root(table, Proposed(JUDGEMENT, Random(0)))
        for seat, reply in enumerate(replies(table, node)):
            if reply is None:
                continue
            found += 1
            assert reply in table.decision(seat).choices()
            options = {seat: [*node.options[seat], reply], 1 - seat: node.options[1 - seat]}
            forecast = JUDGEMENT.forecast(table, dict(sorted(options.items())))
            payoffs = np.array(forecast)[:, seat].reshape([len(options[0]), len(options[1])])
            means = node.mixtures[1 - seat].mean
            values = payoffs @ means if seat == 0 else means @ payoffs
            assert values[-1] > values[:-1].max()
    assert found > 5


def test_search_leaves_few_better_replies_than_it_thinks_of() -> None:
    tried = ordering(4, 40)
    lacking = [
        sum(reply is not None for table in tried for reply in replies(table, root(table, tree(JUDGEMENT, Random(0)))))
        for tree in (Proposed, Tree)
    ]
    assert lacking[1] * 3 < lacking[0]


@pytest.mark.long
def test_what_looks_nearly_as_good_as_the_best_is_tried() -> None:
    for table in ordering(5, 8):
        tree = Tree(JUDGEMENT, Random(0))
        node = root(table, tree)
        for _ in range(300):
            tree.visit(node)
        first, second = (mixture.mean for mixture in node.mixtures)
        for seat, values in enumerate((node.payoffs[0] @ second, first @ node.payoffs[1])):
            tried = {joint[seat] for joint in node.children}
            assert set(np.flatnonzero(values > values.max() - 0.04).tolist()) <= tried
