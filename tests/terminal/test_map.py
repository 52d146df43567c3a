"""`tanelorn map`: maps as text, as pictures, as files."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.content.maps import Map, Maps
from tanelorn.core.errors import BadData
from tanelorn.core.game import games
from tanelorn.core.scene import Piece
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, read_map
from tanelorn.terminal.board import hexrows, pictures
from tanelorn.terminal.board.textmap import by_space, draw
from tanelorn.terminal.look import Livery
from tests.toy.skirmish import SKIRMISH

LIVERY = Livery(("Wizard", "Witch"), (2, 3))
CAPES = land(read_map(built_in()["twin-capes"]))
BOARD = CAPES.board(CAPES.terrain)


def text_of(lines) -> str:
    out = io.StringIO()
    console = Console(file=out, width=100)
    for line in lines:
        console.print(line)
    return out.getvalue()


def test_every_hex_stands_where_it_lies():
    lines = text_of(hexrows.draw(BOARD, {}, LIVERY, 100)).splitlines()
    found = {
        match[0]: (number, match.start()) for number, line in enumerate(lines) for match in re.finditer(r"\d{4}", line)
    }
    assert set(found) == set(CAPES.ids)
    for id, (row, column) in found.items():
        east, south = f"{int(id[:2]) + 2:02d}{id[2:]}", f"{id[:2]}{int(id[2:]) + 1:02d}"
        assert east not in found or found[east] == (row, column + 20)
        assert south not in found or found[south] == (row + 2, column)
    assert found["0201"][0] == found["0101"][0] + 1, "even columns lie half a hex lower"
    assert lines[found["0303"][0] - 1][found["0303"][1] :].startswith("forest")


def test_pieces_stand_on_the_map_and_are_listed_in_full():
    pieces = (
        Piece("1", "0303", 0, "banner", label="IV"),
        Piece("2", "0303", 1, "banner", label="III"),
        Piece("3", "0303", 1, "banner", label="VIII"),
        Piece("4", "0404", 1, "banner", 3),
    )
    text = text_of(draw(BOARD, pieces, LIVERY, 100))
    assert "◆IV▲III▲+" in text
    assert "0303 Old Forest: ◆IV ▲III ▲VIII" in text
    assert "▲3" in text
    assert text_of(draw(BOARD, pieces, LIVERY, 30)).count("\n") == 2, "too narrow for the map: the list alone"
    assert max(map(len, text_of(hexrows.draw(BOARD, by_space(pieces), LIVERY, 60)).splitlines())) <= 60


def test_the_command_prints_a_map_and_what_is_odd_about_it(tanelorn):
    said = tanelorn("map", "archmagi", "--players", "3", "--number", "7")
    assert said.exit_code == 0
    map = land(generate(3, 7))
    assert f"{map.title}: 28 land hexes" in said.output
    assert f"Starts: {', '.join(map.ids[hex] for hex in map.starts)}." in said.output
    assert "[archmagi/map.5]" in said.output


def test_a_drawn_map_is_told_by_its_borders(tanelorn):
    said = tanelorn("map", "archmagi", "--name", "old-duchies")
    assert said.exit_code == 0
    assert re.search(r"^  0028 Blackmere, water: 0020 0021 0027 0029 0036 0037$", said.output, re.MULTILINE)


@pytest.mark.rule("archmagi/map.2")
def test_a_map_is_written_edited_and_read_again(tanelorn, tmp_path):
    file = tmp_path / "mine.toml"
    assert tanelorn("map", "archmagi", "--name", "twin-capes", "--write", str(file)).exit_code == 0
    assert read_map(file) == CAPES.text
    file.write_text(file.read_text().replace("swamp", "swomp"))
    said = tanelorn("map", "archmagi", "--file", str(file))
    assert said.exit_code == 2
    assert "mine.toml: The hex 0305: There is no terrain" in said.output
    assert "Did you mean swamp" in said.output


def test_a_picture_has_its_colours_filled_in(tanelorn, tmp_path):
    file = tmp_path / "capes.svg"
    assert tanelorn("map", "archmagi", "--name", "twin-capes", "--svg", str(file)).exit_code == 0
    text = file.read_text()
    ElementTree.fromstring(text)
    assert "var(" not in text
    assert "color-mix" not in text
    assert "none" not in re.findall(r'(?:fill|stroke):([^;"]+)', text)


def test_a_png_without_a_browser_is_refused_with_the_other_way(tanelorn, tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "BROWSERS", ("no-such-browser",))
    said = tanelorn("map", "archmagi", "--png", str(tmp_path / "x.png"))
    assert said.exit_code == 2
    assert "use --svg" in said.output


class Rings(Maps):
    """As many huts as players, twice if they are doubled, round a fire."""

    options = ("fight-on",)

    def make(self, players: int, number: int, options: Mapping[str, object]) -> Map:
        huts = [Area(f"H{n}", f"Hut {n}", "hut", n, 0) for n in range(players * (1 + bool(options["fight-on"])))]
        fire = Area("F", "Fire", "fire", 0, 1)
        board = Board("Ring", 9, 9, [fire, *huts], [Link("F", hut.id, "path") for hut in huts])
        return Map(f"Ring {number}", board, f"{len(huts)} huts", "huts", ("H0",), ("It is dark.",))

    def read(self, file: Path, players: int) -> Map:
        raise BadData("No ring is read.")


RINGS = Rings()


@pytest.mark.long
def test_any_game_that_says_where_its_maps_come_from_has_them(tanelorn, tmp_path, monkeypatch):
    class Ringed(type(SKIRMISH)):
        slug = "ringed"
        maps = "tests.terminal.test_map:RINGS"

    monkeypatch.setitem(games._games, "ringed", Ringed())
    said = tanelorn("map", "ringed", "--players", "3", "--number", "4", "--write", str(tmp_path / "ring.toml"))
    assert said.exit_code == 0, said.output
    assert "Ring 4: 3 huts." in said.output
    assert "Starts: H0." in said.output
    assert "F Fire, fire: H0 H1 H2" in said.output
    assert "It is dark." in said.output
    assert (tmp_path / "ring.toml").read_text() == "huts"
    assert "4 huts" in tanelorn("map", "ringed", "--option", "fight-on").output
    assert "Did you mean" not in tanelorn("map", "ringed", "--name", "x").output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "There is no game “chess”"),
        (["fivecities"], "Five Cities is not played on maps of its own"),
        (["archmagi", "--option", "copies=2"], "No map of Archmagi is made by an option “copies”"),
        (["archmagi", "--option", "unknown=maybe"], "Say yes or no"),
        (["archmagi", "--name", "twincapes"], "Did you mean twin-capes"),
        (["archmagi", "--players", "7"], "2 to 6 players"),
        (["archmagi", "--option", "land=5"], "20 to 80"),
        (["archmagi", "--name", "twin-capes", "--file", "x.toml"], "not both"),
        (["archmagi", "--name", "twin-capes", "--players", "3"], "2 starts, but there are 3 players"),
        (["archmagi", "--file", "none.toml"], "none.toml cannot be read"),
        (["archmagi", "--svg", "/nowhere/x.svg"], "/nowhere/x.svg cannot be written"),
    ],
)
def test_what_cannot_be_is_one_sentence(tanelorn, words, why):
    said = tanelorn("map", *words)
    assert said.exit_code == 2
    assert why in said.output
    assert "Traceback" not in said.output
