"""What is told of a roll before it is what all its throws bring, thrown one after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.odds import Odds
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.views.named import position_named

THROWS = list(product(range(1, 7), repeat=2))
AT_SEA = {
    "phase": "combat",
    "first": {"nations": ["jharkor"], "units": {"dharijor coast": ["dharmit", "jharkor army*4"]}},
    "second": {"nations": ["dharijor"], "units": {"dharijor coast": ["karnaal", "dharijor army*3"]}},
    "fights": [{"area": "dharijor coast", "foe": "second"}],
}
SIEGE = {
    "phase": "combat",
    "first": {
        "nations": ["jharkor", "dharijor"],
        "units": {"bakshaan": ["dharmit", "karnaal", "jharkor army*7", "dharijor army*6"]},
    },
    "fights": [{"area": "bakshaan", "city": True}],
}
WALL = {
    "phase": "combat",
    "first": {
        "nations": ["jharkor", "ilmiora"],
        "units": {"jadmar": ["dharmit", "yishana", "fadan", "jharkor army*7"]},
    },
    "second": {"nations": ["vilmir"], "units": {"jadmar": ["naclon", "vilmir army*2"]}},
    "fights": [{"area": "jadmar", "foe": "second", "city": True}],
}


def sit(position: dict[str, Any], dice: Sequence[tuple[int, ...]]) -> Table:
    return Table.at(ELRIC, position_named(position), chance=Scripted(dice))


def ways(odds: Odds | None) -> dict[str, int]:
    assert odds is not None
    assert odds.of == sum(share.ways for share in odds.shares)
    return {share.words: share.ways for share in odds.shares}


def until_rolled(table: Table) -> Odds | None:
    """Answer by default until the dice have fallen; return what was told of them last."""
    ahead: Odds | None = None
    while (duel := table.scene(SPECTATOR).duel) is not None and duel.chances is not None:
        ahead = duel.chances
        (seat, *_) = table.asked()
        table.play(table.decision(seat).choices().default(), seat)
    return ahead


def result(table: Table) -> str:
    """What the chronicle tells of the dice, as the odds say it."""
    told = " ".join(event.text for event in table.events(SPECTATOR))
    if "Both roll again" in told:
        return "both throw again"
    found = re.search(r"wins by \d+: ([^:]+): ([^.]+)\.", told)
    assert found, told
    name, what = found.groups()
    if what.startswith("eliminated, the wall"):
        return f"{name} is eliminated, the wall is overcome" if name != "Bakshaan" else f"{name} falls"
    if what.startswith("eliminated, but"):
        return f"{name} is eliminated, the wall holds"
    said = {"eliminated": "is eliminated", "the city stands": "stands", "nothing to lose": "loses nothing"}
    said["retreat"] = "retreats"
    lost = re.search(r"lose (\d+)", what)
    retreat = "retreats and loses" if what.startswith("retreat") else "loses"
    return f"{name} {retreat} {lost[1]}" if lost else f"{name} {said[what]}"


@pytest.mark.long
@pytest.mark.rule("elric/10.5a", "elric/10.6", "elric/7.5.2b", "elric/10.9.3b")
@pytest.mark.parametrize("position", [AT_SEA, SIEGE, WALL], ids=["at sea", "a siege", "a wall"])
def test_a_battle(position: dict[str, Any]) -> None:
    told: dict[str, int] = {}
    came: Counter[str] = Counter()
    for throw in THROWS:
        table = sit(position, [throw, (6, 1)])
        told = ways(until_rolled(table))
        came[result(table)] += 1
    assert told == came
    assert len(told) > 1


@pytest.mark.rule("elric/8.0d")
def test_a_search() -> None:
    position = {
        "phase": "search",
        "first": {"nations": ["jharkor"], "units": {"nihrain": ["dharmit"]}},
        "hidden": {"nihrain": "chimera"},
    }
    table = sit(position, [])
    (seat,) = table.asked()
    text = next(str(one) for one in table.decision(seat).choices() if "magic" in str(one))
    offer = table.decision(seat).offer(("space:nihrain",))
    magic = next(one for one in offer.picks if one.pick == "button:magic")
    came: Counter[str] = Counter()
    for die in range(1, 7):
        searched = sit(position, [(die,)])
        searched.play(text)
        said = " ".join(event.text for event in searched.events(seat))
        came["finds it" if ": found." in said else "finds nothing"] += 1
    assert ways(magic.chances) == came
