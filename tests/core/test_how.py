"""How each game is played: every clause exists, and every answer of the quiz stands where the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn.core.errors import BadData, UnknownName
from tanelorn.core.game import Game, games
from tanelorn.core.lessons.how import has_how, how_of, places

WRITTEN = [game for game in games if has_how(game)]
FIVE_CITIES = games["fivecities"]


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)
def test_a_page_holds_what_it_must(game: Game) -> None:
    how = how_of(game)
    known = {clause.id for clause in game.rulebook}
    assert {how.clause} | {told.clause for told in (*how.turn, *how.missed)} <= known
    assert 3 <= len(how.turn) <= 6
    assert (len(how.missed), len(how.quiz)) == (5, 10)


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)
def test_every_answer_stands_where_it_says(game: Game) -> None:
    how = how_of(game)
    found = places(how, game)
    assert [one.ask for one in how.quiz if one.says not in found[one.where].words] == []


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)
def test_text_is_marked_in_pairs(game: Game) -> None:
    how = how_of(game)
    texts = [how.goal, *(told.words for told in (*how.turn, *how.missed))]
    assert [text for text in texts if text.count("**") % 2] == []


def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Game:
    """Return Five Cities with another text in its file."""
    assert FIVE_CITIES.how is not None
    text = FIVE_CITIES.how.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "how.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(FIVE_CITIES, "how", path)
    return FIVE_CITIES


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('clause = "fivecities/object.1"', 'clause = "fivecities/objekt.1"', "goal: There is no clause"),
        ('clause = "fivecities/combat.8"', 'clause = "fivecities/combat.88"', "turn 4: There is no clause"),
        ('clause = "fivecities/combat.2"', 'clause = "fivecities/combat.99"', "missed 2: There is no clause"),
        ("step = 6", "step = 9", "turn 5: The first lesson has no step 9"),
        ("step = 6", "step = -1", "`$.turn[4].step`"),
        ('where = "turn 4"', 'where = "turn 7"', "quiz 6: There is no place “turn 7”"),
        ('where = "turn 4"', 'where = "turn 3"', "quiz 6: “as many as it beat, less its superiority” does not stand"),
        ('says = "five cities when a turn begins"', 'says = ""', "quiz 1: “” does not stand in goal"),
        ("[[missed]]", "[[mist]]", "`mist`"),
        ('[[quiz]]\nask = "When do', '[[turn]]\nask = "When do', "`ask`"),
        ('goal = "', 'aim = "', "how.toml is wrong"),
        ('goal = "', "goal = ", "how.toml"),
    ],
)
def test_a_wrong_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, says: str
) -> None:
    game = changed(tmp_path, monkeypatch, old, new)
    with pytest.raises(BadData) as caught:
        how_of(game)
    assert says in caught.value.why
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("cut", "says"),
    [("missed", "[[missed]]: There are 4 entries."), ("quiz", "[[quiz]]: There are 9 entries.")],
)
def test_five_are_missed_and_ten_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str, says: str
) -> None:
    assert FIVE_CITIES.how is not None
    text = FIVE_CITIES.how.read_text(encoding="utf-8")
    begin = text.index(f"[[{cut}]]")
    game = changed(tmp_path, monkeypatch, text[begin : text.index(f"[[{cut}]]", begin + 1)], "")
    with pytest.raises(BadData) as caught:
        how_of(game)
    assert says in caught.value.why


def test_a_file_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FIVE_CITIES, "how", tmp_path / "how.toml")
    assert not has_how(FIVE_CITIES)
    with pytest.raises(UnknownName, match="Nobody has written how Five Cities is played"):
        how_of(FIVE_CITIES)
