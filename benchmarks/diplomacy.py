"""Movement phases of Diplomacy judged per second: Tanelorn beside the `diplomacy` package of PyPI.

    python benchmarks/diplomacy.py [--rounds 9] [--json]

300 phases of random games (tests/games/diplomacy/data). On both sides a phase begins as texts, and ends with the units
after the moves and the retreats that are open. `whole` is all of that: for us units and orders from their texts, each
checked against the map and the units, resolution, positions, retreats; for the peer a new game, its units, its orders
with their checks, and processing. We remember what a text said once it has been read; `cold` is a pass with an empty
memory. `judge` is the resolution with positions and retreats, of orders read before.

Both run on one core, in turn: in each round half of our passes, one pass of the peer, the other half. Ratios are taken
inside a round, because a machine's speed drifts; what is printed are medians over the rounds. Both sides are first
checked against each other, and we against the stored results. The peer is installed once, into the user's cache.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
import venv
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import platformdirs
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tanelorn.games.diplomacy.board import Atlas, BoardFile
from tanelorn.games.diplomacy.judge import adjudicate
from tanelorn.games.diplomacy.orders import LETTERS, Unit
from tanelorn.games.diplomacy.phase import Judged, PhaseReader
from tanelorn.games.diplomacy.retreats import beaten, standing

HERE = Path(__file__).parent
ROOT = HERE.parent
PEER = HERE / "diplomacy_peer"
BOARD = ROOT / "src/tanelorn/games/diplomacy/standard/data/board.json"
PHASES = ROOT / "tests/games/diplomacy/data/phases.json"
LABELS = {
    "whole": "Tanelorn, from texts",
    "cold": "  memory empty",
    "judge": "  texts read before",
    "peer": "diplomacy 1.1.2",
    "peer_orders": "  units placed before",
    "peer_process": "  orders set before",
}
LIKE = {"whole": "peer", "cold": "peer", "judge": "peer_process"}  # what each is compared with
Rates: TypeAlias = dict[str, float]  # phases per second by measure


class Ours:
    """The phases as Tanelorn judges them."""

    def __init__(self) -> None:
        self.atlas = Atlas(BoardFile.load(BOARD))
        self.texts = [(phase["units"], phase["orders"]) for phase in json.loads(PHASES.read_text())["phases"]]
        self.reader = PhaseReader(self.atlas)
        self.judged = self.whole()
        refused = [refusal for judged in self.judged for refusal in judged.phase.refused]
        if refused:
            raise SystemExit(f"Tanelorn refused {len(refused)} orders, for instance: {refused[0]}")

    def whole(self) -> list[Judged]:
        judge = self.reader.judge
        return [judge(units, orders) for units, orders in self.texts]

    def cold(self) -> None:
        judge = PhaseReader(self.atlas).judge
        for units, orders in self.texts:
            judge(units, orders)

    def judge(self) -> None:
        for judged in self.judged:
            verdict = adjudicate(self.atlas, judged.phase.units, judged.phase.orders)
            standing(verdict)
            beaten(verdict)

    def positions(self) -> list[list[list[str]]]:
        return [sorted(self.written(unit) for unit in judged.units) for judged in self.judged]

    def written(self, unit: Unit) -> list[str]:
        power = self.reader.powers[unit.power].upper()
        return [power, f"{LETTERS[unit.kind]} {self.atlas.locations[unit.at]}"]

    def rate(self, measure: Callable[[], object], passes: int) -> float:
        start = time.perf_counter()
        for _ in range(passes):
            measure()
        return passes * len(self.texts) / (time.perf_counter() - start)


class Peer:
    """The `diplomacy` package in a process of its own, idle until it is asked for a pass."""

    def __init__(self, process: subprocess.Popen[str], phases: int) -> None:
        self.process, self.phases = process, phases
        self.positions = self.line()

    def line(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The benchmark of the diplomacy package ended early.")
        return json.loads(line)

    def rates(self) -> Rates:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        seconds = self.line()
        names = {"peer": "whole", "peer_orders": "orders", "peer_process": "process"}
        return {name: self.phases / seconds[key] for name, key in names.items()}


@contextmanager
def running_peer(python: Path, phases: int) -> Iterator[Peer]:
    command = [str(python), str(PEER / "bench.py"), str(PHASES)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peer(process, phases)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def installed_peer(console: Console) -> Path:
    """The Python of a virtual environment with the peer, made at the first call."""
    wanted = (PEER / "requirements.txt").read_text().strip()
    home = Path(platformdirs.user_cache_dir("tanelorn")) / wanted.replace("==", "-")
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = home / "installed"
    if not done.exists():
        with console.status(f"Installing {wanted} into {home}"):
            venv.create(home, with_pip=True, clear=True)
            install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wanted]
            ended = subprocess.run(install, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise SystemExit(f"pip could not install {wanted}:\n{ended.stderr}")
        done.touch()
    return python


def measure_rounds(rounds: int, console: Console) -> list[Rates]:
    ours = Ours()
    measured: list[Rates] = []
    with running_peer(installed_peer(console), len(ours.texts)) as peer:
        if ours.positions() != peer.positions:
            raise SystemExit("Tanelorn and the diplomacy package disagree on a position.")
        for number in range(1, rounds + 1):
            with console.status(f"Round {number} of {rounds}"):
                measured.append(one_round(ours, peer))
    return measured


def one_round(ours: Ours, peer: Peer) -> Rates:
    def all_ours() -> Rates:
        return {
            "whole": ours.rate(ours.whole, 25),
            "cold": ours.rate(ours.cold, 2),
            "judge": ours.rate(ours.judge, 10),
        }

    before, theirs, after = all_ours(), peer.rates(), all_ours()
    return {name: statistics.harmonic_mean((before[name], after[name])) for name in before} | theirs


def summary(measured: list[Rates]) -> dict[str, dict[str, float]]:
    """For each measure the median, least and most phases per second; ours with the median ratio to the peer's like."""
    series: dict[str, list[float]] = defaultdict(list)
    for rates in measured:
        for name, rate in rates.items():
            series[name].append(rate)
    rows = {}
    for name, rates in series.items():
        row = {"phases_per_second": statistics.median(rates), "least": min(rates), "most": max(rates)}
        if name in LIKE:
            row["times_peer"] = statistics.median(a / b for a, b in zip(rates, series[LIKE[name]], strict=True))
        rows[name] = row
    return rows


def table(summed: dict[str, dict[str, float]], rounds: int) -> Table:
    drawn = Table(title=f"Phases of Diplomacy judged, medians of {rounds} rounds", box=SIMPLE_HEAD)
    drawn.add_column("", no_wrap=True)
    for heading in ("phases/s", "least", "most", "x peer"):
        drawn.add_column(heading, justify="right")
    for name, label in LABELS.items():
        row = summed[name]
        rates = (f"{row[key]:,.0f}" for key in ("phases_per_second", "least", "most"))
        drawn.add_row(label, *rates, f"{row['times_peer']:,.3g}" if "times_peer" in row else "")
    drawn.caption = (
        "Texts read once are remembered; with an empty memory each is parsed anew.\n"
        "Texts read before are compared with the peer's processing of orders that are set."
    )
    return drawn


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 9,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure phases of Diplomacy judged per second, Tanelorn beside the diplomacy package."""
    summed = summary(measure_rounds(rounds, Console(stderr=True)))
    if as_json:
        json.dump({"rounds": rounds, "measures": summed}, sys.stdout, indent=2)
        print()
    else:
        Console().print(table(summed, rounds))


if __name__ == "__main__":
    typer.run(main)
