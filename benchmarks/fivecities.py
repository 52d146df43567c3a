"""Turns of Five Cities per second: Tanelorn's batch simulator beside the same game on boardgame.io.

    python benchmarks/fivecities.py [--rounds 5] [--seconds 1] [--json]

A turn is everything that happens in one turn of one game: both seats' random placements and orders are
picked, carried out, and the ends of games found. The measures take turns within each round, because a
machine's speed drifts; ratios are taken inside a round, and what is printed are medians over the rounds.
One core is used at a time. boardgame.io needs node and npm; it is installed once, into the user's cache.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, TypeAlias

import platformdirs
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tanelorn.games.fivecities.batch import Batch, read_board

PEER = Path(__file__).parent / "boardgameio"
GAMES = 8192  # in one batch: fewer pay more for each call of NumPy, more outgrow the caches
LABELS = {
    "batch": "Tanelorn, batch",
    "kernel": "Tanelorn, kernel",
    "boardgameio": "boardgame.io",
    "boardgameio_reducer": "  its reducer alone",
    "boardgameio_no_undo": "  no undo",
    "boardgameio_no_undo_reducer": "  no undo, reducer",
}
Rates: TypeAlias = dict[str, float]  # turns per second by measure, the keys of LABELS


def measure_batch(batch: Batch, seconds: float) -> float:
    turns = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        batch.step()
        turns += batch.games
    return turns / spent


def kernel_measure() -> Callable[[float], float] | None:
    """The rules kernel's own measure, `measure_kernel(seconds) -> turns per second` of the command `bench`.

    It plays random games through the table's choices, on one core. Without it the kernel has no row.
    """
    try:
        bench = importlib.import_module("tanelorn.terminal.commands.research.bench")
    except ModuleNotFoundError as missing:
        if missing.name in ("tanelorn.terminal", "tanelorn.terminal.commands.research.bench"):
            return None
        raise
    measure: Callable[[float], float] | None = getattr(bench, "measure_kernel", None)
    return measure


def installed_boardgameio(console: Console) -> Path:
    """The folder of boardgame.io's node modules, installed at the first call."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise SystemExit(f"{program} was not found: boardgame.io needs Node.js, see https://nodejs.org")
    version = json.loads((PEER / "package.json").read_text())["dependencies"]["boardgame.io"]
    home = Path(platformdirs.user_cache_dir("tanelorn")) / f"boardgameio-{version}"
    modules = home / "node_modules"
    if not (modules / "boardgame.io" / "package.json").exists():
        home.mkdir(parents=True, exist_ok=True)
        shutil.copy(PEER / "package.json", home)
        install = ["npm", "install", "--omit=dev", "--no-package-lock", "--no-audit", "--no-fund"]
        with console.status(f"Installing boardgame.io {version} into {home}"):
            done = subprocess.run(install, cwd=home, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"npm could not install boardgame.io {version}:\n{done.stderr}")
    return modules


def measure_boardgameio(modules: Path, seconds: float) -> Rates:
    environment = {
        **os.environ,
        "NODE_ENV": "production",
        "NODE_PATH": str(modules),
        "FIVE_CITIES_BOARD": json.dumps(asdict(read_board())),
    }
    command = ["node", str(PEER / "bench.js"), str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the boardgame.io benchmark failed:\n{done.stderr}")
    rates: Rates = {}
    for line in done.stdout.splitlines():
        measured = json.loads(line)
        name = "boardgameio" if measured["undo"] else "boardgameio_no_undo"
        rates[name] = measured["turns_per_second"]
        rates[f"{name}_reducer"] = measured["reducer_turns_per_second"]
    return rates


def measure_rounds(rounds: int, seconds: float, console: Console) -> list[Rates]:
    modules = installed_boardgameio(console)
    kernel = kernel_measure()
    batch = Batch(GAMES, seed=1)
    measure_batch(batch, seconds / 2)  # games of all ages, and warm caches
    measured: list[Rates] = []
    for number in range(1, rounds + 1):
        with console.status(f"Round {number} of {rounds}"):
            rates = {"batch": measure_batch(batch, seconds)}
            if kernel:
                rates["kernel"] = kernel(seconds)
            measured.append(rates | measure_boardgameio(modules, seconds))
    return measured


def summary(measured: list[Rates]) -> dict[str, dict[str, float]]:
    """For each measure the median, least and most turns per second, and its median ratios to the peer."""
    series: dict[str, list[float]] = defaultdict(list)
    for rates in measured:
        for name, rate in rates.items():
            series[name].append(rate)
    return {
        name: {
            "turns_per_second": statistics.median(rates),
            "least": min(rates),
            "most": max(rates),
            "times_boardgameio": median_ratio(rates, series["boardgameio"]),
            "times_no_undo": median_ratio(rates, series["boardgameio_no_undo"]),
        }
        for name, rates in series.items()
    }


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))


def table(summed: dict[str, dict[str, float]], rounds: int) -> Table:
    drawn = Table(title=f"Five Cities, random play, medians of {rounds} rounds", box=SIMPLE_HEAD)
    drawn.add_column("", no_wrap=True)
    for heading in ("turns/s", "least", "most", "x peer", "x no undo"):
        drawn.add_column(heading, justify="right")
    for name, row in summed.items():
        rates = (f"{row[key]:,.0f}" for key in ("turns_per_second", "least", "most"))
        ratios = (f"{row[key]:,.3g}" for key in ("times_boardgameio", "times_no_undo"))
        drawn.add_row(LABELS[name], *rates, *ratios)
    return drawn


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long one measure runs.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure turns of Five Cities per second, Tanelorn beside boardgame.io."""
    console = Console(stderr=True)
    summed = summary(measure_rounds(rounds, seconds, console))
    if as_json:
        json.dump({"rounds": rounds, "seconds": seconds, "measures": summed}, sys.stdout, indent=2)
        print()
    else:
        Console().print(table(summed, rounds))


if __name__ == "__main__":
    typer.run(main)
