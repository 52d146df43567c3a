"""The charts of the box, against the bounds that the rulebook sets them."""

from __future__ import annotations

import itertools

import pytest

from tanelorn.games.albion.pack.charts import DICE, ELF, RACES, Find, Outcome
from tanelorn.games.albion.state.printed.world import world_of

CHARTS = world_of().charts
LETTERS = "-ABCDEFGH"
SIZES = (1, 2, 4, 7, 11, 16, 22, 30)


# Terrain --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/chart/terrain", "albion/2.2")
def test_every_row_has_a_cost_and_a_letter_for_each_race():
    assert set(CHARTS.cost) == set(CHARTS.letter)
    for costs in (*CHARTS.cost.values(), *CHARTS.side_cost.values(), CHARTS.trail_cost, CHARTS.road_cost):
        assert len(costs) == len(RACES)
    assert all(set(row) == set(RACES) for row in CHARTS.letter.values())


@pytest.mark.rule("albion/chart/terrain")
def test_the_dyke_costs_six_to_all_but_elves_and_halves_gnomes():
    assert CHARTS.cost["dyke"] == (6, 6, 6, 1)
    assert CHARTS.letter["dyke"]["gnome"] == 1


@pytest.mark.rule("albion/chart/terrain")
def test_major_rivers_and_mountain_sides_are_shut_and_tunnels_to_all_but_gnomes_and_elves():
    assert CHARTS.side_cost["major"] == CHARTS.side_cost["mountain"] == (None,) * 4
    assert [cost is None for cost in CHARTS.side_cost["tunnel"]] == [True, False, True, False]
    assert CHARTS.side_cost["ferry"][:ELF] == CHARTS.side_cost["bridge"][:ELF] == CHARTS.side_cost["minor"][:ELF]


@pytest.mark.rule("albion/chart/terrain")
def test_in_one_hex_one_race_may_pay_two_and_another_three():
    assert any({2, 3} <= set(costs) for costs in CHARTS.cost.values())
    assert all(
        cost and cost > 0
        for id in ("clear", "woods", "forest", "rough", "mountain", "marsh")
        for cost in CHARTS.cost[id]
    )


@pytest.mark.rule("albion/chart/terrain")
def test_faerie_roads_serve_elves_and_trails_everybody():
    assert CHARTS.road_cost == (0, 0, 0, 1)
    assert CHARTS.trail_cost == (1, 1, 1, 1)


def test_ships_pay_five_to_take_aboard_and_to_land():
    assert (CHARTS.ship_cost, CHARTS.embark, CHARTS.debark, CHARTS.rain_at_sea) == (1, 5, 5, 1)


# Combat ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/chart/crt")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (5, 11, "1-3"),
        (11, 5, "2-1"),
        (6, 6, "1-1"),
        (5, 6, "2-3"),
        (1, 9, "1-4"),
        (30, 4, "5-1"),
        (0, 3, "1-4"),
        (3, 0, "5-1"),
    ],
)
def test_ratios_are_rounded_in_the_defenders_favour(attack, defence, column):
    assert CHARTS.columns[CHARTS.ratio_column(attack, defence)] == column


@pytest.mark.rule("albion/chart/crt")
def test_totals_and_columns_past_the_ends_read_the_last_ones():
    assert CHARTS.combat(4, 1) == CHARTS.combat(4, 2)
    assert CHARTS.combat(4, 15) == CHARTS.combat(4, 12)
    assert CHARTS.combat(-2, 7) == CHARTS.combat(0, 7)
    assert CHARTS.combat(12, 7) == CHARTS.combat(len(CHARTS.columns) - 1, 7)
    assert CHARTS.combat(4, 2) == Outcome("E", True, "A", False)


@pytest.mark.rule("albion/chart/crt")
def test_a_better_roll_or_ratio_never_helps_the_defender():
    def worth(column, roll):
        cell = CHARTS.combat(column, roll)
        return -LETTERS.index(cell.attacker or "-"), LETTERS.index(cell.defender or "-")

    for column in range(len(CHARTS.columns)):
        for roll in DICE[:-1]:
            assert all(a <= b for a, b in zip(worth(column, roll), worth(column, roll + 1), strict=True))
            if column + 1 < len(CHARTS.columns):
                assert all(a <= b for a, b in zip(worth(column, roll), worth(column + 1, roll), strict=True))


