"""Matches between bots: one, or many on several processes."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from hashlib import blake2b
from random import Random
from typing import Protocol

import msgspec

from tanelorn.arena.workers import end_with_parent
from tanelorn.bots import Bot, make_bot
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table

AHEAD = 4  # matches that wait at each process, so that none is idle and a stop has little to take back


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: the spec of a bot for each seat, and the seed of all its chance.

    `number` tells matches of one series apart; the seeds of the table and of the bots come from both.
    """

    game: str
    bots: tuple[str, ...]
    scenario: str | None = None
    options: dict[str, object] = {}
    seed: int = 0
    number: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. `seats` are the bots by seat, `winners` the winning seats: none for a draw.

    `decisions` counts choices; `turns` is the game's own count, 0 if it keeps none. `scores` are the game's own, by
    seat (centres, say), empty if it counts nothing but the outcome; `parts` what each seat played (an archmagus, say),
    `counts` what the game counts besides (losses by cause, say).
    """

    number: int
    seed: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str
    clause: str
    turns: int
    decisions: int
    seconds: float
    scores: tuple[float, ...] = ()
    parts: tuple[str, ...] = ()
    counts: dict[str, float] = {}

    @property
    def draw(self) -> bool:
        """Whether nobody has won."""
        return not self.winners


class Stopped(Exception):
    """A match was broken off."""


def play_match(match: Match, stopped: Callable[[], bool] = lambda: False) -> Result:
    """Play one match to its end. The same match gives the same result, unless a bot is limited by time.

    Raises UnknownName or Illegal for what the match names wrongly, and Stopped soon after `stopped` says so.
    """
    game = games[match.game]
    started = time.perf_counter()
    table = Table.new(game, match.scenario, match.options, seed=_seed(match, "table"), keep=False)
    _check_seats(game, match.scenario, match.bots)
    bots = [make_bot(spec, game, _seed(match, f"seat {seat}")) for seat, spec in enumerate(match.bots)]
    decisions = play_out(table, bots, stopped)
    outcome = table.outcome
    assert outcome is not None
    return Result(
        number=match.number,
        seed=match.seed,
        seats=match.bots,
        winners=outcome.winners,
        reason=outcome.reason,
        clause=outcome.clause,
        turns=game.turn_of(table.position),
        decisions=decisions,
        seconds=time.perf_counter() - started,
        scores=game.scores(table.position) if game.scored else (),
        parts=game.parts(table.position),
        counts=game.counted(table.position),
    )


def play_out(table: Table, bots: Sequence[Bot], stopped: Callable[[], bool] = lambda: False) -> int:
    """Let bots, one for each seat, play a table to its end; return how many choices they made.

    Each is shown its own seat's view and nothing else.
    """
    decisions = 0
    while table.outcome is None:
        if stopped():
            raise Stopped
        seat = table.asked()[0]
        table.play(bots[seat].choose(table.view(seat)), seat)
        decisions += 1
    return decisions


def _check_seats(game: Game, scenario: str | None, bots: Sequence[str]) -> None:
    seats = len(game.scenario(scenario).seats)
    if len(bots) != seats:
        raise Illegal(
            f"{game.title} has {seats} seats here, and {len(bots)} bots were named.",
            remedy="Name one for each seat, or two that share the seats.",
        )


def _seed(match: Match, whose: str) -> int:
    text = f"{match.seed}/{match.number}/{whose}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def series(
    game: Game | str,
    bots: Sequence[str],
    n: int,
    *,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    alternate: bool = True,
) -> Iterator[Match]:
    """Yield the matches of a series; with `alternate` the bots move on one seat from match to match.

    Two bots at more than two seats share them: each gets a drawn half of them, and the other half in the next match.
    """
    known = games[game] if isinstance(game, str) else game
    slug = known.slug
    seats = len(known.scenario(scenario).seats)
    for number in range(n):
        if len(bots) == 2 < seats:
            seated = _halves(bots, seats, number if alternate else 0, seed)
        else:
            turn = number % len(bots) if alternate else 0
            seated = (*bots[turn:], *bots[:turn])
        yield Match(game=slug, bots=seated, scenario=scenario, options=dict(options or {}), seed=seed, number=number)


def _halves(bots: Sequence[str], seats: int, number: int, seed: int) -> tuple[str, ...]:
    """Seat two bots; the seat that is over in an odd number goes to the other every second match, as all seats do."""
    first = set(Random(f"{seed}/{number // 2}/halves").sample(range(seats), seats // 2))
    return tuple(bots[(seat in first) == (number % 2 == 1)] for seat in range(seats))


def play_matches(
    game: Game | str,
    bots: Sequence[str],
    n: int,
    *,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    jobs: int = 1,
    alternate: bool = True,
) -> Generator[Result, None, None]:
    """Play n matches on `jobs` processes and yield each result as it comes; `number` puts them in order.

    `bots` name one for each seat, or two that share the seats of a larger table (see `series`).
    What comes out does not depend on `jobs`. Closing the iterator, or Ctrl-C, breaks off what is being played.
    Raises UnknownName or Illegal at once for what is named wrongly.
    """
    known = games[game] if isinstance(game, str) else game
    if len(bots) != 2 or len(known.scenario(scenario).seats) < 2:
        _check_seats(known, scenario, bots)
    known.read_options(options)
    for spec in bots:
        make_bot(spec, known, seed)
    matches = series(game, bots, n, scenario=scenario, options=options, seed=seed, alternate=alternate)
    if jobs <= 1:
        return (play_match(match) for match in matches)
    return _on_processes(matches, jobs)


def _on_processes(matches: Iterator[Match], jobs: int) -> Generator[Result, None, None]:
    context = multiprocessing.get_context("spawn")
    # A bare byte and no Event: nobody can be interrupted while holding its lock.
    stop = context.RawValue("b", 0)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(stop,))
    waiting: set[Future[Result]] = set()
    try:
        for match in matches:
            waiting.add(pool.submit(_play, match))
            while len(waiting) >= jobs * AHEAD:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        stop.value = 1
        pool.shutdown(wait=True, cancel_futures=True)


class _Flag(Protocol):
    """A number that all processes of the pool share: 1 once they are to stop."""

    value: int


_stop: _Flag


def _begin(stop: _Flag) -> None:
    """Prepare a process of the pool: the parent alone hears Ctrl-C and then stops the others in good order."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    end_with_parent()


def _play(match: Match) -> Result:
    return play_match(match, lambda: bool(_stop.value))
