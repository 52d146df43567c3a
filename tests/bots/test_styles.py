"""Bots that lean to something: a style changes what is chosen, and nothing else of a bot."""

from __future__ import annotations

import pytest

from tanelorn.bots import level_of, make_bot, read_spec, spec_of
from tanelorn.bots.judgement import judgement_of, lean
from tanelorn.core.errors import BadData, Illegal, UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tests.toy.skirmish import SKIRMISH

STYLED = tuple(game.slug for game in games)
SCENARIOS = {"albion": "albion_alone", "elric": "successor"}
CHOICES = 900
"""So many choices of a game are looked at, at most."""


def begun(slug: str, seed: int) -> Table:
    return Table.new(slug, SCENARIOS.get(slug, games[slug].scenarios[0].slug), seed=seed, keep=False)


def differs(slug: str, style: str, seed: int) -> bool:
    """Whether a bot of that style chooses otherwise than one without, somewhere in a game of such; what it chooses must
    be legal.
    """
    table = begun(slug, seed)
    for number in range(CHOICES):
        if table.outcome is not None:
            break
        seat = table.asked()[0]
        view = table.view(seat)
        plain, leaning = (
            make_bot(spec, games[slug], number).choose(view) for spec in ("medium", f"medium:style={style}")
        )
        assert table.decision(seat).choices().refusal(leaning) is None
        if leaning != plain:
            return True
        table.play(plain, seat)
    return False


@pytest.mark.long
@pytest.mark.parametrize(("slug", "style"), [(slug, style) for slug in STYLED for style in games[slug].styles])
def test_a_style_chooses_otherwise_somewhere(slug: str, style: str) -> None:
    assert any(differs(slug, style, seed) for seed in range(5, 15))


@pytest.mark.parametrize("slug", STYLED)
def test_every_level_can_play_in_every_style(slug: str) -> None:
    table = begun(slug, 5)
    view = table.view(table.asked()[0])
    for style in games[slug].styles:
        for spec in ("novice", "easy", "medium", "search:nodes=2"):
            bot = make_bot(f"{spec}{',' if ':' in spec else ':'}style={style}", games[slug], 3)
            assert table.decision(view.viewer).choices().refusal(bot.choose(view)) is None


def test_a_level_with_a_style_is_a_spec_and_is_called_by_its_level() -> None:
    assert spec_of("strong:style=raider") == "search:seconds=1,style=raider"
    assert spec_of("medium:style=raider") == "greedy:style=raider"
    assert spec_of("search:nodes=4,style=raider") == "search:nodes=4,style=raider"
    assert level_of("search:seconds=1,style=raider") == "strong:style=raider"
    assert level_of("greedy:style=raider") == "medium:style=raider"
    assert level_of("search:seconds=10") == "search:seconds=10"
    assert read_spec("strong:style=raider") == ("search", {"seconds": 1.0}, "raider")


def test_a_style_is_named_once_and_by_its_name() -> None:
    for spec, says in (("greedy:style=", "named by nothing"), ("easy:style=raider,style=raider", "is given twice")):
        with pytest.raises(Illegal, match=says):
            read_spec(spec)


@pytest.mark.parametrize(
    ("spec", "slug", "says"),
    [
        ("greedy:style=raidr", "elric", "Bots of Elric have no style “raidr”. Did you mean raider"),
        ("random:style=raider", "elric", "The bot random has no parameter “style”."),
    ],
)
def test_a_style_that_is_none_is_refused(spec: str, slug: str, says: str) -> None:
    with pytest.raises(UnknownName) as refused:
        make_bot(spec, games[slug], 0)
    assert says in str(refused.value)


def test_a_game_without_styles_says_so() -> None:
    with pytest.raises(UnknownName, match="have no style “raider”"):
        judgement_of(SKIRMISH, "raider")


def test_who_leans_to_what_is_no_weight_is_refused() -> None:
    with pytest.raises(BadData, match="“nerv”, which is no weight"):
        lean({"nerve": 0.4, "guard": 1}, {"nerv": 0.1})
    assert lean({"nerve": 0.4, "guard": 1}, {"nerve": 0.1, "guard": 1.0}) == {"nerve": 0.5, "guard": 2}
    assert lean({"guard": 1, "far": -0.2}, {"guard": -3.0, "far": 0.5}) == {"guard": 0, "far": 0.0}


@pytest.mark.parametrize("slug", STYLED)
def test_the_styles_of_a_game_lean_to_weights_of_its_judgement(slug: str) -> None:
    for style in games[slug].styles:
        assert judgement_of(games[slug], style) is not judgement_of(games[slug])
