"""Every promise, kept by every game in every scenario. `--seeds 50` tries more games."""

from __future__ import annotations

import pytest

from tests.toy.skirmish import SKIRMISH

from .golden import check_golden, path_of
from .play import Case, cases
from .promises import PROMISES, check_views

CASES = cases(SKIRMISH)
MANY_SEATS = 6


def marks(number: int, case: Case) -> list[pytest.MarkDecorator]:
    """Say when a case keeps a promise of this number.

    Usually each scenario keeps every promise once, by turns as it is and with its switches turned, with `--deep` both
    ways. With `--fast` the toy alone does: there whoever has changed the table or a promise sees it.
    """
    turned = (number + [scenario.slug for scenario in case.game.scenarios].index(case.scenario)) % 2
    both_ways = any(isinstance(option.default, bool) for option in case.game.options)
    found = [] if case.game is SKIRMISH else [pytest.mark.long]
    if PROMISES[number] is check_views and len(case.game.scenario(case.scenario).seats) >= MANY_SEATS:
        found = [*found, pytest.mark.takes(25)]
    return [*found, pytest.mark.deep] if both_ways and bool(case.options) != turned else found


KEPT = [
    pytest.param(check, case, id=f"{check.__name__.removeprefix('check_')}-{case}", marks=marks(number, case))
    for number, check in enumerate(PROMISES)
    for case in CASES
]


@pytest.mark.parametrize(("check", "case"), KEPT)
def test_promise(check, case: Case, seed: int):
    check(case.game, case.scenario, case.options, seed)


@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=str)
def test_playthrough(case: Case):
    path = path_of(case.game, case.scenario)
    assert path.exists(), "It is missing: python -m tests.contract.golden --write"
    check_golden(case.game, case.scenario, path.read_bytes().decode())
