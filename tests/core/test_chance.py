"""Chance: four sources, fair and repeatable."""

from __future__ import annotations

import hashlib
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Committed, Draw, Enumerated, Illegal, Roll, Scripted, Seeded, Table, replay
from tanelorn.core.chance import commitment
from tanelorn.core.errors import NeedsChance
from tests.toy.sequence import Deed
from tests.toy.skirmish import SKIRMISH

from .conftest import play_on

CHI_SQUARE_999 = {5: 20.52, 11: 31.26, 19: 43.82}
"""The value that a fair source exceeds once in a thousand, by degrees of freedom."""


def chi_square(counts: Counter[object], kinds: int) -> float:
    due = counts.total() / kinds
    return sum((count - due) ** 2 / due for count in counts.values()) + (kinds - len(counts)) * due


@pytest.mark.parametrize("sides", [6, 12, 20])
def test_dice_are_fair(sides: int):
    seeded = Seeded("fair")
    rolls = Counter(seeded.outcome(Roll(1, sides, "a test")) for _ in range(1000 * sides))
    assert chi_square(rolls, sides) < CHI_SQUARE_999[sides - 1]


def test_pairs_of_dice_are_independent():
    seeded = Seeded("pairs")
    same = sum(a == b for a, b in (seeded.outcome(Roll(2, 6, "a test")) for _ in range(12_000)))
    assert abs(same - 2000) < 4 * (12_000 * 5 / 36) ** 0.5


def test_draws_are_fair_in_order_too():
    seeded = Seeded("draws")
    draws = Counter(seeded.outcome(Draw(2, 4, "a test")) for _ in range(12_000))
    assert chi_square(draws, 12) < CHI_SQUARE_999[11]


@given(st.integers(1, 2**63), st.integers())
def test_below_stays_below(bound: int, seed: int):
    assert 0 <= Seeded(seed).below(bound) < bound


@given(st.integers(0, 8), st.integers(0, 8), st.integers())
def test_a_draw_fits_what_was_asked(count: int, more: int, seed: int):
    ask = Draw(count, count + more, "a test")
    assert ask.fits(Seeded(seed).outcome(ask))


def test_numbers_are_the_same_on_every_platform():
    seeded = Seeded(1)
    assert [seeded.below(1000) for _ in range(8)] == [311, 989, 406, 473, 125, 838, 837, 84]
    assert [seeded.outcome(Roll(3, 6, "x")) for _ in range(3)] == [(1, 4, 6), (3, 2, 3), (6, 5, 5)]
    assert seeded.outcome(Draw(3, 10, "x")) == (7, 4, 8)
    assert Seeded("elric").below(1 << 40) == 903654014427


def test_the_number_depends_on_seed_and_count_alone():
    assert Seeded(1, used=5).below(1000) == 838
    assert Seeded(1).below(1 << 60) == Seeded("1").below(1 << 60) != Seeded(2).below(1 << 60)


def test_a_fork_does_not_foresee():
    seeded = Seeded(1)
    assert seeded.fork().key != seeded.key
    assert type(Committed("a secret").fork()) is Seeded


def test_committed_dice_are_those_of_the_secret():
    source = Committed("a secret")
    assert source.commitment == commitment("a secret") == hashlib.sha256(b"a secret").hexdigest()
    assert source.outcome(Roll(4, 6, "x")) == Seeded("a secret").outcome(Roll(4, 6, "x")) == (6, 6, 2, 3)
    assert Committed().secret != Committed().secret


def test_a_script_is_followed_and_its_end_is_an_error():
    script = Scripted([(3,), (2, 0)])
    assert script.outcome(Roll(1, 6, "a")) == (3,)
    assert script.fork().outcome(Draw(2, 3, "b")) == (2, 0)
    assert script.outcome(Draw(2, 3, "b")) == (2, 0)
    with pytest.raises(NeedsChance, match=r"no outcome left for 1d6 \(a fight\)\. Add one"):
        script.outcome(Roll(1, 6, "a fight"))


@pytest.mark.parametrize(
    ("ask", "outcome"),
    [
        (Roll(1, 6, "x"), (7,)),
        (Roll(1, 6, "x"), (0,)),
        (Roll(2, 6, "x"), (1,)),
        (Draw(1, 3, "x"), (3,)),
        (Draw(2, 3, "x"), (1, 1)),
        (Draw(1, 0, "x"), (0,)),
    ],
)
def test_an_impossible_outcome_is_an_error_and_is_not_used_up(ask: Roll | Draw, outcome: tuple[int, ...]):
    script = Scripted([outcome])
    with pytest.raises(NeedsChance, match="does not fit"):
        script.outcome(ask)
    assert script.used == 0


@pytest.mark.parametrize("ask", [Roll(2, 6, "x"), Roll(0, 6, "x"), Draw(2, 4, "x"), Draw(3, 3, "x")])
def test_probabilities_sum_to_one(ask: Roll | Draw):
    outcomes = list(ask.outcomes())
    assert sum((chance for _, chance in outcomes), Fraction(0)) == 1
    assert all(ask.fits(outcome) for outcome, _ in outcomes)
    assert len({outcome for outcome, _ in outcomes}) == len(outcomes)


def mustered() -> Table:
    table = Table.new(SKIRMISH, chance=Enumerated())
    for seat in (0, 1, 2):
        table.play(Deed("march", 0, 3 * seat + 1), seat)
    return table


def test_enumerated_chance_pauses_and_is_settled():
    table = mustered()
    assert (table.asked(), table.decisions(), table.outcome) == ((), [], None)
    assert table.outcomes() == [((index,), Fraction(1, 12)) for index in range(12)]
    with pytest.raises(Illegal, match=r"\[12\] is no outcome"):
        table.settle([12])
    with pytest.raises(NeedsChance, match="settle a draw of 1 out of 12"):
        table.chance.outcome(Draw(1, 12, "a card"))
    table.settle([4])
    assert table.position.hands == [[4], [], []]
    assert table.asked() == (0,)
    assert table.outcomes() == []
    with pytest.raises(Illegal):
        table.settle([4])


def test_each_outcome_can_be_tried_on_a_copy():
    table = mustered()
    before = table.position.digest()
    hands = set()
    for outcome, _ in table.outcomes():
        twin = table.copy()
        twin.settle(outcome)
        hands.add(twin.position.hands[0][0])
    assert hands == set(range(12))
    assert table.position.digest() == before


def test_nothing_is_taken_back_while_chance_is_asked():
    assert mustered().can_undo(2) == (False, "Undo ends here: chance is asked.")


def test_a_record_of_enumerated_chance_replays():
    table = mustered()
    while table.outcome is None:
        if table.pending:
            table.settle(table.outcomes()[0][0])
        else:
            play_on(table, len(table.entries), 1)
    assert replay(table.record()).facts() == table.facts()
