"""The player aid of Five Cities has the turn, combats, lightning and areas as the rules have them."""

from __future__ import annotations

from tests.core.test_aid import cells, named


def test_a_turn_in_its_order():
    steps = [first for first, _ in cells(named("fivecities")["A turn"])]
    assert steps == [
        "1 Start of turn",
        "2 New pieces",
        "3 Orders",
        "4 Reveal",
        "5 Combat on the way",
        "6 Combat",
        "7 Bombardment",
    ]


def test_combat_of_uneven_forces():
    table = named("fivecities")["Combat: what the stronger side keeps"]
    kept = {
        (int(strong), int(weak)): left
        for strong, *row in cells(table)
        for weak, left in zip(table.columns[1:], row, strict=True)
        if left
    }
    assert set(kept) == {(strong, weak) for strong in range(2, 10) for weak in range(1, strong)}
    assert (kept[2, 1], kept[3, 2], kept[5, 3], kept[9, 7], kept[9, 1]) == ("2", "2", "4", "4", "9")


def test_combat_of_even_forces():
    left = [row[1] for row in cells(named("fivecities")["Combat: even forces"])]
    assert left == ["1 piece of that side", "none", "none"]


def test_lightning():
    province, city = cells(named("fivecities")["Lightning: what it leaves of so many pieces"])
    assert province[1:] == ("1", "1", "2", "2", "3", "3", "4", "4", "5")
    assert set(city[1:]) == {"0"}


def test_all_areas_with_their_neighbours():
    areas = {row[0]: row[1:] for row in cells(named("fivecities")["Areas, who begins there, what is next to them"])}
    assert len(areas) == 16
    assert areas["S"] == ("Shalomar", "", "Mu, Halcyonna, Ulteria, Shangri-La City")
    assert areas["A"][1] == "First player, 3"
