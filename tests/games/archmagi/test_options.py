"""Options of Archmagi: words, maps by name and by file, and what makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn.core.errors import Illegal
from tanelorn.core.game import games
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.map.maps import built_in, read_map

GAME = games["archmagi"]


def test_a_map_of_ours_is_named() -> None:
    table = Table.new(GAME, "two", {"map": "twin-capes"}, seed=1)
    assert table.position.map == read_map(built_in()["twin-capes"])


def test_a_map_file_is_kept_in_the_record() -> None:
    written = built_in()["twin-capes"].read_text(encoding="utf-8").replace("The Twin Capes", "My own capes")
    table = Table.new(GAME, "two", {"map": written}, seed=1)
    record = Record.read(b"".join(table.record().lines()))
    assert replay(record).position.land.title == "My own capes"
    assert "\n" not in str(record.header.options["map"])


@pytest.mark.rule("archmagi/map.4", "archmagi/map.7")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"map": "twin-cape"}, "Ours are blank-coast"),
        ({"map": 'title = "Empty"\n'}, "no hexes"),
        ({"answers": "always"}, "nothing, spells, spells and dice"),
        ({"copies": 4}, "from 1 to 3"),
        ({"land": 61}, "from 0 to 60"),
        ({"rounds": -1}, "from 0 to 1000"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(Illegal, match=says):
        Table.new(GAME, "two", options, seed=1)


@pytest.mark.rule("archmagi/setup.5")
def test_a_map_for_fewer_players_is_refused() -> None:
    with pytest.raises(Illegal, match="start"):
        Table.new(GAME, "six", {"map": "twin-capes"}, seed=1)


def test_files_of_maps_are_read_by_the_terminal(tmp_path: Path) -> None:
    from tanelorn.terminal.sitting.seats import read_options

    file = tmp_path / "own.toml"
    file.write_text(built_in()["twin-capes"].read_text(encoding="utf-8"), encoding="utf-8")
    options = read_options([f"map=@{file}"])
    assert Table.new(GAME, "two", options, seed=1).position.map == read_map(file)
    with pytest.raises(Illegal, match="cannot be read"):
        read_options([f"map=@{tmp_path / 'none.toml'}"])
