"""Charts of provinces: drawn again they are the same, they name every space, and they leave room for counters."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from tests.toy.skirmish import Skirmish

from tanelorn.charts import draw
from tanelorn.charts.__main__ import main
from tanelorn.charts.paths import inside
from tanelorn.charts.seams import Seams
from tanelorn.core.game import games
from tanelorn.games.diplomacy.shown.chart import provinces

BOARDS = {slug: games[slug].chart.with_name("board.json") for slug in ("diplomacy", "youngkingdoms")}
DRAWN = list(BOARDS.values())
SHADOWS = {"#1c1206", "#3a2c1a"}
every_board = pytest.mark.parametrize("file", DRAWN, ids=lambda file: file.parent.parent.name)

WEST = [(0.0, 0.0), (40.0, 0.0), (50.0, 50.0), (40.0, 100.0), (0.0, 100.0)]
EAST = [(40.0, 0.0), (80.0, 0.0), (80.0, 100.0), (40.0, 100.0), (50.0, 50.0)]
SEA = [(80.0, 0.0), (200.0, 0.0), (200.0, 100.0), (80.0, 100.0)]


def spaces(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["spaces"]
    return found


def holds(space: dict[str, Any], at: tuple[float, float]) -> bool:
    """Whether a point lies on a space, and not in one of its holes."""
    return any(
        inside(part["outer"], at) and not any(inside(hole, at) for hole in part.get("holes", []))
        for part in space["polygons"]
    )


@pytest.mark.long
@pytest.mark.parametrize("slug", BOARDS)
def test_drawing_again_gives_the_same_bytes(slug: str) -> None:
    assert draw(games[slug]) == games[slug].chart.read_text(encoding="utf-8")


@pytest.mark.long
@every_board
def test_every_spot_and_dot_lies_on_its_own_space(file: Path) -> None:
    board = spaces(file)
    for space in board:
        spots = [space["at"], *(coast["at"] for coast in space.get("coasts", {}).values())]
        if space.get("centre"):
            spots.append(space["dot"])
        for spot in spots:
            assert [other["id"] for other in board if holds(other, spot)] == [space["id"]]


@every_board
def test_every_space_is_named_near_and_far_and_leaves_colours_to_the_theme(file: Path) -> None:
    text = file.with_name("chart.svg").read_text(encoding="utf-8")
    near, far = (group for group in ElementTree.fromstring(text).iter() if group.get("class") in ("near", "far"))
    written = {word.text for word in near}
    for space in spaces(file):
        assert space["label"]["lines"]
        assert set(space["label"]["lines"]) <= written
        spelled = " ".join(line for line in space["label"]["lines"] if line != space["id"])
        assert spelled in (space["name"], ""), "a label is the name, with or without its abbreviation"
    assert [word.text for word in far] == [space["id"] for space in spaces(file)]
    assert set(re.findall(r"#[0-9a-f]{6}", text)) <= SHADOWS
    assert len(text) < 500_000


@every_board
def test_counters_stand_clear_of_each_other(file: Path) -> None:
    stands = [space["at"] for space in spaces(file)]
    for k, (x, y) in enumerate(stands):
        for ox, oy in stands[:k]:
            assert max(abs(x - ox), abs(y - oy)) >= 46, f"{(x, y)} and {(ox, oy)}"


def test_seams_tell_borders_from_coasts_and_let_land_run_off_the_sheet() -> None:
    seams = Seams([WEST, EAST], [SEA], 200, 100)
    assert [sorted(line) for line in seams.borders] == [[(40.0, 0.0), (40.0, 100.0), (50.0, 50.0)]]
    assert [sorted(line) for line in seams.coasts] == [[(80.0, 0.0), (80.0, 100.0)]]
    assert seams.sea_borders == []
    (land,) = seams.lands
    assert min(x for x, _ in land) < 0
    assert [(x, y) for x, y in land if 0 <= x <= 200 and 0 <= y <= 100] == []


def test_impassable_ground_and_islets_are_drawn_but_nobody_is_named_there(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    west = {"id": "Wst", "name": "West", "kind": "coast", "at": [20, 60], "polygons": [{"outer": WEST}]}
    sea = {"id": "SEA", "name": "Sea", "kind": "sea", "at": [140, 50], "polygons": [{"outer": SEA}]}
    decorations = [{"kind": "impassable", "outline": EAST}, {"kind": "islet", "at": [180, 80], "radius": 6}]
    board = {"width": 200, "height": 100, "spaces": [west, sea], "decorations": decorations}
    file.write_text(json.dumps(board), encoding="utf-8")
    text = provinces.draw(file)
    assert "var(--t-mountain)" in text
    assert len(re.findall("<text", text)) == 4


def test_unknown_games_are_refused_with_the_names_of_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuchgame"]) == 2
    assert "youngkingdoms" in capsys.readouterr().err


class Undrawn(Skirmish):
    """A game that says neither what draws its chart nor where it lies."""

    slug = "undrawn"
    title = "Undrawn"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"chart_drawer": ""}, "Undrawn does not say what draws its chart. Name in `chart_drawer`"),
        ({"chart": None}, "Undrawn does not say where its chart lies. Set `chart`"),
        (
            {"chart_drawer": "tanelorn.nothing:draw"},
            "“tanelorn.nothing:draw” cannot be loaded: No module",
        ),
        ({"chart_drawer": "tanelorn.charts:nothing"}, "“tanelorn.charts:nothing” cannot be loaded: "),
        ({"chart_drawer": "a function"}, "“a function” cannot be loaded: "),
    ],
)
def test_what_a_game_lacks_to_be_drawn_is_said(
    said: dict[str, Any],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = Undrawn()
    for name, value in {"chart": tmp_path / "chart.svg", "chart_drawer": "tanelorn.charts:draw", **said}.items():
        setattr(game, name, value)
    monkeypatch.setitem(games._games, game.slug, game)
    assert main([game.slug]) == 2
    assert why in " ".join(capsys.readouterr().err.split())
    assert not (tmp_path / "chart.svg").exists()
