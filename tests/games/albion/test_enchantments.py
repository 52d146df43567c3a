"""Plots as choices, what they do not tell, and plans under Scrying that can no longer be kept as written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tanelorn import Table
from tanelorn.core.chance import Scripted
from tanelorn.core.errors import Illegal
from tanelorn.games.albion.enchantments.plotting import PlotChoices
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import ship_code
from tanelorn.games.albion.state.printed.spells import Line, Plan
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, world_of
from tanelorn.games.albion.weather import storm_at, weather_at

W = world_of("")


def named(**entries: Any) -> AlbionPosition:
    """Return a position by name."""
    return position_named({"turn": 2, "mana": 4, "invaded": 1, **entries})


def sit(position: AlbionPosition, dice: Sequence[Sequence[int]] = ()) -> Table:
    """Lay a position on a table where these dice will be thrown."""
    return Table.at(ALBION, position, chance=Scripted([list(roll) for roll in dice]))


def where(table: Table, person: str) -> str:
    """Return the number of the hex where somebody is."""
    position: AlbionPosition = table.position
    return W.number[position.at[W.person[person]]]


def seen(table: Table, seat: int) -> AlbionPosition:
    """Return the position as a seat sees it."""
    return ALBION.view(table.position, seat).seen


# Plots


def sixfold() -> PlotChoices:
    """Return the plots of a side with several enchanters and some items."""
    hexes = {"2838": ["corin", "branwen"], "2608": ["misha"], "2604": ["malekin"], "2810": ["rurik"], "3140": ["dando"]}
    items = {"book of gyres": "branwen", "danas torque": "corin"}
    return PlotChoices(named(phase="enchantment", hexes=hexes, items=items), FAERIE)


@pytest.mark.long
@pytest.mark.rule("albion/5.B.1", "albion/19.2")
def test_a_plot_is_a_product_that_is_never_written_out() -> None:
    """Its length is right, and whatever is drawn can be read, clicked together, and is in the list."""
    plots = sixfold()
    assert len(plots) == (1 + len(plots.of[W.person["corin"]])) * (1 + len(plots.of[W.person["branwen"]])) * (
        1 + len(plots.of[W.person["misha"]])
    ) * (1 + len(plots.of[W.person["malekin"]]))
    rng = random.Random(1)
    for _ in range(100):
        plot = plots.sample(rng)
        assert plot in plots
        assert plots.parse(str(plot).upper().replace(" ", "  ")) == plot
        path: tuple[str, ...] = ()
        for pick in plot.picks:
            offer = plots.offer(path)
            assert offer.choice is None
            assert pick in [one.pick for one in offer.picks]
            path = (*path, pick)
        assert plots.offer(path).choice == plot
    assert plots.default() in plots


@pytest.mark.rule("albion/5.B.1")
def test_every_casting_is_reached_by_its_own_clicks_alone() -> None:
    """No two castings have one text or one path, and no path of one is the beginning of another's."""
    plots = sixfold()
    for options in plots.of.values():
        assert len({one.text for one in options}) == len({one.picks for one in options}) == len(options)
        paths = {one.picks for one in options}
        assert not any(path[:n] in paths for path in paths for n in range(1, len(path)))


@pytest.mark.rule("albion/19.1", "albion/19.0b", "albion/19.4/08")
def test_what_cannot_be_cast_is_refused_with_its_rule() -> None:
    """Refusals have words and clicks; the same words are refused when they are typed."""
    position = named(phase="enchantment", hexes={"2838": ["corin", "elidor"], "3034": ["brigit"]})
    plots = PlotChoices(position, FAERIE)
    refused = {one.text: one for one in plots.refused()}
    assert refused["brigit"].clause == "albion/19.1"
    assert refused["elidor rainmaking"].picks == ("piece:elidor", "card:rainmaking")
    assert refused["elidor rainmaking"].clause == "albion/19.0b"
    assert "corin rainmaking" not in refused
    assert "corin mental attack" not in refused
    for one in refused.values():
        with pytest.raises(Illegal) as told:
            plots.parse(one.text)
        assert told.value.clause == one.clause


