"""Losses of one kind that are shared out among several: in how many ways, and which (albion/7.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Bearer(NamedTuple):
    """Who or what may take losses of one kind, and how many at most.

    `kind` is army, escort, dragon, ship or person; `code` a colour, person or ship; `chief` whom an army lies under.
    `word` is how it is written, `picks` the clicks that name it, `label` what people read.
    """

    kind: str
    code: int
    chief: int
    most: int
    word: str
    picks: tuple[str, ...]
    label: str
    note: str = ""
    fatal: str = ""


class Pool(NamedTuple):
    """Losses of one kind that must be shared out: `total`, no more than all bearers together can take (7.3).

    With `dagger` one of them takes all that he can before anything falls on others (7.2b).
    """

    noun: str
    total: int
    bearers: tuple[Bearer, ...]
    dagger: bool = False


def ways(total: int, most: Sequence[int]) -> int:
    """Return in how many ways a number can be shared out among bearers."""
    counts = [1] + [0] * total
    for cap in most:
        counts = [sum(counts[max(0, n - cap) : n + 1]) for n in range(total + 1)]
    return counts[total]


def pool_ways(pool: Pool) -> int:
    """Return in how many ways a pool can be shared out, under the dagger too."""
    most = [bearer.most for bearer in pool.bearers]
    every = ways(pool.total, most)
    if not pool.dagger or not pool.total:
        return every
    return every - ways(pool.total, [min(pool.total, cap) - 1 for cap in most])


def pool_shares(pool: Pool) -> Iterator[tuple[int, ...]]:
    """Yield the ways in which a pool can be shared out."""
    for shares in _shares(pool.total, [bearer.most for bearer in pool.bearers]):
        if pool_fits(pool, shares):
            yield shares


def _shares(total: int, most: list[int]) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    rest = sum(most[1:])
    for n in range(max(0, total - rest), min(total, most[0]) + 1):
        for others in _shares(total - n, most[1:]):
            yield (n, *others)


def pool_fits(pool: Pool, shares: Sequence[int]) -> bool:
    """Tell whether a pool may be shared out like this."""
    if sum(shares) != pool.total or any(
        not 0 <= n <= bearer.most for n, bearer in zip(shares, pool.bearers, strict=True)
    ):
        return False
    if not pool.dagger or not pool.total:
        return True
    return any(n == min(pool.total, bearer.most) for n, bearer in zip(shares, pool.bearers, strict=True))


def draw(pool: Pool, rng: random.Random) -> tuple[int, ...]:
    """Share a pool out by chance; every way has a chance."""
    shares = [0] * len(pool.bearers)
    left = pool.total
    if pool.dagger and left:
        first = rng.randrange(len(shares))
        shares[first] = min(left, pool.bearers[first].most)
        left -= shares[first]
    open_ones = [at for at, bearer in enumerate(pool.bearers) if shares[at] < bearer.most]
    while left:
        at = rng.choice(open_ones)
        shares[at] += 1
        left -= 1
        if shares[at] == pool.bearers[at].most:
            open_ones.remove(at)
    return tuple(shares)


def span(pool: Pool, own: Sequence[int], at: int) -> tuple[int, int]:
    """Return how many a bearer may take next, at least and at most, so that the rest finds somebody."""
    left = pool.total - sum(own)
    most = min(left, pool.bearers[at].most)
    if pool.dagger and not any(own):
        return most, most
    others = sum(bearer.most for other, bearer in enumerate(pool.bearers) if other != at and not own[other])
    return max(1, left - others), most
