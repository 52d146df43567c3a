"""The judge gives what the equations of the DATC give when every combination of results is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from tanelorn.games.diplomacy.judge.judging import adjudicate
from tanelorn.games.diplomacy.orders.notation import Notation
from tanelorn.games.diplomacy.orders.order import CONVOY, MOVE, SUPPORT, Order, Unit
from tanelorn.games.diplomacy.standard.rules import ATLAS
from tests.games.diplomacy.dense import dense_position
from tests.games.diplomacy.oracle import Equations, Outcome, decide


def expected(equations: Equations, outcome: Outcome) -> list[bool]:
    """The result of each order: a hold and a convoy need a unit that stays, a support one that is heeded."""
    results = []
    for n, order in enumerate(equations.orders):
        beaten = n in outcome.dislodged and order.verb != MOVE
        if order.verb in (MOVE, SUPPORT, CONVOY):
            results.append(outcome.results.get(n, False) and not beaten)
        else:
            results.append(not beaten)
    return results


def compare(units: Sequence[Unit], orders: Sequence[Order]) -> Outcome:
    equations = Equations(ATLAS, units, orders)
    outcome = decide(equations)
    verdict = adjudicate(ATLAS, units, orders)
    written = "\n".join(f"{unit.power} {order.text(ATLAS)}" for unit, order in zip(units, orders, strict=True))
    assert verdict.succeeds == expected(equations, outcome), written
    assert verdict.dislodged == outcome.dislodged, written
    assert verdict.contested == outcome.contested, written
    return outcome


@pytest.mark.long
def test_random_dense_positions() -> None:
    random = Random(1901)
    kinds: Counter[str] = Counter()
    for _ in range(900):
        outcome = compare(*dense_position(ATLAS, random))
        for found, _, convoys in outcome.cycles:
            kinds["paradox" if convoys else "ring"] += 1
            kinds["no solution"] += not found
        kinds["dislodged"] += bool(outcome.dislodged)
        kinds["contested"] += bool(outcome.contested)
    assert kinds["paradox"] > 15, "the positions hold too few paradoxes to prove anything"
    assert kinds["ring"] > 15
    assert kinds["no solution"] > 5
    assert kinds["dislodged"] > 90
    assert kinds["contested"] > 15


KNOTS = {
    "two attack a fleet, each with support from one side of its convoy": """
        2 F SKA - NTH; 0 F ENG S F SKA - NTH; 3 A LON - YOR via convoy; 1 F NTH C A LON - YOR
        3 F NWG - NTH; 2 F YOR S F NWG - NTH""",
    "the same, and one supporter is attacked by a second convoy": """
        0 A APU - TUN via convoy; 1 F TUN S F WES - TYS; 2 F WES - TYS; 0 F TYS C A TUS - NAP
        0 A TUS - NAP via convoy; 1 F NAP S F LYO - TYS; 3 F LYO - TYS; 3 A ROM S A TUS - NAP""",
}


@pytest.mark.parametrize("text", KNOTS.values(), ids=KNOTS)
def test_cycles_that_share_orders(text: str) -> None:
    """Positions in which guesses hang on guesses."""
    notation = Notation(ATLAS)
    units, orders = [], []
    for line in text.replace(";", "\n").split("\n"):
        if line.strip():
            power, _, words = line.strip().partition(" ")
            order, error = notation.read(words)
            assert error is None
            units.append(Unit(int(power), order.kind, order.at))
            orders.append(order)
    random = Random(1)
    for _ in range(20):
        pairs = random.sample(list(zip(units, orders, strict=True)), len(units))
        compare([unit for unit, _ in pairs], [order for _, order in pairs])