@pytest.mark.rule("albion/19.0a", "albion/19.4/08", "albion/19.4/10")
def test_labels_tell_odds_ranges_and_dangers() -> None:
    """The odds of 36, the range, where a foe is seen, and that the last wound kills."""
    hexes = {"2608": ["misha"], "2810": ["rurik"], "2826": ["dando"]}
    plots = PlotChoices(named(phase="enchantment", hexes=hexes, wounds={"misha": 2}), FAERIE)
    cards = {pick.pick: pick for pick in plots.offer(("piece:misha",)).picks}
    attack = cards["card:mental_attack"]
    assert str(attack.chances) == "works in 30 of 36 (83%), fails in 6 of 36 (17%)"
    assert "Range 18." in attack.note
    assert "the last wound" in attack.note
    assert attack.risk
    foes = {pick.pick: pick for pick in plots.offer(("piece:misha", "card:mental_attack")).picks}
    assert foes["piece:rurik"].note.startswith("at Cromdy (2810), 3 of 18 hexes away")
    assert "in vain" in foes["piece:dando"].note
    assert foes["piece:dando"].risk


@pytest.mark.rule("albion/5.B.1", "albion/19.4/10", "albion/11.9c")
@pytest.mark.parametrize(
    "hexes", [{"2521": ["bogan"]}, {"2128": ["bogan"]}, {"2010": ["redtooth", "bogan aboard redtooth"]}]
)
def test_a_plot_in_vain_does_not_tell_why(hexes: dict[str, list[str]]) -> None:
    """In a fortress, in a Place of Power, out of range: the other player reads and sees the same."""
    told = []
    for other in ({"2521": ["bogan"]}, hexes):
        table = sit(
            named(phase="enchantment", hexes={"2034": ["dunatis"], **other}), [[1, 1]] * (1 + ("2128" in other))
        )
        table.play("nothing", FOMORIAN)
        table.play("dunatis mind control on bogan", FAERIE)
        told.append([event.text for event in table.events(FAERIE) if event.clause != "albion/5.C.3"])
    one, two = ([text for text in texts if "Attrition" not in text] for texts in told)
    assert one == two
    assert "**Dunatis** casts in vain." in one


@pytest.mark.long
@pytest.mark.rule("albion/20.2.4", "albion/20.6/01", "albion/20.6/07")
def test_who_has_three_items_picks_two_as_the_casting_needs_them() -> None:
    """The Staff for what is far, the Book for what is near; the pick holds for the segment."""
    items = {"gwydions staff": "branwen", "danas torque": "branwen", "book of glamours": "branwen"}
    shares = {}
    for target, roll in (("2840", []), ("2813", [[1, 1]])):
        table = sit(named(phase="enchantment", hexes={"2838": ["branwen"]}, items=items), [*roll, [1, 1]])
        table.play("nothing", FOMORIAN)
        plots = table.choices(FAERIE)
        assert isinstance(plots, PlotChoices)
        text = f"branwen shake the earth at {target}"
        shares[target] = next(one.share for one in plots.of[W.person["branwen"]] if one.text == text)
        table.play(text, FAERIE)
        assert table.position.spells[0].done == "works"
    assert shares == {"2840": 36, "2813": 36}


@pytest.mark.rule("albion/20.6/20", "albion/19.4/03")
def test_the_glass_works_for_the_one_whom_it_obeys() -> None:
    """While it obeys Dobie another enchanter casts nothing with it."""
    position = named(phase="enchantment", hexes={"2838": ["callach", "dobie"], "2834": ["edric"]})
    position.bearer[W.item["scrying_glass"]] = W.person["callach"]
    with pytest.raises(Illegal, match="obeys somebody else"):
        PlotChoices(position, FOMORIAN).parse("callach scrying at 2834")
    position.attuned = W.person["callach"]
    assert str(PlotChoices(position, FOMORIAN).parse("callach scrying at 2834")) == "callach scrying at 2834"


@pytest.mark.rule("albion/5.B.3", "albion/19.4/04", "albion/19.4/05", "albion/19.4/06", "albion/19.4/11")
def test_weather_by_precedence() -> None:
    """Dispelling before the Elements, these before storms, storms before snow, snow before rain."""
    entries = {"sky": "snow", "storms": ["the minches"], "elements": {"2604": "4 rain"}, "dispelled": ["2602", "1601"]}
    position = named(phase="movement", hexes={"3034": ["edric"]}, **entries)
    weather = {
        number: weather_at(position, W.hex[number]) for number in ("2602", "2603", "2604", "1602", "1601", "3034")
    }
    assert weather == {
        "2602": "clear",
        "2603": "rain",
        "2604": "rain",
        "1602": "clear",
        "1601": "clear",
        "3034": "snow",
    }
    stormy = {number: storm_at(position, W.hex[number]) for number in ("1602", "1601", "2603", "2604")}
    assert stormy == {"1602": True, "1601": False, "2603": False, "2604": False}


