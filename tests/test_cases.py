"""Every rule case under tests/cases, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

import tanelorn  # noqa: F401  # the games add themselves to the registry
from tanelorn.core.cases import Case, load_cases, run_case

CASES = [case for file in sorted((Path(__file__).parent / "cases").rglob("*.toml")) for case in load_cases(file)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    failure = run_case(case)
    assert failure is None, str(failure)
