"""Data files and rulebooks: every error names the file, the entry and the remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from tanelorn import BadData, UnknownName
from tanelorn.core.content.data import SOURCE_SAYS, read_json, read_toml
from tanelorn.core.content.rulebook import Clause, Rulebook


class Town(msgspec.Struct):
    name: str
    wall: int
    source: Literal["text", "public", "reconstructed"]


class Towns(msgspec.Struct):
    town: list[Town]


GOOD = '[[town]]\nname = "Ys"\nwall = 3\nsource = "text"\n'


def written(folder: Path, text: str | bytes, name: str = "towns.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_good_files_are_read(tmp_path: Path):
    assert read_toml(written(tmp_path, GOOD), Towns).town == [Town("Ys", 3, "text")]
    json = '{"town": [{"name": "Ys", "wall": 3, "source": "text"}]}'
    assert read_json(written(tmp_path, json, "towns.json"), Towns).town == [Town("Ys", 3, "text")]
    assert set(SOURCE_SAYS) == {"text", "public", "reconstructed"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("3", '"high"'), "Expected `int`, got `str` - at `$.town[0].wall`"),
        (GOOD.replace("wall = 3\n", ""), "missing required field `wall` - at `$.town[0]`"),
        (GOOD.replace('"text"', '"hearsay"'), "'hearsay' - at `$.town[0].source`"),
        ("[[town", "towns.toml is wrong"),
        (b"\xff\xfe", "towns.toml is wrong"),
        ("", "missing required field `town`"),
    ],
)
def test_wrong_files_are_explained(tmp_path: Path, text: str | bytes, says: str):
    with pytest.raises(BadData) as error:
        read_toml(written(tmp_path, text), Towns)
    assert says in error.value.why
    assert "towns.toml" in error.value.why
    assert error.value.remedy


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(BadData, match=r"nowhere\.json cannot be read: No such file"):
        read_json(tmp_path / "nowhere.json", Towns)
    with pytest.raises(BadData, match="cannot be read"):
        read_toml(tmp_path, Towns)


CLAUSE = '[[clause]]\nid = "toy/{}"\ntitle = "T"\nsays = "S"\n'


def test_a_rulebook_is_read_and_asked(tmp_path: Path):
    book = Rulebook.load("toy", written(tmp_path, CLAUSE.format("move.1") + CLAUSE.format("fight.1")))
    assert (len(book), [clause.id for clause in book]) == (2, ["toy/move.1", "toy/fight.1"])
    assert book["move.1"] is book["toy/move.1"]
    assert "toy/move.1" in book
    assert "move.1" not in book
    assert [clause.id for clause in book.chapter("fight")] == ["toy/fight.1"]
    with pytest.raises(UnknownName, match=r"no clause “move\.2” in toy\. Did you mean toy/move\.1"):
        book["move.2"]


def test_a_wrong_rulebook_names_the_clause(tmp_path: Path):
    with pytest.raises(BadData, match="rulebook of toy has the clause toy/a twice"):
        Rulebook("toy", [Clause("toy/a", "A", "S"), Clause("toy/a", "B", "S")])
    with pytest.raises(BadData, match=r"rules.toml: the clause toy/a is not of elric. Begin it with elric/"):
        Rulebook.load("elric", written(tmp_path, CLAUSE.format("a"), "rules.toml"))
    with pytest.raises(BadData, match=r"rules\.toml is wrong: .*`says`"):
        Rulebook.load("toy", written(tmp_path, '[[clause]]\nid = "toy/a"\ntitle = "T"\n', "rules.toml"))
