"""Positions with a known best idea: each can be found and can be missed, and a wrong file is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tanelorn.core.errors import BadData
from tanelorn.core.game import games
from tanelorn.core.ideas.idea import Idea, ideas_of, load_ideas
from tanelorn.core.ideas.trial import Chooser, finds, lay

IDEAS = [idea for game in games for idea in ideas_of(game)]


def follow(texts: list[str]) -> Chooser:
    """Return somebody who makes the choices that are written, in order."""
    left = iter(texts)
    return lambda table: next(left)


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: f"{idea.game}: {idea.title}")
def test_an_idea_can_be_found_and_can_be_missed(idea: Idea) -> None:
    assert idea.asked in lay(idea).asked()
    assert finds(idea, follow(idea.line), lay(idea)), "the line that is written does not find it"
    missing = msgspec.structs.replace(idea, line=idea.slip)
    assert not finds(missing, follow(idea.slip), lay(idea)), "the slip that is written finds it"


def test_each_position_has_a_title_of_its_own() -> None:
    counted = Counter((idea.game, idea.title) for idea in IDEAS)
    assert max(counted.values()) == 1


WHOLE = """game = "fivecities"
[[idea]]
title = "A title"
seat = "first"
position = { first = { S = 3 }, second = { V = 2 } }
why = "For a reason."
rules = ["fivecities/object.1"]
choice = ["3 S to SC"]
line = ["3 S to SC"]
slip = ["pass"]
"""


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "ideas.toml"
    file.write_text(WHOLE)
    (idea,) = load_ideas(file)
    assert (idea.of.slug, idea.asked) == ("fivecities", 0)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("object.1", "object.99", "There is no clause “fivecities/object.99”"),
        ('seat = "first"', 'seat = "third"', "There is no seat “third”"),
        ("S = 3", "Q = 3", "There is no area “Q”"),
        ('why = "For a reason."', 'why = ""', "does not say why"),
        ('choice = ["3 S to SC"]', "", "does not say which choices"),
        ('slip = ["pass"]', "slip = []", "or one to miss it"),
        ("title", "titel", "unknown field `titel`"),
        ("fivecities", "sixcities", "There is no game “sixcities”"),
    ],
)
def test_a_wrong_entry_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    file = tmp_path / "ideas.toml"
    file.write_text(WHOLE.replace(old, new, 1) if old != "fivecities" else WHOLE.replace(old, new))
    with pytest.raises(BadData) as caught:
        load_ideas(file)
    assert says in caught.value.why
    assert "ideas.toml" in caught.value.why


def test_what_spoils_an_idea_and_what_stands_after_it(tmp_path: Path) -> None:
    file = tmp_path / "ideas.toml"
    more = 'spoils = [{ has = "Bomb" }]\nafter = { SC = "first 3" }\nothers = ["pass"]\n'
    file.write_text(WHOLE.replace("choice =", f"{more}choice ="))
    (idea,) = load_ideas(file)
    for text, found in (("3 S to SC", True), ("3 S to SC; Bomb V", False), ("2 S to SC", False)):
        assert finds(idea, follow([text]), lay(idea)) is found
