"""A board file that is wrong is refused with what is wrong and what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tanelorn.core.errors import BadData
from tanelorn.games.diplomacy.board import BoardFile
from tanelorn.games.diplomacy.standard.rules import DATA

Board = dict[str, Any]


def space(board: Board, id: str) -> dict[str, Any]:
    """The entry of a space."""
    found: dict[str, Any] = next(space for space in board["spaces"] if space["id"] == id)
    return found


WRONG: dict[str, tuple[Callable[[Board], object], str, str]] = {
    "a border with nowhere": (
        lambda b: space(b, "PAR")["army"].append("BRU"),
        "“BRU”, which is no space",
        "Did you mean",
    ),
    "a border one way": (lambda b: space(b, "PAR")["army"].append("MUN"), "PAR borders on MUN, but not", "both"),
    "a coast of no side": (
        lambda b: space(b, "SPA")["coasts"].update({"XC": {"fleet": [], "at": [0, 0]}}),
        "“XC”",
        "NC",
    ),
    "one word for two": (lambda b: space(b, "PAR")["aliases"].append("Munich"), "could be", "one of them"),
    "a home without a centre": (lambda b: b["powers"][2]["home"].append("BUR"), "which is no centre", ""),
    "a unit nowhere": (lambda b: b["powers"][2]["units"].append("A PRA"), "France has A PRA", "Did"),
    "another format": (lambda b: b.update(format="diplomacy-board/9"), "format", ""),
    "no spaces": (lambda b: b.pop("spaces"), "spaces", ""),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_board_is_refused(wrong: str, tmp_path: Path) -> None:
    spoil, why, remedy = WRONG[wrong]
    board = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
    spoil(board)
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    with pytest.raises(BadData) as refused:
        BoardFile.load(path)
    assert "board.json" in refused.value.why
    assert why in refused.value.why
    assert remedy in (refused.value.remedy or "")
