"""The player aid of a Diplomacy board: the year, how orders are written, powers, what is decided how, spaces."""

from __future__ import annotations

from tanelorn.core.content.aid import Row, Table, abreast, rows, titled, told
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.diplomacy.board import COASTS
from tanelorn.games.diplomacy.orders.examples import examples_of
from tanelorn.games.diplomacy.orders.notation import KINDS
from tanelorn.games.diplomacy.position import P
from tanelorn.games.diplomacy.sequence import Year
from tanelorn.games.diplomacy.variant import Variant

_DECIDED = (
    "orders",
    "movement",
    "standoff",
    "swap",
    "support",
    "cut",
    "dislodge",
    "convoy",
    "convoy-broken",
    "retreat",
    "builds",
    "removals",
)
_KINDS = {"land": "inland", "coast": "coast", "sea": "sea"}
_ABREAST = 2
"""How many spaces stand side by side in a row of the list of abbreviations."""


def tables(variant: Variant[P], year: type[Year], rulebook: Rulebook, setup: str) -> tuple[Table, ...]:
    """Return the tables that both boards have; `setup` is the clause that places the first units."""
    return (
        Table("A year", _phases(variant, year, rulebook), clause=variant.clause("seasons")),
        Table("How orders are written", _orders(variant)),
        Table("Powers at the start", _powers(variant), ("Power", "Units", "Home centres"), setup),
        Table("What is decided how", told(rulebook, *(variant.clause(word) for word in _DECIDED))),
        _spaces(variant),
    )


def _phases(variant: Variant[P], year: type[Year], rulebook: Rulebook) -> tuple[Row, ...]:
    steps = []
    for season in variant.seasons[:2]:
        steps += [(f"{season} {step.title.lower()}", step.clause) for step in (year.orders, year.retreats)]
    winter = variant.seasons[2]
    steps.append((f"{winter}: centres change hands", variant.clause("centres")))
    steps.append((f"{winter}: has somebody won?", variant.victory_clause))
    steps.append((f"{winter}: {year.adjustments.title.lower()}", year.adjustments.clause))
    return titled(rulebook, *steps)


def _orders(variant: Variant[P]) -> tuple[Row, ...]:
    example = examples_of(variant.atlas)
    letters = ", ".join(sorted({word.upper() for word in KINDS if len(word) == 1}))
    written = [
        Row(("Hold", example.hold), variant.clause("movement")),
        Row(("Move", example.move), variant.clause("movement")),
        Row(("Support a move", example.support), variant.clause("support")),
        Row(("Support a stand", example.support.rpartition(" - ")[0]), variant.clause("support")),
        Row(("Convoy", example.convoy), variant.clause("convoy")),
        Row(("Move by convoy", example.via), variant.clause("convoy")),
        Row(("Retreat or disband", f"{example.unit} R …, {example.unit} D"), variant.clause("retreat")),
        Row(("Build or remove", f"{example.unit} B, {example.unit} D"), variant.clause("builds")),
    ]
    if example.coast:
        coasts = ", ".join(f"{short} {name}" for short, name in COASTS.items())
        written.append(Row(("Coasts", f"{example.coast}: {coasts}"), variant.clause("coasts")))
    return (*written, Row(("Units", f"{letters}: army, fleet"), variant.clause("movement")))


def _powers(variant: Variant[P]) -> tuple[Row, ...]:
    return rows((power.name, ", ".join(power.units), ", ".join(power.home)) for power in variant.atlas.file.powers)


def _spaces(variant: Variant[P]) -> Table:
    """Return the abbreviations of the spaces, several side by side, a star at each centre."""
    spaces = sorted(variant.atlas.file.spaces, key=lambda space: space.name)
    cells = [(space.id, f"{space.name}{' ★' if space.centre else ''}", _KINDS[space.kind]) for space in spaces]
    centres = sum(space.centre for space in spaces)
    note = f"★ one of the {centres} supply centres; {variant.atlas.file.victory} win."
    return Table("Spaces", abreast(cells, _ABREAST), ("", "Space", "Kind") * _ABREAST, variant.clause("centres"), note)
