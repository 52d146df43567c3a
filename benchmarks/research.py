"""How fast the games are as environments: `python benchmarks/research.py [GAME ...] [--seconds 2] [--json]`, and as
games of OpenSpiel, with `--openspiel`, beside those that it has in Python itself.

Processor seconds of one core. Random numbers are picked from the mask until the time is up, game after game, in the
first scenario. `view` and `arrays` are what an observation is made of; `next` is the time that the list takes to say
what may follow, set-up of the list left out.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time

import numpy as np
import pyspiel
from open_spiel.python import games as _theirs  # noqa: F401 - registers them
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import tanelorn.envs.openspiel  # noqa: F401 - registers ours
from tanelorn.core.fields import Memory
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.core.position import Position
from tanelorn.envs import Walk, vocabulary_of
from tanelorn.envs.picking.vocabulary import FOLDER


def picks(slug: str, seconds: float, observing: bool) -> dict[str, float]:
    """Return how many picks a second are made, each with its mask and with what the seat sees if that is wanted."""
    rng = random.Random(1)
    Walk(Table.new(slug, seed=0, keep=False)).mask()  # reads what the game is made of
    count = seed = 0
    started = time.process_time()
    walk = Walk(Table.new(slug, seed=seed, keep=False))
    while time.process_time() - started < seconds:
        if observing:
            walk.observe()
        walk.step(rng.choice(np.flatnonzero(walk.mask()).tolist()))
        count += 1
        if walk.over:
            seed += 1
            walk = Walk(Table.new(slug, seed=seed, keep=False))
    name = "picks a second, observed" if observing else "picks a second"
    return {name: count / (time.process_time() - started)}


def observing(slug: str, seconds: float) -> dict[str, float]:
    """Return how long the next view takes, and the arrays that are made of it: medians, in milliseconds."""
    rng = random.Random(3)
    views: list[float] = []
    arrays: list[float] = []
    walk = Walk(Table.new(slug, seed=0, keep=False))
    memories: dict[int, Memory[Position]] = {}
    started = time.process_time()
    while time.process_time() - started < seconds and not walk.over:
        if not walk.of(walk.seat).numbers:
            memory = memories.setdefault(walk.seat, Memory())
            began = time.process_time()
            view = walk.table.view(walk.seat, memory)
            made = time.process_time()
            walk.observer.observe(view)
            views.append(1000 * (made - began))
            arrays.append(1000 * (time.process_time() - made))
        walk.step(rng.choice(np.flatnonzero(walk.mask()).tolist()))
    return {"view, median ms": statistics.median(views), "arrays, median ms": statistics.median(arrays)}


def asking(slug: str, seconds: float) -> dict[str, float]:
    """Return how long a list takes to say what may follow: median and 99th percentile, in milliseconds."""
    rng = np.random.default_rng(2)
    took: list[float] = []
    walk = Walk(Table.new(slug, seed=0, keep=False))
    started = time.process_time()
    while time.process_time() - started < seconds and not walk.over:
        assert walk.picking is not None
        choices, path = walk.picking.choices, walk.picking.path
        began = time.process_time()
        choices.next(path)
        took.append(1000 * (time.process_time() - began))
        walk.step(int(rng.choice(np.flatnonzero(walk.mask()))))
    return {"next, median ms": statistics.median(took), "next, p99 ms": sorted(took)[int(0.99 * (len(took) - 1))]}


PEERS = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
"""Games that OpenSpiel has in Python."""
CLONES = 1000


def simulated(name: str, seconds: float, observing: bool) -> tuple[float, float]:
    """Return how many random games, and actions in them, OpenSpiel plays a second; with the information state of the
    player who acts, as string and tensor, if that is wanted.
    """
    rng = random.Random(1)
    game = pyspiel.load_game(name)
    observation = make_observation(game, INFO_STATE_OBS_TYPE) if observing else None
    played = actions = 0
    started = time.process_time()
    while (took := time.process_time() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                if observation is not None:
                    observation.string_from(state, state.current_player())
                    observation.set_from(state, state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        played += 1
    return played / took, actions / took


def cloned(name: str) -> tuple[float, float]:
    """Return how long it takes to clone a state, and to make the one that follows it by an action, in microseconds."""
    rng = random.Random(2)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    action = state.legal_actions()[0]
    started = time.process_time()
    for _ in range(CLONES):
        state.clone()
    halfway = time.process_time()
    for _ in range(CLONES):
        state.child(action)
    return 1e6 / CLONES * (halfway - started), 1e6 / CLONES * (time.process_time() - halfway)


def openspiel(name: str, seconds: float) -> dict[str, float]:
    """Return how fast OpenSpiel plays a game."""
    simulated(name, 0, False)  # reads what the game is made of
    games_a_second, actions = simulated(name, seconds, False)
    _, observed = simulated(name, seconds, True)
    clone, child = cloned(name)
    return {
        "random games a second": games_a_second,
        "actions a second": actions,
        "actions a second, observed": observed,
        "clone, µs": clone,
        "child, µs": child,
    }


def main() -> None:
    """Measure, and print."""
    slugs = sorted(path.stem for path in FOLDER.glob("*.json"))
    parser = argparse.ArgumentParser(description="Measure the games as environments.")
    parser.add_argument("game", nargs="*", help="which games; all if left out")
    parser.add_argument("--seconds", type=float, default=2, help="how long each figure is measured")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--openspiel", action="store_true", help="measure them in OpenSpiel, beside its own")
    options = parser.parse_args()
    found = {}
    names = [*(f"tanelorn_{slug}" for slug in options.game or slugs), *PEERS]
    for slug in names if options.openspiel else options.game or slugs:
        if options.openspiel:
            found[slug] = openspiel(slug, options.seconds)
        else:
            found[slug] = (
                {"vocabulary": float(vocabulary_of(games[slug]).size)}
                | picks(slug, options.seconds, False)
                | picks(slug, options.seconds, True)
                | observing(slug, options.seconds)
                | asking(slug, options.seconds)
            )
        if not options.json:
            print(f"{slug:22}", *(f"{name} {value:,.4g};" for name, value in found[slug].items()))
    if options.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
