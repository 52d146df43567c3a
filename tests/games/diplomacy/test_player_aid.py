"""The player aids of both boards: the year, orders that can be written, powers, spaces; spells and fortresses."""

from __future__ import annotations

import pytest

from tanelorn.core.game import games
from tests.core.test_aid import cells, named


@pytest.mark.parametrize("slug", ["diplomacy", "youngkingdoms"])
def test_a_year_in_its_order(slug):
    assert [first for first, _ in cells(named(slug)["A year"])] == [
        "1 Spring orders",
        "2 Spring retreats",
        "3 Autumn orders",
        "4 Autumn retreats",
        "5 Winter: centres change hands",
        "6 Winter: has somebody won?",
        "7 Winter: builds and removals",
    ]


@pytest.mark.parametrize("slug", ["diplomacy", "youngkingdoms"])
def test_orders_are_written_as_they_can_be_read(slug):
    written = dict(cells(named(slug)["How orders are written"]))
    game = games[slug]
    for what in ("Hold", "Move", "Support a move", "Support a stand", "Convoy", "Move by convoy"):
        order, why_not = game.variant.notation.read(written[what])
        assert why_not is None
        assert game.variant.write(order) == written[what]


def test_powers_at_the_start():
    powers = {row[0]: row[1:] for row in cells(named("diplomacy")["Powers at the start"])}
    assert len(powers) == 7
    assert powers["Russia"] == ("A MOS, A WAR, F SEV, F STP/SC", "MOS, SEV, STP, WAR")


@pytest.mark.parametrize(
    ("slug", "spaces", "centres", "win"), [("diplomacy", 75, 34, 18), ("youngkingdoms", 60, 28, 14)]
)
def test_all_spaces_by_their_abbreviations(slug, spaces, centres, win):
    table = named(slug)["Spaces"]
    found = {row[at]: row[at + 1 : at + 3] for row in cells(table) for at in (0, 3) if row[at]}
    assert set(found) == {area.id for area in games[slug].board}
    assert len(found) == spaces
    assert sum("★" in name for name, _ in found.values()) == centres
    assert table.note == f"★ one of the {centres} supply centres; {win} win."


def test_the_ten_spells_and_the_five_fortresses():
    tables = named("youngkingdoms")
    spells = [row[0] for row in cells(tables["The 10 spells"])]
    assert [int(spell.partition(" ")[0]) for spell in spells] == list(range(1, 11))
    assert spells[8] == "9 destruction"
    fortresses = {row[0]: row[1:] for row in cells(tables["Fortresses and their standing armies"])}
    assert len(fortresses) == 5
    assert fortresses["Melnibone"] == ("2", "Melnibone")
    assert fortresses["Tanelorn"] == ("1", "nobody")
    assert ("Jagreen Lern", "of Pan Tang; written Jagreen") in cells(tables["Sorcerers"])
