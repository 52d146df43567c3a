"""Pieces that meet: who is asked to evade, by what chance they slip away, who may be overrun, what stays secret."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from tanelorn.core.chance import Scripted
from tanelorn.core.log import SILENT
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Asks, advance
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.movement import moves, overrun
from tanelorn.games.albion.movement.ways.groups import Group, take_up
from tanelorn.games.albion.movement.ways.reach import reachable, recall
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.stacks import entering, evasion
from tanelorn.games.albion.state.desk import EMPTY
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN


def table(**entries: Any) -> AlbionPosition:
    """Return a position by name at its first question."""
    position = position_named(entries)
    advance(position, SILENT)
    return position


def at(position: AlbionPosition, number: str) -> int:
    """Return a hex by its number."""
    return position.world.hex[number]


# Passing through -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/10.3b", "albion/22.4")
def test_whoever_only_passes_a_mainland_coast_wakes_the_kingdom():
    position = table(hexes={"1316": ["bluefish"]}, asleep=["ulster", "leinster"])
    entering.pass_through(position, FOMORIAN, [at(position, "1317")], SILENT)
    realm = position.world.realm
    assert (position.roused[realm["ulster"]], position.roused[realm["leinster"]]) == (1, 0)
    assert position.invaded == 1


@pytest.mark.rule("albion/10.3b")
def test_whoever_passes_an_island_wakes_nobody():
    position = table(hexes={"1928": ["bluefish"]}, asleep=["gwynedd"])
    entering.pass_through(position, FOMORIAN, [at(position, "2028"), at(position, "2027")], SILENT)
    assert not position.roused[position.world.realm["gwynedd"]]


# Who is asked --------------------------------------------------------------------------------------------------------


STACKS = (
    ["branwen"],
    ["branwen", "brigit"],
    ["dunatis", "morigu", "branwen"],
    ["gerflax"],
)
HOSTS = (["4 moray"], ["9 moray under bogan", "bogan"], ["barguest", "1 weald"], ["grogan escorted"])


@pytest.mark.rule("albion/18.0b", "albion/11.9c")
@pytest.mark.parametrize("host", HOSTS, ids=str)
def test_who_is_asked_follows_from_what_both_were_told(host: list[str]):
    """Stacks of which the enemy is told the same are asked the same, whatever else they are and bear."""
    asked = set()
    for stack in STACKS:
        position = table(hexes={"2934": [*stack, *host]})
        hex = at(position, "2934")
        asked.add((position.told[FOMORIAN][hex], evasion.asked(position, FAERIE, hex)))
        assert evasion.helpless(position, FAERIE, hex)
    assert len(asked) == 1


@pytest.mark.rule("albion/20.6/04")
def test_the_holder_of_colt_pixy_is_no_secret_between_two_sides_but_its_bearer_is():
    """Every stack of that side with persons in it is asked, whoever bears the plant."""
    for bearer in ("elidor", "edric", "albion at 3034"):
        position = table(
            hexes={"2934": ["elidor escorted", "4 moray"], "3034": ["edric", "1 albion"]}, items={"colt pixy": bearer}
        )
        assert evasion.asked(position, FAERIE, at(position, "2934"))
    without = table(hexes={"2934": ["elidor escorted", "4 moray"]})
    assert not evasion.asked(without, FAERIE, at(without, "2934"))


# The contest ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/18.0d")
def test_sean_slips_away_from_five_points_with_three_more_in_thirty_of_thirty_three_throws():
    """He adds 8, they 5; of the 36 throws three are equal and rolled again."""
    escaped = again = 0
    for mine in range(1, 7):
        for theirs in range(1, 7):
            position = table(hexes={"2841": ["sean", "5 albion"]})
            hex = at(position, "2841")
            base = len(position.agenda)
            step = evasion.EvasionRoll(FOMORIAN, hex, "exposed")
            step.take(position, (mine, theirs), SILENT)
            again += len(position.agenda) > base and isinstance(position.agenda[-1], evasion.EvasionRoll)
            escaped += hex in position.evading[FOMORIAN]
    assert (escaped, again) == (30, 3)


@pytest.mark.rule("albion/18.0d", "albion/18.3")
def test_a_side_adds_what_serves_it_best():
    position = table(hexes={"2841": ["dando", "cormac escorted", "3 weald"], "2840": ["branwen"]})
    w = position.world
    dando, cormac, branwen = (w.person[id] for id in ("dando", "cormac", "branwen"))
    assert evasion.rating(position, [cormac], 0) == 4, "the Command Rating of a King"
    assert evasion.rating(position, [cormac], 4) == 4
    assert evasion.rating(position, [cormac, dando], 4) == 10, "points, and the hero for six"
    assert evasion.rating(position, [branwen], 0) == 9, "magic"


# Overruns ------------------------------------------------------------------------------------------------------------


def met(frm: str, to: str, own: list[str], other: list[str], **entries: Any) -> tuple[AlbionPosition, Group]:
    """Return a position in which Rurik's group has just marched into a hex."""
    position = table(hexes={frm: own, to: other}, **entries)
    take_up(position, FOMORIAN, position.world.person["rurik"])
    step = position.agenda[-1]
    assert isinstance(step, Asks)
    go = next(act for act in step.choices(position, FOMORIAN) if str(act) == f"go {to}")
    position.agenda.pop()
    step.take(position, FOMORIAN, go, SILENT)
    while not isinstance(position.agenda[-1], evasion.Meeting):
        position.agenda.pop()
    return position, Group(position, FOMORIAN, position.march)


