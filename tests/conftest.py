"""What all tests share: how much of them is run, `--fast`, as usual or `--deep`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator

import absl.logging
import pytest
from hypothesis import HealthCheck, settings
from xdist.workermanage import WorkerController

from tests.moments import Stopwatch, takes_long

EXAMPLES = {"fast": 5, "usual": 25, "deep": 100}
"""How many examples each property is tried on."""
PATIENCE = 10
"""So many times as long as it says may a long test take: the machine may be busy with others."""
_CLUBS = {"any_club", "club", "club_data_site", "club_site", "office", "quick_club", "servers", "frail_servers"}
_SITES = {"banners", "everything", "installed", "noted", "server", "shared_site", "site", "war", "watched"}
PROCESSES = {*_CLUBS, *_SITES, "page", "terminal", "thinkers"}
"""Fixtures that start a process: no test has time for one with `--fast`."""

# What absl, which comes with OpenSpiel, logs goes to where it stood when it was imported, and it closes that at the end
# of logging; pytest's own, which all tests of the process share, would then be closed.
absl.logging.get_absl_handler().python_handler.stream = sys.__stderr__

for name, examples in EXAMPLES.items():
    settings.register_profile(name, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=examples)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="only what takes no time: no browser, no long games")
    parser.addoption("--deep", action="store_true", help="whole games and many examples too, as CI runs them")
    parser.addoption("--note-moments", action="store_true", help="with --deep: write down which tests take long")
    parser.addoption("--seeds", type=int, help="on how many random games each promise is tried: 1, with --deep 2")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples property tests try, before they are read; in CI the same ones each time."""
    profile = next((name for name in ("fast", "deep") if config.getoption(name)), "usual")
    if os.environ.get("CI"):
        settings.register_profile("ci", parent=settings.get_profile(profile), derandomize=True, print_blob=True)
        profile = "ci"
    settings.load_profile(profile)
    if config.getoption("note_moments") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch())
    if config.getoption("seeds") is None:
        config.option.seeds = 2 if config.getoption("deep") else 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect thousands of tests without looking for garbage in between; they and the modules live to the end, so that
    nothing looks through them again and again while the tests run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run has no time for; what takes longest begins first, so that no process is left with it.

    Whoever names tests wants those, however long they take, but for deep ones.
    """
    left = set() if config.getoption("deep") else {"deep"}
    if config.getoption("fast"):
        left |= {"browser", "long"}
    long = frozenset() if config.getoption("deep") or _named(config) else takes_long()
    out = [
        item
        for item in items
        if any(item.get_closest_marker(mark) for mark in left)
        or ("long" in left and PROCESSES & set(getattr(item, "fixturenames", ())))
        or (item.nodeid in long and not item.get_closest_marker("always"))
    ]
    if out:
        config.hook.pytest_deselected(items=out)
        gone = set(out)
        items[:] = [item for item in items if item not in gone]
    items.sort(key=_seconds, reverse=True)
    for item in items:
        if (seconds := _seconds(item)) and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PATIENCE * seconds))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Tell a process of tests what only the first one knows."""
    node.workerinput["named"] = _named(node.config)


def _named(config: pytest.Config) -> bool:
    """Whether tests were named on the command line."""
    told = getattr(config, "workerinput", {"named": config.args_source is pytest.Config.ArgsSource.ARGS})
    return bool(told["named"])


def _seconds(item: pytest.Item) -> float:
    """Return how long a test says that it takes, 0 if it says nothing."""
    mark = item.get_closest_marker("takes")
    return float(mark.args[0]) if mark else 0
