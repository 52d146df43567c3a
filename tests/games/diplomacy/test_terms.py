"""What variants add to the judge, one by one, on small positions of the standard board."""

from __future__ import annotations

import pytest

from tanelorn.games.diplomacy.judge.judging import PLAIN, Terms, Verdict, adjudicate
from tanelorn.games.diplomacy.judge.retreats import beaten, standing
from tanelorn.games.diplomacy.orders.notation import Notation
from tanelorn.games.diplomacy.orders.order import HOLD, LETTERS, MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.standard.rules import ATLAS

NOTATION = Notation(ATLAS)
AUSTRIA, ITALY, RUSSIA, TURKEY = range(4)
WIZARD = 2  # a kind of unit that the standard board does not know
SER, BUD, RUM, BUL, GRE, ION, ADR = (ATLAS.number[place] for place in ("SER", "BUD", "RUM", "BUL", "GRE", "ION", "ADR"))


def judged(*lines: str, terms: Terms = PLAIN) -> Verdict:
    """Judge orders, each written with the number of its power before it."""
    units, orders = [], []
    for line in lines:
        power, _, text = line.partition(" ")
        order, error = NOTATION.read(text)
        assert error is None, error
        units.append(Unit(int(power), order.kind, order.at))
        orders.append(order)
    return adjudicate(ATLAS, units, orders, terms)


def after(verdict: Verdict) -> list[str]:
    return sorted(f"{unit.power} {LETTERS[unit.kind]} {ATLAS.locations[unit.at]}" for unit in standing(verdict))


def guarded(power: int = -1, strength: int = 1, welcome: frozenset[int] = frozenset()) -> Terms:
    return Terms(garrisons={SER: (power, strength)}, welcome=welcome)


def test_no_terms_are_the_plain_terms() -> None:
    lines = ("0 A BUD - SER", "1 A BUL - SER", "1 A RUM S A BUL - SER", "2 A GRE - BUL", "3 F AEG S A GRE - BUL")
    plain, empty = judged(*lines), judged(*lines, terms=Terms(garrisons={}))
    assert plain.succeeds == empty.succeeds
    assert after(plain) == after(empty)


# Garrisons


@pytest.mark.parametrize(("strength", "support", "enters"), [(1, False, False), (1, True, True), (2, True, False)])
def test_a_garrison_stops_what_is_not_stronger(strength: int, support: bool, enters: bool) -> None:
    lines = ["0 A BUD - SER"] + ["0 A RUM S A BUD - SER"] * support
    assert judged(*lines, terms=guarded(strength=strength)).succeeds[0] == enters


def test_a_garrison_lets_in_its_friend_and_whom_it_is_told_to() -> None:
    assert judged("0 A BUD - SER", terms=guarded(AUSTRIA)).succeeds == [True]
    assert judged("0 A BUD - SER", terms=guarded(ITALY)).succeeds == [False]
    assert judged("0 A BUD - SER", terms=guarded(welcome=frozenset({0}))).succeeds == [True]


def test_a_garrison_does_not_keep_others_from_standing_off() -> None:
    verdict = judged("0 A BUD - SER", "1 A BUL - SER", terms=guarded())
    assert verdict.succeeds == [False, False]
    assert verdict.contested == {SER}
    assert judged("0 A BUD - SER", terms=guarded()).contested == set()


def test_a_garrison_adds_to_the_holder() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    assert judged(*lines).dislodged == {2: 0}
    assert judged(*lines, terms=guarded(ITALY)).dislodged == {}
    third = (*lines, "0 A BUL S A BUD - SER")
    assert judged(*third, terms=guarded(ITALY)).dislodged == {2: 0}


def test_a_garrison_adds_to_a_holder_that_failed_to_leave() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER - GRE", "2 A GRE H")
    assert judged(*lines).dislodged == {2: 0}
    assert judged(*lines, terms=guarded(ITALY)).dislodged == {}


def test_a_garrison_adds_to_a_holder_that_meets_its_attacker() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER - BUD")
    assert judged(*lines).dislodged == {2: 0}
    assert judged(*lines, terms=guarded(ITALY)).dislodged == {}


def test_a_garrison_stays_when_the_holder_leaves() -> None:
    lines = ("0 A BUD - SER", "1 A SER - GRE")
    assert judged(*lines).succeeds == [True, True]
    assert judged(*lines, terms=guarded(ITALY)).succeeds == [False, True]


def test_an_attack_that_a_garrison_stops_cuts_support_all_the_same() -> None:
    lines = ("0 A BUD - SER", "1 A SER S A BUL - GRE", "1 A BUL - GRE")
    assert judged(*lines, terms=guarded(ITALY)).succeeds == [False, False, True]


# Closed provinces


def test_nothing_enters_a_closed_province() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER")
    assert judged(*lines, terms=Terms(closed=frozenset({SER}))).succeeds == [False, True]


def test_an_attack_into_a_closed_province_cuts_nothing_and_dislodges_nothing() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER S A GRE - BUL", "1 A GRE - BUL", "2 A BUL H")
    open_, closed = judged(*lines), judged(*lines, terms=Terms(closed=frozenset({SER})))
    assert (open_.succeeds[2], open_.succeeds[3], open_.dislodged) == (False, False, {2: 0})
    assert (closed.succeeds[2], closed.succeeds[3], closed.dislodged) == (True, True, {4: 3})