# Plans that cannot be kept as written


def follow(
    lines: Sequence[Line], codes: Sequence[int], hex: str, dice: Sequence[Sequence[int]] = (), **entries: Any
) -> Table:
    """Return a table on which Faerie's movement begins with a plan."""
    position = named(phase="movement", active="faerie", **entries)
    position.plans = [Plan(FAERIE, W.hex[hex], tuple(codes), (), tuple(lines))]
    return sit(position, dice)


def marching(person: str, *numbers: str) -> list[Line]:
    """Return the lines by which somebody goes a way."""
    code, route = W.person[person], tuple(W.hex[number] for number in numbers)
    return [
        Line(f"take {person}", "take", (code,), idle=True),
        Line(f"go {numbers[-1]}", "go", (route[-1],), route),
        Line("halt", "halt"),
    ]


@pytest.mark.rule("albion/19.4/03")
def test_a_stack_goes_as_far_as_it_can() -> None:
    """Edric has 4 of his 18 points left; the path of 6 wants more."""
    lines = marching("edric", "3140", "3139", "3138", "3137")
    table = follow(lines, [W.person["edric"]], "3140", hexes={"3140": ["edric"]}, spent={"edric": 14})
    assert where(table, "edric") == "3138"
    with pytest.raises(Illegal) as told:
        table.choices(FAERIE).parse("take edric")
    assert told.value.clause == "albion/19.4/03"


@pytest.mark.rule("albion/19.4/03")
def test_where_a_step_is_impossible_it_makes_for_the_nearest_hex_of_the_path() -> None:
    """The path leaps from 3139 to 3136, as if a road had gone: Edric finds his way there."""
    lines = marching("edric", "3140", "3139", "3136", "3135")
    table = follow(lines, [W.person["edric"]], "3140", hexes={"3140": ["edric"]})
    assert where(table, "edric") == "3135"


@pytest.mark.rule("albion/19.4/03", "albion/7.9/e02")
def test_a_ban_that_binds_since_stops_it_at_the_border() -> None:
    """Colleran was to go into Gwynedd with Elidor, who is dead by now: he goes as far as he may."""
    colleran = W.person["colleran"]
    path = ("2535", "2435", "2335", "2234", "2134")
    inside = [number for number in path if W.kingdoms[W.kingdom[W.hex[number]]].id == "gwynedd"]
    assert inside
    table = follow(marching("colleran", *path), [colleran], "2535", hexes={"2535": ["colleran"]})
    assert where(table, "colleran") not in inside


@pytest.mark.rule("albion/19.4/03")
def test_what_has_become_impossible_otherwise_is_left_out() -> None:
    """The plan of one who is dead is left out; that of the next is kept."""
    lines = [*marching("elidor", "3140", "3139"), *marching("edric", "3140", "3139", "3138")]
    codes = [W.person["elidor"], W.person["edric"]]
    table = follow(lines, codes, "3140", hexes={"3140": ["edric"]}, dead=["elidor"])
    assert where(table, "edric") == "3138"


@pytest.mark.rule("albion/19.4/03", "albion/2.3b")
def test_a_ship_that_was_damaged_since_sails_as_far_as_it_can() -> None:
    """The way is cut where the points end."""
    galetop = W.ship["galetop"]
    start = W.node[W.hex["3535"]][0]
    route = [start]
    while len(route) < 42:
        route.append(next(node for node in W.sea_near[route[-1]] if node not in route and not W.land[W.node_hex[node]]))
    lines = [
        Line("take galetop", "take", (ship_code(galetop),), idle=True),
        Line("go", "go", (W.node_hex[route[-1]], 0), tuple(route)),
    ]
    table = follow(lines, [ship_code(galetop)], "3535", hexes={"3535": ["galetop damaged"]})
    assert table.position.ship_at[galetop] == W.node_hex[route[W.s_move[galetop][1]]]


