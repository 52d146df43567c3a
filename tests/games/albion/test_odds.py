"""What is told of a roll before it is what all its throws bring, thrown one after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from tanelorn import Table
from tanelorn.core.chance import Enumerated, Scripted
from tanelorn.core.choices import Pick
from tanelorn.core.odds import Odds
from tanelorn.core.viewers import REFEREE
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.printed.world import FAERIE

THROWS = list(product(range(1, 7), repeat=2))
HOSTS = {
    "turn": 2,
    "phase": "combat",
    "hexes": {"3751": ["imric escorted", "rurik", "8 moray under imric", "elidor", "5 albion under elidor"]},
}
CHAMPIONS = {
    "turn": 2,
    "phase": "combat",
    "hexes": {"3751": ["imric", "8 moray under imric", "elidor", "5 albion under elidor"]},
}
OPENED = ("attack 3751", "done", "no challenge", "no challenge")


def sit(position: dict[str, Any], played: Sequence[str], dice: Sequence[tuple[int, ...]] = ()) -> Table:
    table = Table.at(ALBION, position_named(position), chance=Scripted(dice))
    for text in played:
        table.play(text, table.asked()[0])
    return table


def pick(table: Table, id: str, path: Sequence[str] = ()) -> Pick:
    (seat,) = table.asked()
    return next(one for one in table.decision(seat).offer(path).picks if one.pick == id)


def ways(odds: Odds | None) -> dict[str, int]:
    assert odds is not None
    assert odds.of == sum(share.ways for share in odds.shares)
    return {share.words: share.ways for share in odds.shares}


@pytest.mark.long
@pytest.mark.rule("albion/16.1.6a", "albion/16.1.7")
def test_a_round_of_battle() -> None:
    """The referee knows both forces, and with them what 36 throws bring."""
    duel = sit(HOSTS, (*OPENED, "ready")).scene(REFEREE).duel
    assert duel is not None
    came: Counter[str] = Counter()
    for throw in THROWS:
        table = sit(HOSTS, (*OPENED, "ready", "ready"), [throw])
        told = next(event.fought for event in table.events(REFEREE) if event.fought)
        fomorians, faerie = ("must retreat" in half for half in told.odds.split("**Faerie**"))
        both = "both sides retreat" if fomorians and faerie else ""
        one = "the Fomorians retreat" if fomorians else "Faerie retreats" if faerie else "nobody retreats"
        came[both or one] += 1
    assert ways(duel.chances) == came


@pytest.mark.rule("albion/15.8a", "albion/11.9f")
def test_another_round_of_battle_says_what_it_takes_for_true() -> None:
    """Neither side need retreat after a 2; who may attack again knows what the enemy has said."""
    table = sit(HOSTS, (*OPENED, "ready", "ready"), [(1, 1)])
    while (step := table.step) is not None and step.title != "Initiative":
        (seat, *_) = table.asked()
        table.play(table.decision(seat).choices().default(), seat)
    ahead = pick(table, "button:attack").chances
    assert ahead is not None
    assert sum(ways(ahead).values()) == 36
    assert "as last said" in ahead.assumed


@pytest.mark.long
@pytest.mark.rule("albion/16.4a", "albion/16.5a")
@pytest.mark.parametrize("form", ["duel", "trial"])
def test_the_first_blow_of_a_challenge(form: str) -> None:
    """Imric is unhurt and bears nothing, as Elidor's side must assume."""
    asked = sit(CHAMPIONS, ("attack 3751", "done", f"{form} imric", "no challenge"))
    ahead = pick(asked, "piece:elidor").chances
    came: Counter[str] = Counter()
    for throw in THROWS:
        table = Table.at(ALBION, position_named(CHAMPIONS), chance=Enumerated())
        for text in ("attack 3751", "done", f"{form} imric", "no challenge", "send elidor", "no challenge"):
            table.play(text)
        while table.pending is None:
            table.play("ready")
        table.settle(throw)
        said = " ".join(event.text for event in table.events(REFEREE))
        imric, elidor = (f"**{name}** is struck" in said for name in ("Imric", "Elidor"))
        one = "Imric is struck" if imric else "Elidor is struck" if elidor else "neither is struck"
        came["both are struck" if imric and elidor else one] += 1
    assert ways(ahead) == came
    assert ahead is not None
    assert "Imric is unhurt" in ahead.assumed


@pytest.mark.long
@pytest.mark.rule("albion/19.0a")
def test_an_enchantment() -> None:
    position = {"turn": 2, "phase": "enchantment", "invaded": 1, "hexes": {"2838": ["branwen"]}}
    table = sit(position, ("nothing",))
    cards = table.decision(FAERIE).offer(("piece:branwen",)).picks
    card = next(one for one in cards if one.chances is not None)
    text = next(str(one) for one in table.decision(FAERIE).choices() if card.pick in one.picks)
    came: Counter[str] = Counter()
    for throw in THROWS:
        done = sit(position, ("nothing", text), [throw, *[(1, 1)] * 8])
        came["works" if any("works" in event.text for event in done.events(FAERIE)) else "fails"] += 1
    assert ways(card.chances) == came


