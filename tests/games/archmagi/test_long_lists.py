"""Lists of choices that double with each unit: they are counted, and drawn from, without being written out."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.rules import ARCHMAGI

MADDER, WOAD = range(2)
HEROES = [
    "Elf Lord",
    "Dwarf Lord",
    "Ranger",
    "Assassin",
    "Beast Master",
    "Shaman",
    "War Chief",
    "Cavalier",
    "Paladin",
    "Cleric",
    "Barbarian",
    "Bounty Hunter",
    "Master Thief",
    "Warrior",
    "Magician",
    "Halfling",
    "Bard",
    "Myrmidon",
    "Chaos Lord",
    "Succubus",
]


def at_the_door(heroes: list[str]) -> Table:
    """A battle in which a wizard may leave by Dimension Door with any of the heroes."""
    position: dict[str, Any] = {
        "phase": "battle",
        "asked": "nothing",
        "first": "woad",
        "madder": {"units": {"0404": ["Orcs"], "0607": ["Warlock"]}},
        "woad": {"units": {"0404": ["Wizard", *heroes]}, "spells": ["Dimension Door"]},
    }
    table = Table.at(ARCHMAGI, ARCHMAGI.position_from(position), chance=Scripted([]))
    for seat, text in ((MADDER, "send Orcs"), (WOAD, "send Wizard"), (MADDER, "show"), (WOAD, "show")):
        table.play(text, seat)
    table.play("ready", MADDER)
    return table


def test_ways_through_a_door_are_as_many_as_are_listed() -> None:
    """archmagi/spell/dimension-door"""
    choices = at_the_door([*HEROES[:4], "Knights"]).decision(WOAD).choices()
    listed = [str(choice) for choice in choices]
    doors = [text for text in listed if text.startswith("cast Dimension Door")]
    assert len(choices) == len(listed) == len(set(listed))
    alone = [text for text in doors if " with " not in text]
    assert len(doors) == len(alone) * 2**4  # Knights are no hero


@pytest.mark.long
def test_a_door_for_a_host_is_counted_and_drawn_at_once() -> None:
    """archmagi/spell/dimension-door"""
    table = at_the_door(HEROES)
    choices = table.decision(WOAD).choices()
    assert len(choices) > 2**20
    for seed in range(50):
        assert choices.refusal(choices.sample(random.Random(seed))) is None


def test_every_way_to_turn_a_look_is_legal() -> None:
    """archmagi/spell/spell-turn"""
    position: dict[str, Any] = {
        "phase": "scout",
        "first": "woad",
        "madder": {"units": {"0304": ["Magician"], "0305": ["Orcs"], "0707": ["Warlock"]}, "spells": ["Scry"]},
        "woad": {"units": {"0404": ["Elves"], "0405": ["Elves"], "0606": ["Seer"]}, "spells": ["Spell Turn"]},
    }
    table = Table.at(ARCHMAGI, ARCHMAGI.position_from(position), chance=Scripted([]))
    table.play("cast Scry by Magician in 0304 at Woad 0404", MADDER)
    choices = table.decision(WOAD).choices()
    listed = list(choices)
    assert len(choices) == len(listed) > 3
    assert not any("Woad 0404" in str(choice).partition("turning")[2] for choice in listed)
    drawn = [choices.sample(random.Random(seed)) for seed in range(50)]
    assert [choices.refusal(choice) for choice in (*listed, *drawn)] == [None] * (len(listed) + 50)
