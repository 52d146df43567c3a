"""A match between bots: what is to be played, how it is played to its end, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from hashlib import blake2b

import msgspec

from tanelorn.arena.players.program import Failed
from tanelorn.arena.players.specs import make_player
from tanelorn.bots import Bot
from tanelorn.core.choices import RESIGN
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, games
from tanelorn.core.play.table import Table

OPENING = 6
"""So many choices of each game are kept, for trees of openings."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played: the spec of a bot for each seat, and the seed of all its chance.

    `number` tells matches of one series apart; the seeds of the table and of the bots come from both. Where the record
    is wanted, `keep` is set.
    """

    game: str
    bots: tuple[str, ...]
    scenario: str | None = None
    options: dict[str, object] = {}
    seed: int = 0
    number: int = 0
    keep: bool = False


class Fault(msgspec.Struct, frozen=True):
    """Why a bot from outside has given up its seat: it ended, was late, or answered what is no choice."""

    seat: int
    why: str


class Opened(msgspec.Struct, frozen=True, array_like=True):
    """One of the first choices of a game."""

    seat: int
    text: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. `seats` are the bots by seat, `winners` the winning seats: none for a draw.

    `decisions` counts choices; `turns` is the game's own count, 0 if it keeps none. `scores` are the game's own, by
    seat (centres, say), empty if it counts nothing but the outcome; `parts` what each seat played (an archmagus, say),
    `counts` what the game counts besides (losses by cause, say). `opening` are the first choices, `digest` stands for
    what lay on the table at the end.
    """

    number: int
    seed: int
    game: str = ""
    scenario: str = ""
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
    opening: tuple[Opened, ...] = ()
    faults: tuple[Fault, ...] = ()
    digest: str = ""

    @property
    def draw(self) -> bool:
        """Whether nobody has won."""
        return not self.winners

    def by_score(self) -> Result:
        """Return the result with the seat as its winner that alone has the highest score, if one has."""
        return msgspec.structs.replace(self, winners=alone_ahead(self.scores))


def alone_ahead(scores: Sequence[float]) -> tuple[int, ...]:
    """Return the seat that alone has the highest score, if one has."""
    best = max(scores, default=0.0)
    first = tuple(seat for seat, score in enumerate(scores) if score == best)
    return first if len(first) == 1 else ()


class Played(msgspec.Struct, frozen=True):
    """A match that has been played: its result, if it was to be kept its record as bytes, and the processor seconds
    that it took.
    """

    result: Result
    record: bytes = b""
    processor: float = 0.0


class Stopped(Exception):
    """A match was broken off."""


def play_match(match: Match, stopped: Callable[[], bool] = lambda: False) -> Result:
    """Play one match to its end. The same match gives the same result, unless a bot is limited by time.

    Raises UnknownName or Illegal for what the match names wrongly, and Stopped soon after `stopped` says so.
    """
    return play_and_keep(match, stopped).result


def play_and_keep(match: Match, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play one match as `play_match` does, and return its record as well if the match is to be kept."""
    game = games[match.game]
    started, used = time.perf_counter(), time.process_time()
    seed = _seed(match, "table")
    scenario = game.scenario(match.scenario).slug
    check_seats(game, scenario, match.bots)
    table = Table.new(
        game, scenario, match.options, seed=seed, players=match.bots if match.keep else (), keep=match.keep
    )
    opening: list[Opened] = []
    with ExitStack() as ends:
        bots: dict[int, Bot] = {}
        faults: dict[int, str] = {}
        for seat, spec in enumerate(match.bots):
            try:
                bots[seat] = ends.enter_context(make_player(spec, table, seat, _seed(match, f"seat {seat}")))
            except Failed as failed:
                faults[seat] = failed.why
        decisions = play_out(table, bots, stopped, faults=faults, opening=opening)
    outcome = table.outcome
    assert outcome is not None
    result = Result(
        number=match.number,
        seed=match.seed,
        game=game.slug,
        scenario=scenario,
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
        opening=tuple(opening),
        faults=tuple(Fault(seat, why) for seat, why in faults.items()),
        digest=game.digest(table.position),
    )
    record = b"".join(table.record().lines()) if match.keep else b""
    return Played(result, record, time.process_time() - used)


def play_out(
    table: Table,
    bots: Sequence[Bot] | Mapping[int, Bot],
    stopped: Callable[[], bool] = lambda: False,
    *,
    faults: dict[int, str] | None = None,
    opening: list[Opened] | None = None,
) -> int:
    """Let bots, one for each seat, play a table to its end; return how many choices they made.

    Each is shown its own seat's view and nothing else. One that raises Failed, or stands in `faults` from the start,
    resigns, and why is written down there. The first choices are written down in `opening`.
    """
    decisions = 0
    faults = {} if faults is None else faults
    while table.outcome is None:
        if stopped():
            raise Stopped
        seat = table.asked()[0]
        try:
            choice = RESIGN if seat in faults else bots[seat].choose(table.view(seat))
        except Failed as failed:
            faults[seat], choice = failed.why, RESIGN
        table.play(choice, seat)
        decisions += 1
        if opening is not None and len(opening) < OPENING:
            opening.append(Opened(seat, str(choice)))
    return decisions


def check_seats(game: Game, scenario: str | None, bots: Sequence[str]) -> None:
    """Raise Illegal unless there is a bot for each seat."""
    seats = len(game.scenario(scenario).seats)
    if len(bots) != seats:
        raise Illegal(
            f"{game.title} has {seats} seats here, and {len(bots)} bots were named.",
            remedy="Name one for each seat, or two that share the seats.",
        )


def _seed(match: Match, whose: str) -> int:
    text = f"{match.seed}/{match.number}/{whose}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
