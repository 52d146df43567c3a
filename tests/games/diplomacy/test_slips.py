"""Slips: every order and every slip is written back as it is read, and clicked as it is written."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Illegal, Table
from tanelorn.games.diplomacy.orders.order import BUILD, CONVOY, DISBAND, HOLD, MOVE, RETREAT, SUPPORT
from tanelorn.games.diplomacy.slips.slip import Slips
from tanelorn.games.diplomacy.standard.rules import DIPLOMACY, STANDARD
from tests.games.diplomacy.tables import choices, lay, pick, seat

seeds = st.integers(0, 2**32)


def played(seed: int, decisions: int = 60) -> Table:
    """A table after some random slips; now and then some units have been dislodged."""
    table = Table.new(DIPLOMACY, None, {"last-year": 1905}, seed=seed, keep=False)
    rng = random.Random(seed)
    for _ in range(rng.randint(0, decisions)):
        if table.outcome is None:
            power = table.asked()[0]
            table.play(table.decision(power).choices().sample(rng), power)
    return dislodged(table, rng) if seed % 3 == 0 else table


def dislodged(table: Table, rng: random.Random) -> Table:
    """A table in retreats: some units of another one have been beaten out of their spaces from next door."""
    atlas, names = STANDARD.atlas, STANDARD.seats
    units: dict[str, list[str]] = {name: [] for name in names}
    beaten = []
    for unit in table.position.units:
        place = atlas.province[unit.at]
        text = f"{STANDARD.letters[unit.kind]} {atlas.locations[unit.at]}"
        if rng.random() < 0.3:
            by = rng.choice(atlas.next_to[place])
            beaten.append({"power": names[unit.power], "unit": text, "by": atlas.ids[by]})
            units[names[(unit.power + 1) % 7]].append(text)
        else:
            units[names[unit.power]].append(text)
    return lay(units, phase="retreats", dislodged=beaten)


def asked(table: Table) -> list[Slips]:
    return [table.decision(power).choices() for power in table.asked()]


@pytest.mark.long
@pytest.mark.rule("diplomacy/orders")
@given(seeds)
def test_every_order_of_every_unit_reads_back_and_is_clicked(seed):
    for offered in asked(played(seed)):
        for slot in offered.slots:
            for order in slot.orders:
                text = STANDARD.write(order)
                assert offered.slots.read(text, []) == order
                assert offered.slots.read(text.lower(), []) == order
                for path, same in STANDARD.paths(order):
                    assert same == order
                    assert text in offered.offer(path).draft.split("; ")


@pytest.mark.long
@given(seeds)
def test_a_slip_reads_back_and_is_clicked(seed):
    for offered in asked(played(seed)):
        slip = offered.sample(random.Random(seed))
        assert slip in offered
        assert offered.refusal(slip) is None
        assert offered.parse(str(slip)) == slip
        reading = offered.read(str(slip))
        assert reading.refused == ()
        for path in (slip.picks[:-1], reading.path):
            assert pick(offered, path) == str(slip)
            for upto in range(len(path) + 1):
                offer = offered.offer(path[:upto])
                assert upto == len(path) or path[upto] in [one.pick for one in offer.picks]


@given(seeds)
def test_the_default_is_a_slip(seed):
    for offered in asked(played(seed)):
        default = offered.default()
        assert default in offered
        assert {order.verb for order in default.orders} <= {HOLD, DISBAND}
        assert offered.parse("nothing") == default


@given(seeds)
def test_counting_agrees_with_writing_out(seed):
    for offered in asked(played(seed)):
        if len(offered) < 3000:
            listed = list(offered)
            assert len(set(listed)) == len(listed) == len(offered)
            assert all(slip in offered for slip in islice(listed, 0, None, 37))


@pytest.mark.rule("diplomacy/support", "diplomacy/convoy", "diplomacy/coasts", "diplomacy/movement")
def test_what_a_unit_may_be_ordered():
    table = lay({"France": ["A GAS", "F MAO"], "England": ["F POR", "A PIC"]})
    slots = {slot.key[1]: slot for slot in choices(table, "France").slots}
    number = STANDARD.atlas.number
    army, fleet = (sorted(map(STANDARD.write, slots[number[place]].orders)) for place in ("GAS", "MAO"))
    by_sea = [f"A GAS - {place} via convoy" for place in ["BRE", "NAF", "POR", "SPA"]]
    assert army == sorted(
        [
            "A GAS H",
            *(f"A GAS - {place}" for place in ["BRE", "BUR", "MAR", "PAR", "SPA"]),
            *by_sea,
            *(f"A GAS S A PIC - {place}" for place in ["BRE", "BUR", "PAR"]),
            *(f"A GAS S F MAO - {place}" for place in ["BRE", "SPA", "SPA/NC", "SPA/SC"]),
            *(f"A GAS S F POR - {place}" for place in ["SPA", "SPA/NC", "SPA/SC"]),
        ]
    )
    assert [text for text in fleet if " - " in text and " S " not in text and " C " not in text] == sorted(
        f"F MAO - {place}" for place in ["BRE", "ENG", "GAS", "IRI", "NAF", "NAO", "POR", "SPA/NC", "SPA/SC", "WES"]
    )
    assert [text for text in fleet if " C " in text] == [
        f"F MAO C A GAS - {place}" for place in ["BRE", "NAF", "POR", "SPA"]
    ]
    assert "F MAO S F POR" in fleet
    assert "F MAO S A GAS" in fleet
    assert "F MAO S A PIC - BRE" in fleet
    assert "F MAO S A GAS - POR" not in fleet


def test_any_unit_may_be_taken_up_again():
    offered = choices(lay({"France": ["A PAR", "A MAR"]}), "France")
    path = ["space:PAR", "space:BUR", "space:MAR", "button:hold", "space:PAR", "button:hold"]
    assert pick(offered, path) == "A MAR H; A PAR H"
    with pytest.raises(Illegal, match="nothing of yours to order in Brest"):
        offered.offer(["space:BRE"])
    with pytest.raises(Illegal, match="Paris, Munich"):
        offered.offer(["space:PAR", "space:MUN"])


def test_an_offer_does_not_depend_on_what_was_looked_at_before():
    table = lay({"France": ["A PAR", "A MAR"]})
    offered = choices(table, "France")
    path = ["space:PAR", "space:BUR", "space:MAR", "button:hold", "button:seal"]
    looked = [path, path[:1], [], path[:3], path[2:4], ["space:MAR"], path, [*path[:3], "space:PAR"]]
    for one in looked:
        assert offer_of(offered, one) == offer_of(choices(table, "France"), one), one


def offer_of(offered: Slips, path: list[str]) -> object:
    """What is offered after a path, or why nothing is."""
    try:
        return offered.offer(path)
    except Illegal as error:
        return error.why


def test_a_build_clicked_again_is_struck_out():
    table = lay({"Russia": ["A UKR"], "Italy": ["A ROM"]}, phase="builds", centres={"Russia": ["STP", "MOS"]})
    offered = choices(table, "Russia")
    fleet = ["space:STP", "button:build-fleet", "button:SC"]
    assert pick(offered, fleet) == "F STP/SC B"
    assert pick(offered, fleet + fleet) == "nothing"
    assert "space:MOS" not in [one.pick for one in offered.offer(fleet).picks]


def test_removals_must_be_complete_before_the_seal():
    table = lay(
        {"Russia": ["A UKR", "A MOS", "F BOT"], "Italy": ["A ROM"]}, phase="builds", centres={"Russia": ["MOS"]}
    )
    offered = choices(table, "Russia")
    one = ["space:UKR", "button:disband"]
    assert "button:seal" not in [pick.pick for pick in offered.offer(one).picks]
    with pytest.raises(Illegal, match="2 must be ordered first"):
        offered.offer([*one, "button:seal"])
    assert pick(offered, [*one, "space:BOT", "button:disband"]) == "F BOT D; A UKR D"


@pytest.mark.long
def test_all_kinds_of_orders_were_met():
    """The random tables above would prove little without builds, removals and retreats."""
    verbs = set()
    for seed in range(40):
        for offered in asked(played(seed)):
            verbs |= {order.verb for slot in offered.slots for order in slot.orders}
    assert verbs >= {HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD}


def test_a_slip_of_another_seat_is_refused():
    table = lay({"France": ["A PAR"], "Germany": ["A MUN"]})
    foreign = choices(table, "Germany").default()
    assert foreign not in choices(table, "France")
    with pytest.raises(Illegal):
        table.play(foreign, seat("France"))


def test_a_move_by_convoy_shows_the_shortest_chain_of_fleets() -> None:
    england = ["A LON", "F NTH", "F ENG", "F MAO", "F IRI"]
    found = choices(lay({"England": england, "France": ["F WES"]}), "England")
    ways = {pick.id: pick.way for pick in found.offer(["space:LON"]).picks if pick.way}
    assert ways["NWY"] == ("LON", "NTH", "NWY")
    assert ways["SPA"] == ("LON", "ENG", "MAO", "SPA")
    assert ways["TUN"] == ("LON", "ENG", "MAO", "WES", "TUN")  # by another power's fleet, if that helps
    assert "YOR" not in ways  # it walks there; by convoy only if that is said
    by_convoy = {pick.id: pick.way for pick in found.offer(["space:LON", "button:by-convoy"]).picks}
    assert by_convoy["YOR"] == ("LON", "NTH", "YOR")


def test_a_support_half_written_is_drawn_to_the_unit_that_it_helps() -> None:
    found = choices(lay({"Austria": ["A BUD", "A VIE"], "Germany": ["A MUN"]}), "Austria")
    assert found.offer(["space:BUD", "button:support"]).marks == ()
    (mark,) = found.offer(["space:BUD", "button:support", "space:VIE"]).marks
    assert (mark.kind, mark.at, mark.via, mark.to, mark.draft) == ("support", "BUD", "VIE", "VIE", True)
    (mark,) = found.offer(["space:BUD", "button:support", "space:VIE", "space:GAL"]).marks
    assert (mark.via, mark.to) == ("VIE", "GAL")


def test_a_fleet_that_has_yet_to_name_its_coast_is_drawn_where_it_goes() -> None:
    found = choices(lay({"France": ["F MAO"]}), "France")
    (mark,) = found.offer(["space:MAO", "space:SPA"]).marks
    assert (mark.kind, mark.at, mark.to, mark.draft) == ("arrow", "MAO", "SPA", True)
