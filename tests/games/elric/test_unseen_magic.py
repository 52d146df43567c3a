"""What others may not learn from spells laid and passed (elric/9.0a, 9.2a, 9.2f, 9.1d)."""

from __future__ import annotations

import random

import pytest

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.elric.hands import companies, in_hands, is_bound, torn
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.views.named import position_named
from tests.contract.play import same, told

HAND = {"theleb kaarna": ["arioch", "kyreenee", "dispel-magic-a"]}
TABLE = {
    "scenario": "successor",
    "phase": "magic",
    "first": {
        "nations": ["pan tang"],
        "units": {"dhakos": ["general", "theleb kaarna", "jagreen lern"]},
        "spells": HAND,
    },
    "second": {"nations": ["jharkor"], "units": {"dhakos": ["dharmit", "wizard"]}, "spells": {"wizard": ["grome"]}},
    "fights": [{"area": "dhakos", "foe": "second", "city": True}],
}


def played(*texts: str) -> Table:
    table = Table.at(ELRIC, position_named(TABLE))
    for text in texts:
        table.play(text)
    return table


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
@pytest.mark.parametrize("what", ["kyreenee", "dispel magic a", "marker"])
def test_no_other_can_tell_what_was_laid(what, viewer):
    one = played("done", "lay arioch from theleb kaarna at dhakos")
    other = played("done", f"lay {what} from theleb kaarna at dhakos")
    assert same(told(one, viewer), told(other, viewer)) == ""


def test_its_player_can():
    one = played("done", "lay arioch from theleb kaarna at dhakos")
    other = played("done", "lay marker from theleb kaarna at dhakos")
    assert same(told(one, 0), told(other, 0)) != ""


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_no_other_can_tell_what_was_passed(viewer):
    one = played("give arioch of theleb kaarna to jagreen lern", "done")
    other = played("give kyreenee of theleb kaarna to jagreen lern", "done")
    assert same(told(one, viewer), told(other, viewer)) == ""


def test_what_is_laid_lies_in_the_same_hand_still():
    table = played("done", "lay arioch from theleb kaarna at dhakos")
    assert table.facts(1)["theleb kaarna spells"] == "?, ?, ?"
    assert table.facts(1)["laid"] == "? by theleb kaarna"


@pytest.mark.rule("elric/9.5c")
def test_a_drawn_world_puts_no_law_beside_chaos_that_is_known():
    table = Table.at(ELRIC, position_named({**TABLE, "maintained": ["arioch"]}))
    for seed in range(40):
        world = Table.from_view(ELRIC, table.view(1), random.Random(seed))
        hands = in_hands(world.position)
        bound = [unit for unit in hands if is_bound(world.position.world, unit)]
        assert not any(torn(hands, units) for units in companies(world.position, bound))