def test_there_is_no_stand_off_in_a_closed_province() -> None:
    lines = ("0 A BUD - SER", "1 A BUL - SER", "2 A GRE H")
    assert judged(*lines).contested == {SER}
    assert judged(*lines, terms=Terms(closed=frozenset({SER}))).contested == set()


def test_a_closed_province_may_be_left() -> None:
    assert judged("0 A SER - BUD", terms=Terms(closed=frozenset({SER}))).succeeds == [True]


def test_no_convoy_passes_a_closed_sea() -> None:
    lines = ("0 A APU - ALB", "0 F ADR C A APU - ALB", "0 F ION C A APU - ALB")
    assert judged(*lines).succeeds[0]
    assert judged(*lines, terms=Terms(closed=frozenset({ADR}))).succeeds[0]
    assert not judged(*lines, terms=Terms(closed=frozenset({ADR, ION}))).succeeds[0]


def test_no_retreat_leads_into_a_closed_province() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    [one] = beaten(judged(*lines), [GRE])
    assert {ATLAS.ids[place] for place in one.places} == {"ALB", "BUL", "TRI"}


# Magic


def test_only_magic_cuts_a_firm_support() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H", "2 A UKR - RUM")
    assert judged(*lines).dislodged == {}
    assert judged(*lines, terms=Terms(firm=frozenset({1}))).dislodged == {2: 0}
    assert judged(*lines, terms=Terms(firm=frozenset({1}), magic=frozenset({3}))).dislodged == {}


def test_dislodging_a_firm_supporter_takes_magic_too() -> None:
    """What is beaten from the province that it supports into no longer supports, unless it is firm."""
    lines = (
        "0 A BUD - SER",
        "0 A BUL S A BUD - SER",
        "1 A SER - BUL",
        "1 A RUM S A SER - BUL",
        "1 A GRE S A SER - BUL",
    )
    cut, firm = judged(*lines), judged(*lines, terms=Terms(firm=frozenset({1})))
    assert (cut.succeeds[1], firm.succeeds[2], firm.dislodged) == (False, True, {1: 2})


def test_a_magical_move_needs_no_way() -> None:
    """An attack by magic reaches what is not next to it, and no fleet carries it."""
    units = [Unit(AUSTRIA, WIZARD, ATLAS.number["MOS"]), Unit(ITALY, 0, SER)]
    orders = [Order(MOVE, WIZARD, units[0].at, SER, via=True), None]
    assert adjudicate(ATLAS, units, orders).by_sea == [True, False]
    verdict = adjudicate(ATLAS, units, orders, Terms(magic=frozenset({0})))
    assert verdict.by_sea == [False, False]
    assert verdict.has_way(0)
    assert not verdict.succeeds[0]
    assert adjudicate(ATLAS, units[:1], orders[:1], Terms(magic=frozenset({0}))).succeeds == [True]


# Units that share a space


def with_wizard(*lines: str, power: int, at: int, order: Order | None = None, **terms: object) -> Verdict:
    """Judge orders with a wizard added as the last unit."""
    plain = judged(*lines)
    units = [*plain.units, Unit(power, WIZARD, at)]
    return adjudicate(ATLAS, units, [*plain.orders, order], Terms(**terms))  # type: ignore[arg-type]


def test_a_unit_apart_lends_support_and_occupies_nothing() -> None:
    support = Order(2, WIZARD, SER, SER, BUD, 0)
    lines = ("0 A BUD - SER", "1 A RUM - SER")
    verdict = with_wizard(*lines, power=AUSTRIA, at=SER, order=support, apart=frozenset({2}), firm=frozenset({2}))
    assert verdict.succeeds == [True, False, True]
    assert verdict.dislodged == {}
    assert verdict.holder(SER) == -1


def test_a_unit_apart_is_not_found_by_those_that_support_the_unit_beside_it() -> None:
    lines = ("0 A BUD - SER", "1 A SER H", "1 A BUL S A SER")
    verdict = with_wizard(*lines, power=TURKEY, at=SER, order=None, apart=frozenset({3}))
    assert verdict.matched[2]
    assert verdict.holder(SER) == 1
    assert verdict.strength(1) == 2


def test_an_attack_must_beat_the_stronger_of_two_and_dislodges_both() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    verdict = with_wizard(*lines, power=ITALY, at=SER, guests={SER: (3,)})
    assert verdict.dislodged == {2: 0, 3: 0}
    assert verdict.succeeds == [True, True, False, False]
    helped = Order(2, 0, GRE, -1, SER, WIZARD)
    units = [*verdict.units, Unit(ITALY, 0, GRE)]
    verdict = adjudicate(ATLAS, units, [*verdict.orders, helped], Terms(guests={SER: (3,)}))
    assert verdict.matched[4]
    assert verdict.dislodged == {}


