"""A theft by a spell: its caster alone knows what is offered, and every world he imagines offers the same."""

from __future__ import annotations

import random

import msgspec

from tanelorn.core.chance import Scripted
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.rules import ARCHMAGI

MADDER, WOAD, OCHRE = range(3)


def seizing(hunter: str, barbarian: str) -> Table:
    """Madder's Steal is about to take from a stack with a Witch Hunter, who is immune to spells."""
    position = {
        "phase": "scout",
        "players": 3,
        "asked": "nothing",
        "madder": {"units": {"0304": ["Magician"], "0707": ["Warlock"]}, "spells": ["Steal"]},
        "woad": {"units": {"0404": [f"Witch Hunter with {hunter}", f"Barbarian with {barbarian}"], "0606": ["Seer"]}},
        "ochre": {"units": {"0207": ["Sorcerer with Holy Mace", "Orcs with Coral Helm"]}},
    }
    table = Table.at(ARCHMAGI, ARCHMAGI.position_from(position), chance=Scripted([]))
    table.play("cast Steal by Magician in 0304 at Woad 0404", MADDER)
    return table


def offered(table: Table) -> list[str]:
    return [str(choice) for choice in table.decision(MADDER).choices()]


def test_every_imagined_world_offers_what_is_offered() -> None:
    """archmagi/spell/steal, archmagi/trait/immune-to-spells"""
    table = seizing("Rune Blade", "Treasure")
    assert offered(table) == ["seize Treasure for Magician in 0304", "nothing"]
    for seed in range(60):
        world = Table.from_view(ARCHMAGI, table.view(MADDER), random.Random(seed))
        assert offered(world) == offered(table)
        world.play("seize Treasure for Magician in 0304", MADDER)


def test_who_bears_what_is_told_to_nobody_else() -> None:
    """archmagi/view.3, archmagi/scout.8"""
    one, other = seizing("Rune Blade", "Treasure"), seizing("Treasure", "Rune Blade")
    assert offered(one) != offered(other)
    for table in (one, other):
        world = Table.from_view(ARCHMAGI, table.view(OCHRE), random.Random(1))
        assert world.asked() == (MADDER,)
    views = [msgspec.json.encode(table.view(OCHRE), enc_hook=str) for table in (one, other)]
    assert views[0] == views[1]
    assert [str(event.text) for event in one.events(OCHRE)] == [str(event.text) for event in other.events(OCHRE)]
