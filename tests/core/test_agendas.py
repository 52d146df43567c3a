"""The steps of a game are found in all its rooms, but for those that are left out."""

from __future__ import annotations

import importlib
from typing import get_args

import pytest

from tanelorn.core.agendas import steps_in, steps_of

STEP = "from tanelorn.core.steps import Automatic\n\n\nclass {name}(Automatic, frozen=True, tag=True):\n    pass\n"
NEEDS_IT = "raise RuntimeError('this module needs the union itself')\n"


@pytest.fixture
def game(tmp_path, monkeypatch):
    files = {
        "__init__.py": "",
        "sequence.py": STEP.format(name="NextTurn"),
        "combat/__init__.py": "",
        "combat/melee.py": STEP.format(name="Melee"),
        "combat/sieges/__init__.py": "",
        "combat/sieges/walls.py": STEP.format(name="Breach"),
        "combat/window.py": NEEDS_IT,
        "shown/__init__.py": NEEDS_IT,
        "shown/cards.py": NEEDS_IT,
    }
    for name, text in files.items():
        path = tmp_path / "warband" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("warband")


def test_steps_in_packages_are_found_and_packages_and_dotted_modules_left_out(game):
    steps = steps_of(game, ("shown", "combat.window"))
    assert {step.__name__ for step in get_args(steps)} == {"NextTurn", "Melee", "Breach"}


def test_chapters_give_the_steps_in_them_and_in_packages_inside_them(game):
    sieges, sequence = (importlib.import_module(f"warband.{name}") for name in ("combat.sieges", "sequence"))
    assert {step.__name__ for step in get_args(steps_in(sieges, sequence))} == {"NextTurn", "Breach"}


def test_a_name_that_no_module_has_is_refused(game):
    with pytest.raises(LookupError, match="window"):
        steps_of(game, ("shown", "window"))
