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


CHAPTERS = """chapters = [
  { title = "Moving", holds = ["1", "march"] },
  { title = "Flying", holds = ["1.2"] },
  { title = "Spells", holds = ["spell"] },
]
"""
IN_CHAPTERS = [CLAUSE.format(name) for name in ("1.1a", "spell/fog", "1.2", "1.2.1", "march.1", "1.20")]


def test_chapters_are_named_in_words(tmp_path: Path):
    book = Rulebook.load("toy", written(tmp_path, CHAPTERS + "".join(IN_CHAPTERS)))
    assert {chapter.title: [clause.id for clause in clauses] for chapter, clauses in book.chapters} == {
        "Moving": ["toy/1.1a", "toy/march.1", "toy/1.20"],
        "Flying": ["toy/1.2", "toy/1.2.1"],
        "Spells": ["toy/spell/fog"],
    }
    assert [chapter.number for chapter, _ in book.chapters] == ["1", "1.2", ""]


def test_a_book_without_named_chapters_has_those_of_its_ids(tmp_path: Path):
    book = Rulebook.load("toy", written(tmp_path, "".join(IN_CHAPTERS)))
    assert [chapter.title for chapter, _ in book.chapters] == ["1", "Spell", "1.2", "March"]


def test_a_clause_without_chapter_is_named(tmp_path: Path):
    with pytest.raises(BadData, match=r"The clause toy/fight\.1 is in no chapter"):
        Rulebook.load("toy", written(tmp_path, CHAPTERS + "".join([*IN_CHAPTERS, CLAUSE.format("fight.1")])))
    with pytest.raises(BadData, match="toy: the chapter “Spells” has no clause"):
        Rulebook.load("toy", written(tmp_path, CHAPTERS + CLAUSE.format("1.1") + CLAUSE.format("1.2")))
    with pytest.raises(BadData, match="toy: two chapters hold 1"):
        Rulebook.load("toy", written(tmp_path, CHAPTERS.replace("spell", "1") + CLAUSE.format("1.1")))


def test_the_clauses_by_which_it_is_fought(tmp_path: Path):
    clauses = "".join(CLAUSE.format(name) for name in ("1.1a", "1.2", "1.10", "fight/dice", "fights", "march.2"))
    book = Rulebook.load("toy", written(tmp_path, 'battles = ["1.1a", "fight", "march"]\n' + clauses))
    assert book.battles == ("toy/1.1a", "toy/fight/dice", "toy/march.2")
    with pytest.raises(BadData, match="toy: no clause of battles begins with flight"):
        Rulebook.load("toy", written(tmp_path, 'battles = ["1", "flight"]\n' + clauses))


def test_a_wrong_rulebook_names_the_clause(tmp_path: Path):
    with pytest.raises(BadData, match="rulebook of toy has the clause toy/a twice"):
        Rulebook("toy", [Clause("toy/a", "A", "S"), Clause("toy/a", "B", "S")])
    with pytest.raises(BadData, match=r"rules.toml: the clause toy/a is not of elric. Begin it with elric/"):
        Rulebook.load("elric", written(tmp_path, CLAUSE.format("a"), "rules.toml"))
    with pytest.raises(BadData, match=r"rules\.toml is wrong: .*`says`"):
        Rulebook.load("toy", written(tmp_path, '[[clause]]\nid = "toy/a"\ntitle = "T"\n', "rules.toml"))
