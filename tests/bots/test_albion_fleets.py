"""Albion’s bots and their ships: they hunt ships that lie alone, and fetch parties to storm what lies open."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn.core.game import games
from tanelorn.games.albion.judgement.missions.naval import STEPS, prey, squadron
from tanelorn.games.albion.judgement.reckoning.forces import foes
from tanelorn.games.albion.judgement.reckoning.odds import contest
from tanelorn.games.albion.judgement.style import BASE, PLAIN, Style
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN

from .albion_turns import played

GAME = games["albion"]


def world() -> Any:
    return GAME.position_from({}).world


@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_a_fleet_hunts_a_ship_that_lies_alone_and_not_one_among_many(style: Style) -> None:
    hunters = ["galetop", "stoutheart", "cloudkiss", "swancoat"]
    table: dict[str, object] = {"turn": 9, "active": "faerie", "points": {"fomorian": 40, "faerie": 30}}
    told, _ = played({**table, "hexes": {"3518": hunters, "3616": ["reefrider"]}}, style)
    assert "engage 3616" in told
    assert "join swancoat" in told
    fleet = ["oakheart", "redtooth", "stormcrow", "windrider", "fleetfoot", "moontop", "reefrider"]
    told, _ = played({**table, "hexes": {"3518": hunters, "3616": fleet}}, style)
    assert not [one for one in told if one.startswith("engage")]


def test_ships_of_a_kingdom_that_sleeps_are_left_alone() -> None:
    fleet = ["redtooth", "oakheart", "stormcrow"]
    table: dict[str, object] = {"turn": 9, "hexes": {"2028": fleet, "2030": ["mornstar"]}}
    assert "engage 2030 coast 1" in played(table)[0]
    assert not [one for one in played({**table, "asleep": ["gwynedd"]})[0] if one.startswith("go")]


def test_an_engagement_promises_more_against_fewer_ships() -> None:
    own = squadron(15.0, 5, 5 * STEPS)
    found = [contest(world(), own, squadron(3.0 * ships, ships, ships * STEPS), 1.0, 0) for ships in (1, 3, 9)]
    assert found[0] > 1
    assert found[2] < 0


def test_ships_sail_out_of_reach_of_stronger_ones() -> None:
    fleet = ["oakheart", "redtooth", "stormcrow", "moontop"]
    table: dict[str, object] = {"turn": 9, "active": "faerie"}
    told, at = played({**table, "hexes": {"3518": ["foamrider"], "3616": fleet}})
    assert told[0] == "take foamrider"
    world = at.position.world
    assert world.distance(at.position.ship_at[world.ship["foamrider"]], world.hex["3616"]) > 30
    assert "take foamrider" not in played({**table, "turn": 10, "hexes": {"3518": ["foamrider"], "3616": fleet}})[0]


def test_ships_that_are_seen_nowhere_are_thought_to_lie_beneath_others_of_their_kingdom() -> None:
    position = GAME.position_from({"hexes": {"3518": ["gullfoot", "moontop", "reefrider"], "3616": ["oakheart"]}})
    node, hex = position.world.node, position.world.hex
    found = prey(position, FAERIE)
    assert found[node[hex["3616"]][0]].pieces == 1
    assert found[node[hex["3518"]][0]].pieces == 3


@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_a_hero_falls_upon_a_weaker_person_and_not_upon_a_stronger_one(style: Style) -> None:
    """Connan fights a melee with 12; Auberon, Ogme and Dorwen together with more than thirty."""
    table: dict[str, object] = {"turn": 9, "points": {"fomorian": 40, "faerie": 30}}
    told, _ = played({**table, "hexes": {"2929": ["connan", "erskine"]}}, style)
    assert "melee 2929" in told
    told, _ = played({**table, "hexes": {"2929": ["connan", "auberon", "ogme", "dorwen"]}}, style)
    assert "melee 2929" not in told


def test_a_hero_goes_where_a_weaker_person_is_alone() -> None:
    table: dict[str, object] = {"turn": 9, "points": {"fomorian": 40, "faerie": 30}}
    told, _ = played({**table, "hexes": {"2929": ["connan"], "2931": ["erskine"]}})
    assert told[:2] == ["take connan", "go 2931"]
    assert "go 2931" not in played({**table, "hexes": {"2929": ["dobie"], "2931": ["ogme"]}})[0]


def test_a_magician_searches_where_the_staff_lies_that_serves_him() -> None:
    """Gerflax, whose magic is 6, looks for Gwydion's Staff in the Driffeld Knowe; in the last turn it helps nobody."""
    table: dict[str, object] = {"turn": 3, "active": "faerie", "mana": 5}
    told, _ = played({**table, "hexes": {"2634": ["gerflax"]}})
    assert "search 2634" in told
    assert "search with 8" in told
    told, _ = played({**table, "turn": 10, "hexes": {"2634": ["gerflax"]}})
    assert not [one for one in told if one.startswith("search")]


