"""`tanelorn bench`: how fast each game is on this machine, now."""

from __future__ import annotations

import importlib
import json
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Annotated, Protocol

import msgspec
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid

from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Decision, Table
from tanelorn.terminal.look import err, out

EXAMPLE = """Examples:

tanelorn bench

tanelorn bench fivecities --seconds 1 --json
"""

ROUNDS = 5
_POSITIONS = 40
_BATCH = 8192
_STEPS = 200_000
_LISTED = 5_000  # a slip of orders for many units is one of more choices than anybody can list


class Figure(msgspec.Struct, frozen=True):
    """One thing that was measured: the median of the rounds, and the least and greatest."""

    name: str
    unit: str
    median: float
    least: float
    most: float


def bench(
    game: Annotated[str, typer.Argument(help="A game's short name; every game if left out.")] = "",
    seconds: Annotated[float, typer.Option(min=0.01, help="How long one round of one figure runs.")] = 0.5,
    rounds: Annotated[int, typer.Option(min=ROUNDS, help="How often each is measured; medians are shown.")] = ROUNDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Measure how fast positions are copied, choices are listed, and random games are played, on one core.

    Speeds differ from minute to minute on a busy machine; the first figure, a fixed loop, tells how fast it is now.
    """
    chosen = [games[game]] if game else list(games)
    console = err()
    with console.status("Measuring the machine …"):
        machine = _figure("a fixed loop", "million steps/s", _calibration, rounds)
    measured: dict[str, list[Figure]] = {}
    for one in chosen:
        measured[one.slug] = []
        for name, unit, measure in _measures(one, seconds):
            with console.status(f"{one.title}: {name} …"):
                measured[one.slug].append(_figure(name, unit, measure, rounds))
    if as_json:
        print(json.dumps(_as_data(machine, measured, rounds, seconds), indent=2))
    else:
        _print(out(), machine, measured, rounds)


def measure_kernel(seconds: float, slug: str = "fivecities") -> float:
    """Return how many turns a second the rules play at random through the table's own choices, on one core."""
    return _random_play(games[slug], seconds)[0]


def _measures(game: Game, seconds: float) -> list[tuple[str, str, Callable[[], float]]]:
    tables = _positions(game)
    measures: list[tuple[str, str, Callable[[], float]]] = [
        ("copy of a position", "µs", lambda: _copying(tables, seconds)),
        (f"listing, to {_LISTED:,}", "µs", lambda: _listing(tables, seconds)),
        ("listing, 99th percentile", "µs", lambda: _slowest_list(tables)),
        ("random play, choices", "choices/s", lambda: _random_play(game, seconds)[1]),
    ]
    if hasattr(tables[0].position, "turn"):
        measures.append(("random play, turns", "turns/s", lambda: _random_play(game, seconds)[0]))
    batch = _batch(game)
    if batch is not None:
        measures.append(("batch simulator, turns", "turns/s", lambda: _batch_play(batch, seconds)))
    return measures


def _figure(name: str, unit: str, measure: Callable[[], float], rounds: int) -> Figure:
    values = [measure() for _ in range(rounds)]
    return Figure(name, unit, statistics.median(values), min(values), max(values))


def _calibration() -> float:
    """Return million steps a second of a fixed loop."""
    table = {n: (n * 7919) % 1009 for n in range(1009)}
    total = 0
    start = time.perf_counter()
    for n in range(_STEPS):
        total += table[total % 1009] ^ n & 15
    return _STEPS / (time.perf_counter() - start) / 1e6


def _positions(game: Game) -> list[Table]:
    """Return tables in the midst of random games, the same ones each time."""
    rng = random.Random(1)
    tables: list[Table] = []
    table = Table.new(game, keep=False, seed=1)
    while len(tables) < _POSITIONS:
        if table.outcome is not None:
            table = Table.new(game, keep=False, seed=len(tables))
        for decision in table.decisions():
            table.play(decision.choices().sample(rng), decision.seat)
        if table.outcome is None:
            tables.append(table.copy())
    return tables


def _copying(tables: list[Table], seconds: float) -> float:
    """Return the microseconds that one copy takes."""
    return _spent([table.position.copy for table in tables], seconds)


def _listing(tables: list[Table], seconds: float) -> float:
    """Return the microseconds that it takes to write out the choices of one decision, all if they can be counted."""
    decisions = [decision for table in tables for decision in table.decisions()]
    return _spent([partial(_written_out, decision) for decision in decisions], seconds)


def _slowest_list(tables: list[Table]) -> float:
    """Return the 99th percentile of the microseconds that a decision's choices take."""
    spent = []
    for decision in (decision for table in tables for decision in table.decisions()):
        start = time.perf_counter()
        _written_out(decision)
        spent.append((time.perf_counter() - start) * 1e6)
    return sorted(spent)[int(0.99 * len(spent))]


def _written_out(decision: Decision) -> int:
    """List anew: the table keeps a decision's own list, and with it what that has worked out."""
    return sum(1 for _ in islice(decision.step.choices(decision.table.position, decision.seat), _LISTED))


def _spent(deeds: list[Callable[[], object]], seconds: float) -> float:
    done, spent = 0, 0.0
    start = time.perf_counter()
    while spent < seconds:
        for deed in deeds:
            deed()
        done += len(deeds)
        spent = time.perf_counter() - start
    return spent / done * 1e6


def _random_play(game: Game, seconds: float) -> tuple[float, float]:
    """Return turns and choices a second; every decision is made from its own list of choices."""
    rng = random.Random(1)
    turns = choices = 0
    number, spent = 1, 0.0
    start = time.perf_counter()
    table = Table.new(game, keep=False, seed=number)
    while spent < seconds:
        # Look at the clock now and then only: it costs as much as a part of a turn.
        for _ in range(16):
            for decision in table.decisions():
                table.play(decision.choices().sample(rng), decision.seat)
                choices += 1
            if table.outcome is not None:
                turns += getattr(table.position, "turn", 0)
                number += 1
                table = Table.new(game, keep=False, seed=number)
        spent = time.perf_counter() - start
    turns += getattr(table.position, "turn", 0)
    return turns / spent, choices / spent


class _Batch(Protocol):
    """A batch simulator: so many games that go on side by side."""

    games: int

    def step(self) -> object:
        """Play a turn of each."""


def _batch(game: Game) -> _Batch | None:
    """Return the game's batch simulator, warm and with games of all ages, or None if it has none."""
    package = type(game).__module__.rpartition(".")[0]
    try:
        module = importlib.import_module(f"{package}.batch")
    except ModuleNotFoundError:
        return None
    batch: _Batch = module.Batch(_BATCH, 1)
    _batch_play(batch, 0.3)
    return batch


def _batch_play(batch: _Batch, seconds: float) -> float:
    turns, spent = 0, 0.0
    start = time.perf_counter()
    while spent < seconds:
        batch.step()
        turns += batch.games
        spent = time.perf_counter() - start
    return turns / spent


def _print(console: Console, machine: Figure, measured: dict[str, list[Figure]], rounds: int) -> None:
    grid = Grid(title=f"Medians of {rounds} rounds, one core", box=SIMPLE_HEAD)
    grid.add_column("", no_wrap=True)
    for heading in ("median", "least", "most", ""):
        grid.add_column(heading, justify="left" if not heading else "right")
    grid.add_row("this machine now", *_columns(machine))
    for slug, figures in measured.items():
        grid.add_section()
        grid.add_row(games[slug].title)
        for figure in figures:
            grid.add_row(f"  {figure.name}", *_columns(figure))
    console.print(grid)


def _columns(figure: Figure) -> list[str]:
    return [*(_short(value) for value in (figure.median, figure.least, figure.most)), figure.unit]


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _as_data(machine: Figure, measured: dict[str, list[Figure]], rounds: int, seconds: float) -> dict[str, object]:
    return {
        "rounds": rounds,
        "seconds": seconds,
        "machine": msgspec.to_builtins(machine),
        "games": {slug: msgspec.to_builtins(figures) for slug, figures in measured.items()},
    }
