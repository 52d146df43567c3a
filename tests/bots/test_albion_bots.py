"""The bots of Albion: they choose what is listed at every step, see views only, and know what is worth something."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tanelorn.arena.matches.match import Match, play_match
from tanelorn.bots import make_bot
from tanelorn.core.chance import Scripted, Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.marching import made
from tanelorn.games.albion.judgement.missions.plan import NOWHERE, Plan
from tanelorn.games.albion.judgement.reckoning.calling import plot
from tanelorn.games.albion.judgement.reckoning.duelling import skill
from tanelorn.games.albion.judgement.reckoning.forces import foe_side, foes, own_side
from tanelorn.games.albion.judgement.reckoning.odds import Side, blow, skirmish
from tanelorn.games.albion.judgement.style import BASE, PLAIN, dearness, restraint
from tanelorn.games.albion.judgement.worth import prospects
from tanelorn.games.albion.state.position import Army
from tanelorn.games.albion.state.printed.world import FOMORIAN

from .albion_turns import played
from .playing import steps

GAME = games["albion"]
SCENARIOS = ("albion_alone", "faerie_twilight")


def decisions(scenario: str, seed: int, boldness: float, most: int) -> Iterator[tuple[Table, int]]:
    return steps(Table.new(GAME, scenario, seed=seed, keep=False), best, seed, boldness, most)


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_policies_choose_what_is_listed_at_every_step(scenario: str) -> None:
    for table, seat in decisions(scenario, 1, 0.8, 500):
        for style in (PLAIN, BASE):
            act = best(table, seat, style)
            refusal = table.choices(seat).refusal(act)
            assert refusal is None, f"“{act}” at {type(table.step).__name__}: {refusal}"


@pytest.mark.long
@pytest.mark.parametrize("spec", ["random", "greedy", "search:nodes=8"])
def test_the_same_seed_and_view_choose_the_same(spec: str) -> None:
    for number, (table, seat) in enumerate(decisions("albion_alone", 3, 0.9, 400)):
        if number % 40 == 0:
            view = table.view(seat)
            one, other = (make_bot(spec, GAME, 5).choose(view) for _ in range(2))
            assert one == other
            assert table.choices(seat).refusal(one) is None


@pytest.mark.long
def test_what_is_hidden_does_not_matter() -> None:
    """Two tables that differ only in what the other side hides are played alike."""
    for number, (table, seat) in enumerate(decisions("albion_alone", 4, 0.9, 400)):
        if number % 40 == 0:
            view = table.view(seat)
            chosen = {
                str(make_bot("greedy", GAME, 3).choose(Table.from_view(GAME, view, random.Random(n)).view(seat)))
                for n in range(2)
            }
            assert len(chosen) == 1


def position_of(scenario: str) -> Any:
    return Table.new(GAME, scenario, seed=1, keep=False).position


def test_a_better_column_costs_the_attacker_less_and_the_defender_more() -> None:
    world = position_of("albion_alone").world
    for column in range(len(world.charts.columns) - 1):
        worse, better = blow(world, column, 0, 10, 6), blow(world, column + 1, 0, 10, 6)
        assert better.points >= worse.points
        assert better.own_points <= worse.own_points


def test_odds_rise_with_strength_and_a_walled_place_falls_only_when_its_troops_do() -> None:
    world = position_of("albion_alone").world
    defender = Side(9.0, 6.0, 5.0, 1, 3, 5)
    falls = [
        skirmish(world, Side(strength, 0.0, 12.0, 1, 3, 5), defender, 10.0, True, 0.7)[-1].falls
        for strength in (8.0, 20.0, 60.0)
    ]
    assert falls == sorted(falls)
    assert falls[0] < 0.3
    assert falls[-1] > 0.8
    assert skirmish(world, Side(0.0, 0.0, 0.0, 0), defender, 10.0, True, 0.7)[0].gain == 0


def test_a_lost_point_weighs_by_what_wins_the_scenario() -> None:
    knowing = PLAIN._replace(keen=1.0)
    assert dearness(position_of("albion_alone"), 0, knowing) == 3
    assert dearness(position_of("albion_alone"), 1, knowing) == pytest.approx(1 / 3)
    assert dearness(position_of("faerie_twilight"), 0, knowing) == 1


def test_a_lost_point_weighs_more_for_who_must_catch_up_before_both_are_ruined() -> None:
    position = position_of("faerie_twilight")
    position.points = [140, 80]  # 180 more are left, Faerie is behind by a third of them
    assert dearness(position, 1, BASE) == pytest.approx(2 * BASE.cost)
    assert dearness(position, 0, BASE) == BASE.cost
    assert dearness(position, 1, PLAIN) == PLAIN.cost
    position.points = [250, 80]
    assert dearness(position, 1, BASE) == 5 * BASE.cost  # he cannot catch up at all


def test_who_leads_keeps_still_before_both_are_ruined() -> None:
    position = position_of("faerie_twilight")
    assert restraint(position, 0) == 0
    position.points = [230, 150]
    assert restraint(position, 0) > 20  # leads, and 20 points more would ruin both
    assert restraint(position, 1) > 20  # behind, and cannot catch up any more
    position.points = [110, 100]
    assert restraint(position, 1) == 0


@pytest.mark.long
def test_the_plan_sends_each_person_once_and_only_who_is_there() -> None:
    table = Table.new(GAME, "albion_alone", seed=1, keep=False)
    position = table.position
    missions = made(position, 0, PLAIN).missions
    persons = [person for mission in missions for person in mission.persons]
    assert missions
    assert len(persons) == len(set(persons))
    for mission in missions:
        assert all(position.at[person] == mission.hex for person in mission.persons)
        assert all(position.side[person] == 0 and position.awake[person] for person in mission.persons)


def test_a_troop_of_trolls_storms_an_empty_hall_and_not_a_full_one() -> None:
    """The garrison of Menador as it stands is worth an attack by many, and by few it is not."""
    position = position_of("albion_alone")
    plan = Plan(position, 0, PLAIN)
    menador = position.world.hex["3429"]
    strong = sorted(plan.free, key=lambda host: -host.side("").strength)
    assert plan.assault(strong[:6], plan.foes[menador]) > plan.assault(strong[-1:], plan.foes[menador])


def test_a_garrison_stays_where_a_raider_can_reach_its_fortress() -> None:
    """Of two troops of six that march off, one bares its stockade to the Elves, the other a broch in the far north."""
    position = position_of("albion_alone")
    plan = Plan(position, 0, PLAIN._replace(fear=1.0))
    hosts = {position.world.number[host.hex]: host for host in plan.free}
    assert plan.exposure([hosts["3145"]], NOWHERE) > 5
    assert plan.exposure([hosts["3105"]], NOWHERE) == 0
    assert Plan(position, 0, PLAIN).exposure([hosts["3145"]], NOWHERE) == 0


def test_nothing_is_feared_when_the_enemy_moves_no_more() -> None:
    position = position_of("albion_alone")
    position.turn = 3
    assert Plan(position, 1, BASE).threats.scale == 0  # Faerie's player-turn is the last
    assert Plan(position, 0, BASE).threats.scale > 0


def test_troops_without_a_leader_count_half() -> None:
    position = position_of("albion_alone")
    world = position.world
    seen = foes(position, 1)
    willig, cumrock = (seen[world.hex[number]] for number in ("2521", "2920"))
    assert (willig.points, willig.led) == (4, False)
    assert (cumrock.points, cumrock.led) == (5, True)
    assert foe_side(position, willig, "clear", home=False).troops == 2
    assert foe_side(position, cumrock, "clear", home=False).troops == 5
    assert own_side(position, 0, world.hex["2521"], "clear").troops == 2


def test_sean_holds_nobody_up() -> None:
    """He never leaves The Weald (7.9/a34): others march without him."""
    position = position_of("albion_alone")
    world = position.world
    hammel, cormac, sean = world.hex["3145"], world.person["cormac"], world.person["sean"]
    position.put(cormac, hammel)
    hosts = [host for host in Plan(position, 0, PLAIN).free if host.hex == hammel]
    assert [host.persons for host in hosts] == [[cormac]]
    position.put(cormac, world.hex["2340"])
    assert [host.persons for host in Plan(position, 0, PLAIN).free if host.hex == hammel] == [[sean]]


def test_a_great_camp_marches_by_colours() -> None:
    position = position_of("albion_alone")
    world = position.world
    maben = world.hex["3012"]
    position.put(world.person["bogan"], maben)
    position.add_army(maben, Army(world.colour["ochil"], 6, world.person["bogan"]))
    camp = [host for host in Plan(position, 0, BASE).free if host.hex == maben]
    assert [host.leader for host in camp] == [world.person["imric"], world.person["bogan"]]
    assert [set(host.points) for host in camp] == [{world.colour["moray"]}, {world.colour["ochil"]}]
    assert len([host for host in Plan(position, 0, PLAIN).free if host.hex == maben]) == 1


def test_a_kingdom_is_left_asleep_and_less_so_at_the_end() -> None:
    position = position_of("albion_alone")
    tara = position.world.hex["1426"]
    early = Plan(position, 0, BASE).rousing(tara)
    position.turn = 3
    late = Plan(position, 0, BASE).rousing(tara)
    assert early > late > 0
    position.roused[position.world.kingdom[tara]] = 1
    assert Plan(position, 0, BASE).rousing(tara) == 0
    assert Plan(position_of("faerie_twilight"), 0, BASE).rousing(tara) == 0


def test_a_hero_counts_double_in_a_trial() -> None:
    position = position_of("albion_alone")
    person = position.world.person
    assert skill(position, person["elidor"], "trial") == 5
    assert skill(position, person["bran_og"], "trial") == 10
    assert skill(position, person["bran_og"], "duel") == 0


def quake_of(**changes: object) -> str:
    """Return what Barguest, who bears Dana's Torque in Gil's Rest, casts in the last turn."""
    table = {
        "turn": 10,
        "phase": "enchantment",
        "items": {"danas torque": "barguest"},
        "hexes": {"2611": ["barguest"], "1922": ["6 ulster"], "1318": ["8 ulster", "morigu escorted"]},
    }
    return str(plot(GAME.position_from({**table, **changes}), FOMORIAN))


def test_who_bears_the_torque_brings_down_the_fortress_with_most_in_it() -> None:
    assert quake_of() == "barguest shake the earth at 1318"
    assert quake_of(ruined=["1318"]) == "barguest shake the earth at 1922"


def test_the_earth_does_not_shake_where_that_brings_nothing_or_ruins_both() -> None:
    assert quake_of(hexes={"2611": ["barguest"]}, ruined=["1318", "1922"]) == "nothing"
    assert quake_of(points={"fomorian": 198, "faerie": 190}) == "nothing"


def stormed(table: dict[str, object]) -> str:
    """Return the ruins at the end of a turn that the policies play from a position by name."""
    at = Table.at(GAME, GAME.position_from(table), chance=Seeded(1), keep=False)
    turn = at.position.turn
    while at.asked() and at.position.turn == turn:
        seat = at.asked()[0]
        at.play(best(at, seat), seat)
    return str(at.facts()["ruins"])


def test_a_host_goes_on_by_a_forced_march_in_the_last_turn_and_not_before() -> None:
    """The nearest fortress is 16 points away: 14 by a march, the rest by a forced one."""
    host = {"2929": ["auberon", "3 albion under auberon"]}
    table = {"active": "faerie", "sky": "clear", "hexes": host}
    assert stormed({**table, "turn": 10})
    assert not stormed({**table, "turn": 9})


@pytest.mark.parametrize(("ship", "left"), [("3518", 1), ("0125", 0)])
def test_somebody_stays_in_a_fortress_that_a_ship_can_reach(ship: str, left: int) -> None:
    given: dict[str, Any] = {"turn": 9, "sky": "clear", "ruined": ["3012", "3105"], "points": {"fomorian": 40}}
    given["hexes"] = {"3118": ["glastyn", "6 ochil under glastyn"], "3222": ["4 albion"], ship: ["foamrider"]}
    table = Table.at(GAME, GAME.position_from(given), chance=Seeded(1))
    while type(table.step).__name__ == "Moves":
        table.play(best(table, 0, BASE), 0)
    stand = {table.position.world.number[hex]: armies for hex, armies in table.position.troops.items()}
    assert sum(army.n for army in stand.get("3118", ())) == left


@pytest.mark.rule("albion/12.1c")
def test_nobody_leaves_a_fortress_that_is_open_to_whoever_must_be_aboard_a_ship() -> None:
    """A point of Albion and Edric stand nowhere ashore: a single company would hold the broch against neither."""
    given: dict[str, Any] = {"turn": 10, "sky": "clear", "points": {"fomorian": 40, "faerie": 35}}
    world = position_of("albion_alone").world
    forts = [world.number[hex] for hex in world.fortresses if world.fortress[hex] in ("broch", "stockade")]
    given["dead"], given["ruined"] = ["auberon", "corin", "ogme"], [fort for fort in forts if fort != "3118"]
    field = {"3118": ["glastyn", "6 ochil under glastyn"], "3222": ["4 albion"]}
    ship = ["foamrider", "edric aboard foamrider", "1 albion aboard foamrider"]
    assert "take glastyn" not in played({**given, "hexes": {**field, "3518": ship}})[0]
    assert "take glastyn" in played({**given, "hexes": {**field, "3518": ship[:1]}})[0]


def test_who_can_storm_a_fortress_where_he_stands_does_not_go_elsewhere() -> None:
    """Nobody but Sean is in Hodden, and Elidor is there; in the ruins of Melton stand thrice as many as he has."""
    there = {"2941": ["sean", "elidor", "4 albion under elidor"], "2034": ["dunatis"]}
    camp = {"3140": ["magog", "4 gogma under magog", "6 eastmarch"]}
    table = {"scenario": "albion_alone", "turn": 1, "active": "faerie", "ruined": ["3140"]}
    acts = played({**table, "hexes": {**there, **camp}})[0]
    assert "take elidor" not in acts
    assert "attack 2941" in acts


def marched(bar: str) -> list[str]:
    """What Elidor does when somebody bars the only way to an empty stockade, till he halts."""
    given: dict[str, Any] = {"turn": 9, "sky": "clear", "active": "faerie"}
    given["hexes"] = {"3544": ["elidor escorted", "2 albion under elidor"], "3444": [bar]}
    table = Table.at(GAME, GAME.position_from(given), chance=Scripted([(1, 1), (6, 6)]))
    told: list[str] = []
    while type(table.step).__name__ in ("Moves", "Ready") and "halt" not in told[-1:] and told[-1:] != ["done"]:
        choice = best(table, table.asked()[0])
        told.append(str(choice))
        table.play(choice, table.asked()[0])
    return told


def test_who_bars_the_way_is_overrun_where_no_roll_saves_them() -> None:
    """An overrun is fought on the march, which then goes on (12.5c, 12.5d)."""
    over = marched("1 weald")
    assert "overrun" in over
    assert "go 3145" in over[over.index("overrun") :]
    assert "overrun" not in marched("5 weald")


def test_a_position_by_name_tells_how_many_points_stand_where() -> None:
    position = GAME.position_from({"hexes": {"1318": ["8 ulster", "morigu escorted"], "2611": ["barguest"]}})
    assert position.rumour == [{}, {position.world.hex["1318"]: 9}]


def test_prospects_sum_to_one_and_follow_the_points() -> None:
    position = position_of("albion_alone")
    before = prospects(position)
    assert sum(before) == pytest.approx(1)
    position.points = [60, 10]
    assert prospects(position)[0] > before[0]


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "seat", "number"),
    [
        pytest.param(*game, marks=[] if game == ("albion_alone", 0, 0) else pytest.mark.deep)
        for game in product(SCENARIOS, (0, 1), range(2))
    ],
)
def test_greedy_beats_random_from_either_side(scenario: str, seat: int, number: int) -> None:
    bots = ("greedy", "random") if seat == 0 else ("random", "greedy")
    result = play_match(Match(game="albion", bots=bots, scenario=scenario, seed=5, number=number))
    assert result.winners == (seat,)
    assert result.counts["points: Faerie"] >= 0
    assert any(name.startswith("lost: ") for name in result.counts)
