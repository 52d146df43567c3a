"""What a player reads: the reasons of failures, the chronicle of a year, and time that is up."""

from __future__ import annotations

import pytest

from tanelorn import REFEREE, Table
from tanelorn.core.cases.running import load_cases
from tanelorn.games.diplomacy.phases.reasons import WORDS, says
from tanelorn.games.diplomacy.standard.rules import STANDARD
from tests.games.diplomacy.tables import Units, lay, seat
from tests.test_cases import TESTS


def orders(units: Units, **slips: str) -> Table:
    table = lay(units)
    for power in [table.seats[one] for one in table.asked()]:
        table.play(slips.get(power, "nothing"), seat(power))
    return table


def reason(table: Table, text: str) -> str:
    ruling = next(one for one in table.position.ruled if STANDARD.write(one.order) == text)
    return says(STANDARD.atlas, ruling)


@pytest.mark.parametrize(
    ("units", "slips", "failed", "why"),
    [
        (
            {"Austria": ["A VIE"], "Italy": ["A VEN"]},
            {"Austria": "A VIE - TYR", "Italy": "A VEN - TYR"},
            "A VIE - TYR",
            "it meets an equal or stronger move from Venice",
        ),
        (
            {"Austria": ["A VIE"], "Italy": ["A TYR"]},
            {"Austria": "A VIE - TYR"},
            "A VIE - TYR",
            "what stands in Tyrolia is as strong",
        ),
        (
            {"Austria": ["A VIE", "A TYR"]},
            {"Austria": "A VIE - TYR"},
            "A VIE - TYR",
            "a unit of its own power stays in Tyrolia",
        ),
        (
            {"Austria": ["A VIE"], "Italy": ["A TYR"]},
            {"Austria": "A VIE - TYR", "Italy": "A TYR - VIE"},
            "A VIE - TYR",
            "it meets the unit from Tyrolia head on",
        ),
        (
            {"Austria": ["F TRI", "A VIE"], "Italy": ["A VEN"]},
            {"Austria": "F TRI H; A VIE S A VEN - TRI", "Italy": "A VEN - TRI"},
            "A VEN - TRI",
            "support by the power that is attacked in Trieste does not count",
        ),
        (
            {"England": ["A LON", "F NTH"]},
            {"England": "A LON - BEL"},
            "A LON - BEL via convoy",
            "no fleet convoys it",
        ),
        (
            {"England": ["A LON", "F NTH", "F SKA"]},
            {"England": "A LON - SWE; F NTH C A LON - SWE"},
            "A LON - SWE via convoy",
            "the fleets that convoy it do not reach Sweden",
        ),
        (
            {"England": ["A LON", "F NTH"], "Germany": ["F SKA", "F HEL"]},
            {"England": "A LON - BEL; F NTH C A LON - BEL", "Germany": "F SKA - NTH; F HEL S F SKA - NTH"},
            "A LON - BEL via convoy",
            "the fleet that convoys it is dislodged in North Sea",
        ),
        (
            {"Austria": ["A VIE", "A BUD"], "Italy": ["A TYR"]},
            {"Austria": "A VIE S A BUD - TRI; A BUD - TRI", "Italy": "A TYR - VIE"},
            "A VIE S A BUD - TRI",
            "the support is cut from Tyrolia",
        ),
        (
            {"Austria": ["A VIE", "A BUD"], "Italy": ["A TYR", "A BOH"]},
            {"Austria": "A VIE S A BUD - TRI; A BUD - TRI", "Italy": "A TYR - VIE; A BOH S A TYR - VIE"},
            "A VIE S A BUD - TRI",
            "the unit is dislodged from Tyrolia",
        ),
        (
            {"Austria": ["A VIE", "A BUD"]},
            {"Austria": "A VIE S A BUD - TRI; A BUD H"},
            "A VIE S A BUD - TRI",
            "the unit in Budapest does otherwise",
        ),
    ],
)
def test_why_an_order_failed(units, slips, failed, why):
    table = orders(units, **slips)
    assert reason(table, failed) == why
    assert any(f"{failed} (fails: {why})" in event.text for event in table.events(REFEREE))
    assert any(mark.failed and mark.note == why for mark in table.scene(-1).marks)


