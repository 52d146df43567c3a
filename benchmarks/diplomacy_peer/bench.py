"""Judges movement phases with the `diplomacy` package, one pass for each line on standard input.

    python bench.py PHASES.json

The first line of output gives the units of every phase after the moves; each further one the seconds of a pass:
`whole` is a new game, units, orders and processing; `orders` leaves out the game and its units; `process` leaves out
the orders too.
"""

import json
import sys
import time
from pathlib import Path

from diplomacy import Game


def read_phases(path):
    """The phases in the package's words: powers in capitals, ` VIA` for a move by convoy."""
    return [
        (
            {power.upper(): list(units) for power, units in phase["units"].items()},
            {
                power.upper(): [order.replace(" via convoy", " VIA") for order in orders]
                for power, orders in phase["orders"].items()
            },
        )
        for phase in json.loads(path.read_text())["phases"]
    ]


def judge(units, orders):
    """Play one phase; return the game and the three times."""
    begin = time.process_time()
    game = Game()
    game.clear_units()
    for power, some in units.items():
        game.set_units(power, some)
    placed = time.process_time()
    for power, some in orders.items():
        game.set_orders(power, some)
    ordered = time.process_time()
    game.process()
    end = time.process_time()
    return game, (end - begin, end - placed, end - ordered)


def standing(game):
    """The units that were not dislodged."""
    units = game.get_state()["units"]
    return sorted([power, unit] for power, some in units.items() for unit in some if not unit.startswith("*"))


def one_pass(phases):
    sums = [0.0, 0.0, 0.0]
    for units, orders in phases:
        times = judge(units, orders)[1]
        sums = [so_far + seconds for so_far, seconds in zip(sums, times, strict=True)]
    return dict(zip(("whole", "orders", "process"), sums, strict=True))


def main():
    phases = read_phases(Path(sys.argv[1]))
    print(json.dumps([standing(judge(units, orders)[0]) for units, orders in phases]), flush=True)
    for _ in sys.stdin:
        print(json.dumps(one_pass(phases)), flush=True)


if __name__ == "__main__":
    main()
