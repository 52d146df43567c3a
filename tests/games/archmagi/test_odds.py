"""What is told of a roll before it is what all its throws bring, thrown one after the other."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from tanelorn.core.odds import Odds
from tanelorn.core.viewers import SPECTATOR

from .seeing import MADDER, WOAD, lines, played, position

READY = [
    (MADDER, "send Orcs"),
    (WOAD, "send Paladin"),
    (MADDER, "show"),
    (WOAD, "show"),
    (MADDER, "ready"),
    (WOAD, "ready"),
]
STOLEN = [(MADDER, "steal with Sprites in 0304 from Woad 0404")]


def whole(odds: Odds | None) -> Odds:
    assert odds is not None
    assert odds.of == sum(share.ways for share in odds.shares)
    return odds


@pytest.mark.rule("archmagi/battle.15", "archmagi/battle.17", "archmagi/battle.18")
def test_a_battle_roll() -> None:
    setting = position({"units": {"0304": ["Orcs", "Elves"]}}, {"units": {"0304": ["Paladin"]}}, phase="battle")
    before = played(setting, READY[:-1]).scene(SPECTATOR).duel
    assert before is not None
    told = whole(before.chances)
    came: Counter[int] = Counter()
    for throw in product(range(1, 7), repeat=2):
        after = played(setting, READY, [throw]).scene(SPECTATOR).duel
        assert after is not None
        came[next((side.seat for side in after.sides if side.won == "won"), -1)] += 1
    assert {share.seat: share.ways for share in told.shares} == came


def robbery(other: str) -> dict[str, Any]:
    """Sprites are about to steal from a stack in which somebody else stands."""
    robbed = {"units": {"0404": ["Paladin with Holy Mace", other]}}
    return position({"units": {"0304": ["Sprites", "Ranger"]}}, robbed, phase="scout")


def ahead(other: str, *before: str) -> Odds:
    """What Madder is told of the theft, having done something else before."""
    table = played(robbery(other), [*((MADDER, text) for text in before), *STOLEN])
    return whole(table.decision(MADDER).offer(()).picks[0].chances)


@pytest.mark.rule("archmagi/scout.5", "archmagi/scout.6")
def test_a_theft() -> None:
    setting, told = robbery("Barbarian"), ahead("Barbarian")
    came: Counter[str] = Counter()
    for die in range(1, 7):
        after = played(setting, [*STOLEN, (MADDER, "take Holy Mace")], [(die,)])
        came["the theft works" if "has stolen" in lines(after, MADDER) else "the theft fails"] += 1
    assert {share.words: share.ways for share in told.shares} == came
    assert "No guards" in told.assumed


@pytest.mark.rule("archmagi/scout.6", "archmagi/view.3")
def test_guards_count_once_they_have_been_seen() -> None:
    """Hidden guards change nothing of what is told; whoever has scouted them is told of both dice."""
    assert ahead("City Guard") == ahead("Barbarian")
    scouted = ahead("City Guard", "scout with Ranger in 0304 at Woad 0404")
    came: Counter[str] = Counter()
    for guard, theft in product(range(1, 7), repeat=2):
        dice = [(guard,), (theft,)] if guard > 2 else [(guard,)]
        after = played(robbery("City Guard"), [*STOLEN, (MADDER, "take Holy Mace")], dice)
        told = lines(after, MADDER)
        caught = "is caught stealing" in told
        fate = "the theft works" if "has stolen" in told else "the theft fails"
        came["the guards catch the thief" if caught else fate] += 1
    assert {share.words: share.ways for share in scouted.shares} == came
