"""The Founding of the Bright Empire (elric/14.1) is played for its goal: a Dragon Master, and then the Dragons."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tanelorn.arena.matches.match import Match, play_match
from tanelorn.bots import make_bot
from tanelorn.bots.judgement import judgement_of
from tanelorn.core.chance import Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.elric.judgement.judgement import best

GAME = games["elric"]


def olab(units: dict[str, list[str]], turn: int, **position: Any) -> Table:
    first = {"nations": ["olab"], "units": units, "spells": position.pop("spells", {})}
    setting = {"scenario": "founding", "phase": "move", "turn": turn, "container": [], "first": first, **position}
    return Table.at(GAME, GAME.position_from(setting), chance=Seeded(1))


def move(table: Table) -> None:
    turn = table.position.turn
    while table.outcome is None and table.position.phase == "move" and table.position.turn == turn:
        table.play(best(table, 0), 0)


def place(table: Table, unit: str) -> str:
    world = table.position.world
    return world.areas[table.position.area[world.unit[unit]]].id


def test_the_olab_sail_to_a_hidden_spell_at_once_with_as_many_armies_as_the_fleet_holds() -> None:
    table = Table.new(GAME, "founding", seed=1)
    move(table)
    position, world = table.position, table.position.world
    area = position.area[world.unit["olab_king"]]
    assert area in world.symbols
    assert sum(world.kind[unit] == 2 for unit in position.own_in(area, 0)) == 2


@pytest.mark.rule("elric/14.1f")
def test_a_monster_whose_card_musters_a_dragon_master_is_fought_before_others_are_sought() -> None:
    for card, goal in (("checkalakh", "dorel"), ("chardros", "dhoz_kam")):
        table = olab(
            {"kaneloon": ["olab king", "olab army*2"], "oldest_ocean": ["free fleet"]},
            3,
            face_up={"dorel": card, "melnibone": "dragons"},
            hidden={"dhoz_kam": "arioch"},
        )
        move(table)
        assert place(table, "olab_king") == goal


def test_of_a_card_s_names_the_dragon_master_is_mustered() -> None:
    table = olab(
        {"kaneloon": ["olab king"]}, 3, phase="muster", spells={"olab king": ["checkalakh"]}, hidden={"dorel": "arioch"}
    )
    assert str(best(table, 0)) == "muster dyvim tvar by checkalakh of olab king"


@pytest.mark.rule("elric/14.1g")
def test_all_sail_to_the_dragons_with_a_dragon_master() -> None:
    table = olab(
        {"dhoz_kam": ["olab king", "dyvim tvar", "olab army*2"], "oldest_ocean": ["free fleet"]},
        9,
        face_up={"melnibone": "dragons"},
        hidden={"kaneloon": "arioch"},
    )
    move(table)
    world = table.position.world
    assert len(table.position.own_in(world.melnibone, 0)) == 4


def test_a_dragon_master_waits_at_sea_for_those_who_can_still_come() -> None:
    for turn, waits in ((6, True), (10, False)):
        table = olab(
            {"dragon_sea": ["dyvim tvar"], "dorel": ["olab king"], "oldest_ocean": ["free fleet"]},
            turn,
            face_up={"melnibone": "dragons"},
            hidden={"kaneloon": "arioch"},
        )
        move(table)
        assert (place(table, "dyvim_tvar") == "melnibone") is not waits


def test_armies_stay_behind_where_one_is_in_time_only_without_them() -> None:
    for turn, armies, goal in ((9, 2, "iron_sea"), (10, 0, "melnibone")):
        table = olab(
            {"silent_shore": ["olab king", "dyvim slorm", "olab army*2"], "western_ocean": ["free fleet"]},
            turn,
            face_up={"melnibone": "dragons"},
            hidden={"dorel": "arioch"},
        )
        move(table)
        assert place(table, "olab_king") == goal
        position = table.position
        with_king = position.own_in(position.world.area[goal], 0)
        assert sum(position.world.kind[unit] == 2 for unit in with_king) == armies


def test_what_lies_hidden_does_not_matter_to_where_they_go() -> None:
    table = Table.new(GAME, "founding", seed=2)
    for _ in range(40):
        if table.outcome is not None:
            break
        view = table.view(0)
        twins = [Table.from_view(GAME, view, random.Random(n)).view(0) for n in range(3)]
        assert len({str(make_bot("greedy", GAME, 3).choose(twin)) for twin in twins}) == 1
        table.play(best(table, 0), 0)


@pytest.mark.long
def test_the_founding_is_won_now_and_then() -> None:
    played = [
        play_match(Match(game="elric", bots=("greedy",), scenario="founding", seed=5, number=n)) for n in range(12)
    ]
    assert sum(bool(result.winners) for result in played) >= 2  # it wins more than a third


def test_the_lone_player_s_prospects_grow_with_a_dragon_master_and_are_nothing_in_a_lost_game() -> None:
    early = olab({"kaneloon": ["olab king"]}, 1, hidden={"dorel": "arioch"})
    late = olab({"kaneloon": ["olab king"]}, 10, hidden={"dorel": "arioch"})
    mastered = olab({"kaneloon": ["olab king", "dyvim tvar"]}, 6, hidden={"dorel": "arioch"})
    lost = olab({"kaneloon": ["olab king"]}, 10, hidden={"dorel": "arioch"})
    lots = random.Random(1)
    while lost.outcome is None:
        lost.play(lost.decisions()[0].choices().sample(lots), 0)
    assert lost.outcome.winners == ()
    hopes = [judgement_of(GAME).prospects(table, lots)[0] for table in (lost, late, early, mastered)]
    assert hopes == [0.0, 0.05, 0.5, 0.9]