def test_every_failure_of_the_cases_has_a_word():
    told = set()
    for file in sorted((TESTS / "cases" / "diplomacy").glob("*.toml")):
        for case in load_cases(file):
            for play in case.play:
                facts = play.expect.facts if play.expect else {}
                told |= {str(value).removeprefix("fails: ") for value in facts.values() if "fails" in str(value)}
    assert told <= set(WORDS)
    assert told >= set(WORDS) - {"garrison", "closed", "gap", "barred"}


@pytest.mark.rule("diplomacy/seasons", "diplomacy/orders", "diplomacy/retreat", "diplomacy/removals")
def test_when_time_is_up_units_hold_disband_and_go_by_rule():
    table = lay(
        {"Austria": ["A VIE", "A BUD"], "Italy": ["A TYR", "A BOH"], "Russia": ["A MOS"]},
        season="autumn",
        centres={"Austria": ["VIE"], "Italy": ["VEN"], "Russia": ["MOS"]},
    )
    table.play("A TYR - VIE; A BOH S A TYR - VIE", seat("Italy"))
    table.time_up()
    assert table.facts()["VIE dislodged"] == "Austria A from TYR to GAL, TRI"
    assert table.asked() == (seat("Austria"),)
    table.time_up()
    assert (table.facts()["VIE"], table.facts()["Austria units"]) == ("Italy A", 1)
    assert (table.facts()["year"], table.facts()["season"], table.facts()["phase"]) == (1902, "Spring", "orders")
    assert table.facts()["Italy units"] == 2

    poor = lay(
        {"Italy": ["A TUS", "F ION"], "Russia": ["A MOS"]}, phase="builds", centres={"Italy": ["ROM"], "Russia": []}
    )
    poor.time_up()
    assert (poor.facts()["TUS"], poor.facts()["ION"], poor.facts()["MOS"]) == ("Italy A", "empty", "empty")
    assert poor.facts()["winner"] == "Italy"


def test_the_chronicle_of_a_year():
    table = lay(
        {"Austria": ["A BUD", "A GAL"], "Russia": ["A RUM"], "Italy": ["A ROM"]},
        season="autumn",
        centres={"Austria": ["BUD", "VIE"], "Russia": ["RUM"], "Italy": ["ROM", "NAP"]},
    )
    table.play("A BUD - RUM; A GAL S A BUD - RUM", seat("Austria"))
    table.play("A RUM - BUD", seat("Russia"))
    table.play("nothing", seat("Italy"))
    table.play("A RUM R BUL", seat("Russia"))
    table.play("nothing", seat("Austria"))
    table.play("F NAP B", seat("Italy"))
    assert [event.text.replace("**", "") for event in table.events(REFEREE)] == [
        "Autumn 1901: moves",
        "Austria: A BUD - RUM; A GAL S A BUD - RUM.",
        "Italy: A ROM H.",
        "Russia: A RUM - BUD (fails: it meets the unit from Budapest head on).",
        "Russia: the army in Rumania is dislodged from Budapest and may retreat to Bulgaria, Serbia, Sevastopol,"
        " Ukraine.",
        "Autumn 1901: retreats",
        "Russia: A RUM R BUL.",
        "Austria takes Rumania.",
        "Russia takes Bulgaria.",
        "Centres: Austria 3, Italy 2, Russia 1.",
        "Winter 1901: builds and removals",
        "Austria waives 1 build.",
        "Italy builds F NAP.",
    ]


def test_what_failed_stays_on_the_table_until_the_next_orders():
    table = orders({"Austria": ["A VIE"], "Italy": ["A VEN"]}, Austria="A VIE - TYR", Italy="A VEN - TYR")
    assert table.facts()["contested"] == "TYR"
    assert table.facts()["order A VIE - TYR"] == "fails: bounced"
    assert [row.text for row in table.scene(-1).papers[-1].rows] == [
        "A VEN - TYR: it meets an equal or stronger move from Vienna",
        "A VIE - TYR: it meets an equal or stronger move from Venice",
    ]
