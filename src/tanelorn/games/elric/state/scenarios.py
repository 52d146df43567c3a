"""The scenarios (elric/14.1 to 14.6) as data: who begins with what, who plays first, what is different, who wins."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.game import Option, Scenario
from tanelorn.games.elric.state.position import ElricPosition


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat begins with: nations with all their counters, and single counters, in their home or `at` a place
    (14.2a, 14.3a, 14.4, 14.5, 14.6).
    """

    id: str
    name: str
    nations: tuple[str, ...]
    units: tuple[str, ...] = ()
    at: str = ""
    for_first: bool = False


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario: what `data/scenarios.toml` says of it (14.1a to 14.7).

    `container` tells whether spells are drawn from it, `magic` whether spells do anything but muster, `monsters`
    whether a hidden spell must be fought for, `sea_gate` whether Imrryr guards its harbour (14.1).
    """

    slug: str
    title: str
    clause: str
    says: str
    goal: str
    goal_clause: str
    seats: tuple[str, ...]
    colours: tuple[int, ...]
    first: Literal["roll", "random", "alone"]
    lots_are: Literal["fixed", "chosen"]
    victory: Literal["normal", "successor", "dragonmasters", "founding"]
    lot: tuple[Lot, ...]
    elric: bool = True
    melniboneans: bool = True
    random_attacks: bool = True
    sea_gate: bool = True
    container: bool = True
    monsters: bool = False
    magic: bool = True
    spells: Literal["all", "chaos"] = "all"
    spells_out: tuple[str, ...] = ()
    spells_needed: tuple[str, ...] = ()


class _File(msgspec.Struct):
    scenario: tuple[Terms, ...]


_ALL = read_toml(Path(__file__).parents[1] / "data" / "scenarios.toml", _File).scenario
TERMS: dict[str, Terms] = {terms.slug: terms for terms in _ALL}
"""The scenarios by slug."""

SCENARIOS: tuple[Scenario, ...] = tuple(
    Scenario(terms.slug, terms.title, terms.seats, terms.colours, terms.says, terms.goal, terms.goal_clause)
    for terms in _ALL
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "random-balance",
        "The Balance moves at random",
        default=False,
        clause="elric/13.6",
        says="At the end of a turn its player draws a spell: the Balance moves by its value, and it is discarded.",
    ),
)


def terms_of(position: ElricPosition) -> Terms:
    """Return the scenario that is played."""
    return TERMS[position.scenario]


def seat_title(position: ElricPosition, seat: int) -> str:
    """Return what a seat is called: the country or continent that it chose, or its name in the scenario."""
    terms = TERMS[position.scenario]
    if terms.lots_are == "chosen" and seat < len(position.lots) and position.lots[seat] >= 0:
        return terms.lot[position.lots[seat]].name
    return terms.seats[seat]