@pytest.mark.rule("albion/19.4/03", "albion/11.9c")
def test_nobody_sees_a_plan_before_it_is_done() -> None:
    """While it is written it lies on its player's desk; then both read it."""
    items = {"book of glamours": "dobie"}
    hexes = {"3337": ["dobie"], "3140": ["elidor", "edric"]}
    table = sit(named(phase="enchantment", hexes=hexes, items=items), [[1, 1]])
    table.play("dobie scrying at 3140", FOMORIAN)
    table.play("nothing", FAERIE)
    table.play("take elidor", FAERIE)
    assert seen(table, FAERIE).desk[FAERIE].plan
    assert not seen(table, FOMORIAN).desk[FAERIE].plan
    assert table.can_undo(FAERIE)[0]
    for text in ("go 3138", "halt", "done"):
        table.play(text, FAERIE)
    assert [line.text for line in seen(table, FOMORIAN).plans[0].lines] == ["take elidor", "go 3138", "halt"]
    assert not table.can_undo(FAERIE)[0]


@pytest.mark.rule("albion/19.4/10b", "albion/11.9c")
def test_what_is_drawn_for_a_player_keeps_the_escort_of_one_whose_mind_is_taken() -> None:
    """Connan serves Faerie out of sight; his point is still one of Connaught's."""
    hexes = {"2034": ["dunatis", "arwan", "connan escorted"], "0327": ["balor escorted", "2 connaught"]}
    position = named(phase="movement", hexes=hexes, controlled={"connan": "dunatis"}, top={"2034": "arwan"})
    view = ALBION.view(position, FOMORIAN)
    for seed in range(5):
        assert ALBION.view(ALBION.resample(view, random.Random(seed)), FOMORIAN).strength == view.strength


@pytest.mark.rule("albion/19.4/10b", "albion/11.9c")
def test_what_is_drawn_for_a_player_gives_nobody_an_escort_that_another_has() -> None:
    """Rurik serves Faerie out of sight, and alone; the third point of Moray is Gairloch's, whom his player sees."""
    hexes = {"2034": ["dunatis", "arwan", "rurik"], "0327": ["gairloch escorted", "2 moray"]}
    position = named(phase="movement", hexes=hexes, controlled={"rurik": "dunatis"}, top={"2034": "arwan"})
    view = ALBION.view(position, FOMORIAN)
    for seed in range(5):
        drawn = ALBION.resample(view, random.Random(seed))
        assert drawn.escort[W.person["rurik"]] == 0
        assert ALBION.view(drawn, FOMORIAN).strength == view.strength


@pytest.mark.rule("albion/8.2g", "albion/8.2h", "albion/8.4a", "albion/11.9c")
@pytest.mark.parametrize(("item", "clause"), [("finns rade", "albion/8.2g"), ("brans curse", "albion/8.2h")])
@pytest.mark.parametrize("bearer", ["connan", "arwan"])
def test_what_is_drawn_for_a_player_asks_them_for_the_same_losses(bearer: str, item: str, clause: str) -> None:
    """Connan, whose mind is taken, has Finn’s Rade beside his own folk, so that the trolls lose with the mundane, or
    Bran’s Curse; or Arwan has it far away. The owner is not told who has it, but knows from the losses whether it is
    there.
    """
    hexes = {"2940": ["arwan", "auberon"], "1318": ["connan", "gairloch escorted", "3 eastmarch", "4 borders"]}
    items = {item: bearer}
    table = sit(named(phase="attrition", hexes=hexes, items=items, controlled={"connan": "auberon"}), [[6, 6]])
    view = ALBION.view(table.position, FOMORIAN)
    assert (clause in view.suffered) == (bearer == "connan")
    assert not ALBION.view(table.position, FAERIE).suffered
    for seed in range(10):
        drawn = ALBION.resample(view, random.Random(seed))
        assert ALBION.view(drawn, FOMORIAN) == view
        losses = table.choices(FOMORIAN)
        assert [str(one) for one in drawn.agenda[-1].choices(drawn, FOMORIAN)] == [str(one) for one in losses]


@pytest.mark.rule("albion/11.9c", "albion/5.C.2")
def test_the_enemy_reads_no_numbers_from_an_attrition_roll() -> None:
    """He sees the dice that he throws; the force, who commands it and the row are its owner's secret."""
    table = sit(named(phase="attrition", hexes={"2940": ["colleran escorted", "2 albion under colleran"]}), [[6, 4]])
    told = [
        next(event.text for event in table.events(viewer) if "2940" in event.text) for viewer in (FAERIE, FOMORIAN, -1)
    ]
    assert told[0].endswith("9 reads letter C for a force of 3.")
    assert told[1] == told[2] == "Attrition of **Faerie** at 2940 is rolled for."
