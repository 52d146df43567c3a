"""Every clause that code, cards, trays, scripts or data name stands in the rulebook that it is said to be of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tanelorn
from tanelorn.core.game import games

SOURCE = Path(tanelorn.__file__).parent
FILES = [
    path
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in {".py", ".toml", ".json", ".js", ".html"} and path.name != "rulebook.toml"
]
NUMBER = r"(?:\d|[a-z]+\.\d)(?:[\w.\-]*\w)?(?:/[\w\-]*\w)*"


def named(slug: str) -> dict[str, set[str]]:
    """Return what is named of a game's clauses, each with its files: in quotation marks by itself, or in a sentence."""
    whole = re.compile(rf"""(["'])({slug}/{NUMBER})\1""")
    told = re.compile(rf"(?<![\w/.\-]){slug}/{NUMBER}")
    found: dict[str, set[str]] = {}
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if f"{slug}/" in text:
            links = {match[2] for match in whole.finditer(text)}
            for name in set(told.findall(text)) | links:
                found.setdefault(name if name in links else f"{name} ...", set()).add(str(path.relative_to(SOURCE)))
    return found


@pytest.mark.parametrize("slug", [game.slug for game in games])
def test_clauses_that_are_linked_exist_and_sections_that_are_told_of_have_clauses(slug):
    book = games[slug].rulebook
    ids = [clause.id for clause in book]

    def stands(name: str) -> bool:
        section = name.removesuffix(" ...")
        return name in book or (
            section != name and any(id == section or re.match(rf"{re.escape(section)}(?!\d)", id) for id in ids)
        )

    assert {name: files for name, files in named(slug).items() if not stands(name)} == {}
