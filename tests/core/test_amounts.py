from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from tanelorn.core.amounts import a_or_many, amount
from tanelorn.core.chance import Seeded
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table

PLURAL_OF_ONE = re.compile(
    r"\b1 (?:spell|artifact|chit|unit|point|wound|round|turn|order|piece|centre|fleet|game|hexe|card|man|men|step)s?\b"
)


def test_one_takes_no_plural() -> None:
    assert [amount(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [amount(n, "army", "armies") for n in (1, 2)] == ["1 army", "2 armies"]
    assert [a_or_many(n, "army", "armies") for n in (1, 2)] == ["an army", "2 armies"]
    assert a_or_many(1, "wound") == "a wound"


@pytest.mark.long
@pytest.mark.parametrize("game", list(games), ids=lambda game: game.slug)
def test_no_line_and_no_page_of_a_random_game_counts_one_in_the_plural(game: Game[Any, Any]) -> None:
    table, rng = Table.new(game, chance=Seeded(5)), random.Random(5)
    told = []
    for number in range(240):
        if table.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        if number % 12 == 0:
            told.append(msgspec.json.encode(table.scene(decision.seat)).decode())
            told += [str(fact) for fact in table.facts(decision.seat).values()]
        table.play(decision.choices().sample(rng), decision.seat)
    told += [event.text for event in table.log.events]
    wrong = [found[0] for text in told for found in PLURAL_OF_ONE.finditer(text) if found[0].endswith("s")]
    assert wrong == []
