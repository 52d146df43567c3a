"""What contributors are told: the files, modules and rooms named there exist, and the package knows its version."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import tanelorn

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/tanelorn"


def test_contributing_names_files_that_there_are():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:src|tests|docs)/[\w./-]*\w/?", text))
    assert len(named) > 10
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_api_reference_names_modules_that_there_are():
    for path in sorted((ROOT / "docs/reference").glob("*.md")):
        for name in re.findall(r"^::: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            importlib.import_module(name)


def test_the_package_knows_its_version():
    assert re.fullmatch(r"\d+\.\d+\.\d+", tanelorn.__version__)


def test_every_word_of_the_glossary_says_where_it_lives():
    rows = re.findall(r"^\| (.+?) \| .+ \| (.+?) \|$", (ROOT / "docs/design/words.md").read_text("utf-8"), re.MULTILINE)
    places = [(word, place) for word, row in rows for place in re.findall(r"`([^`]+)`", row)]
    assert len(places) > 60
    for word, place in places:
        assert any(list(folder.glob(place)) for folder in (SOURCE, ROOT)), f"{word}: {place}"
