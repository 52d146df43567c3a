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

    Usually each scenario keeps every promise in one game, by turns as it is and with its switches turned; with `--deep`
    in two, one each way. With `--fast` the toy alone does: there whoever has changed the table or a promise sees it.
    """
    turned = (number + [scenario.slug for scenario in case.game.scenarios].index(case.scenario)) % 2
    found = [] if case.game is SKIRMISH else [pytest.mark.long]
    if PROMISES[number] is check_views and len(case.game.scenario(case.scenario).seats) >= MANY_SEATS:
        found = [*found, pytest.mark.takes(25)]
    return [*found, pytest.mark.deep] if switches(case) and bool(case.options) != turned else found


def switches(case: Case) -> bool:
    """Whether a game has switches, so that each of its scenarios is a case twice."""
    return any(isinstance(option.default, bool) for option in case.game.options)


def seeds(case: Case, config: pytest.Config) -> range:
    """Return the seeds of a case's games. Where both ways are played, they share those of their scenario, by turns."""
    every = range(1, config.getoption("seeds") + 1)
    both = config.getoption("deep") and switches(case)
    return (every[bool(case.options) :: 2] or every) if both else every


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.function is test_promise:
        kept = [
            pytest.param(
                check,
                case,
                seed,
                id=f"{seed}-{check.__name__.removeprefix('check_')}-{case}",
                marks=marks(number, case),
            )
            for number, check in enumerate(PROMISES)
            for case in CASES
            for seed in seeds(case, metafunc.config)
        ]
        metafunc.parametrize(("check", "case", "seed"), kept)


def test_promise(check, case: Case, seed: int):
    check(case.game, case.scenario, case.options, seed)


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=str)
def test_playthrough(case: Case):
    path = path_of(case.game, case.scenario)
    assert path.exists(), "It is missing: python -m tests.contract.golden --write"
    check_golden(case.game, case.scenario, path.read_bytes().decode())
