"""Every example in the README, the guides and the docstrings runs and shows what it says."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest
from docs.make_fields import PAGES, with_tables
from docs.make_protocol import PROTOCOL, protocol

from tanelorn.terminal.main import app

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
GUIDES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLAYED = {"research.md", "tournaments.md"}
"""Guides whose examples play whole games."""
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
_FENCED = re.compile(r"^[ ]*```[^\n]*\n(.*?)^[ ]*```", re.MULTILINE | re.DOTALL)
_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(text: str, name: str) -> doctest.DocTest | None:
    """Return the examples of a guide as one session; text outside fences is taken as it is."""
    blocks = [block for block in _FENCED.findall(text) if ">>>" in block]
    outside = _FENCED.sub("\n", text)
    session = "\n\n".join([*blocks, *([outside] if ">>>" in outside else [])])
    test = doctest.DocTestParser().get_doctest(session, {"__name__": "__main__"}, name, name, 0)
    return test if test.examples else None


def run(tests: list[doctest.DocTest]) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=_OPTIONS)
    for test in tests:
        runner.run(test, out=told.append)
    assert not runner.failures, "".join(told)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.relative_to(ROOT).as_posix(), marks=pytest.mark.long if path.name in PLAYED else ())
        for path in GUIDES
    ],
)
def test_guides_show_what_happens(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    test = examples(path.read_text(encoding="utf-8"), path.name)
    monkeypatch.chdir(tmp_path)
    run([test] if test else [])


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_docstrings_show_what_happens(path: Path):
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    found = doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name))
    tests = [test for test in found if test.examples]
    assert tests, f"{name} has examples that are in no docstring."
    run(tests)


def test_a_wrong_example_is_found():
    test = examples("Text\n\n```python\n>>> 1 + 1\n3\n```\n", "wrong.md")
    assert test is not None
    with pytest.raises(AssertionError, match=r"Expected:\s+3\s+Got:\s+2"):
        run([test])


def test_play_passes_every_command_on():
    line = next(line for line in (ROOT / "play").read_text().splitlines() if "-*)" in line)
    passed = {word.strip() for word in line.partition(")")[0].split("|")}
    groups = {group.name or group.typer_instance.info.name for group in app.registered_groups}
    names = {command.name or command.callback.__name__ for command in app.registered_commands}
    assert passed == {*(name.replace("_", "-") for name in names), *groups, "-*"}


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_tables_of_fields_say_what_is_declared(page: Path):
    text = page.read_text(encoding="utf-8")
    assert with_tables(text) == text, "The fields have changed: run python docs/make_fields.py."


def test_the_types_of_the_page_are_those_of_the_server():
    assert PROTOCOL.read_text(encoding="utf-8") == protocol(), (
        "The shapes have changed: run python docs/make_protocol.py."
    )
