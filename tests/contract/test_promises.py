"""Every promise, kept by every game in every scenario. `--seeds 50` tries more games."""

from __future__ import annotations

import pytest

from tests.toy.skirmish import SKIRMISH

from .golden import check_golden, path_of
from .play import Case, cases
from .promises import PROMISES

CASES = cases(SKIRMISH)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("check", PROMISES, ids=lambda check: check.__name__.removeprefix("check_"))
def test_promise(check, case: Case, seed: int):
    check(case.game, case.scenario, case.options, seed)


@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=str)
def test_playthrough(case: Case):
    path = path_of(case.game, case.scenario)
    assert path.exists(), "It is missing: python -m tests.contract.golden --write"
    check_golden(case.game, case.scenario, path.read_bytes().decode())
