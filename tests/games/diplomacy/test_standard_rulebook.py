"""The rulebook of the standard board: in our own words, whole, and proved clause by clause."""

from __future__ import annotations

import re
from pathlib import Path

from tanelorn.core.cases.running import load_cases
from tanelorn.games.diplomacy.standard.rules import DIPLOMACY
from tests.test_cases import TESTS

BOOK = DIPLOMACY.rulebook
HERE = Path(__file__).parent


def test_every_clause_speaks_and_every_doubt_is_ruled():
    for clause in BOOK:
        assert clause.title
        assert clause.phase
        assert clause.says.endswith(".")
        assert bool(clause.unclear) == bool(clause.ruling)
    assert len({clause.title for clause in BOOK}) == len(BOOK)


def test_every_clause_is_proved():
    proved = {
        rule
        for file in (TESTS / "cases" / "diplomacy").glob("*.toml")
        for case in load_cases(file)
        if case.game == DIPLOMACY.slug
        for rule in case.rules
    }
    for file in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.rule\((.*?)\)", file.read_text(encoding="utf-8"), re.DOTALL):
            proved |= set(re.findall(r'"(diplomacy/[\w-]+)"', marks))
    assert proved == {clause.id for clause in BOOK}


def test_every_open_choice_is_named_in_a_case():
    """A result that rests on a choice between readings says which."""
    cases = [case for file in (TESTS / "cases" / "diplomacy").glob("datc_*.toml") for case in load_cases(file)]
    assert len({case.name.partition(",")[0] for case in cases}) >= 130
    told = " ".join(case.about for case in cases)
    issues = "4.A.1 4.A.2 4.A.3 4.A.4 4.A.5 4.A.7 4.B.2 4.B.3 4.B.4 4.B.5 4.B.6 4.B.7 4.C.4 4.D.4 4.D.6 4.D.8 4.E.1"
    assert {issue for issue in issues.split() if issue not in told} == set()
