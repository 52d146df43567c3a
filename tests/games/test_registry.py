"""The registry of games: each is found by its slug, and loaded when it is asked for."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

import pytest

from tanelorn import catalogue
from tanelorn import games as folders
from tanelorn.core.errors import UnknownName

LOADED = "import sys; print(*sorted(name for name in sys.modules if name.startswith('tanelorn.games.')))"


def loaded(program: str) -> set[str]:
    """Return the folders of games that a program of its own has imported."""
    done = subprocess.run([sys.executable, "-c", f"{program}\n{LOADED}"], capture_output=True, text=True, check=True)
    return {name.split(".")[2] for name in done.stdout.split()}


def test_each_folder_declares_its_games():
    found = {module.name for module in pkgutil.iter_modules(folders.__path__)}
    assert found == set(folders.FOLDERS)
    for folder, slugs in folders.FOLDERS.items():
        assert tuple(game.slug for game in importlib.import_module(f"tanelorn.games.{folder}").GAMES) == slugs
    assert [game.slug for game in catalogue][: len(found) + 1] == [
        slug for slugs in folders.FOLDERS.values() for slug in slugs
    ]


@pytest.mark.long
def test_no_game_is_loaded_before_it_is_asked_for():
    assert loaded("import tanelorn; 'elric' in tanelorn.catalogue") == set()
    assert loaded("import tanelorn; tanelorn.Table.new('fivecities', seed=1)") == {"fivecities"}


def test_a_slug_that_nobody_has_names_the_nearest():
    with pytest.raises(UnknownName, match=r"no game “elrik”.*elric"):
        catalogue["elrik"]
    assert "elrik" not in catalogue
