"""The rulebook in the game: whole, in our own words, and pointing to itself rightly."""

from __future__ import annotations

import re

from tanelorn.games.fivecities.board import BOARD
from tanelorn.games.fivecities.rules import FIVE_CITIES

BOOK = FIVE_CITIES.rulebook
CHAPTERS = {
    "players": 1,
    "equipment": 2,
    "board": 7,
    "setup": 5,
    "object": 7,
    "turn": 2,
    "movement": 18,
    "sorcery": 6,
    "newpieces": 10,
    "combat": 21,
    "bombardment": 9,
    "info": 2,
}


def test_ninety_clauses_in_the_order_of_the_sheet() -> None:
    ids = [f"fivecities/{chapter}.{number + 1}" for chapter, size in CHAPTERS.items() for number in range(size)]
    assert [clause.id for clause in BOOK] == ids
    assert len(ids) == 90


def test_every_clause_speaks_and_every_doubt_is_ruled() -> None:
    for clause in BOOK:
        assert clause.title
        assert clause.phase
        assert clause.says.endswith(".")
        assert bool(clause.unclear) == bool(clause.ruling)
    assert len({clause.title for clause in BOOK}) == len(BOOK)


def test_what_it_points_to_is_there() -> None:
    text = " ".join(f"{clause.says} {clause.unclear} {clause.ruling}" for clause in BOOK)
    pointers = re.findall(r"\(([a-z]+\.\d+)\)", text)
    assert len(pointers) >= 6
    assert all(pointer in {clause.id.partition("/")[2] for clause in BOOK} for pointer in pointers)
    cities = set(re.findall(r"[A-Z][\w-]+(?:-La)? City", text))
    assert cities <= {area.name for area in BOARD}
    assert {"Amber City", "Umbra City"} <= cities
