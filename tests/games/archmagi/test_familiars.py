"""A Familiar that is gone leaves nothing behind."""

from __future__ import annotations

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE

GAME = games["archmagi"]


@pytest.mark.rule("archmagi/spell/familiar", "archmagi/spell/transmutation")
def test_a_mage_is_transmuted_after_its_familiar_was_eaten() -> None:
    table = Table.at(
        GAME,
        GAME.position_from(
            {
                "phase": "recruit spells",
                "asked": "nothing",
                "madder": {
                    "units": {"0304": ["Wizard", "Elves", "Trolls"]},
                    "spells": ["Familiar", "Transmutation"],
                    "reserve": ["Orcs"],
                },
                "woad": {"units": {"0706": ["Seer"]}},
            }
        ),
        chance=Seeded(1),
    )
    table.play("cast Familiar by Elves in 0304 as animal flying", 0)
    table.play("done", 0)
    table.play("eat with Trolls in 0304 of Familiar (animal, flying) in 0304", 0)
    while table.position.round == 1:
        for decision in table.decisions():
            choices = decision.choices()
            kept = [choice for choice in choices if "Transmutation" not in str(choice)]
            table.play(choices.default() if choices.default() in kept else kept[0], decision.seat)
            break
    table.play("cast Transmutation by Wizard in 0304 of Elves in 0304 into Orcs", 0)
    assert table.facts(REFEREE)["0304"] == "madder 1: Orcs, Trolls, Wizard"
