"""The committed charts are what the board's data draws."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tanelorn.charts.areas import draw

GAMES = Path(__file__).parents[2] / "src" / "tanelorn" / "games"
DRAWN = sorted(path.parent for path in GAMES.glob("*/data/chart.svg") if path.with_name("board.toml").exists())


@pytest.mark.long
@pytest.mark.parametrize("data", DRAWN, ids=lambda data: data.parent.name)
def test_drawing_again_gives_the_same_bytes(data: Path) -> None:
    assert draw(data / "board.toml") == (data / "chart.svg").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("data", DRAWN, ids=lambda data: data.parent.name)
def test_chart_is_well_formed_names_every_place_and_leaves_colours_to_the_theme(data: Path) -> None:
    text = draw(data / "board.toml")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    for name in re.findall(r'^name = "(.+)"$', (data / "board.toml").read_text(encoding="utf-8"), re.MULTILINE):
        if "ontinent" not in name and "island" not in name:
            assert name in text
    own = set(re.findall(r"#[0-9a-f]{6}", text))
    assert own <= {"#1c1206", "#3a2c1a"}, "only shadows and a bridge's joints keep their colour by candlelight"
    assert len(text) < 250_000
