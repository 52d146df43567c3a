"""Pieces that leave play: points, the items of the dead, fortresses, the Mailcoat; and the totals of the set-up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Chances, Seals
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.losses import armies, deaths, fortresses, ships, victory_points
from tanelorn.games.albion.losses.spoils import Decline, NameCaptor, Recover, Spoils, TakeUp, give
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.scenarios.set_up import lay_out
from tanelorn.games.albion.state.deeds import MAILED
from tanelorn.games.albion.state.position import DEAD, AlbionPosition
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, STORED, troops_code
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, world_of

W = world_of("")


def table(**entries: Any) -> AlbionPosition:
    """Return a position by name in which nothing is to come."""
    position = position_named(entries)
    position.agenda.clear()
    return position


def settle(position: AlbionPosition, dice: Iterable[tuple[int, ...]] = (), picks: Iterable[str] = ()) -> list[str]:
    """Run what has been pushed, with these dice and choices; return what was said."""
    rolls, chosen, log = list(dice), list(picks), Log()
    while position.agenda:
        step = position.agenda.pop()
        if isinstance(step, Chances):
            step.ask(position)
            step.take(position, rolls.pop(0), log)
        elif isinstance(step, Asks):
            seat = step.seats(position)[0]
            choices = step.choices(position, seat)
            text = chosen.pop(0)
            step.take(position, seat, next(choice for choice in choices if str(choice) == text), log)
        else:
            assert not isinstance(step, Seals)
            step.run(position, log)
    assert not rolls
    assert not chosen
    return [event.text for event in log.events]


def kill(position: AlbionPosition, person: str, how: str, victor: str = "") -> None:
    """Kill a person."""
    deaths.kill(position, W.person[person], Log(), how=how, victor=W.person[victor] if victor else -1)


def bearer(position: AlbionPosition, item: str) -> int:
    """Return who has an item."""
    return position.bearer[W.item[item.replace(" ", "_")]]


@pytest.mark.rule("albion/4.0.8", "albion/21.2e")
def test_totals_of_the_set_up() -> None:
    position = lay_out("faerie_twilight", {})
    armies = [0, 0]
    for stack in position.troops.values():
        for army in stack:
            armies[W.c_side[army.colour]] += army.n
    assert armies == [92, 80]
    escorts = [sum(person.can_escort for person in W.persons if person.side == seat) for seat in (FOMORIAN, FAERIE)]
    ships = [sum(ship.strength_full for ship in W.ships if ship.side == seat) for seat in (FOMORIAN, FAERIE)]
    assert [sum(three) for three in zip(armies, escorts, ships, strict=True)] == [148, 133]


@pytest.mark.rule("albion/21.2c", "albion/21.3", "albion/17.4b", "albion/17.4c", "albion/20.1a")
@pytest.mark.parametrize(
    ("scenario", "hex", "points"),
    [
        ("albion_alone", "3034", (25, 0)),
        ("albion_alone", "1426", (25, 0)),
        ("albion_alone", "1740", (25, 0)),
        ("albion_alone", "1922", (25, 0)),
        ("albion_alone", "2339", (10, 0)),
        ("albion_alone", "2810", (0, 10)),
        ("faerie_twilight", "3034", (10, 0)),
    ],
)
def test_fortresses(scenario: str, hex: str, points: tuple[int, int]) -> None:
    position = table(scenario=scenario, hexes={hex: []}, items={"trollbane": f"stored {hex}"})
    assert bearer(position, "trollbane") == STORED
    for _ in range(2):
        fortresses.destroy_fortress(position, W.hex[hex], Log())
    settle(position)
    assert tuple(position.points) == points
    assert position.ruined == [W.hex[hex]]
    assert bearer(position, "trollbane") == LYING
    assert position.item_at[W.item["trollbane"]] == W.hex[hex]


@pytest.mark.rule("albion/17.4d")
def test_a_dyke_stays() -> None:
    position = table(hexes={})
    fortresses.destroy_fortress(position, W.hex["3423"], Log())
    assert position.ruined == []
    assert position.points == [0, 0]


@pytest.mark.rule("albion/17.4b", "albion/18.0a")
def test_persons_in_a_fallen_fortress_must_evade() -> None:
    position = table(hexes={"3034": ["corin", "4 moray"]})
    fortresses.destroy_fortress(position, W.hex["3034"], Log())
    settle(position, [(1, 6)], ["evade"])
    assert position.at[W.person["corin"]] == W.hex["3034"]
    other = table(hexes={"3034": ["brigit", "4 moray"]}, items={"brigits cloak": "broken"})
    fortresses.destroy_fortress(other, W.hex["3034"], Log())
    settle(other, [], ["stand"])
    assert other.at[W.person["brigit"]] == DEAD


@pytest.mark.rule("albion/20.6/08")
def test_the_mailcoat_takes_one_wound_a_round() -> None:
    position = table(hexes={"3034": ["colleran"]}, items={"mailcoat": "colleran"})
    colleran = W.person["colleran"]
    deaths.wound(position, colleran, 3, Log(), how="battle")
    assert position.wounds[colleran] == 2
    deaths.wound(position, colleran, 1, Log(), how="battle")
    assert position.wounds[colleran] == 3
    deaths.new_round(position)
    assert not position.did[colleran] & MAILED
    deaths.wound(position, colleran, 1, Log(), how="battle")
    assert position.wounds[colleran] == 3


@pytest.mark.rule("albion/20.6/08")
def test_what_a_caster_pays_is_not_absorbed() -> None:
    position = table(hexes={"2838": ["corin"]}, items={"mailcoat": "corin"})
    deaths.wound(position, W.person["corin"], 1, Log(), how="spell")
    assert position.wounds[W.person["corin"]] == 1


@pytest.mark.rule("albion/3.0d", "albion/20.6/11")
def test_wounds_kill_at_the_printed_strength() -> None:
    position = table(hexes={"1740": ["erskine"]}, items={"lymes hammer": "erskine"}, strong={"erskine": 2})
    assert not deaths.wound(position, W.person["erskine"], 1, Log(), how="battle")
    assert deaths.wound(position, W.person["erskine"], 1, Log(), how="battle")


FIGHT = {"2434": ["finvarra", "morigu", "2 ulster under finvarra", "connan", "4 connaught under connan"]}
STRIPPED = {"trollbane": "finvarra"}


@pytest.mark.rule("albion/20.5a")
@pytest.mark.parametrize(
    ("dice", "who"), [((1, 2), "broken"), ((1, 3), "connan"), ((4, 4), "connan"), ((4, 5), "morigu")]
)
def test_items_of_those_who_fall_in_battle(dice: tuple[int, int], who: str) -> None:
    position = table(hexes=FIGHT, items=STRIPPED)
    kill(position, "finvarra", "battle")
    picks = {"broken": [], "connan": ["take it"], "morigu": ["give it to morigu"]}[who]
    settle(position, [dice], picks)
    assert bearer(position, "trollbane") == (BROKEN if who == "broken" else W.person[who])


@pytest.mark.rule("albion/20.5a")
def test_each_item_has_its_own_roll() -> None:
    position = table(hexes=FIGHT, items={"trollbane": "finvarra", "nuadas helm": "finvarra"})
    kill(position, "finvarra", "melee")
    settle(position, [(1, 1), (6, 6)], ["give it to ulster"])
    assert bearer(position, "nuadas helm") == BROKEN
    assert bearer(position, "trollbane") == troops_code(W.colour["ulster"])
    assert position.item_at[W.item["trollbane"]] == W.hex["2434"]


@pytest.mark.rule("albion/20.5a")
def test_without_a_friend_in_the_hex_the_enemy_has_it_and_the_other_way_round() -> None:
    alone = table(hexes={"2434": ["finvarra", "connan"]}, items=STRIPPED)
    kill(alone, "finvarra", "melee")
    settle(alone, [(6, 6)], ["give it to connan"])
    assert bearer(alone, "trollbane") == W.person["connan"]
    left = table(hexes={"2434": ["finvarra", "morigu"]}, items=STRIPPED)
    kill(left, "finvarra", "battle")
    settle(left, [(3, 3)], ["give it to morigu"])
    assert bearer(left, "trollbane") == W.person["morigu"]
    nobody = table(hexes={"2434": ["finvarra"]}, items=STRIPPED)
    kill(nobody, "finvarra", "battle")
    settle(nobody, [(3, 3)])
    assert bearer(nobody, "trollbane") == LYING


@pytest.mark.rule("albion/20.5a")
def test_the_loser_names_the_captor_among_those_he_sees() -> None:
    position = table(hexes={"2434": ["finvarra", "connan", "rurik", "barguest"]}, items=STRIPPED, bound=["barguest"])
    kill(position, "finvarra", "melee")
    settle(position, [(3, 3)], ["leave it to barguest", "take it"])
    assert bearer(position, "trollbane") == W.person["barguest"]


@pytest.mark.rule("albion/20.5a", "albion/20.6/22c")
def test_requiter_may_be_left_lying() -> None:
    position = table(hexes={"2434": ["dorwen", "glastyn"]})
    kill(position, "dorwen", "battle")
    settle(position, [(3, 3)], ["leave it lying"])
    assert bearer(position, "requiter") == LYING


@pytest.mark.rule("albion/20.6/22c")
@pytest.mark.parametrize(("dice", "lives"), [((2, 3), True), ((3, 3), False)])
def test_unworthy_hands(dice: tuple[int, int], lives: bool) -> None:
    position = table(turn=1, hexes={"2434": ["glastyn", "2 ochil"]}, items={"requiter": "lying 2434"})
    give(position, W.item["requiter"], W.person["glastyn"], Log())
    settle(position, [dice])
    assert (position.at[W.person["glastyn"]] != DEAD) == lives
    assert bearer(position, "requiter") == (W.person["glastyn"] if lives else LYING)
    give(position, W.item["requiter"], troops_code(W.colour["ochil"]), Log())
    settle(position)


@pytest.mark.rule("albion/20.6/22c")
def test_an_elf_takes_requiter_safely() -> None:
    position = table(turn=1, hexes={"2434": ["ogme"]}, items={"requiter": "lying 2434"})
    give(position, W.item["requiter"], W.person["ogme"], Log())
    settle(position)
    assert bearer(position, "requiter") == W.person["ogme"]


@pytest.mark.rule("albion/20.5b")
@pytest.mark.parametrize(("dice", "who"), [((4, 5), "broken"), ((4, 6), "connan"), ((6, 6), "connan")])
def test_items_of_those_who_fall_in_a_challenge(dice: tuple[int, int], who: str) -> None:
    position = table(hexes=FIGHT, items=STRIPPED)
    kill(position, "finvarra", "trial", "connan")
    settle(position, [dice])
    assert bearer(position, "trollbane") == (BROKEN if who == "broken" else W.person[who])


@pytest.mark.rule("albion/20.5b")
def test_both_champions_dead_the_item_goes_back() -> None:
    position = table(hexes=FIGHT, items=STRIPPED)
    kill(position, "finvarra", "trial", "connan")
    kill(position, "connan", "trial", "finvarra")
    settle(position, [(5, 6)], ["give it to morigu"])
    assert bearer(position, "trollbane") == W.person["morigu"]


@pytest.mark.rule("albion/20.5d")
def test_after_a_mental_attack_from_afar_the_dead_mans_side_recovers() -> None:
    position = table(phase="enchantment", hexes={"2608": ["misha"], "2611": ["barguest", "imric"]})
    kill(position, "barguest", "duel", "misha")
    settle(position, [(5, 6)], ["give it to imric"])
    assert bearer(position, "moray crystal") == W.person["imric"]
    alone = table(phase="enchantment", hexes={"2608": ["misha"], "2611": ["barguest", "edric"]})
    kill(alone, "barguest", "duel", "misha")
    settle(alone, [(5, 6)])
    assert bearer(alone, "moray crystal") == LYING


@pytest.mark.rule("albion/20.5c")
@pytest.mark.parametrize("how", ["attrition", "place", "curse", "teleport", "evasion", "spell", "control"])
def test_other_deaths_ask_for_no_roll(how: str) -> None:
    position = table(hexes={"2434": ["finvarra", "morigu", "2 ulster"]}, items=STRIPPED)
    kill(position, "finvarra", how)
    settle(position)
    assert bearer(position, "trollbane") == LYING


@pytest.mark.rule("albion/2.3i", "albion/7.9/g20", "albion/20.0c")
def test_possessions_can_be_had_by_others_after_their_first_owner() -> None:
    position = table(hexes={"2434": ["malekin", "rurik", "2 moray under rurik"]})
    assert deaths.wound(position, W.person["malekin"], 1, Log(), how="battle")
    settle(position, [(2, 3)], ["take it"])
    assert bearer(position, "hand_of_torbay") == W.person["rurik"]


@pytest.mark.rule("albion/20.6/20")
def test_the_glass_attunes_to_the_first_who_can() -> None:
    position = table(hexes={"2434": ["dobie", "rurik", "callach", "barguest"]})
    glass = W.item["scrying_glass"]
    assert position.attuned == W.person["dobie"]
    kill(position, "dobie", "curse")
    settle(position)
    assert position.attuned == -1
    for person, attuned in (("rurik", -1), ("callach", W.person["callach"]), ("barguest", W.person["callach"])):
        position.bearer[glass], position.item_at[glass] = LYING, W.hex["2434"]
        give(position, glass, W.person[person], Log())
        assert position.attuned == attuned


@pytest.mark.rule("albion/21.2d", "albion/7.9/s44")
@pytest.mark.parametrize(("side", "points"), [(FOMORIAN, [0, 5]), (FAERIE, [5, 0])])
def test_the_waff_is_worth_five_to_whoever_does_not_control_it(side: int, points: list[int]) -> None:
    position = table(hexes={"2434": ["callachs waff"]})
    position.side[W.person["callachs_waff"]] = side
    kill(position, "callachs_waff", "battle")
    settle(position)
    assert position.points == points


@pytest.mark.rule("albion/11.9c")
def test_who_takes_an_item_up_stays_hidden() -> None:
    position = table(hexes=FIGHT, items=STRIPPED)
    log = Log()
    position.bearer[W.item["trollbane"]], position.item_at[W.item["trollbane"]] = LYING, W.hex["2434"]
    give(position, W.item["trollbane"], W.person["morigu"], log, hidden=True)
    told = [event.told_to(FOMORIAN) for event in log.events]
    assert [event.text for event in told if event] == ["Trollbane is taken up."]


@pytest.mark.rule("albion/20.5a")
def test_steps_of_the_dead_say_no_more_than_both_know() -> None:
    fields = {name for step in (Spoils, NameCaptor, Decline, TakeUp, Recover) for name in step.__struct_fields__}
    assert fields == {"item", "hex", "player", "seat", "code", "victor", "challenge", "at_sea"}


@pytest.mark.rule("albion/7.3")
def test_no_more_points_are_lost_than_there_are() -> None:
    position = table(hexes={"2434": ["3 moray"]})
    army = position.troops[W.hex["2434"]][0]
    assert armies.lose_points(position, W.hex["2434"], army, 5, Log(), cause="battle") == 3
    assert position.points == [0, 3]
    assert position.causes == {"fomorian csp battle": 3}
    assert W.hex["2434"] not in position.troops


@pytest.mark.rule("albion/7.0b", "albion/21.2a")
def test_two_steps_sink_a_ship_of_full_strength() -> None:
    position = table(hexes={"2601": ["galetop"]})
    assert ships.hit_ship(position, W.ship["galetop"], 1, Log(), cause="battle") == 1
    assert position.hurt[W.ship["galetop"]] == 1
    assert position.points == [0, 0]
    assert ships.hit_ship(position, W.ship["galetop"], 3, Log(), cause="battle") == 1
    assert position.ship_at[W.ship["galetop"]] == DEAD
    assert position.points == [5, 0]


@pytest.mark.rule("albion/7.5b")
def test_losses_of_a_moment_are_all_taken_before_castaways_are_seen_to() -> None:
    position = table(hexes={"2613": ["fleetfoot damaged", "rurik aboard fleetfoot", "foamrider damaged"]})
    ships.hit_ship(position, W.ship["fleetfoot"], 1, Log(), cause="engagement")
    ships.hit_ship(position, W.ship["foamrider"], 1, Log(), cause="engagement")
    settle(position)
    rurik = W.person["rurik"]
    assert (position.at[rurik], position.aboard[rurik]) == (W.hex["2613"], -1)


@pytest.mark.rule("albion/20.1c")
def test_whatever_takes_the_last_point_out_of_a_hex_leaves_there_what_it_carried() -> None:
    position = table(hexes={"2920": ["2 cumrock", "rurik"]}, items={"nuadas helm": "cumrock at 2920"})
    hex, to = W.hex["2920"], W.hex["2921"]
    (army,) = position.troops[hex]
    position.set_troops(hex, [army._replace(n=1)])
    assert bearer(position, "nuadas helm") == troops_code(army.colour)
    position.move_armies(hex, to, {army._replace(n=1): army._replace(n=1)})
    assert (bearer(position, "nuadas helm"), position.item_at[W.item["nuadas_helm"]]) == (troops_code(army.colour), to)
    position.set_troops(to, [])
    assert (bearer(position, "nuadas helm"), position.item_at[W.item["nuadas_helm"]]) == (LYING, to)


@pytest.mark.rule("albion/20.1c")
def test_troops_have_and_a_person_has() -> None:
    position = table(hexes={"2920": ["2 cumrock", "rurik"]}, items={"nuadas helm": "lying 2920"})
    log, helm = Log(), W.item["nuadas_helm"]
    give(position, helm, troops_code(position.troops[W.hex["2920"]][0].colour), log)
    give(position, helm, W.person["rurik"], log)
    troops, person = [event.text for event in log.events]
    assert troops.startswith("**The men of Cumrock** have **")
    assert person.startswith("**Rurik** has **")


# What all remember, and what is counted -------------------------------------------------------------------------------


@pytest.mark.rule("albion/20.6/20")
@pytest.mark.parametrize("first", ["auberon", "colleran"])
def test_the_glass_that_obeys_nobody_obeys_the_first_bearer_of_magic_1_or_more_and_no_other(first: str):
    position = table(dead=["dobie"], hexes={"2838": [first, "edric"]}, items={"scrying glass": "lying 2838"})
    position.attuned = -1
    glass = W.item["scrying_glass"]
    give(position, glass, W.person[first], Log())
    assert position.attuned == W.person[first]
    give(position, glass, W.person["edric"], Log())
    assert position.attuned == W.person[first]


@pytest.mark.rule("albion/4.0.10", "albion/7.0a")
def test_of_the_points_that_all_saw_at_the_set_up_those_left_are_remembered():
    position = lay_out("albion_alone", {})
    hex = next(
        hex for hex, n in sorted(position.rumour[FOMORIAN].items()) if n > 2 and position.armies_of(FOMORIAN, hex)
    )
    army, known = position.armies_of(FOMORIAN, hex)[0], position.rumour[FOMORIAN][hex]
    victory_points.cross_off(position, army.colour, known - 1, hex, "battle", Log())
    assert position.rumour[FOMORIAN][hex] == 1
    victory_points.cross_off(position, army.colour, 1, hex, "battle", Log())
    assert hex not in position.rumour[FOMORIAN]


@pytest.mark.rule("albion/21.2b", "albion/10.3a")
def test_what_is_counted_for_the_comparison_of_games():
    position = table(hexes={"2838": ["elidor"], "3034": ["3 albion"]}, asleep=["ulster"])
    before = ALBION.counted(position)
    kill(position, "elidor", "battle")
    victory_points.cross_off(position, W.colour["albion"], 2, W.hex["3034"], "battle", Log())
    after = ALBION.counted(position)
    assert after["lost: faerie person battle"] == 1
    assert after["lost: faerie csp battle"] == 2
    assert after["points: The Fomorians"] > before["points: The Fomorians"]
    turns = {name for name in after if name.startswith("turn of waking")}
    assert {name.rpartition(": ")[2] for name in turns} == {"Gwynedd", "Ulster", "Leinster", "Curwyllan"}