@pytest.mark.rule("albion/12.5a")
@pytest.mark.parametrize(
    ("frm", "to", "own", "other", "says"),
    [
        ("3133", "3134", ["rurik", "6 moray under rurik"], ["1 albion"], "clear, woods and rough"),
        ("2439", "2339", ["rurik", "6 moray under rurik"], ["1 albion"], "standing fortress"),
        ("3222", "3223", ["rurik", "6 moray under rurik"], ["1 albion"], "dyke"),
        ("2935", "2934", ["rurik", "6 moray under rurik"], ["branwen"], "nobody here"),
        ("2935", "2934", ["rurik"], ["1 albion"], "army or escort points"),
    ],
)
def test_why_nobody_is_overrun(frm: str, to: str, own: list[str], other: list[str], says: str):
    position, group = met(frm, to, own, other)
    bar = overrun.may(position, group)
    assert bar is not None
    assert says in bar.why
    assert bar.clause == "albion/12.5a"


@pytest.mark.rule("albion/12.5b", "albion/11.3")
def test_an_overrun_costs_four_points_and_no_more_where_open_ground_is_the_cheapest():
    position, group = met("3133", "3033", ["rurik", "6 moray under rurik"], ["1 albion"])
    assert overrun.may(position, group) is None
    assert overrun.price(position, group) == 4


# Commanders ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/14.2b")
def test_troops_stay_under_a_chief_whom_the_enemy_controls_for_a_turn():
    position = table(
        hexes={"2714": ["gairloch", "bogan", "4 moray under gairloch"], "2034": ["dunatis"]},
        controlled={"gairloch": "dunatis"},
    )
    gairloch = position.world.person["gairloch"]
    hex = at(position, "2714")
    assert [army.chief for army in position.troops[hex]] == [gairloch]


# Secrets -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("albion/11.9c")
def test_notes_on_a_desk_are_for_their_player_alone():
    position = table(hexes={"2611": ["barguest"], "2608": ["misha"]})
    step = position.agenda[-1]
    assert isinstance(step, Asks)
    act = next(act for act in step.choices(position, FOMORIAN) if str(act) == "teleport barguest")
    position.agenda.pop()
    step.take(position, FOMORIAN, act, SILENT)
    assert ALBION.view(position, FOMORIAN).seen.desk[FOMORIAN].errand
    assert ALBION.view(position, FAERIE).seen.desk == [EMPTY, EMPTY]


@pytest.mark.long
@pytest.mark.rule("albion/11.9a", "albion/11.9d")
def test_a_stack_arranged_at_random_keeps_its_points_and_comes_to_an_end():
    rng = random.Random(7)
    for _ in range(40):
        position = table(
            hexes={"3314": ["glastyn escorted", "bogan escorted", "imric", "6 ochil", "2 moray", "1 borders"]},
            items={"danas torque": "glastyn", "nuadas helm": "lying 3314", "mailcoat": "ochil at 3314"},
        )
        before = points(position)
        for _step in range(200):
            step = position.agenda[-1]
            assert isinstance(step, Asks)
            acts = [act for act in step.choices(position, FOMORIAN) if act.verb not in ("take", "done")]
            acts = acts or [act for act in step.choices(position, FOMORIAN) if act.verb == "done"]
            act = rng.choice(acts)
            position.agenda.pop()
            step.take(position, FOMORIAN, act, SILENT)
            assert points(position) == before
            if type(step).__name__ == "Moves" and act.verb == "done":
                break
        else:
            pytest.fail("It never ended.")


