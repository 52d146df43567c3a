"""Readable playthroughs that are the same on every platform.

Write them anew after a change that is meant to alter them:

    python -m tests.contract.golden --write
"""

from __future__ import annotations

import atexit
import importlib
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tanelorn.core.chance import Seeded
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE
from tests.toy.skirmish import SKIRMISH

from .play import Options

FOLDER = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]
HEAD = "# Written by: python -m tests.contract.golden --write\n"
SHORT: dict[str, dict[str, Any]] = {"fivecities": {"turn-limit": 12, "random-sides": True}}
"""By game, options that make its playthrough short."""


def transcript(game: Game[Any, Any], scenario: str, options: Options, seed: int, most: int = 150) -> Iterator[str]:
    """Play at random and yield what is chosen, what the chronicle says, and at last the facts."""
    table = Table.new(game, scenario, options, chance=Seeded(seed))
    rng = random.Random(seed)
    told = 0
    yield f"{game.title}: {scenario}, seed {seed}"
    for _ in range(most):
        for event in table.log.events[told:]:
            yield f"\n{event.text}" if event.heading else f"    {event.text}{_dice(event.dice)} [{event.clause}]"
        told = len(table.log.events)
        if table.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        choice = decision.choices().sample(rng)
        yield f"{table.seats[decision.seat]}, {decision.title}: {choice}"
        table.play(choice, decision.seat)
    yield ""
    for name, fact in table.facts(REFEREE).items():
        yield f"{name} = {fact}"


def _dice(dice: tuple[int, ...]) -> str:
    return f" ({', '.join(map(str, dice))})" if dice else ""


def digests(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> str:
    """Return the transcript of a random game, with the digest of position and facts after each choice."""
    table = Table.new(game, scenario, options, chance=Seeded(seed), keep=False)
    rng = random.Random(seed)
    lines = list(transcript(game, scenario, options, seed, 60))
    for _ in range(60):
        if table.outcome is not None:
            break
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)
        lines.append(f"{table.position.digest()} {game.digest(table.position)}")
        lines += [table.view(seat).digest() for seat in range(len(table.seats))]
    return "\n".join(lines)


def check_same_everywhere(game: Game[Any, Any], scenario: str, options: Options, seed: int) -> None:
    """The same seed gives the same game: again, after other random numbers, and with another order of hashes."""
    first = digests(game, scenario, options, seed)
    state = random.getstate()
    random.seed(seed + 1)
    second = digests(game, scenario, options, seed)
    random.setstate(state)
    assert second == first, "The same seed gives another game the second time: something remembers, or is random."
    source = f"{type(game).__module__}:{type(game).__qualname__}"
    played, said = _elsewhere(game.slug, source, scenario, options, seed)
    assert not said, f"The game cannot be played in another process: {said}"
    assert played == first, "The same seed gives another game in another process: an order of hashes decides."


def _elsewhere(*job: object) -> tuple[str, str]:
    """Return what a process with another order of hashes plays, and what went wrong there."""
    child = _child()
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(msgspec.json.encode(job) + b"\n")
    child.stdin.flush()
    line = child.stdout.readline()
    return msgspec.json.decode(line, type=tuple[str, str]) if line else ("", "It has ended.")


@cache
def _child() -> subprocess.Popen[bytes]:
    """Start the other process; it plays for all tests of this one, and ends with it."""
    hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.contract.golden", "--digests"],
        env={**os.environ, "PYTHONHASHSEED": hashes},
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(child.communicate)
    return child


def check_golden(game: Game[Any, Any], scenario: str, text: str) -> None:
    """The playthrough of a scenario is the one that is written down, byte for byte."""
    played = playthrough(game, scenario)
    assert text == played, next(
        f"Line {number} is {line!r} now, but {kept!r} was written down."
        for number, (line, kept) in enumerate(_pairs(played, text), 1)
        if line != kept
    )


def _pairs(played: str, text: str) -> Iterator[tuple[str, str]]:
    new, old = played.split("\n"), text.split("\n")
    for number in range(max(len(new), len(old))):
        yield (new[number] if number < len(new) else "<end>"), (old[number] if number < len(old) else "<end>")


def playthrough(game: Game[Any, Any], scenario: str) -> str:
    return HEAD + "\n".join(transcript(game, scenario, SHORT.get(game.slug, {}), seed=1)) + "\n"


def path_of(game: Game[Any, Any], scenario: str) -> Path:
    name = game.slug if scenario == game.scenarios[0].slug else f"{game.slug}-{scenario}"
    module = type(game).__module__.partition(".")[0]
    if module not in ("tanelorn", "tests"):  # it lies with the game of another package
        return Path(str(sys.modules[module].__file__)).parent / "golden" / f"{name}.txt"
    return FOLDER / f"{name}.txt"


def main(arguments: list[str]) -> None:
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    if arguments == ["--write"]:
        for game in (*games, SKIRMISH):
            for scenario in game.scenarios:
                path_of(game, scenario.slug).write_bytes(playthrough(game, scenario.slug).encode())
    elif arguments == ["--digests"]:
        for line in sys.stdin:
            sys.stdout.write(msgspec.json.encode(_answer(line)).decode() + "\n")
            sys.stdout.flush()
    else:
        raise SystemExit(__doc__)


def _answer(job: str) -> tuple[str, str]:
    """Play a game that is named on a line; return its digests, and what went wrong."""
    slug, source, scenario, options, seed = msgspec.json.decode(job)
    module, _, name = source.partition(":")
    try:
        kind = getattr(importlib.import_module(module), name)
        game = games[slug] if slug in games and type(games[slug]) is kind else kind()
        return digests(game, scenario, options, seed), ""
    except Exception:
        return "", traceback.format_exc()


if __name__ == "__main__":
    main(sys.argv[1:])