def test_an_attack_must_beat_the_strongest_of_three() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    verdict = with_wizard(*lines, power=ITALY, at=SER, guests={SER: (3,)})
    units = [*verdict.units, Unit(RUSSIA, WIZARD + 1, SER), Unit(RUSSIA, 0, GRE)]
    orders = [*verdict.orders, Order(HOLD, WIZARD + 1, SER), Order(SUPPORT, 0, GRE, -1, SER, WIZARD + 1)]
    alone = adjudicate(ATLAS, units, [*orders[:-1], Order(HOLD, 0, GRE)], Terms(guests={SER: (3, 4)}))
    assert alone.dislodged == {2: 0, 3: 0, 4: 0}
    helped = adjudicate(ATLAS, units, orders, Terms(guests={SER: (3, 4)}))
    assert helped.matched[5]
    assert helped.dislodged == {}


def test_a_guest_that_leaves_is_not_dislodged() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    leaves = Order(MOVE, WIZARD, SER, GRE)
    verdict = with_wizard(*lines, power=ITALY, at=SER, order=leaves, guests={SER: (3,)})
    assert verdict.dislodged == {2: 0}
    assert verdict.succeeds[3]


def test_a_power_does_not_dislodge_its_own_guest() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    verdict = with_wizard(*lines, power=AUSTRIA, at=SER, guests={SER: (3,)})
    assert verdict.dislodged == {}
    assert not verdict.succeeds[0]


def test_a_power_does_not_help_to_beat_either_of_its_units_that_stand_together() -> None:
    """The support of each is worth nothing against its own unit, so that two supports are no more than one."""
    lines = ("0 A BUD - SER", "1 A RUM S A BUD - SER", "2 A BUL S A BUD - SER", "1 A SER H", "1 A GRE S A SER")
    verdict = with_wizard(*lines, power=RUSSIA, at=SER, guests={SER: (5,)})
    assert verdict.dislodged == {}
    own = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "0 A BUL S A BUD - SER", *lines[3:])
    assert with_wizard(*own, power=RUSSIA, at=SER, guests={SER: (5,)}).dislodged == {3: 0, 5: 0}


@pytest.mark.parametrize("host", [ITALY, RUSSIA])
def test_support_against_one_of_two_that_stand_together(host: int) -> None:
    """Whichever of the two is named first, the help of its power does not count."""
    lines = ("0 A BUD - SER", "1 A RUM S A BUD - SER", f"{host} A SER H")
    assert with_wizard(*lines, power=ITALY + RUSSIA - host, at=SER, guests={SER: (3,)}).dislodged == {}


def test_nobody_may_support_a_unit_that_is_alone() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H", "1 A GRE S A SER", "1 A BUL S A SER")
    for alone, matched, dislodged in (((), [True, True, True], {}), ((2,), [True, False, False], {2: 0})):
        verdict = judged(*lines, terms=Terms(alone=frozenset(alone)))
        assert [verdict.matched[n] for n in (1, 3, 4)] == matched
        assert verdict.dislodged == dislodged
    assert not judged(*lines, terms=Terms(alone=frozenset({0}))).matched[1]


# Friends


def both_ways(*pairs: tuple[int, int]) -> Terms:
    return Terms(friends=frozenset({*pairs, *((b, a) for a, b in pairs)}))


def test_a_friend_does_not_block() -> None:
    lines = ("0 A BUD - SER", "1 A SER H")
    assert judged(*lines).succeeds == [False, True]
    verdict = judged(*lines, terms=both_ways((0, 1)))
    assert verdict.succeeds == [True, True]
    assert verdict.dislodged == {}
    assert after(verdict) == ["0 A SER", "1 A SER"]


def test_friends_may_meet_in_a_space() -> None:
    lines = ("0 A BUD - SER", "1 A BUL - SER")
    assert judged(*lines).contested == {SER}
    verdict = judged(*lines, terms=both_ways((0, 1)))
    assert verdict.succeeds == [True, True]
    assert verdict.contested == set()


def test_a_friend_does_not_cut() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H", "2 A UKR - RUM")
    assert judged(*lines).dislodged == {}
    assert judged(*lines, terms=both_ways((1, 3))).dislodged == {2: 0}


def test_a_friend_does_not_dislodge() -> None:
    lines = ("0 A BUD - SER", "0 A RUM S A BUD - SER", "1 A SER H")
    verdict = judged(*lines, terms=both_ways((0, 2)))
    assert verdict.dislodged == {}
    assert verdict.succeeds == [True, True, True]


def test_friends_change_places_and_still_keep_others_out() -> None:
    lines = ("0 A BUD - SER", "1 A SER - BUD", "2 A BUL - SER")
    verdict = judged(*lines, terms=both_ways((0, 1)))
    assert verdict.succeeds == [False, True, False]
    assert judged(*lines[:2], terms=both_ways((0, 1))).succeeds == [True, True]


def test_a_stranger_is_not_helped_by_the_friendship_of_others() -> None:
    lines = ("0 A BUD - SER", "1 A SER H", "2 A BUL - SER", "2 A GRE S A BUL - SER")
    verdict = judged(*lines, terms=both_ways((0, 1)))
    assert verdict.dislodged == {1: 2}
    assert verdict.succeeds == [False, False, True, True]
