"""Whole phases from texts: two hundred recorded results, and what is said of orders that do not count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tanelorn.core.errors import BadData, Illegal, Unreadable
from tanelorn.games.diplomacy.judge.phase import Judged, PhaseReader
from tanelorn.games.diplomacy.orders.order import LETTERS, Unit
from tanelorn.games.diplomacy.standard.rules import ATLAS

DATA = Path(__file__).parent / "data"
READER = PhaseReader(ATLAS)
Results = dict[str, Any]


def written(unit: Unit) -> str:
    return f"{LETTERS[unit.kind]} {ATLAS.locations[unit.at]}"


def result(judged: Judged) -> Results:
    """A phase as it is written in the recorded results."""
    units: dict[str, list[str]] = {}
    for unit in judged.units:
        units.setdefault(READER.powers[unit.power], []).append(written(unit))
    dislodged: dict[str, list[Results]] = {}
    for unit, by, places in judged.beaten:
        retreats = sorted(ATLAS.locations[place] for place in places)
        row = {"unit": written(unit), "by": ATLAS.ids[by], "retreats": retreats}
        dislodged.setdefault(READER.powers[unit.power], []).append(row)
    return tidy(units, dislodged, [ATLAS.ids[place] for place in judged.verdict.contested])


def tidy(units: dict[str, list[str]], dislodged: dict[str, list[Results]], contested: list[str]) -> Results:
    return {
        "units": {power: sorted(some) for power, some in units.items() if some},
        "dislodged": {power: sorted(some, key=lambda row: row["unit"]) for power, some in dislodged.items()},
        "contested": sorted(contested),
    }


def test_recorded_phases() -> None:
    phases = {phase["n"]: phase for phase in json.loads((DATA / "phases.json").read_text())["phases"]}
    results = json.loads((DATA / "phases_results.json").read_text())["results"]
    assert len(phases) == 300
    assert len(results) == 200
    for row in results:
        phase = phases[row["n"]]
        for _ in range(2):  # texts read for the first time, and remembered
            judged = READER.judge(phase["units"], phase["orders"])
            assert not judged.phase.refused
            assert result(judged) == tidy(row["units"], row["dislodged"], row["contested"]), row["n"]


UNITS = {"Austria": ["A BUD", "F TRI"], "Italy": ["A VEN", "F ADR"], "Russia": ["F STP/SC"]}


@pytest.mark.parametrize(
    ("orders", "kind", "why"),
    [
        ({"Austria": ["A VIE - TYR"]}, Illegal, "No unit stands in Vienna."),
        ({"Austria": ["A VEN - TYR"]}, Illegal, "belongs to Italy"),
        ({"Austria": ["F BUD - SER"]}, Illegal, "is an army, not a fleet"),
        ({"Austria": ["A BUD - ROM"]}, Illegal, "cannot go to Rome"),
        ({"Italy": ["A VEN - GRE", "F ADR S F ION"]}, Illegal, "No fleets lie between Venice and Greece."),
        ({"Italy": ["F ADR S A ALB"]}, Illegal, "There is no army in Albania."),
        ({"Austria": ["A BUD - SER", "A BUD - RUM"]}, Illegal, "has an order already"),
        ({"Austria": ["A BUD R SER"]}, Illegal, "no order of a movement phase"),
        ({"Austria": ["waive"]}, Illegal, "no order of a movement phase"),
        ({"Austria": ["A BUD dances"]}, Unreadable, "is no order"),
        ({"Austria": ["A BUD - Atlantis"]}, Unreadable, "There is no space"),
    ],
)
def test_refused_orders(orders: dict[str, list[str]], kind: type[Exception], why: str) -> None:
    for _ in range(2):
        phase = READER.read(UNITS, orders)
        power, text, error = phase.refused[-1] if "Italy" not in orders else phase.refused[0]
        assert isinstance(error, kind)
        assert why in str(error)
        assert text in orders[READER.powers[power]]


def test_a_text_means_what_the_units_make_of_it() -> None:
    """The same text is an order in one phase and none in the next, whatever is remembered."""
    orders = {"Italy": ["A VEN - GRE", "F ADR C A VEN - GRE", "F ION C A VEN - GRE"]}
    with_fleets = {"Italy": ["A VEN", "F ADR", "F ION"]}
    for units, refused in ((with_fleets, 0), (UNITS, 2), (with_fleets, 0)):
        assert len(READER.read(units, orders).refused) == refused


def test_orders_written_carelessly() -> None:
    """Kinds, coasts and convoys that follow from the map and the units need not be written."""
    units = {"Russia": ["F STP/SC", "A FIN", "A NWY"], "Italy": ["A VEN", "F ADR"]}
    orders = {
        "Russia": ["stp - gulf of bothnia", "Finland S Norway - SWE", "a nwy-swe"],
        "Italy": ["A Venice to Albania", "F ADR convoys VEN - ALB"],
    }
    judged = READER.judge(units, orders)
    assert not judged.phase.refused
    assert all(judged.verdict.succeeds)
    assert result(judged)["units"] == {"Russia": ["A FIN", "A SWE", "F BOT"], "Italy": ["A ALB", "F ADR"]}


@pytest.mark.parametrize(
    "units",
    [
        {"Atlantis": ["A BUD"]},
        {"Austria": ["A BUD", "F TRI", "A TRI"]},
        {"Austria": ["A BUD"], "Italy": ["A BUD"]},
        {"Austria": ["F BUD"]},
        {"Russia": ["F STP"]},
        {"Austria": ["A NTH"]},
        {"Austria": ["A Camelot"]},
        {"Austria": ["Budapest"]},
        {"Austria": [""]},
    ],
)
def test_units_that_cannot_be(units: dict[str, list[str]]) -> None:
    with pytest.raises(BadData):
        READER.read(units, {})
