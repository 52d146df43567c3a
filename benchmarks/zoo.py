"""How fast the games are as environments of PettingZoo, beside its own: `python benchmarks/zoo.py [GAME ...]`.

Steps a second of one core's processor time, each with what the agent sees and its mask: `last` and `step`, as in
PettingZoo's own performance test. All are played in turn, a few rounds, by random legal actions. What connect_four_v3
and chess_v6 need besides is installed once, into the user's cache: that needs the network.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from tanelorn.envs import pettingzoo
from tanelorn.envs.picking.vocabulary import known_vocabularies

PEERS = ("connect_four_v3", "chess_v6")
NEEDED = ("pygame==2.6.1", "chess==1.11.2")


def peer(name: str) -> Any:
    """Return an environment of PettingZoo's own."""
    home = Path(platformdirs.user_cache_dir("tanelorn")) / "pettingzoo-peers"
    done = home / "installed"
    if not done.exists():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(home), *NEEDED]
        ended = subprocess.run(install, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise SystemExit(f"pip could not install {' and '.join(NEEDED)}:\n{ended.stderr}")
        done.touch()
    if str(home) not in sys.path:
        sys.path.append(str(home))
    return importlib.import_module(f"pettingzoo.classic.{name}").env()


def steps(env: Any, seconds: float) -> float:
    """Return how many steps a second are made."""
    rng = random.Random(1)
    env.reset(seed=0)
    count = seed = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            seed += 1
            env.reset(seed=seed)
            continue
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        count += 1
    return count / (time.process_time() - started)


def main() -> None:
    """Measure, and print the medians of the rounds."""
    parser = argparse.ArgumentParser(description="Measure the games beside environments of PettingZoo.")
    parser.add_argument("game", nargs="*", help="which games; all if left out")
    parser.add_argument("--seconds", type=float, default=2, help="how long each is played in a round")
    parser.add_argument("--rounds", type=int, default=5, help="how often")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    envs = {name: peer(name) for name in PEERS}
    envs |= {slug: pettingzoo.env(slug) for slug in options.game or known_vocabularies()}
    rounds = [{name: steps(env, options.seconds) for name, env in envs.items()} for _ in range(options.rounds)]
    rates = {name: statistics.median(one[name] for one in rounds) for name in envs}
    if options.json:
        print(json.dumps(rates, indent=2))
    else:
        for name, rate in rates.items():
            print(f"{name:16} {rate:8,.0f} steps a second")


if __name__ == "__main__":
    main()
