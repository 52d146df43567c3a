"""Every rule case under tests/cases, one test each, and the examples of the page about cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tanelorn  # noqa: F401  # the games add themselves to the registry
from tanelorn.core.cases.case import Case, Expect, Play
from tanelorn.core.cases.running import load_cases, run_case

from .contract.laws import law_of

TESTS = Path(__file__).parent
CASES = [case for file in sorted((TESTS / "cases").rglob("*.toml")) for case in load_cases(file)]
PILES = {"archmagi": ["spell pile", "unit pile", "artifact pile"], "elric": ["container", "aside"]}
FEW = 8
"""So many may be left of what a case itself deals out."""
PAGE = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=str(case), marks=pytest.mark.long if at % 3 else ()) for at, case in enumerate(CASES)],
)
def test_case(case: Case) -> None:
    failure = run_case(case, law_of(case.game))
    assert failure is None, str(failure)


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


@pytest.mark.parametrize("case", [case for case in CASES if case.game in PILES], ids=str)
def test_no_case_says_how_many_there_are_in_all(case: Case) -> None:
    """A pile that nothing was taken from changes with every new spell: a case says the difference, or who has what."""
    parts = [case.expect, *(play.expect for play in case.play)]
    told = [part.facts.get(pile) for part in parts if part for pile in PILES[case.game]]
    assert not [count for count in told if isinstance(count, int) and count > FEW], f"{case}: write a difference"
