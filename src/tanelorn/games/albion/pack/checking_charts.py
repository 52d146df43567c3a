"""What can be wrong with a pack's charts: gaps, rows that the rules fix, letters that nothing explains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import get_args

from tanelorn.core.errors import BadData, nearest
from tanelorn.games.albion.pack.charts import DICE, RACES
from tanelorn.games.albion.pack.charts_file import (
    CHARTS_FILE,
    ActivationEntry,
    ArmyRace,
    ChartsFile,
    CombatEntry,
    Cost,
    Ground,
    Hexside,
)
from tanelorn.games.albion.pack.files import CountersFile

TURNS = 10
DYKE = {"mundane": 6, "gnome": 6, "troll": 6, "elf": 1}
FORTRESSES = ("knowe", "delving", "broch", "stockade")
ACTIVATED = {
    **dict.fromkeys(("gwynedd", "ulster", "leinster", "curwyllan"), "albion/10.3a"),
    **dict.fromkeys(("misha", "dunatis", "gerflax", "worm"), "albion/10.2"),
    "expedition": "albion/10.1a",
}
"""Who has an entry in the Activation Table, and by which clause."""

_SPAN = re.compile(r"(\d+)(?:-(\d+)|(\+)| or (less))?")
_RATIO = re.compile(r"([1-9]\d*)-([1-9]\d*)")
_OUTCOME = re.compile(r"([A-Z]|-)(r?)/([A-Z]|-)(r?)")
_LOSS = re.compile(r"\d+/\d+!?")
_FIND = re.compile(r"!|C[1-9]|Cd|\d\d( \d\d)*")


def chart_faults(charts: ChartsFile, counters: CountersFile) -> Iterator[BadData]:
    """Yield what is wrong with the charts."""
    yield from _terrain(charts)
    yield from _costs(charts)
    yield from _combat(charts.combat, charts.casualties.rows)
    yield from _casualties(charts)
    yield from _attrition(charts)
    yield from _discovery(charts, [item.number for item in counters.item])
    yield from _activation(charts.activation)
    yield from _track(charts)


def _fault(why: str, remedy: str, clause: str) -> BadData:
    return BadData(f"{CHARTS_FILE}: {why}", remedy=remedy, clause=clause)


def _rows(chart: str, ids: Sequence[str], wanted: Iterable[str], clause: str) -> Iterator[BadData]:
    for id in wanted:
        if ids.count(id) != 1:
            have = "twice" if id in ids else "missing"
            yield _fault(f"{chart}: the row {id} is {have}.", f"Give each of its rows one entry: {id}.", clause)


def _terrain(charts: ChartsFile) -> Iterator[BadData]:
    clause = "albion/chart/terrain"
    yield from _rows("The Terrain Effects Chart", [row.id for row in charts.terrain], get_args(Ground), clause)
    yield from _rows("The Terrain Effects Chart", [row.id for row in charts.road], ("trail", "faerie_road"), clause)
    yield from _rows("The Terrain Effects Chart", [row.id for row in charts.hexside], get_args(Hexside), clause)
    for row in charts.terrain:
        for race in RACES:
            if race not in row.battle:
                yield _fault(f"The row {row.id} has no battle letter for {race}.", "Give H, U, D or T.", clause)
        if row.id in FORTRESSES and any(cost != "-" for cost in row.cost.values()):
            yield _fault(f"The row {row.id} has costs.", "Write “-”: another terrain of the hex decides.", clause)
        if row.id == "dyke" and row.cost != DYKE:
            yield _fault("The costs of the row dyke are not 6, 6, 6 and 1.", "The rules fix them.", "albion/11.6")
    for side in charts.hexside:
        if side.id in ("major", "mountain") and any(cost != "P" for cost in side.add.values()):
            clause = "albion/11.8c" if side.id == "major" else "albion/11.8d"
            yield _fault(f"The row {side.id} is not P for all.", "The rules fix it.", clause)


def _costs(charts: ChartsFile) -> Iterator[BadData]:
    rows: list[tuple[str, dict[ArmyRace, Cost], int]] = [(row.id, row.cost, 1) for row in charts.terrain]
    rows += [(row.id, row.cost, 1) for row in charts.road]
    rows += [(row.id, row.add, 0) for row in charts.hexside]
    for id, costs, least in rows:
        for race in RACES:
            if race not in costs:
                yield _fault(f"The row {id} has no cost for {race}.", "Give a number, P or -.", "albion/chart/terrain")
            elif isinstance(cost := costs[race], int) and cost < least:
                yield _fault(
                    f"The row {id} costs {race} {cost}.", f"Give it {least} or more, P or -.", "albion/chart/terrain"
                )
    sea = charts.sea
    for name, cost in (("ship_cost", sea.ship_cost), ("embark", sea.embark), ("debark", sea.debark)):
        if cost < 0:
            yield _fault(f"sea: {name} is {cost}.", "Give it 0 or more.", "albion/11.7a")


def _table(
    chart: str, rows: Mapping[str, Sequence[str]], keys: Iterable[str], width: int, clause: str
) -> Iterator[BadData]:
    """Every row is there, and as wide as the head; a row that nothing reads is a slip."""
    wanted = list(keys)
    for key in wanted:
        if key not in rows:
            yield _fault(f"{chart} has no row {key}.", f"Its rows are {wanted[0]} to {wanted[-1]}.", clause)
        elif len(rows[key]) != width:
            yield _fault(f"{chart}: row {key} has {len(rows[key])} cells, not {width}.", "One for each column.", clause)
    for key in rows:
        if key not in wanted:
            yield _fault(f"{chart} has a row {key}.", f"Its rows are {wanted[0]} to {wanted[-1]}.", clause)


def _cells(
    chart: str, rows: Mapping[str, Sequence[str]], shape: re.Pattern[str], such: str, clause: str
) -> Iterator[BadData]:
    for key, cells in rows.items():
        for cell in cells:
            if not shape.fullmatch(cell):
                yield _fault(f"{chart}: row {key} has “{cell}”.", f"Write such as {such}.", clause)


def _combat(combat: CombatEntry, letters: Iterable[str]) -> Iterator[BadData]:
    chart, clause = "The Combat Results Table", "albion/chart/crt"
    known = {*letters, "-"}
    ratios = []
    for column in combat.columns:
        found = _RATIO.fullmatch(column)
        if found is None:
            yield _fault(f"{chart}: “{column}” is no ratio.", "Write such as 3-2.", clause)
        else:
            ratios.append(int(found[1]) / int(found[2]))
    if not combat.columns:
        yield _fault(f"{chart} has no columns.", "Write such as 1-2, 1-1, 2-1.", clause)
    if any(one >= other for one, other in pairwise(ratios)):
        yield _fault(f"{chart}: the columns do not rise.", "Order them from the worst ratio to the best.", clause)
    yield from _table(chart, combat.rows, map(str, DICE), len(combat.columns), clause)
    yield from _cells(chart, combat.rows, _OUTCOME, "Er/A or -/F", clause)
    for key, cells in combat.rows.items():
        for cell in cells:
            found = _OUTCOME.fullmatch(cell)
            for letter in (found[1], found[3]) if found else ():
                if letter not in known:
                    yield _fault(
                        f"{chart}: row {key} has the letter {letter}, which the Casualty Table lacks.",
                        nearest(letter, known),
                        clause,
                    )


def _spans(chart: str, spans: Sequence[str], first: int, clause: str) -> Iterator[BadData]:
    """Spans follow one on another without a gap, and the last is open."""
    due = first
    for number, span in enumerate(spans):
        found = _SPAN.fullmatch(span)
        low = due if found and found[4] and number == 0 else int(found[1]) if found else -1
        last = number == len(spans) - 1
        if found is None or low != due or bool(found[3]) is not last:
            yield _fault(
                f"{chart}: “{span}” leaves a gap in the spans.",
                f"Begin it with {due}{', and end the last with +' if last else ''}.",
                clause,
            )
            return
        due = int(found[1] if found[4] else found[2] or found[1]) + 1
    if not spans:
        yield _fault(f"{chart} has no spans.", f"Begin with {first}.", clause)


def _casualties(charts: ChartsFile) -> Iterator[BadData]:
    chart, clause, table = "The Casualty Table", "albion/chart/casualty", charts.casualties
    yield from _spans(chart, table.spans, 1, clause)
    yield from _table(chart, table.rows, table.rows, len(table.spans), clause)
    yield from _cells(chart, table.rows, _LOSS, "3/2 or 8/3!", clause)
    for letter in table.rows:
        if not re.fullmatch("[A-Z]", letter):
            yield _fault(f"{chart}: a row is called “{letter}”.", "Call it by one capital letter.", clause)


def _attrition(charts: ChartsFile) -> Iterator[BadData]:
    chart, clause = "The Attrition Table", "albion/chart/attrition"
    rows = {key: (letter,) for key, letter in charts.attrition.rows.items()}
    yield from _table(chart, rows, map(str, DICE), 1, clause)
    known = {*charts.casualties.rows, "-"}
    for key, letter in charts.attrition.rows.items():
        if letter not in known:
            yield _fault(
                f"{chart}: row {key} has “{letter}”, which the Casualty Table lacks.", nearest(letter, known), clause
            )


def _discovery(charts: ChartsFile, numbers: Sequence[int]) -> Iterator[BadData]:
    chart, clause, table = "The Discovery Table", "albion/chart/discovery", charts.discovery
    yield from _spans(chart, table.columns, 0, clause)
    yield from _table(chart, table.rows, map(str, DICE), len(table.columns), clause)
    yield from _cells(chart, table.rows, _FIND, "C2, Cd, ! or 09 01", clause)
    for key, cells in table.rows.items():
        for cell in cells:
            for word in cell.split() if cell[:1].isdigit() and _FIND.fullmatch(cell) else ():
                if int(word) not in numbers:
                    yield _fault(f"{chart}: row {key} has item {word}, which is none.", "Name an item.", clause)


def _activation(table: ActivationEntry) -> Iterator[BadData]:
    chart = "The Activation Table"
    for id, clause in ACTIVATED.items():
        if id not in table.numbers:
            yield _fault(f"{chart} has no number for {id}.", "Give it one from 2 to 12.", clause)
        elif not 1 <= table.numbers[id] <= 12:
            yield _fault(f"{chart}: {id} has {table.numbers[id]}.", "Give it a number from 1 (never) to 12.", clause)
    for id in table.numbers:
        if id not in ACTIVATED:
            yield _fault(f"{chart} has an entry {id}.", nearest(id, ACTIVATED), "albion/10.4")


def _track(charts: ChartsFile) -> Iterator[BadData]:
    numbers = [turn.number for turn in charts.turn]
    if numbers != list(range(1, TURNS + 1)):
        yield _fault(
            f"The turns are numbered {numbers}.", f"There are {TURNS}, from 1 and in order.", "albion/chart/track"
        )
    for turn in charts.turn:
        if turn.mana < 0:
            yield _fault(f"Turn {turn.number} has a Mana Level of {turn.mana}.", "Give it 0 or more.", "albion/5.A")
