"""How Archmagi's bots fare: `python benchmarks/march.py search:seconds=0.1 march [--games 40] [--seed 1]`.

Two players; each map is played twice, with the seats exchanged. Thought is limited by processor time, so that a busy
machine takes nothing from it. Besides the bots one may name `march`, a fixed strategy: it marches every stack at the
nearest enemy, fights to the end, and plays the rest as `greedy`.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from types import SimpleNamespace

import tanelorn.bots.search as thinking
from tanelorn.arena.matches.match import play_out
from tanelorn.arena.matches.summary import wilson
from tanelorn.bots import Bot, make_bot
from tanelorn.bots.bot import imagined
from tanelorn.core.choices import Choice
from tanelorn.core.game import View, games
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.battle.battle import CallOff
from tanelorn.games.archmagi.move.move import MARCH, Move, movable, paths
from tanelorn.games.archmagi.state.codes import hex_of, seat_of
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act

GAME = games["archmagi"]


class March:
    """Marches every stack at the nearest enemy."""

    name = "march"

    def __init__(self, seed: int) -> None:
        self.rest = make_bot("greedy", GAME, seed)
        self.rng = Random(seed)

    def choose(self, view: View) -> Choice:
        """March, fight on, and be greedy otherwise."""
        table = imagined(GAME, view, Random(self.rng.getrandbits(64)))
        if isinstance(table.step, CallOff):
            return Act("go on")
        return _nearest(table.position, view.viewer) if isinstance(table.step, Move) else self.rest.choose(view)


def _nearest(position: ArchmagiPosition, seat: int) -> Act:
    """Return a march of a stack that comes nearer to the nearest enemy, with at least half of it if possible."""
    land = position.land
    foes = {hex_of(key) for key in position.stacks if seat_of(key) != seat}
    far = [min((land.distance(hex, foe) for foe in foes), default=0) for hex in range(len(position.terrain))]
    found = []
    for hex in position.hexes_of(seat):
        units = [unit for unit in position.stack(hex, seat) if movable(position, unit)]
        for to in {to for unit in units for to in paths(position, unit) if far[to] < far[hex]}:
            going = sum(to in paths(position, unit) for unit in units)
            act = Act(MARCH.name, (land.codes[hex], land.codes[to]))
            found.append((2 * going >= len(units), far[hex] - far[to], going, act.args, act))
    return max(found)[-1] if found else Act("done")


def play(names: tuple[str, str], seed: int) -> tuple[tuple[int, ...], int]:
    """Play a game; return its winners and its last round."""
    table = Table.new(GAME, "two", {}, seed=seed, keep=False)
    bots: list[Bot] = [
        March(seed) if name == "march" else make_bot(name, GAME, 10 * seed + seat) for seat, name in enumerate(names)
    ]
    play_out(table, bots)
    assert table.outcome is not None
    return table.outcome.winners, table.position.round


def main() -> None:
    """Play and print the share of the first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    thinking.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
    won, drawn, first, second = 0, 0, given.bots[0], given.bots[1]
    for number in range(given.games):
        own = number % 2
        winners, rounds = play((second, first) if own else (first, second), given.seed + number // 2)
        won, drawn = won + (winners == (own,)), drawn + (len(winners) != 1)
        low, high = wilson(won, number + 1)
        so_far = f"{won} won, {drawn} drawn of {number + 1}: {won / (number + 1):.0%} ({low:.0%} to {high:.0%})"
        print(f"{first} against {second}: {so_far}; {rounds} rounds", flush=True)


if __name__ == "__main__":
    main()
