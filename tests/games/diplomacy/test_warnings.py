"""What is legal but pointless is told on the slip, before the seal."""

from __future__ import annotations

import pytest

from tanelorn import Table
from tests.games.diplomacy.tables import choices, lay

ALONE = {"France": ["A PAR", "A MAR", "A BUR", "F BRE", "F MAO", "A GAS"], "Germany": ["A MUN"], "Italy": ["F WES"]}


def lines(table: Table, text: str, power: str = "France") -> dict[str, str]:
    """The warnings on the slip, by order."""
    offered = choices(table, power)
    reading = offered.read(text)
    assert reading.refused == ()
    return {line.text: line.note for line in offered.offer(reading.path).lines if line.warn}


@pytest.mark.parametrize(
    ("text", "order", "says"),
    [
        ("A PAR - BUR; A BUR H", "A PAR - BUR", "your own unit stays in Burgundy"),
        ("A PAR - BUR", "A PAR - BUR", "your own unit in Burgundy has no order to leave"),
        ("A PAR - BUR; A BUR - PAR", "A PAR - BUR", "cannot change places with the unit in Burgundy"),
        ("A PAR - PIC; F BRE - PIC", "F BRE - PIC", "two of your units go to Picardy: equally strong, they keep"),
        ("A BUR S A PAR - PIC; A PAR H", "A BUR S A PAR - PIC", "the unit in Paris holds: the support is void"),
        ("A BUR S A PAR - PIC; A PAR - GAS", "A BUR S A PAR - PIC", "goes to Gascony: the support is void"),
        ("A BUR S A PAR - PIC", "A BUR S A PAR - PIC", "the unit in Paris is not ordered to go there yet"),
        ("A BUR S A PAR; A PAR - PIC", "A BUR S A PAR", "goes to Picardy: the support is void"),
        (
            "A PAR S A MUN - BUR; A BUR H",
            "A PAR S A MUN - BUR",
            "your own unit stays in Burgundy: your support does not",
        ),
        ("F MAO C A GAS - BRE; A GAS - PAR; F BRE - ENG", "F MAO C A GAS - BRE", "to Paris: the convoy is void"),
        ("F MAO C A GAS - BRE; F BRE H", "F MAO C A GAS - BRE", "your own unit stays in Brest"),
        ("F MAO C A GAS - BRE", "F MAO C A GAS - BRE", "your own unit in Brest has no order to leave"),
        ("F MAO C A GAS - POR", "F MAO C A GAS - POR", "the unit in Gascony is not ordered to go there yet"),
        ("F MAO - SPA/SC; A MAR - SPA; A GAS S F MAO - SPA/NC", "A MAR - SPA", "equally strong"),
        ("A GAS - POR", "A GAS - POR via convoy", "none of your fleets convoys it"),
        ("A GAS S F MAO - SPA/NC; F MAO - SPA/SC", "A GAS S F MAO - SPA/NC", "goes to another coast"),
        ("F MAO S F BRE - ENG; F BRE - ENG", "F MAO S F BRE - ENG", "no other power can reach English Channel"),
        ("A PAR S F BRE; F BRE H", "A PAR S F BRE", "no other power can reach Brest"),
    ],
)
def test_each_warning(text: str, order: str, says: str):
    assert says in lines(lay(ALONE), text).get(order, "")


@pytest.mark.parametrize(
    "text",
    [
        "A PAR - PIC; A MAR - SPA; A BUR S A PAR - PIC; F BRE H; F MAO - POR; A GAS H",
        "A MAR S A BUR; A BUR H; A GAS S A BUR",
        "A MAR S A BUR; A BUR S A MAR; A GAS S A MAR",
        "A BUR - MUN; A PAR - BUR; A GAS - PAR; A MAR S A PAR - BUR",
        "F MAO C A GAS - POR; A GAS - POR",
        "A PAR - PIC; F BRE - PIC; A BUR S A PAR - PIC",
    ],
)
def test_sensible_orders_are_not_warned_of(text: str):
    table = lay(ALONE | {"England": ["F ENG", "F BEL"], "Italy": ["F WES", "F LYO"]})
    warned = lines(table, text)
    assert {order: note for order, note in warned.items() if order != "F BRE - PIC"} == {}


def test_own_units_that_change_places_by_sea_are_not_warned_of():
    """An army whose own fleet convoys it goes by sea, whether or not its order says so."""
    table = lay({"France": ["A SPA", "A POR", "F MAO"], "England": ["F ENG"]})
    for text in (
        "A SPA - POR via convoy; A POR - SPA; F MAO C A SPA - POR",
        "A SPA - POR; A POR - SPA; F MAO C A SPA - POR",
    ):
        assert lines(table, text) == {}
    assert set(lines(table, "A SPA - POR; A POR - SPA; F MAO H")) == {"A SPA - POR", "A POR - SPA"}


def test_two_own_units_that_keep_others_out_of_an_own_centre_are_not_warned_of():
    shut = "A BUD - TRI; A VIE - TRI"
    assert lines(lay({"Austria": ["A BUD", "A VIE"], "Italy": ["A VEN"]}), shut, "Austria") == {}
    assert len(lines(lay({"Austria": ["A BUD", "A VIE"], "Italy": ["A ROM"]}), shut, "Austria")) == 2


def test_support_against_an_own_move_is_of_use():
    """Two own moves meet where nobody else can come: the support decides which of them gets in."""
    table = lay({"France": ["A PAR", "A BUR", "A GAS"], "Russia": ["A MOS"]})
    assert lines(table, "A PAR - BRE; A GAS - BRE; A BUR H") != {}
    helped = lines(
        lay({"France": ["A PAR", "A GAS", "F MAO"], "Russia": ["A MOS"]}),
        "A PAR - BRE; A GAS - BRE; F MAO S A PAR - BRE",
    )
    assert helped == {}


def test_of_two_own_moves_the_supported_one_is_not_warned_of():
    table = lay(ALONE | {"England": ["F BEL"]})
    assert "A PAR - PIC" not in lines(table, "A PAR - PIC; F BRE - PIC; A BUR S A PAR - PIC")


def test_help_for_others_is_not_warned_of():
    table = lay({"France": ["A PAR", "F MAO"], "Germany": ["A MUN"], "England": ["A GAS"], "Italy": ["A MAR"]})
    assert lines(table, "A PAR S A MUN - BUR; F MAO C A GAS - POR") == {}


def test_two_retreats_to_one_place():
    beaten = [
        {"power": "Italy", "unit": "A BOH", "by": "SIL"},
        {"power": "Italy", "unit": "A VIE", "by": "TRI"},
    ]
    table = lay({"Austria": ["A VIE", "A BUD"], "Germany": ["A BOH", "A MUN"]}, phase="retreats", dislodged=beaten)
    both = "two of your units retreat to Tyrolia: both are disbanded"
    assert lines(table, "A BOH R TYR; A VIE R TYR", "Italy") == {"A BOH R TYR": both, "A VIE R TYR": both}
    assert lines(table, "A BOH R TYR; A VIE R GAL", "Italy") == {}


def test_what_is_not_written_is_noted_and_not_warned_of():
    offer = choices(lay({"France": ["A PAR", "A MAR"]}), "France").offer(["space:PAR", "space:BUR"])
    assert [(line.text, line.note, line.warn) for line in offer.lines] == [
        ("A MAR …", "holds", False),
        ("A PAR - BUR", "", False),
    ]
