"""What is told of a roll before it is what all its throws bring, thrown one after the other."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tanelorn.core.odds import Odds
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR

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


@pytest.mark.long
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


def cast_ahead(table: Table, *path: str) -> Odds | None:
    """What the caster is told at the end of a path, by the last of its clicks."""
    (seat,) = table.asked()
    return next(one for one in table.decision(seat).offer(path[:-1]).picks if one.pick == path[-1]).chances


def striker(spell: str, struck: list[str], *before: str) -> tuple[Odds | None, dict[str, Any]]:
    """What Madder is told of a spell cast at a stack of Woad, having done something else before."""
    setting = position(
        {"units": {"0304": ["Magician", "Ranger"]}, "spells": [spell]}, {"units": {"0404": struck}}, phase="scout"
    )
    table = played(setting, [(MADDER, text) for text in before])
    (choice,) = [one for one in table.decision(MADDER).choices() if str(one) == strikes(spell)]
    return cast_ahead(table, *choice.picks), setting


def strikes(spell: str) -> str:
    return f"cast {spell} by Magician in 0304 at Woad 0404"


LOOK = "scout with Ranger in 0304 at Woad 0404"


@pytest.mark.rule("archmagi/spell/web")
def test_a_web() -> None:
    setting = position(
        {"units": {"0304": ["Magician", "Ogres"]}, "spells": ["Web"]},
        {"units": {"0304": ["Hydra", "Goblins", "Elves"]}},
        phase="battle",
    )
    before = [(MADDER, "send Ogres"), (WOAD, "send Hydra"), (MADDER, "show"), (WOAD, "show Elves")]
    table, text = played(setting, before), "cast Web by Magician on Woad Hydra"
    (choice,) = [one for one in table.decision(MADDER).choices() if str(one) == text]
    came: Counter[str] = Counter()
    for die in range(1, 7):
        battle = played(setting, [*before, (MADDER, text)], [(die,)]).view(REFEREE).seen.battle
        (until,) = battle.held.values()
        rounds = until - battle.round + 1
        came[f"holds for {rounds} battle roll{'s' * (rounds > 1)}"] += 1
    told = whole(cast_ahead(table, *choice.picks))
    assert {share.words: share.ways for share in told.shares} == came
    assert len(came) == 6


def fallen(setting: dict[str, Any], spell: str, throw: tuple[int, ...], *draws: tuple[int, ...]) -> int:
    """How many of Woad's units fall to a spell when these dice are thrown."""
    after = played(setting, [(MADDER, LOOK), (MADDER, strikes(spell))], [*draws[:-1], throw, draws[-1]])
    totals = re.findall(r"the spell (\d+), the unit (\d+)", lines(after, REFEREE))
    return sum(int(struck) > int(own) for struck, own in totals)


@pytest.mark.long
@pytest.mark.rule("archmagi/spell-rule.11")
@pytest.mark.parametrize(
    "struck",
    [["Orcs", "Elves"], ["Sphinx"]],
    ids=["two units", "a third die"],
)
def test_an_attack_on_a_whole_stack(struck: list[str]) -> None:
    told, setting = striker("Meteor Shower", struck, LOOK)
    throws = product(range(1, 7), repeat=4 if len(struck) == 2 else 3)
    came = Counter(fallen(setting, "Meteor Shower", throw, tuple(range(len(struck)))) for throw in throws)
    shares = whole(told).shares
    assert [share.ways for share in shares] == [came[n] for n in range(len(struck), -1, -1)]
    assert [share.seat for share in shares] == [MADDER] * len(struck) + [-1]


@pytest.mark.long
@pytest.mark.rule("archmagi/spell-rule.20")
def test_an_attack_on_one_unit_by_lot() -> None:
    told, setting = striker("Lightning Strike", ["Orcs", "Elves"], LOOK)
    ways = {share.words: share.ways for share in whole(told).shares}
    for lot, name in enumerate(("Orcs", "Elves")):
        throws = product(range(1, 7), repeat=2)
        came = sum(fallen(setting, "Lightning Strike", throw, (lot,), (0,)) for throw in throws)
        assert ways[f"{name} is defeated"] == came


@pytest.mark.rule("archmagi/spell-rule.11", "archmagi/view.3")
def test_an_attack_on_whom_nobody_has_seen_tells_nothing() -> None:
    """Of those who have been seen it is told without what they may bear."""
    for spell in ("Meteor Shower", "Lightning Strike"):
        assert striker(spell, ["Orcs", "Elves"])[0] is None
        bare, armed = (striker(spell, ["Orcs", bearer], LOOK)[0] for bearer in ("Paladin", "Paladin with Holy Mace"))
        assert bare == armed is not None


@pytest.mark.rule("archmagi/spell/inferno", "archmagi/view.3")
def test_an_inferno_tells_of_those_who_are_shown() -> None:
    """Units that hide in the battle change nothing of it."""

    def told(hides: str) -> Odds:
        foes = {"units": {"0304": ["Elves", hides]}}
        setting = position({"units": {"0304": ["Magician"]}, "spells": ["Inferno"]}, foes, phase="battle")
        before = [(MADDER, "send Magician"), (WOAD, "send Elves"), (MADDER, "show"), (WOAD, "show")]
        table = played(setting, before)
        (choice,) = [one for one in table.decision(MADDER).choices() if str(one) == "cast Inferno by Magician"]
        return whole(cast_ahead(table, *choice.picks))

    assert told("Orcs") == told("Witch Hunter")
    assert "not counted" in told("Orcs").assumed
    assert max(told("Orcs").shares, key=lambda share: share.words).words == "nobody is defeated"
