"""Movement phases of Diplomacy judged per second: Tanelorn beside the `diplomacy` package of PyPI.

    python benchmarks/diplomacy.py [--rounds 9] [--json]

300 phases of random games (tests/games/diplomacy/data). On both sides a phase begins as texts, and ends with the units
after the moves and the retreats that are open. `whole` is all of that: for us units and orders from their texts, each
checked against the map and the units, resolution, positions, retreats; for the peer a new game, its units, its orders
with their checks, and processing. We remember what a text said once it has been read; `cold` is a pass with an empty
memory. `judge` is the resolution with positions and retreats, of orders read before.

Seconds are of processor time, so that what else the machine does counts little: both sides are one process that never
waits. Both run in turn: in each round half of our passes, one pass of the peer, the other half. Ratios are taken
inside a round, because a machine's speed drifts; what is printed are medians over the rounds. Both sides are first
checked to end in the same positions. The peer is installed once, into the user's cache: that needs the network.

Then two things of ours alone, through the public door. `game` is a whole random game to 1910, with its chronicle.
`listing` writes out every legal order of a power: of the seven in the opening, and of one with 17 units and a chain of
nine fleets that convoy, which has more orders than any power in the 300 phases; `again` asks once more about the same
units, whose orders are remembered.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
import venv
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import platformdirs
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Drawn

from tanelorn import Table
from tanelorn.games.diplomacy.board import Atlas, BoardFile
from tanelorn.games.diplomacy.judge.judging import adjudicate
from tanelorn.games.diplomacy.judge.phase import PhaseReader
from tanelorn.games.diplomacy.judge.retreats import beaten, standing
from tanelorn.games.diplomacy.orders.order import LETTERS, Unit
from tanelorn.games.diplomacy.slips.slip import Slips
from tanelorn.games.diplomacy.standard.rules import DIPLOMACY, STANDARD

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
TIMES = {
    "game": "random game to 1910",
    "opening": "listing, a power of the opening",
    "opening_again": "  again",
    "large": "listing, 17 units and 2,390 orders",
    "large_again": "  again",
}
LARGE = {
    "France": "A PAR; A MAR; A BEL; A HOL; A MUN; A BUR; A SPA; A LON; A ROM; F BRE; F MAO; F ENG; F NTH; F NWG; F WES;"
    " F LYO; F TYS",
    "Russia": "A MOS; A WAR; A UKR; A NWY; F SEV; F BLA; F BAR; F BOT",
    "Turkey": "A CON; A SMY; A GRE; F AEG; F ION; F EAS",
    "Germany": "A BER; A KIE; F HEL",
}


class Ours:
    """The phases as Tanelorn judges them."""

    def __init__(self) -> None:
        self.atlas = Atlas(BoardFile.load(BOARD))
        self.texts = [(phase["units"], phase["orders"]) for phase in json.loads(PHASES.read_text())["phases"]]
        self.reader = PhaseReader(self.atlas)
        self.judged = [self.reader.judge(units, orders) for units, orders in self.texts]
        refused = [refusal for judged in self.judged for refusal in judged.phase.refused]
        if refused:
            raise SystemExit(f"Tanelorn refused {len(refused)} orders, for instance: {refused[0]}")

    def whole(self) -> None:
        judge = self.reader.judge
        for units, orders in self.texts:
            judge(units, orders)

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
        start = time.process_time()
        for _ in range(passes):
            measure()
        return passes * len(self.texts) / (time.process_time() - start)


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


def random_game(seed: int) -> None:
    table = Table.new(DIPLOMACY, None, {"last-year": 1910}, seed=seed, keep=False)
    rng = random.Random(seed)
    while table.outcome is None:
        seat = table.asked()[0]
        table.play(table.decision(seat).choices().sample(rng), seat)


def list_orders(table: Table, seat: int) -> int:
    choices = table.decision(seat).choices()
    assert isinstance(choices, Slips)
    return sum(len(slot.orders) for slot in choices.slots)


def seconds_of(measure: Callable[[], object]) -> float:
    start = time.process_time()
    measure()
    return time.process_time() - start


def measure_times(console: Console) -> dict[str, list[float]]:
    """The seconds of games and of listings."""
    seconds: dict[str, list[float]] = defaultdict(list)
    opening = Table.new(DIPLOMACY, None, {}, seed=0, keep=False)
    units = {power: texts.split("; ") for power, texts in LARGE.items()}
    large = Table.at(DIPLOMACY, DIPLOMACY.position_from({"units": units}))
    asked = [("opening", opening, seat) for seat in range(7)] + [("large", large, STANDARD.seats.index("France"))] * 7
    with console.status("Random games and lists of orders"):
        random_game(0)
        for seed in range(1, 31):
            seconds["game"].append(seconds_of(partial(random_game, seed)))
        for _ in range(30):
            for name, table, seat in asked:
                STANDARD.field.cache_clear()
                for measure in (name, f"{name}_again"):
                    seconds[measure].append(seconds_of(partial(list_orders, table, seat)))
    return seconds


def table_of_times(seconds: dict[str, list[float]]) -> Drawn:
    drawn = Drawn(title="Through the public door", box=SIMPLE_HEAD)
    drawn.add_column("", no_wrap=True)
    for heading in ("median ms", "worst"):
        drawn.add_column(heading, justify="right")
    for name, label in TIMES.items():
        drawn.add_row(label, *(f"{1000 * of(seconds[name]):.2f}" for of in (statistics.median, max)))
    return drawn


def summary(measured: list[Rates]) -> dict[str, dict[str, float]]:
    """For each measure the median, least and most phases per second; ours with the median ratio to the peer's like."""
    series: dict[str, list[float]] = defaultdict(list)
    for rates in measured:
        for name, rate in rates.items():
            series[name].append(rate)
    rows = {}
    for name, some in series.items():
        row = {"phases_per_second": statistics.median(some), "least": min(some), "most": max(some)}
        if name in LIKE:
            row["times_peer"] = statistics.median(a / b for a, b in zip(some, series[LIKE[name]], strict=True))
        rows[name] = row
    return rows


def table_of_phases(summed: dict[str, dict[str, float]], rounds: int) -> Drawn:
    drawn = Drawn(title=f"Phases of Diplomacy judged, medians of {rounds} rounds", box=SIMPLE_HEAD)
    drawn.add_column("", no_wrap=True)
    for heading in ("phases/s", "least", "most", "x peer"):
        drawn.add_column(heading, justify="right")
    for name, label in LABELS.items():
        row = summed[name]
        written = (f"{row[key]:,.0f}" for key in ("phases_per_second", "least", "most"))
        drawn.add_row(label, *written, f"{row['times_peer']:,.3g}" if "times_peer" in row else "")
    drawn.caption = (
        "Texts read once are remembered; with an empty memory each is parsed anew.\n"
        "Texts read before are compared with the peer's processing of orders that are set."
    )
    return drawn


def main(
    rounds: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 9,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure phases of Diplomacy judged per second, Tanelorn beside the diplomacy package; then games and listings."""
    console = Console(stderr=True)
    summed = summary(measure_rounds(rounds, console))
    times = measure_times(console)
    if as_json:
        medians = {name: statistics.median(some) for name, some in times.items()}
        json.dump({"rounds": rounds, "measures": summed, "seconds": medians}, sys.stdout, indent=2)
        print()
    else:
        Console().print(table_of_phases(summed, rounds), table_of_times(times))


if __name__ == "__main__":
    typer.run(main)