def test_a_magician_teleports_to_where_the_staff_lies() -> None:
    """On foot from Fir Darrig to the Driffeld Knowe, Gerflax would have no time left for a second search."""
    told, _ = played({"turn": 3, "active": "faerie", "hexes": {"3433": ["gerflax"]}})
    assert told[:3] == ["teleport gerflax", "roll", "go 2634"]
    assert "search 2634" in told


@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_a_ship_fetches_a_hero_to_storm_what_lies_open_from_the_sea(style: Style) -> None:
    """A broch of Munster is empty; Arwan goes, for Midinhir is there to lead the troops that stay behind."""
    table: dict[str, object] = {"turn": 10, "active": "faerie", "points": {"fomorian": 60, "faerie": 30}}
    crew = ["arwan", "midinhir", "6 gwynedd under midinhir", "mornstar"]
    told, at = played({**table, "hexes": {"2030": crew}}, style)
    assert told[:4] == ["take mornstar", "load arwan", "load 1 gwynedd", "go aboard"]
    assert "attack 0327" in told
    assert at.facts()["ruins"] == "0327"
    told, at = played({**table, "hexes": {"2030": crew, "0327": ["balor", "12 munster under balor"]}}, style)
    assert not [one for one in told if one.startswith("load")]


def test_nobody_goes_by_sea_whom_troops_need_to_march() -> None:
    table: dict[str, object] = {"turn": 9, "active": "faerie", "points": {"fomorian": 60, "faerie": 30}}
    told, _ = played({**table, "hexes": {"2030": ["arwan", "6 gwynedd under arwan", "mornstar"]}})
    assert not [one for one in told if one.startswith("load")]


def test_a_ship_fetches_a_hero_for_what_is_two_turns_away_unless_the_game_ends_before() -> None:
    table: dict[str, object] = {"active": "faerie", "ruined": ["0327", "2714"]}
    table["hexes"] = {"2030": ["arwan", "midinhir", "6 gwynedd under midinhir", "mornstar"]}
    assert "go aboard" in played({**table, "turn": 9})[0]
    assert "go aboard" not in played({**table, "turn": 10})[0]


def test_what_helps_before_a_round_is_used() -> None:
    """The Hand of Torbay may kill before a melee (20.6/15); the dragon's men fight where there are many (20.6/23)."""
    table: dict[str, object] = {"turn": 9, "points": {"fomorian": 40, "faerie": 30}}
    alone = {**table, "items": {"hand of torbay": "connan"}, "hexes": {"2929": ["connan", "erskine"]}}
    assert "touch erskine" in played(alone)[0]
    many = ["imric", "15 moray under imric", "elidor", "6 albion under elidor"]
    dragon = {**table, "phase": "combat", "items": {"teeth of the dragon": "imric"}}
    assert "sow teeth of the dragon" in played({**dragon, "hexes": {"2929": many}})[0]
    few = [*many[:2], "elidor", "1 albion under elidor"]
    assert "sow teeth of the dragon" not in played({**dragon, "hexes": {"2929": few}})[0]


def test_the_crystal_shows_who_stands_near_and_what_it_shows_is_reckoned_with() -> None:
    hexes = {"2929": ["barguest", "4 moray under barguest"], "2930": ["dorwen", "elidor", "9 albion under elidor"]}
    told, at = played({"turn": 9, "items": {"moray crystal": "barguest"}, "hexes": hexes})
    assert told.count("look with barguest") == 1
    world = at.position.world
    (foe,) = [one for one in foes(at.position, FOMORIAN).values() if one.points]
    assert sorted(foe.persons) == sorted([world.person["dorwen"], world.person["elidor"]])


def test_a_damaged_ship_is_refitted_where_no_enemy_comes() -> None:
    table: dict[str, object] = {"turn": 9, "active": "faerie", "phase": "recovery"}
    assert "refit foamrider" in played({**table, "hexes": {"2339": ["foamrider damaged"]}})[0]
    fleet = ["redtooth", "stormcrow", "moontop"]
    assert "refit foamrider" not in played({**table, "hexes": {"2339": ["foamrider damaged"], "2238": fleet}})[0]