def points(position: AlbionPosition) -> dict[int, int]:
    """Return by colour how many points there are, escorts included."""
    found: dict[int, int] = {}
    for armies in position.troops.values():
        for army in armies:
            found[army.colour] = found.get(army.colour, 0) + army.n
    for person, escort in enumerate(position.escort):
        if escort:
            colour = position.world.p_colour[person]
            found[colour] = found.get(colour, 0) + escort
    return found


@pytest.mark.rule("albion/11.2a")
def test_no_single_move_goes_past_an_enemy_stack():
    position = table(hexes={"2935": ["rurik", "4 moray under rurik"], "2934": ["1 albion"], "2834": ["1 albion"]})
    take_up(position, FOMORIAN, position.world.person["rurik"])
    group = Group(position, FOMORIAN, position.march)
    reached = reachable(position, group)
    for hex in reached:
        assert not {at(position, "2934"), at(position, "2834")} & set(reached[hex].route[:-1])


@pytest.mark.rule("albion/11.2a")
def test_what_a_list_has_found_is_forgotten_by_a_copy_and_when_something_is_done():
    """A copy is free to be changed: an enemy put in the way of a march there is in the way."""
    position = table(hexes={"2935": ["rurik", "4 moray under rurik"]}, phase="movement", active="fomorian")
    take_up(position, FOMORIAN, position.world.person["rurik"])
    asks = moves.Moves(FOMORIAN)
    offered = list(asks.choices(position, FOMORIAN))
    copied = position.copy()
    assert recall(copied) is None
    copied.add_army(at(copied, "2934"), Army(position.world.colour["albion"], 3))
    left = list(asks.choices(copied, FOMORIAN))
    assert {act.text for act in left} < {act.text for act in offered}
    moves.carry_out(copied, FOMORIAN, next(act for act in left if act.verb == "go"), SILENT)
    assert recall(copied) is None


@pytest.mark.rule("albion/20.3c", "albion/20.6/17")
def test_what_is_added_to_the_dice_of_a_search_is_told_to_the_searchers_alone():
    position = position_named({"active": "faerie", "hexes": {"1323": ["dagda escorted", "brigit"]}})
    game = Table.at(ALBION, position, chance=Scripted([(3, 3)]))
    game.play("search 1323")
    game.play("search with 6")
    own, other = ([event.text for event in game.events(seat)] for seat in (FAERIE, FOMORIAN))
    assert any("2 is added: 8" in text for text in own)
    assert not any("is added" in text for text in other)
    assert any("6 is rolled" in text for text in other)


@pytest.mark.rule("albion/20.3c", "albion/20.3d", "albion/20.3g")
@pytest.mark.parametrize("points", [4, 6, 8])
@pytest.mark.parametrize("party", [["dagda escorted", "brigit"], ["dorwen"]])
def test_the_odds_that_are_told_of_a_search_are_those_of_its_36_throws(party: list[str], points: int):
    """Of the two books that lie there one is broken: a cell with that alone finds nothing."""
    told: dict[str, int] = {}
    found = cursed = 0
    for throw in product(range(1, 7), repeat=2):
        position = position_named({"active": "faerie", "hexes": {"1323": party}, "items": {"book of gyres": "broken"}})
        game = Table.at(ALBION, position, chance=Scripted([throw, (1,)]))
        game.play("search 1323")
        picks = game.decision(FAERIE).choices().offer(("button:search",)).picks
        chances = next(pick.chances for pick in picks if pick.pick == f"count:{points}")
        assert chances is not None
        told = {share.words: share.ways for share in chances.shares}
        game.play(f"search with {points}")
        said = " ".join(event.text for event in game.events(FAERIE))
        found += "is rolled: found" in said
        cursed += "is rolled: a curse" in said
    assert found > 0
    assert told.pop("brings a curse", 0) == cursed
    assert told.pop("finds nothing", 0) == 36 - found - cursed
    assert list(told.values()) == [found]
