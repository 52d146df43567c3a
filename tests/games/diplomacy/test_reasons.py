"""A reason must be true: each is held against the equations of the oracle, in positions full of trouble."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tanelorn.games.diplomacy.judge.judging import Terms, adjudicate
from tanelorn.games.diplomacy.orders.notation import Notation
from tanelorn.games.diplomacy.orders.order import MOVE, Order, Unit, hold
from tanelorn.games.diplomacy.phases.reasons import WORDS, ruled, says
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.standard.rules import ATLAS
from tests.games.diplomacy.dense import dense_position
from tests.games.diplomacy.oracle import Equations, Outcome, decide

NOTATION = Notation(ATLAS)
AT = ATLAS.number


class Truth:
    """What the oracle says about the reasons for the failure of order n, through the unit in one province."""

    def __init__(self, equations: Equations, outcome: Outcome) -> None:
        self.e = equations
        self.x = {n: outcome.results.get(n, False) for n in range(len(equations.units))}
        self.outcome = outcome

    def holds(self, n: int, why: str, by: int) -> bool:
        e, x = self.e, self.x
        through = e.occupant.get(by, -1)
        attack, target = e.attack_strength(n, x), e.target[n]
        fleets = [e.area[fleet] for fleet in e.fleets.get(n, ())]
        match why:
            case "bounced":
                stronger = e.prevent_strength(through, x) >= attack if through >= 0 else False
                return e.target[through] == target and through != n and (stronger or x[through])
            case "held":
                return e.opponent(n) is None and 0 < attack <= e.hold_strength(target, x)  # type: ignore[arg-type]
            case "met":
                opponent = e.opponent(n)
                return opponent == through and opponent is not None and attack <= e.count(opponent, x)
            case "own":
                return attack == 0 and e.path(n, x) and e.units[e.occupant[target]].power == e.units[n].power  # type: ignore[index]
            case "unhelped":
                holder = e.occupant[target]  # type: ignore[index]
                against = e.hold_strength(target, x) if e.opponent(n) is None else e.count(holder, x)  # type: ignore[arg-type]
                return attack <= against < e.count(n, x)
            case "cut":
                comes = e.target[through] == e.area[n] and e.path(through, x)
                return comes and e.units[through].power != e.units[n].power and not x[n]
            case "dislodged":
                return self.outcome.dislodged.get(n) == through
            case "unmatched":
                return e.orders[n].of >= 0 and all(n not in some for some in (*e.fleets.values(), *e.supports.values()))
            case "no convoy":
                return not fleets and not e.path(n, x)
            case "gap":
                return bool(fleets) and not e.path(n, x | {e.occupant[sea]: True for sea in fleets})
            case "disrupted":
                return by in fleets and through in self.outcome.dislodged
            case "paradox":
                return not x[n] and any(convoys for _, _, convoys in self.outcome.cycles)
        return False


@pytest.mark.long
def test_every_reason_is_true() -> None:
    random = Random(7)
    told: Counter[str] = Counter()
    for _ in range(1500):
        units, orders = dense_position(ATLAS, random)
        some = random.randrange(len(units))
        orders[some] = hold(units[some])  # now and then this was helped
        equations = Equations(ATLAS, units, orders)
        truth = Truth(equations, decide(equations))
        verdict = adjudicate(ATLAS, units, orders)
        written = "\n".join(f"{unit.power} {order.text(ATLAS)}" for unit, order in zip(units, orders, strict=True))
        for n in range(len(units)):
            ruling = ruled(verdict, n)
            assert ruling.fine == verdict.succeeds[n]
            if not ruling.fine:
                told[ruling.why] += 1
                assert truth.holds(n, ruling.why, ruling.by), f"{ruling}\n{written}"
                assert "{" not in says(ATLAS, ruling)
    assert set(told) == set(WORDS) - {"garrison", "closed", "barred", "crowded"}
    assert min(told.values()) > 5, told


def why(first: str, *others: str, terms: Terms) -> tuple[str, str]:
    """Why the first of some orders failed, each written with the number of its power before it."""
    units, orders = [], []
    for line in (first, *others):
        power, _, text = line.partition(" ")
        order, error = NOTATION.read(text)
        assert error is None
        units.append(Unit(int(power), order.kind, order.at))
        orders.append(order)
    ruling = ruled(adjudicate(ATLAS, units, orders, terms), 0)
    return ruling.why, says(ATLAS, ruling)


SER, RUM, ADR = AT["SER"], AT["RUM"], AT["ADR"]


@pytest.mark.parametrize(
    ("lines", "terms", "expected"),
    [
        (["0 A BUD - SER"], Terms(garrisons={SER: (-1, 1)}), "the standing army of Serbia is as strong"),
        (["0 A BUD - SER", "1 A SER - GRE"], Terms(garrisons={SER: (-1, 1)}), "the standing army of Serbia"),
        (["0 A BUD - SER", "1 A SER H"], Terms(garrisons={SER: (1, 1)}), "what stands in Serbia is as strong"),
        (["0 A BUD - SER"], Terms(closed=frozenset({SER})), "nothing may enter Serbia this season"),
        (
            ["0 A APU - ALB via convoy", "0 F ADR C A APU - ALB"],
            Terms(closed=frozenset({ADR})),
            "no convoy may pass Adriatic Sea this season",
        ),
        (
            ["0 A RUM S A BUD - SER", "0 A BUD - SER", "1 A UKR - RUM", "2 A BUL - RUM"],
            Terms(firm=frozenset({0}), magic=frozenset({3})),
            "the support is cut from Bulgaria",
        ),
        (
            ["0 A RUM S A BUD - SER", "0 A BUD - SER", "1 A UKR - RUM", "2 A BUL - RUM"],
            Terms(friends=frozenset({(2, 0)})),
            "the support is cut from Bulgaria",
        ),
    ],
)
def test_reasons_that_a_variant_adds(lines: list[str], terms: Terms, expected: str) -> None:
    assert expected in why(lines[0], *lines[1:], terms=terms)[1]


def test_a_reason_says_nothing_of_what_succeeded() -> None:
    assert says(ATLAS, Ruled(0, Order(MOVE, 0, AT["BUD"], SER))) == ""
