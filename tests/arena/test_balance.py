"""Balance: figures by seat, part and what was made use of, as data, as pages and on the shelf."""

from __future__ import annotations

import pytest
from docs.make_balance import PAGES, PART, with_balance

from tanelorn.arena.matches.summary import wilson
from tanelorn.arena.report.balance import FEWEST, as_markdown, as_toml, balance_settings, measured, used, write_balance
from tanelorn.arena.report.repertoire import Given, never, parts, repertoire
from tanelorn.core.content.data import toml_of
from tanelorn.core.content.measured import Measured
from tanelorn.core.game import games
from tanelorn.core.play.record import Chose, Header, Record

from .test_matches import result
from .test_tournament import played

ARCHMAGI = games["archmagi"]


@pytest.mark.long
def test_figures_are_those_of_the_games_and_survive_being_written(tmp_path):
    run = played(balance_settings(ARCHMAGI, "random", 4, scenarios=["two"]), tmp_path / "run")
    found = measured(run)
    one = found["two"]
    assert one.games == 4
    assert sum(one.wins) + one.drawn == 4
    assert sum(games for _, games in one.parts.values()) == 8
    assert sum(won for won, _ in one.parts.values()) == sum(one.wins)
    assert toml_of(as_toml(found, "tanelorn report archmagi"), dict[str, Measured], "measured.toml") == found
    page = as_markdown(ARCHMAGI, found)
    assert one.says(("Madder", "Woad")) in page
    assert "| archmagus | games | won |" in page
    write_balance(tmp_path / "balance.html", run)
    text = (tmp_path / "balance.html").read_text()
    assert "Orders given" in text
    assert "Archmagi: balance" in text
    assert "Won by archmagus" in text


def test_who_has_the_most_wins_where_that_is_asked_for(tmp_path):
    settings = balance_settings(games["diplomacy"], "random", 2, options={"last-year": 1901}, most=True)
    (one,) = measured(played(settings, tmp_path)).values()
    assert (one.most, one.turns, one.options) == ("centres", 0, {"last-year": "1901"})
    assert sum(one.wins) + one.drawn == 2


def test_what_seats_named_in_their_choices_is_what_they_made_use_of():
    header = Header(6, "archmagi", ARCHMAGI.rules, "two", {})
    texts = (
        (0, "cast Plague by Magician in 0304 at Woad 0305"),
        (1, "deploy orcs in 0304"),
        (1, "discard Plague"),
        (1, "cast plague by Bard in 0304 at Madder 0305"),
        (1, "cast plague by Bard in 0304 at Madder 0304"),
    )
    record = Record(header, [Chose(seat, text) for seat, text in texts])
    found = used(ARCHMAGI, [result(0, ("a", "b"), (1,), 3)], [record])
    assert (found["cast"]["Plague"].games, found["cast"]["Plague"].wins) == (2, 1)
    assert found["deploy"]["Orcs"].wins == 1
    assert {verb: set(names) for verb, names in found.items()} == {"cast": {"Plague"}, "deploy": {"Orcs"}}


@pytest.mark.parametrize("guide", sorted(PAGES.glob("*.md")), ids=lambda guide: guide.name)
def test_pages_tell_the_figures_that_the_shelf_has(guide):
    text = guide.read_text(encoding="utf-8")
    assert with_balance(text) == text, "The figures have changed: run python docs/make_balance.py."


def test_every_game_that_was_measured_has_its_figures_on_its_page():
    told = {slug for page in PAGES.glob("*.md") for _, slug, _ in PART.findall(page.read_text(encoding="utf-8"))}
    assert told == {game.slug for game in games if game.measured}


def test_figures_fit_their_scenarios():
    for game in games:
        for slug, one in game.measured.items():
            assert len(one.wins) == len(game.scenario(slug).seats)
            assert sum(one.wins) + one.drawn >= one.games
            for shares in (one.parts, *one.used.values()):
                for won, of in shares.values():
                    low, high = wilson(won, of)
                    assert 0 <= low <= won / of <= high <= 1
            assert all(of >= FEWEST for shares in one.used.values() for _, of in shares.values())


def test_how_often_each_order_was_given_is_counted_and_what_never_was_is_named():
    header = Header(6, "archmagi", ARCHMAGI.rules, "two", {})
    first = Record(
        header, [Chose(0, "march to 0305"), Chose(0, "march  to 0306"), Chose(0, "pass and do not ask again")]
    )
    second = Record(header, [Chose(1, "March to 0304"), Chose(1, "pass")])
    found = repertoire(ARCHMAGI, [first, second])
    assert found["march"] == Given(games=2, times=3)
    assert (found["pass"], found["pass and do not ask again"]) == (Given(1, 1), Given(1, 1))
    assert set(never(found)) == {rule.words for rule in ARCHMAGI.verbs} - {"march", "pass", "pass and do not ask again"}
    assert '<th scope="row">march</th><td>2</td><td>3</td>' in "".join(parts(found))


def test_a_game_without_declared_orders_has_no_repertoire():
    diplomacy = games["diplomacy"]
    record = Record(Header(6, "diplomacy", diplomacy.rules, "standard", {}), [Chose(0, "A BUD - SER")])
    assert repertoire(diplomacy, [record]) == {}
    assert list(parts({})) == []
