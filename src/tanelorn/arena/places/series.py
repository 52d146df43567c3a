"""Matches of the same bots, one after the other or several at once."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import TypedDict, Unpack

from tanelorn.arena.matches.match import Match, Played, Result, check_seats
from tanelorn.arena.places.here import Here, Place, Pool
from tanelorn.arena.players.specs import check_player
from tanelorn.core.game import Game, games


def series(
    game: Game | str,
    bots: Sequence[str],
    n: int,
    *,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    alternate: bool = True,
    keep: bool = False,
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
        yield Match(
            game=slug,
            bots=seated,
            scenario=scenario,
            options=dict(options or {}),
            seed=seed,
            number=number,
            keep=keep,
        )


def _halves(bots: Sequence[str], seats: int, number: int, seed: int) -> tuple[str, ...]:
    """Seat two bots; the seat that is over in an odd number goes to the other every second match, as all seats do."""
    first = set(Random(f"{seed}/{number // 2}/halves").sample(range(seats), seats // 2))
    return tuple(bots[(seat in first) == (number % 2 == 1)] for seat in range(seats))


class Seating(TypedDict, total=False):
    """How the bots of a series are seated, and in what: see `series`."""

    scenario: str | None
    options: Mapping[str, object] | None
    seed: int
    alternate: bool


def play_matches(
    game: Game | str, bots: Sequence[str], n: int, *, jobs: int = 1, **how: Unpack[Seating]
) -> Generator[Result, None, None]:
    """Play n matches on `jobs` processes and yield each result as it comes; `number` puts them in order.

    `bots` name one for each seat, or two that share the seats of a larger table (see `series`).
    What comes out does not depend on `jobs`. Closing the iterator, or Ctrl-C, breaks off what is being played.
    Raises UnknownName or Illegal at once for what is named wrongly.
    """
    return _results(play_series(game, bots, n, jobs=jobs, keep=False, **how))


def _results(finished: Generator[Played, None, None]) -> Generator[Result, None, None]:
    with closing(finished):
        for played in finished:
            yield played.result


def play_series(
    game: Game | str, bots: Sequence[str], n: int, *, jobs: int = 1, keep: bool = True, **how: Unpack[Seating]
) -> Generator[Played, None, None]:
    """Play n matches as `play_matches` does, and yield each with its record."""
    known = games[game] if isinstance(game, str) else game
    if len(bots) != 2 or len(known.scenario(how.get("scenario")).seats) < 2:
        check_seats(known, how.get("scenario"), bots)
    known.read_options(how.get("options"))
    for spec in bots:
        check_player(spec, known)
    place: Place = Pool(jobs) if jobs > 1 else Here()
    return place.play(series(known, bots, n, keep=keep, **how))
