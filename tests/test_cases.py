"""Every rule case under tests/cases, one test each, and the examples of the page about cases."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tanelorn.core.cases.case import Case, Expect, Play
from tanelorn.core.cases.running import load_cases, run_case
from tanelorn.core.game import games

from .contract.laws import law_of

TESTS = Path(__file__).parent
FILES = sorted((TESTS / "cases").rglob("*.toml"))
PILES = {"archmagi": ["spell pile", "unit pile", "artifact pile"], "elric": ["container", "aside"]}
FEW = 8
"""So many may be left of what a case itself deals out."""
PAGE = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")


def _names(file: Path) -> list[str]:
    """Return the names of a file's cases without reading it: many processes collect the tests, one runs each."""
    return re.findall(r'^name = "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)


_NAMED = [(file, name) for file in FILES for name in _names(file)]
_read = cache(load_cases)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        pytest.param(file, name, id=f"{file.name}: {name}", marks=pytest.mark.long if at % 3 else ())
        for at, (file, name) in enumerate(_NAMED)
    ],
)
def test_case(file: Path, name: str) -> None:
    case = next(one for one in _read(file) if one.name == name)
    failure = run_case(case, law_of(games[case.game]))
    assert failure is None, str(failure)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_case_of_a_file_is_run(file: Path) -> None:
    assert _names(file) == [case.name for case in _read(file)]


def test_the_examples_of_the_page_hold(tmp_path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 6
    for number, example in enumerate(examples):
        file = tmp_path / f"example{number}.toml"
        file.write_text(example, encoding="utf-8")
        for case in load_cases(file):
            failure = run_case(case)
            assert failure is None, str(failure)


def test_the_failure_on_the_page_is_what_is_told(tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0].replace('H = "first 4"', 'H = "first 5"')
    file = tmp_path / "mycases.toml"
    file.write_text(example, encoding="utf-8")
    assert str(run_case(load_cases(file)[0])).replace(f"{tmp_path}/", "") in PAGE


def test_the_page_names_every_field() -> None:
    fields = {*Case.__struct_fields__, *Play.__struct_fields__, *Expect.__struct_fields__} - {"game", "file", "facts"}
    assert {field for field in fields if f"`{field}`" not in PAGE} == set()


@pytest.mark.parametrize("file", [file for file in FILES if file.parent.name in PILES], ids=lambda file: file.name)
def test_no_case_says_how_many_there_are_in_all(file: Path) -> None:
    """A pile that nothing was taken from changes with every new spell: a case says the difference, or who has what."""
    for case in _read(file):
        parts = [case.expect, *(play.expect for play in case.play)]
        told = [part.facts.get(pile) for part in parts if part for pile in PILES[case.game]]
        assert not [count for count in told if isinstance(count, int) and count > FEW], f"{case}: write a difference"
