"""Odds: every outcome counted once, in words that say no more than is true."""

from __future__ import annotations

import pytest

from tanelorn.core.chance import Draw, Roll
from tanelorn.core.odds import Odds, Share, percent, reckon

WORKS, FAILS = ("works", 1), ("fails", -1)


def test_every_way_is_counted_once_and_what_cannot_be_is_left_out() -> None:
    odds = reckon(Roll(2, 6, ""), lambda dice: WORKS if sum(dice) <= 8 else FAILS, (("is magic", 0), WORKS, FAILS))
    assert odds == Odds(36, (Share("works", 26, 1), Share("fails", 10)))
    assert reckon(Draw(2, 4, ""), lambda drawn: WORKS if 0 in drawn else FAILS).of == 12


def test_they_are_said_in_words() -> None:
    odds = reckon(Roll(2, 6, ""), lambda dice: WORKS if sum(dice) <= 8 else FAILS, (WORKS, FAILS), assumed="It is day")
    assert str(odds) == "works in 26 of 36 (72%), fails in 10 of 36 (28%); it is day"


@pytest.mark.parametrize(
    ("ways", "of", "said"),
    [(1, 2, "50%"), (1, 8, "13%"), (1, 1296, "under 1%"), (1295, 1296, "over 99%"), (0, 6, "under 1%"), (6, 6, "100%")],
)
def test_what_may_be_is_never_nothing_and_what_need_not_be_never_all(ways: int, of: int, said: str) -> None:
    assert percent(ways, of) == said
