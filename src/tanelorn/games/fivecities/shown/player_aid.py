"""The player aid of Five Cities: the turn, who survives a combat, what lightning leaves, where everything lies."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.content.aid import Row, Table, rows, ruled, titled, told
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.steps import Step
from tanelorn.games.fivecities.board import BOMBARDMENTS, CITIES_TO_WIN, FILE, IDS, NAMES, NEIGHBOURS, PROVINCES
from tanelorn.games.fivecities.bombardment import left_of
from tanelorn.games.fivecities.combat import survivors
from tanelorn.games.fivecities.object import SEATS

_FORCES = range(1, 10)


def tables(sequence: Sequence[Step], rulebook: Rulebook) -> tuple[Table, ...]:
    """Return the tables."""
    steps = [(step.title, step.clause) for step in sequence]
    return (
        Table("A turn", titled(rulebook, *steps), clause="fivecities/turn.1"),
        Table(
            "Combat: what the stronger side keeps",
            _uneven(),
            ("Stronger against", *(str(weak) for weak in _FORCES[:-1])),
            "fivecities/combat.8",
            "The weaker side loses all its pieces.",
        ),
        Table("Combat: even forces", _even(), ("Of each side", "Left"), "fivecities/combat.2"),
        Table(
            "Lightning: what it leaves of so many pieces",
            _strikes(),
            ("Pieces", *(str(force) for force in _FORCES)),
            "fivecities/bombardment.1",
            f"{BOMBARDMENTS} bombardments each in a game, one a turn.",
        ),
        Table("Orders, new pieces, combat", told(rulebook, *_REMINDERS)),
        Table("Other ways to end", ruled(rulebook, "fivecities/object.6", "fivecities/object.7")),
        Table("Numbers", _numbers()),
        Table("Areas, who begins there, what is next to them", _areas(), _AREA, "fivecities/board.1"),
    )


_AREA = ("", "Area", "Begins", "Next to it")
_REMINDERS = (
    "fivecities/movement.3",
    "fivecities/movement.4",
    "fivecities/movement.5",
    "fivecities/movement.11",
    "fivecities/newpieces.1",
    "fivecities/newpieces.4",
    "fivecities/newpieces.5",
    "fivecities/combat.4",
    "fivecities/combat.5",
    "fivecities/combat.12",
    "fivecities/sorcery.3",
)


def _uneven() -> tuple[Row, ...]:
    return rows(
        (strong, *(str(survivors(strong, weak, -1)[0]) if weak < strong else "" for weak in _FORCES[:-1]))
        for strong in _FORCES[1:]
    )


def _even() -> tuple[Row, ...]:
    held, empty = sum(survivors(1, 1, 0)), sum(survivors(1, 1, -1))
    return (
        Row(("In an area that a side held", f"{held} piece of that side"), "fivecities/combat.2"),
        Row(("In an area that nobody held", str(empty or "none")), "fivecities/combat.3"),
        Row(("Changing places on the way", str(empty or "none")), "fivecities/combat.12"),
    )


def _strikes() -> tuple[Row, ...]:
    province, city = 0, PROVINCES
    return (
        Row(("In a province", *(str(left_of(province, force)) for force in _FORCES)), "fivecities/bombardment.3"),
        Row(("In a city", *(str(left_of(city, force)) for force in _FORCES)), "fivecities/bombardment.2"),
    )


def _numbers() -> tuple[Row, ...]:
    pieces = sum(province.start_pieces for province in FILE.province if province.start == "first")
    return (
        Row(("Cities that win at the start of a turn", str(CITIES_TO_WIN)), "fivecities/object.1"),
        Row(("Pieces of each side at the start", str(pieces)), "fivecities/setup.3"),
        Row(("Bombardments of each side", str(BOMBARDMENTS)), "fivecities/sorcery.4"),
    )


def _areas() -> tuple[Row, ...]:
    begins = {
        province.abbreviation: f"{SEATS[('first', 'second').index(province.start)]}, {province.start_pieces}"
        for province in FILE.province
        if province.start != "none"
    }
    return rows(
        (IDS[area], NAMES[area], begins.get(IDS[area], ""), ", ".join(NAMES[other] for other in NEIGHBOURS[area]))
        for area in range(len(IDS))
    )