# Casualties, attrition ------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/chart/casualty")
def test_losses_never_fall_with_the_letter_or_the_size():
    for letter in LETTERS[1:]:
        for small, large in itertools.pairwise(SIZES):
            assert CHARTS.loss(letter, small).csp <= CHARTS.loss(letter, large).csp
            assert CHARTS.loss(letter, small).wounds <= CHARTS.loss(letter, large).wounds
            assert CHARTS.loss(letter, large - 1) == CHARTS.loss(letter, small)
    for mild, grave in itertools.pairwise(LETTERS[1:]):
        for size in SIZES:
            assert CHARTS.loss(mild, size).csp <= CHARTS.loss(grave, size).csp
            assert CHARTS.loss(mild, size).wounds <= CHARTS.loss(grave, size).wounds


@pytest.mark.rule("albion/chart/casualty")
def test_the_table_has_daggers_threes_and_wounds_for_a_force_of_one():
    cells = [CHARTS.loss(letter, size) for letter in LETTERS[1:] for size in SIZES]
    assert any(cell.dagger for cell in cells)
    assert any(cell.wounds == 3 for cell in cells)
    assert all(CHARTS.loss(letter, 1).wounds >= 1 for letter in "DEFGH")
    assert CHARTS.loss("H", 0) == CHARTS.loss("H", 1)
    assert CHARTS.loss("", 20).csp == CHARTS.loss("", 20).wounds == 0


def test_the_smallest_forces_are_not_the_safest():
    """A point or two under strong persons lose a point wherever the largest force loses a quarter of its own."""
    for letter in "CDEFGH":
        assert CHARTS.loss(letter, 1).csp == 1
        share = CHARTS.loss(letter, 30).csp / 30
        assert CHARTS.loss(letter, 2).csp / 2 >= share


@pytest.mark.rule("albion/chart/attrition")
def test_attrition_never_lessens_with_the_roll():
    rows = [LETTERS.index(CHARTS.attrition(roll) or "-") for roll in range(-4, 22)]
    assert rows == sorted(rows)
    assert CHARTS.attrition(4) == ""
    assert CHARTS.attrition(-3) == CHARTS.attrition(2)
    assert CHARTS.attrition(20) == CHARTS.attrition(12)
    assert CHARTS.attrition(12 - 6) == "B"


# Discovery, activation, the track -------------------------------------------------------------------------------------


@pytest.mark.rule("albion/chart/discovery")
def test_every_artifact_and_every_curse_can_turn_up():
    cells = [CHARTS.discovery(strength, roll) for strength in (5, 6, 9, 12, 15, 19) for roll in DICE]
    assert {number for cell in cells for number in cell.items} == set(range(1, 11))
    assert {cell.curse for cell in cells} == {0, 1, 2, 3, 4}
    assert any(cell.die for cell in cells)
    assert Find() in cells
    assert CHARTS.discovery(8, 1) == CHARTS.discovery(6, 2)
    assert CHARTS.discovery(40, 17) == CHARTS.discovery(19, 12)


@pytest.mark.rule("albion/chart/activation")
def test_nine_entries_of_the_activation_table():
    assert CHARTS.activation == {
        "gwynedd": 3,
        "ulster": 3,
        "leinster": 2,
        "curwyllan": 2,
        "misha": 5,
        "dunatis": 5,
        "gerflax": 4,
        "worm": 5,
        "expedition": 4,
    }
    assert (CHARTS.farcalling, CHARTS.fallen) == (-5, (0, 0))


@pytest.mark.rule("albion/chart/track", "albion/6.4")
def test_ten_turns_with_mana_and_weather():
    turns = world_of().turns[1:]
    assert [turn.number for turn in turns] == list(range(1, 11))
    assert [turn.mana for turn in turns] == [4, 5, 5, 5, 5, 6, 6, 5, 5, 5]
    assert [turn.number for turn in turns if turn.weather == "rain"] == [4, 5, 8, 10]
    assert not any(turn.weather == "snow" for turn in turns)
    assert (turns[0].name, turns[9].name) == ("Beltane II", "Molwis I")
