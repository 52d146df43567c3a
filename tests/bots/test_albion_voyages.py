"""Albion's bots at sea: Auberon's Expedition is called, comes where it is worth something, and goes ashore there."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tanelorn.bots import make_bot
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.missions.voyages import Band, Shores, arrive, bands_of, voyages
from tanelorn.games.albion.judgement.reckoning import calling
from tanelorn.games.albion.judgement.style import BASE, PLAIN, Style
from tanelorn.games.albion.recovery.expedition import landfalls
from tanelorn.games.albion.stacks.waking import wake_person
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.world import FAERIE

from .albion_turns import played
from .playing import steps

GAME = games["albion"]


def twilight(seed: int = 1) -> Any:
    return Table.new(GAME, "faerie_twilight", seed=seed, keep=False)


def expected(number: str = "3203") -> AlbionPosition:
    """Return the set-up in Faerie's movement of turn 5, with the expedition in a hex, all aboard the first ship."""
    position: AlbionPosition = twilight().position
    position.turn, position.phase, position.active, position.mana = 5, "movement", FAERIE, 5
    world, hex = position.world, position.world.hex[number]
    for ship in world.expedition.ships:
        position.put_ship(ship, hex)
    for person in world.expedition.persons:
        position.put(person, hex)
        position.aboard[person], position.awake[person] = world.expedition.ships[0], 1
        position.escort[person] = int(world.p_escort[person])
    return position


def bare(position: AlbionPosition, number: str) -> int:
    """Take the garrison of a fortress away; return its hex."""
    hex = position.world.hex[number]
    position.set_troops(hex, ())
    for person in list(position.people.get(hex, ())):
        position.put(person, position.world.hex["3012"])
    position.rumour[0].pop(hex, None)
    return hex


@pytest.mark.long
@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_the_expedition_is_ashore_in_the_turn_in_which_it_comes(style: Style) -> None:
    """Played on by both from the set-up, with the Farcalling in force so that it comes early (19.4/02)."""
    table = twilight(5)
    table.position.farcalled = True
    king = table.position.world.person["auberon"]
    came = 0
    for now, _ in steps(table, partial(best, style=style), 1, 1.0):
        position = now.position
        came = came or (position.turn if position.at[king] >= 0 else 0)
        if came and (position.turn > came or (position.phase, position.active) == ("combat", FAERIE)):
            assert all(position.aboard[person] < 0 for person in position.world.expedition.persons)
            break
    assert came


@pytest.mark.long
@pytest.mark.parametrize("spec", ["greedy", "search:nodes=8"])
def test_bots_put_it_ashore_by_what_they_see(spec: str) -> None:
    """They are asked through their view alone, from the arrival to the end of the movement."""
    table = twilight(5)
    table.position.farcalled = True
    king = table.position.world.person["auberon"]
    bot = make_bot(spec, GAME, 1)
    for now, _ in steps(table, best, 1, 1.0):
        if type(now.step).__name__ == "PlaceExpedition":
            break
    while (table.position.phase, table.position.active) != ("combat", FAERIE):
        seat = table.asked()[0]
        table.play(bot.choose(table.view(seat)) if seat == FAERIE else best(table, seat), seat)
    assert table.position.at[king] >= 0
    assert table.position.aboard[king] < 0


@pytest.mark.long
def test_a_force_lands_at_an_empty_fortress_rather_than_among_a_host() -> None:
    """Kippen's broch without its garrison is to be had for the asking; not so where thirty Trolls camp."""
    position = expected()
    kippen, world = bare(position, "3105"), position.world
    empty = Shores(Plan(position, FAERIE, PLAIN), band(position)).worth(kippen)
    assert empty > 10
    (voyage,) = voyages(position, FAERIE, PLAIN)
    assert voyage.land
    assert voyage.ships == (world.expedition.ships[0],)
    position.put(world.person["imric"], kippen)
    position.add_army(kippen, Army(world.colour["moray"], 30, world.person["imric"]))
    position.rumour[0][kippen] = 30
    assert Shores(Plan(position, FAERIE, PLAIN), band(position)).worth(kippen) < empty / 2


