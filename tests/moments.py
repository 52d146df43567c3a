"""How long tests take: those that take more than a moment are left to `./check --deep` when all are run.

`tests/moments.txt` has them with their seconds, two test processes side by side on two cores, as a deep run with
`--note-moments` wrote it. It need not be exact: a test that it does not name is run.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

MOMENT = 1.0
"""Seconds that a test may take and still be run each time."""
_NOTED = Path(__file__).with_name("moments.txt")


def takes_long() -> frozenset[str]:
    """Return the tests that take longer than a moment."""
    return frozenset(line.split(" ", 1)[1] for line in _NOTED.read_text(encoding="utf-8").splitlines())


class Stopwatch:
    """Notes how long each test took, its fixtures included, and writes down those that took longer than a moment."""

    def __init__(self) -> None:
        self._took: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._took[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        long = sorted(test for test, seconds in self._took.items() if seconds > MOMENT)
        _NOTED.write_text("".join(f"{self._took[test]:.0f} {test}\n" for test in long), encoding="utf-8")