@pytest.mark.rule("albion/12.3a")
def test_a_teleport() -> None:
    position = {"turn": 2, "active": "faerie", "phase": "movement", "hexes": {"2838": ["branwen"]}}
    table = sit(position, ("teleport branwen",))
    came: Counter[str] = Counter()
    for throw in THROWS:
        rolled = sit(position, ("teleport branwen", "roll"), [throw])
        came["works" if any("it works" in event.text for event in rolled.events(FAERIE)) else "fails"] += 1
    told = ways(pick(table, "button:roll").chances)
    assert sorted(told.values()) == sorted(came.values())
    assert told["works"] == came["works"]


def lost(table: Table) -> str:
    """What the dice on the Attrition Table have cost, by what the chronicle tells once all has been shared out."""
    while "you lose" in table.decision(seat := table.asked()[0]).offer(()).prompt:
        table.play(table.decision(seat).choices().default(), seat)
    told = " ".join(event.text for event in table.events(REFEREE)).replace("*", "")
    points = re.search(r"loses? (\d+ points?)", told)
    wounds = re.search(r"takes? (\d+ wounds?)", told)
    return "costs " + (" and ".join(found[1] for found in (points, wounds) if found) or "nothing")


@pytest.mark.long
@pytest.mark.rule("albion/5.D.3c")
def test_a_forced_march() -> None:
    stack = ["glastyn escorted", "gairloch", "14 ochil under glastyn"]
    position = {"phase": "forced march", "hexes": {"2920": stack}}
    table = sit(position, ("take glastyn", "join gairloch"))
    told = ways(pick(table, "space:2819").chances)
    table.play("go 2819")
    assert all(one.chances is None for one in table.decision(table.asked()[0]).offer(()).picks), "it is on its way"
    played = ("take glastyn", "join gairloch", "go 2819", "halt", "done")
    assert Counter(lost(sit(position, played, [throw])) for throw in THROWS) == told
    assert len(told) > 3


@pytest.mark.rule("albion/5.C.3")
def test_attrition() -> None:
    """No click leads to it: the card about the hex tells whose pieces these are."""
    hexes = {"2440": ["edric", "14 albion under edric", "3 curwyllan"], "3751": ["imric", "3 moray under imric"]}
    table = sit({"phase": "enchantment", "hexes": hexes, "vortices": ["2440"]}, ())
    (card,) = [one.text for one in table.about(FAERIE, "2440").remarks if one.label == "Attrition"]
    told = {what: int(n) for what, n in re.findall(r"(costs [^,]+?) in (\d+) of 36", card)}
    position = {"phase": "attrition", "hexes": hexes, "vortices": ["2440"]}
    assert Counter(lost(sit(position, (), [throw])) for throw in THROWS) == told
    assert len(told) > 3
    assert not [one for one in table.about(1 - FAERIE, "2440").remarks if one.label == "Attrition"]
    assert not [one for one in table.about(FAERIE, "3751").remarks if one.label == "Attrition"]


@pytest.mark.rule("albion/20.6/15")
def test_the_hand_of_torbay() -> None:
    """Of whom it touches nothing but the counter is known."""
    position = {"phase": "combat", "turn": 1, "active": "faerie"}
    hexes = {"3751": ["malekin", "elidor", "bogan", "rurik"]}
    opened = ("done", "melee 3751", "done")
    told = ways(pick(sit(position | {"hexes": hexes}, opened), "piece:bogan", ("button:touch",)).chances)
    came: Counter[str] = Counter()
    for die in range(1, 7):
        table = sit(position | {"hexes": hexes}, (*opened, "touch bogan"), [(die,)])
        came[
            "Bogan dies" if any("and the touch kills" in one.text for one in table.events(REFEREE)) else "Bogan lives"
        ] += 1
    assert told == came
    assert len(came) == 2
    hurt = sit(position | {"hexes": hexes, "wounds": {"bogan": 2}}, opened)
    assert ways(pick(hurt, "piece:bogan", ("button:touch",)).chances) == told


@pytest.mark.rule("albion/20.6/23")
def test_the_teeth_of_the_dragon() -> None:
    position = {
        "phase": "combat",
        "hexes": {"3034": ["imric", "24 moray under imric", "elidor escorted", "2 albion under elidor"]},
        "items": {"teeth_of_the_dragon": "elidor"},
    }
    opened = ("attack 3034", "done", "no challenge", "no challenge", "ready")
    told = ways(pick(sit(position, opened), "card:teeth_of_the_dragon").chances)
    came: Counter[str] = Counter()
    for throw in THROWS:
        table = sit(position, (*opened, "sow teeth of the dragon"), [throw])
        men = int(re.search(r": (\d+) men rise", " ".join(one.text for one in table.events(REFEREE)))[1])
        (said,) = [
            said
            for said in told
            if men in range(int(re.findall(r"\d+", said)[0]), int(re.findall(r"\d+", said)[1]) + 1)
        ]
        came[said] += 1
    assert told == came