def band(position: AlbionPosition) -> Band:
    return Band(position, FAERIE, [position.world.expedition.ships[0]])


def test_persons_without_troops_do_not_land_to_storm_a_fortress() -> None:
    """Persons alone storm nothing (17.5); beside own troops they are worth something."""
    position = expected()
    kippen, arnrock = bare(position, "3105"), position.world.hex["1318"]
    for person in position.world.expedition.persons:
        position.escort[person] = 0
    position.roused[position.world.realm["ulster"]] = position.awake[position.world.person["cluracan"]] = 1
    shores = Shores(Plan(position, FAERIE, PLAIN), band(position))
    assert shores.worth(kippen) == 0
    assert shores.worth(arnrock) > 0


def test_ships_without_a_force_stay_where_they_are() -> None:
    position = expected()
    assert len(voyages(position, FAERIE, PLAIN)) == 1
    for person in position.world.expedition.persons:
        position.put(person, position.world.hex["3034"])
    assert voyages(position, FAERIE, PLAIN) == []
    assert voyages(position, 1 - FAERIE, PLAIN) == []


def test_it_appears_by_the_shore_that_is_worth_most() -> None:
    position: AlbionPosition = twilight().position
    position.turn, position.phase, position.active, position.mana = 5, "activation", FAERIE, 5
    hex, acts = bare(position, "3105"), landfalls(position.world)
    act = arrive(position, FAERIE, acts, PLAIN)
    far = {one.args: position.world.distance(one.args[0], hex) for one in acts}
    assert far[act.args] < sorted(far.values())[len(far) // 2]
    assert position.at[position.world.person["auberon"]] < 0  # nothing is done to the table


def test_who_stands_where_the_expedition_is_called_stays_and_calls() -> None:
    position: AlbionPosition = twilight().position
    world = position.world
    dunatis, watch = world.person["dunatis"], world.hex["2034"]
    position.turn, position.phase, position.active, position.mana, position.invaded = 3, "enchantment", FAERIE, 5, 1
    assert calling.plot(position, FAERIE).spells == ()  # he sleeps
    wake_person(position, dunatis, log=None)  # type: ignore[arg-type]
    assert str(calling.plot(position, FAERIE)) == "dunatis farcalling"
    position.phase = "movement"
    assert watch not in {host.hex for host in Plan(position, FAERIE, PLAIN).free}
    position.farcalled = True
    assert calling.plot(position, FAERIE).spells == ()
    assert watch in {host.hex for host in Plan(position, FAERIE, PLAIN).free}


@pytest.mark.rule("albion/14.1.1")
def test_troops_without_a_leader_are_not_landed_where_nobody_could_lead_them_on() -> None:
    crew = ["fairwind", "pelican", "2 munster", "1 munster aboard fairwind", "1 munster aboard pelican"]
    connaught = ["imric", "9 connaught under imric"]
    told, _ = played({"turn": 3, "hexes": {"0327": crew, "0720": connaught, "1421": ["1 ulster"]}})
    assert "take imric" in told
    assert "land all" not in told


@pytest.mark.rule("albion/10.0b")
def test_two_companies_wake_nobody_on_a_voyage_that_promises_next_to_nothing() -> None:
    """Balor could use them in three turns; along the south coast lies Curwyllan, which sleeps."""
    aboard = ["fairwind", "pelican", "1 munster aboard fairwind", "1 munster aboard pelican"]
    people = {"0327": aboard, "3523": ["balor", "5 munster under balor"], "3429": ["2 albion"]}
    world = twilight().position.world
    knowes = [world.number[hex] for hex in world.fortresses if world.fortress[hex] in ("knowe", "delving")]
    given: dict[str, Any] = {"turn": 2, "sky": "clear", "asleep": ["curwyllan", "ulster"]}
    given["ruined"] = [knowe for knowe in knowes if knowe != "3429"]
    position = GAME.position_from({**given, "hexes": people})
    assert voyages(position, 0, BASE) == []
    (band,) = bands_of(position, 0)
    plan, reach = Plan(position, 0, BASE), band.reach()
    (one,) = voyages(position, 0, BASE._replace(push=0.0))
    assert not [hex for hex in reach[one.berth].route if plan.asleep(hex)]
