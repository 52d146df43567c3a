"""Boards and counters of the players' own: what a table keeps of them, what is kept, what new tables use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tanelorn.core.content.packs import PackKind, PackStore, files_in, picture_key, with_pack
from tanelorn.core.errors import BadData, Illegal, UnknownName
from tanelorn.core.game import Game, games

SLUGS = [game.slug for game in games if game.packs is not None]
ELRIC = games["elric"]


def packs_of(game: Game[Any, Any]) -> PackKind[Any]:
    assert game.packs is not None
    return game.packs


def another(kind: PackKind[Any], folder: Path) -> Path:
    """Write a pack that differs from ours in the board's name."""
    folder.mkdir()
    for name in kind.files:
        text = (kind.folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(re.sub(r'("title": ?)"[^"]*"', r'\1"Another World"', text), encoding="utf-8")
    return folder


@pytest.fixture(params=SLUGS)
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return games[request.param]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return another(packs_of(ELRIC), tmp_path / "mine")


# Of every game with packs ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_text_of_a_pack_stands_for_it_without_the_files(game, tmp_path):
    kind = packs_of(game)
    folder = another(kind, tmp_path / "mine")
    text = kind.read(files_in(kind, folder))
    for file in folder.iterdir():
        file.unlink()
    assert kind.read_option(text) == text == kind.canonical(kind.pack(text))
    assert kind.pack(text).board.title == "Another World"
    assert picture_key(text) != picture_key("") == ""


@pytest.mark.long
def test_our_own_files_are_the_standard_pack_whatever_their_reasons(game, tmp_path):
    kind = packs_of(game)
    folder = another(kind, tmp_path / "same")
    for name in kind.files:
        text = (kind.folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(re.sub(r'(why|placed_by)("?)( = |: ?)"', r'\1\2\3"perhaps ', text), encoding="utf-8")
    assert "perhaps" in (folder / "counters.toml").read_text(encoding="utf-8")
    assert kind.read(files_in(kind, folder)) == ""
    assert kind.read_option("standard") == kind.read_option("") == ""


NO_PACKS = ["nowhere", "n" * 9_000, "a\0b", "{", '{"board": 3}', '{"board": {}, "counters": {}}', '{"board":' * 20_000]


@pytest.mark.parametrize("value", NO_PACKS, ids=[str(n) for n in range(len(NO_PACKS))])
def test_what_is_no_pack_is_refused_in_one_sentence(game, value):
    with pytest.raises(Illegal) as refusal:
        packs_of(game).read_option(value)
    assert refusal.value.remedy
    assert len(str(refusal.value)) < 300
    assert refusal.value.clause in game.rulebook


def test_an_option_names_a_pack_and_never_a_path(game, tmp_path, monkeypatch):
    folder = another(packs_of(game), tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    for path in (str(folder), "mine", "./mine", "../" + tmp_path.name + "/mine"):
        with pytest.raises(Illegal, match="There is no pack"):
            packs_of(game).read_option(path)


@pytest.mark.long
def test_a_pack_is_checked_kept_listed_used_and_given_up(game, tmp_path, tanelorn):
    kind, mine = packs_of(game), another(packs_of(game), tmp_path / "mine")
    assert "Nothing is wrong" in tanelorn("pack", "check", game.slug, mine).output
    result = tanelorn("pack", "use", game.slug, mine)
    assert result.exit_code == 0, result.output
    assert kind.summary(kind.read_option("mine")) in " ".join(result.output.split())
    assert re.search(r"\* mine +Another World", tanelorn("pack", "list").output)
    assert with_pack(game, {})["pack"] == kind.read(files_in(kind, mine))
    assert with_pack(game, {"pack": "standard"})["pack"] == ""
    assert tanelorn("pack", "use", game.slug, "standard").exit_code == 0
    assert with_pack(game, {})["pack"] == ""
    assert re.search(r"\* standard", tanelorn("pack", "list", game.slug).output)
    assert with_pack(game, {"pack": "mine"})["pack"] == kind.read_option("mine") != ""


@pytest.mark.long
def test_the_game_s_own_files_are_written_out_to_begin_with(game, tmp_path, tanelorn):
    assert tanelorn("pack", "write", game.slug, tmp_path / "new").exit_code == 0
    assert "Nothing is wrong" in tanelorn("pack", "check", game.slug, tmp_path / "new").output
    again = tanelorn("pack", "write", game.slug, tmp_path / "new")
    assert again.exit_code == 2
    assert "is there already" in again.output


@pytest.mark.long
def test_one_file_is_checked_with_ours_for_the_others(game, tmp_path, tanelorn):
    file = another(packs_of(game), tmp_path / "mine") / "board.json"
    result = tanelorn("pack", "check", game.slug, file.rename(tmp_path / "only.json"))
    assert result.exit_code == 0, result.output
    assert "Another World" in result.output


# Packs that are kept --------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_what_is_in_a_pack_is_said_in_a_sentence(mine, tanelorn):
    output = tanelorn("pack", "check", "elric", mine).output
    assert "Another World: 75 provinces, 21 seas, 22 nations and hordes." in output


@pytest.mark.long
def test_a_pack_is_kept_by_the_name_that_is_wished_and_elsewhere(mine, tmp_path, tanelorn):
    elsewhere = tmp_path / "elsewhere"
    result = tanelorn("pack", "use", "elric", mine, "--name", "isles", "--data", elsewhere)
    assert result.exit_code == 0, result.output
    assert PackStore("elric", packs_of(ELRIC), elsewhere).in_use == "isles"
    assert PackStore("elric", packs_of(ELRIC)).in_use == "standard"
    assert (elsewhere / "packs" / "elric" / "isles" / "board.json").is_file()


@pytest.mark.long
def test_a_kept_pack_is_a_copy(mine):
    store = PackStore("elric", packs_of(ELRIC))
    store.keep(files_in(packs_of(ELRIC), mine), "copy")
    store.use("copy")
    (mine / "board.json").unlink()
    assert store.text("copy")


@pytest.mark.long
def test_a_kept_pack_that_was_spoilt_is_named_when_a_table_is_set_up(mine, tanelorn):
    tanelorn("pack", "use", "elric", mine)
    file = PackStore("elric", packs_of(ELRIC)).folder / "mine" / "board.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(BadData, match=r"board\.json is wrong"):
        with_pack(ELRIC, None)
    assert "cannot be used" in tanelorn("pack", "list", "elric").output


@pytest.mark.long
def test_a_pack_that_is_gone_leaves_the_standard_one(mine, tanelorn):
    tanelorn("pack", "use", "elric", mine)
    folder = PackStore("elric", packs_of(ELRIC)).folder / "mine"
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert with_pack(ELRIC, None)["pack"] == ""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("check", "fivecities", "x"), "Five Cities has no packs"),
        (("check", "elric", "nowhere.txt"), "nowhere.txt is no file of a pack"),
        (("use", "elric", "nowhere"), "There is no folder and no pack “nowhere”"),
        (("use", "chess", "nowhere"), "There is no game “chess”"),
    ],
)
def test_commands_refuse_what_is_no_pack(words, why, tanelorn):
    result = tanelorn("pack", *words)
    assert result.exit_code == 2
    assert why in " ".join(result.output.split())


@pytest.mark.long
def test_a_folder_without_a_file_or_a_name_that_is_none_is_refused(mine, tanelorn):
    for name in ("standard", "a b", "../up"):
        assert "cannot be called" in tanelorn("pack", "use", "elric", mine, "--name", name).output
    (mine / "counters.toml").unlink()
    result = tanelorn("pack", "check", "elric", mine)
    assert result.exit_code == 2
    assert "has no file counters.toml" in " ".join(result.output.split())


@pytest.mark.long
def test_a_name_that_is_not_kept_names_the_nearest(mine, tanelorn):
    tanelorn("pack", "use", "elric", mine)
    with pytest.raises(UnknownName, match="no pack"):
        PackStore("elric", packs_of(ELRIC)).use("min")
    with pytest.raises(Illegal, match="Did you mean mine"):
        packs_of(ELRIC).read_option("min")
