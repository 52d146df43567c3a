"""Countries set up, mustered and given up, and who wins: what a case cannot say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.log import Log
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE
from tanelorn.games.elric.equipment.counters import ARTIFACT
from tanelorn.games.elric.equipment.world import world_of
from tanelorn.games.elric.losses.nations import dissolve
from tanelorn.games.elric.muster import muster_step, placing, setting_up
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.sequence import victory
from tanelorn.games.elric.sequence.setup import RollForFirst
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition, empty
from tanelorn.games.elric.state.scenarios import TERMS, seat_title
from tanelorn.games.elric.state.stacks import fighting_value
from tanelorn.games.elric.views.named import position_named

WORLD = world_of()


def number(nation: str) -> int:
    return WORLD.nation[nation]


def table(slug: str, seed: int) -> Table:
    return Table.new(ELRIC, slug, chance=Seeded(seed), keep=False)


def play_at_random(game: Table, rng: random.Random, *, resigning: float = 0.0) -> None:
    """Play a game out; now and then somebody gives up."""
    for _ in range(20_000):
        if game.outcome is not None or game.step is None:
            return
        if rng.random() < resigning:
            game.play("resign", seat=rng.choice(game.position.playing()))
            continue
        seat = rng.choice(game.step.seats(game.position))
        game.play(game.choices(seat).sample(rng), seat=seat)
        if type(game.step).__name__ in ("Moves", "Replacing", "ChooseMuster"):
            check_table(game.position)
    raise AssertionError("The game does not end.")


def check_table(position: ElricPosition) -> None:
    """Whatever has happened, the counters on the table fit together when a step of the turn begins."""
    world, owner, area = position.world, position.owner, position.area
    for unit in range(len(owner)):
        if world.kind[unit] == ARTIFACT:
            assert owner[unit] == OUT
            continue
        assert owner[unit] < 0 or area[unit] >= 0, world.units[unit].id
        assert owner[unit] != OUT or area[unit] < 0, world.units[unit].id
        assert owner[unit] not in position.gone
        ship = position.ship[unit]
        assert ship < 0 or (area[ship], owner[ship]) == (area[unit], owner[unit]), world.units[unit].id
    assert not set(position.captured) & set(position.gone)
    assert not set(position.nation) & set(position.gone)
    for nation, seat in enumerate(position.nation):
        if seat >= 0:
            assert any(owner[unit] == seat for unit in world.nations[nation].people), world.nations[nation].id


@pytest.mark.long
@pytest.mark.parametrize("slug", sorted(TERMS))
def test_games_come_to_an_end_with_the_table_in_order(slug: str) -> None:
    for seed in range(3):
        play_at_random(table(slug, seed), random.Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("slug", ["long", "short", "upstart"])
def test_whoever_gives_up_whenever_the_others_play_on(slug: str) -> None:
    for seed in range(6):
        play_at_random(table(slug, seed), random.Random(seed), resigning=0.01)


@pytest.mark.long
def test_giving_up_while_countries_are_chosen() -> None:
    game = table("long", 4)
    first = game.position.order[0]
    game.play("resign", seat=first)
    assert first not in game.step.seats(game.position)  # type: ignore[union-attr]
    play_at_random(game, random.Random(1))


def test_giving_up_alone_is_to_lose() -> None:
    game = table("founding", 1)
    game.play("resign", seat=0)
    assert game.outcome is not None
    assert game.outcome.winners == ()
    assert ELRIC.scores(game.position) == (0.0,)


def test_seats_are_called_by_the_country_that_they_chose() -> None:
    game = table("short", 1)
    position = game.position
    seat = game.step.seats(position)[0]  # type: ignore[union-attr]
    assert seat_title(position, seat) == TERMS["short"].seats[seat]
    game.play("choose west", seat=seat)
    assert seat_title(position, seat) == "The West"
    assert seat_title(table("successor", 1).position, 1) == TERMS["successor"].seats[1]


def test_the_high_roller_goes_first_then_those_to_his_left() -> None:
    position = empty("long", 3)
    RollForFirst((0, 1, 2)).take(position, (3, 6, 2), Log())
    assert position.order == [1, 2, 0]
    RollForFirst((0, 1, 2)).take(position, (5, 2, 5), Log())
    assert position.agenda == [RollForFirst((0, 2))]


# Placing (4.0f, 11.0g)


def placed(few: int, captured: dict[str, int]) -> ElricPosition:
    """Return a table on which Lormyr is set up for the first seat, with few armies and cities that others hold."""
    position = empty("long", 3)
    land = WORLD.nations[number("lormyr")]
    for unit in land.armies[few:]:
        position.put(unit, WORLD.area["pale_sea"], NOBODY)
    for city, seat in captured.items():
        position.captured[WORLD.area[city]] = seat
    assert setting_up.place_nation(position, number("lormyr"), 0, Log())
    return position


def armies_in(position: ElricPosition, area: str) -> int:
    return sum(WORLD.units[unit].kind == "army" for unit in position.own_in(WORLD.area[area], 0))


def answer(position: ElricPosition, text: str) -> None:
    """Carry out a choice of the step that comes next."""
    step = position.agenda.pop()
    step.take(position, 0, step.choices(position, 0).parse(text), Log())


def test_too_few_armies_go_where_the_owner_says_first() -> None:
    position = placed(5, {})
    answer(position, "harbour ramasaz")
    offered = [str(choice) for choice in position.agenda[-1].choices(position, 0)]
    assert offered == ["garrison trepesaz", "garrison ramasaz", "garrison stagasaz"]
    answer(position, "garrison stagasaz")
    answer(position, "garrison trepesaz")
    assert [armies_in(position, area) for area in ("stagasaz", "trepesaz", "ramasaz", "iosaz")] == [3, 2, 0, 0]
    assert not position.agenda


def test_a_capital_that_others_garrison_leaves_the_first_free_city() -> None:
    position = placed(10, {"iosaz": 1, "stagasaz": 2})
    assert armies_in(position, "trepesaz") == 7
    assert armies_in(position, "ramasaz") == 3
    assert position.area[WORLD.unit["voashoon"]] == WORLD.area["trepesaz"]
    assert position.captured[WORLD.area["iosaz"]] == 1


def test_a_navy_without_a_free_port_does_not_appear() -> None:
    position = placed(10, {"trepesaz": 1, "ramasaz": 2})
    assert position.owner[WORLD.unit["lormyr_fleet_1"]] == OUT
    assert position.area[WORLD.unit["lormyr_admiral"]] == WORLD.area["iosaz"]


def test_a_country_whose_cities_are_all_held_does_not_rise() -> None:
    position = empty("long", 3)
    for city in WORLD.nations[number("vilmir")].cities:
        position.captured[city] = 1
    placing.RiseNation(0, number("vilmir")).run(position, Log())
    assert position.nation[number("vilmir")] == NOBODY
    assert not position.units_of(0)


# Mustering


def test_on_the_island_itself_the_barge_may_appear_in_any_sea_beside_it() -> None:
    position = empty("dragonmasters", 2)
    tvar = WORLD.unit["dyvim_tvar"]
    position.put(tvar, WORLD.melnibone, 1)
    assert {WORLD.areas[sea].id for sea in placing.barge_seas(position, tvar)} == {
        "pale_sea",
        "vilmirian_sea",
        "dragon_sea",
    }


def test_bound_hordes_alone_are_bound() -> None:
    position = empty("long", 3)
    umba, pio, fadan = (WORLD.unit[id] for id in ("umba", "pio_chief", "fadan"))
    assert not hordes.allowed(position, umba, WORLD.area["klant"])
    assert hordes.allowed(position, umba, WORLD.area["yu"])
    assert hordes.allowed(position, pio, WORLD.area["klant"])
    assert hordes.allowed(position, fadan, WORLD.area["klant"])
    hordes.free(position, number("kelmain"), Log())
    assert hordes.allowed(position, umba, WORLD.area["klant"])


# Victory


def judged(**more: Any) -> ElricPosition:
    """Return a table of 14.3 on which both sides hold all capitals of the other, judged after turn 10."""
    position = position_named(
        {
            "scenario": "successor",
            "turn": 10,
            "first": {
                "nations": ["jharkor"],
                "units": {"pan_tang": ["jharkor army"], "gromoorva": ["jharkor army"], "thokora": ["dharmit"]},
                "captured": ["pan_tang", "gromoorva"],
            },
            "second": {
                "nations": ["dharijor"],
                "units": {
                    "dhakos": ["dharijor army"],
                    "aflitain": ["dharijor army"],
                    "banarva": ["dharijor army"],
                    "inner_dharijor": ["karnaal"],
                },
                "captured": ["dhakos", "aflitain", "banarva"],
            },
        }
    )
    for field, value in more.items():
        setattr(position, field, value)
    victory.judge(position, Log())
    return position


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_who_meet_the_terms_who_met_them_first_wins(first: int) -> None:
    outcome = judged(met=[first, 1 - first]).outcome
    assert outcome is not None
    assert outcome.winners == (first,)


def test_who_loses_a_capital_must_meet_the_terms_anew() -> None:
    position = judged(met=[1, 0])
    position.outcome = None
    city = WORLD.area["dhakos"]
    position.captured[city] = -1
    victory._note_terms(position)
    assert position.met == [0]
    position.captured[city] = 1
    victory._note_terms(position)
    assert position.met == [0, 1]


def test_a_prize_counts_also_when_its_captor_has_mustered_the_country() -> None:
    position = position_named(
        {"first": {"nations": ["jharkor"], "units": {"jadmar": ["jharkor army"]}, "captured": ["jadmar"]}}
    )
    assert victory.capitals_held(position, 0) == 1
    assert setting_up.place_nation(position, number("vilmir"), 0, Log())
    assert position.captured[WORLD.area["jadmar"]] == NOBODY
    assert victory.capitals_held(position, 0) == 1


def test_the_settlement_of_org_is_no_capital_for_victory() -> None:
    position = position_named(
        {"first": {"nations": ["jharkor"], "units": {"org": ["jharkor army"]}, "captured": ["org"]}}
    )
    assert victory.capitals_held(position, 0) == 0


def test_elric_does_not_keep_melnibone_alive() -> None:
    position = position_named(
        {
            "scenario": "dragonmasters",
            "second": {"nations": ["melnibone"], "units": {"melnibone": ["zas", "melnibone army*2"]}},
            "elric": "zas",
        }
    )
    dissolve(position, Log())
    assert position.nation[number("melnibone")] == NOBODY
    assert position.owner[WORLD.unit["melnibone_army_1"]] == OUT
    assert position.owner[WORLD.elric] == 1


def test_a_mustered_prize_without_an_army_in_it_does_not_count() -> None:
    position = position_named(
        {"first": {"nations": ["jharkor"], "units": {"jadmar": ["jharkor army"]}, "captured": ["jadmar"]}}
    )
    setting_up.place_nation(position, number("vilmir"), 0, Log())
    for unit in position.own_in(WORLD.area["jadmar"], 0):
        if WORLD.units[unit].kind == "army":
            position.put(unit, WORLD.area["central_vilmir"])
    assert victory.capitals_held(position, 0) == 0


def test_imrryr_without_an_army_in_it_wins_nothing_when_the_horn_ends_the_world() -> None:
    position = position_named({"first": {"units": {"melnibone": ["zas"]}, "captured": ["melnibone"]}})
    position.tipped = -1
    victory.world_ends(position, Log())
    assert position.outcome is not None
    assert position.outcome.clause == "elric/5.0j"


def test_a_prize_is_forgotten_with_the_country_that_its_captor_mustered() -> None:
    position = position_named(
        {"first": {"nations": ["vilmir"], "units": {"jadmar": ["vilmir army"]}, "captured": ["jadmar"]}}
    )
    dissolve(position, Log())
    assert position.prize[WORLD.area["jadmar"]] == NOBODY


# What keeps a card from being used


def reason(table: dict[str, Any], text: str) -> str:
    """Return the clause by which a muster is refused to the first seat, empty if it is allowed."""
    position = position_named({"phase": "muster", **table})
    for way in muster_step.ways(position, 0):
        if text == way.name.id:
            why = muster_step.why_not(position, way)
            return why[1] if why else ""
    raise AssertionError(text)


def test_a_country_that_is_to_rise_is_mustered_by_nobody_else() -> None:
    table: dict[str, Any] = {"first": {"units": {"dhakos": ["zas"]}, "spells": {"zas": ["grome"]}}}
    position = position_named({"phase": "muster", **table})
    assert reason(table, "jharkor") == ""
    position.rising = [(number("jharkor"), 1)]
    ways = [way for way in muster_step.ways(position, 0) if way.name.id == "jharkor"]
    assert [muster_step.why_not(position, way) for way in ways] == [
        ("Jharkor has been mustered and will rise.", "elric/11.0g")
    ]


def test_pyaray_needs_his_ship() -> None:
    table: dict[str, Any] = {
        "balance": "chaos 4",
        "first": {"units": {"dhakos": ["zas"]}, "spells": {"zas": ["quaolnargn"]}},
    }
    assert reason(table, "pyaray") == ""
    table["second"] = {"units": {"pale_sea": ["chaos ship"]}}
    assert reason(table, "pyaray") == "elric/11.0n"


def test_whoever_is_no_melnibonean_carries_mournblade_and_does_not_wield_it() -> None:
    position = position_named({"first": {"units": {"dhakos": ["zas", "dyvim tvar"]}}, "bearers": {"mournblade": "zas"}})
    zas, tvar = WORLD.unit["zas"], WORLD.unit["dyvim_tvar"]
    assert fighting_value(position, zas) == WORLD.value[zas]
    position.bearer[WORLD.mournblade] = tvar
    assert fighting_value(position, tvar) == WORLD.value[tvar] + WORLD.value[WORLD.mournblade]


def test_elric_appears_once_in_a_game_turn_though_the_first_player_resigns() -> None:
    """elric/12.1.1a: the step is the game-turn's, not that of whoever comes first after a resignation."""
    game = Table.new(ELRIC, "long", seed=4)
    rng = random.Random(4)
    while game.position.phase != "move":
        decision = game.decisions()[0]
        game.play(decision.choices().sample(rng), seat=decision.seat)
    first = game.position.active

    def appearances() -> int:
        return sum(event.text.startswith("**Elric** appears") for event in game.events(REFEREE))

    before = appearances()
    assert (before, game.position.elric_with) == (1, -1)
    game.play("resign", seat=first)
    while game.position.active == first or game.position.phase != "move":
        decision = game.decisions()[0]
        game.play(decision.choices().sample(rng), seat=decision.seat)
    assert game.position.turn == 1
    assert appearances() == before
