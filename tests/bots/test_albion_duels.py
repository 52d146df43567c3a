"""Albion's bots and challenges: whom they send to fight to the death, and where they had better refuse."""

from __future__ import annotations

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.combat.challenges import Answer
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.reckoning.duelling import Champion, deaths
from tanelorn.games.albion.judgement.style import BASE

from .albion_turns import played

GAME = games["albion"]


def battle(people: list[str], **changes: object) -> list[str]:
    """Return what the active side does in a Combat Phase in which people meet in the open."""
    return played({"turn": 2, "phase": "combat", "hexes": {"2936": people}, **changes})[0]


def test_who_can_take_more_wounds_is_likelier_to_live_and_nobody_lives_for_ever() -> None:
    world = Table.new(GAME, seed=1, keep=False).position.world
    frail, sound = Champion(8, 3, 1, 0), Champion(8, 3, 5, 0)
    ends = deaths(world, frail, sound, 0)
    assert ends.challenger > 0.8 > 0.3 > ends.other
    even = deaths(world, sound, sound, 0)
    assert even.challenger == pytest.approx(even.other, abs=0.35)
    assert even.challenger + even.other >= 1
    assert deaths(world, sound, sound, 1).challenger < even.challenger


@pytest.mark.rule("albion/16.4b")
def test_nobody_challenges_whom_he_cannot_outlive() -> None:
    """Sean has more magic than Elidor, but dies of three wounds, and Elidor of five; Bran Og fights twice as well."""
    people = ["sean", "bran og", "8 weald under sean", "2 eastmarch under bran og", "elidor", "4 albion under elidor"]
    acts = battle(people, scenario="albion_alone", active="fomorian")
    assert "duel sean" not in acts
    assert "trial bran og" in acts


@pytest.mark.rule("albion/20.6/22b")
def test_whoever_has_the_troops_does_not_meet_requiter() -> None:
    """Dorwen offers a trial; he may fall, but his sword then slays whoever has slain him."""
    people = ["grogan", "rurik", "20 moray under grogan", "dorwen", "4 albion under dorwen"]
    acts = battle(people, active="fomorian")
    assert "attack 2936" in acts
    assert "send rurik" not in acts
    assert "refuse" in acts


def answer(people: list[str]) -> str:
    """Return what the Fomorians answer to a challenge of Colleran's in a battle in which people meet."""
    table = {"turn": 2, "phase": "combat", "active": "faerie", "sky": "clear", "hexes": {"2936": people}}
    at = Table.at(GAME, GAME.position_from(table), chance=Seeded(1), keep=False)
    for text in ("attack 2936", "done", "trial colleran", "no challenge"):
        while str(best(at, at.asked()[0], BASE)).startswith("defend"):
            at.play(best(at, at.asked()[0], BASE))
        at.play(text)
    assert isinstance(at.step, Answer)
    return str(best(at, at.asked()[0], BASE))


@pytest.mark.rule("albion/15.4b")
def test_a_champion_is_sent_who_wins_and_none_whom_the_troops_need() -> None:
    faerie = ["colleran", "5 albion under colleran"]
    assert answer([*faerie, "bran og", "6 eastmarch under bran og"]) == "send bran og"
    assert answer([*faerie, "callach", "6 cumrock under callach"]) == "refuse"
