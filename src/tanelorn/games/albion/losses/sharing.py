"""Losses as one choice (albion/7.2, 7.4): how many fall on which piece, counted without writing the list out."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.amounts import amount, read_number
from tanelorn.core.choices import Choice, Choices, Offer, Pick, Refusal
from tanelorn.core.errors import Illegal, TanelornError, Unreadable


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

    With `dagger` one of them takes all that they can before anything falls on others (7.2b).
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


# All ways to share losses out, as choices

PROPOSED = "button:as-proposed"
"""The pick that takes the proposal."""

Part = tuple[str, int, int, int]
"""Kind, code, chief and number of what one bearer takes."""


class Given(Choice, frozen=True, tag="given"):
    """A side's losses as it shares them out."""

    parts: tuple[Part, ...]
    text: str
    path: tuple[str, ...]

    clause = "albion/7.2a"

    def __str__(self) -> str:
        return self.text

    @property
    def picks(self) -> tuple[str, ...]:
        return self.path


class Sharing(Choices[Given]):
    """All ways to share out a side's losses: one pool after the other, with a proposal."""

    def __init__(
        self,
        pools: Sequence[Pool],
        proposal: Sequence[Sequence[int]],
        prompt: str,
        about: str = "",
        refused: tuple[Refusal, ...] = (),
    ) -> None:
        self.pools = tuple(pools)
        self.prompt = prompt
        self.about = about
        self._proposal = tuple(tuple(shares) for shares in proposal)
        self._told = refused

    def __len__(self) -> int:
        count = 1
        for pool in self.pools:
            count *= pool_ways(pool)
        return count

    def __iter__(self) -> Iterator[Given]:
        for shares in self._every(0):
            yield self.make(shares)

    def _every(self, at: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if at == len(self.pools):
            yield ()
            return
        for shares in pool_shares(self.pools[at]):
            for others in self._every(at + 1):
                yield (shares, *others)

    def sample(self, rng: random.Random) -> Given:
        """Draw each pool by chance."""
        return self.make([draw(pool, rng) for pool in self.pools])

    def default(self) -> Given:
        """Return the proposal."""
        return self.make(self._proposal)

    def refused(self) -> tuple[Refusal, ...]:
        """Return what people would try."""
        return self._told

    def make(self, shares: Sequence[Sequence[int]]) -> Given:
        """Return the choice that shares the losses out like this."""
        parts: list[Part] = []
        texts: list[str] = []
        for pool, own in zip(self.pools, shares, strict=True):
            words = []
            for bearer, n in zip(pool.bearers, own, strict=True):
                if n:
                    parts.append((bearer.kind, bearer.code, bearer.chief, n))
                    words.append(_words(bearer, n))
            if words:
                texts.append(", ".join(words))
        return Given(tuple(parts), "; ".join(texts) or "nothing", self._path(shares))

    def _path(self, shares: Sequence[Sequence[int]]) -> tuple[str, ...]:
        path: list[str] = []
        for pool, own in zip(self.pools, shares, strict=True):
            if pool_ways(pool) < 2:
                continue
            given = [0] * len(own)
            order = [at for at, n in enumerate(own) if n]
            if pool.dagger:
                order.sort(key=lambda at: own[at] < min(pool.total, pool.bearers[at].most))
            for at in order:
                low, high = span(pool, given, at)
                path += pool.bearers[at].picks
                if low < high:
                    path.append(f"count:{own[at]}")
                given[at] = own[at]
        return tuple(path) or (PROPOSED,)

    # Clicks

    def offer(self, path: Sequence[str]) -> Offer[Given]:
        """Return what may follow: pieces of the first pool that is not shared out, then how many of them."""
        done = tuple(path)
        if done == (PROPOSED,):
            return Offer(done, self.prompt, (), self.default(), str(self.default()))
        shares = [
            list(next(pool_shares(pool))) if pool_ways(pool) < 2 else [0] * len(pool.bearers) for pool in self.pools
        ]
        left = list(done)
        for pool, own in zip(self.pools, shares, strict=True):
            while sum(own) < pool.total:
                picks = self._take(pool, own, left)
                if picks is not None:
                    first = (self._proposed(),) if not done else ()
                    return Offer(done, self._asks(pool, own), (*first, *picks), None, self._draft(shares))
        if left:
            raise self._no_path(done)
        if not done:
            return Offer(done, self.prompt, (self._proposed(),), None, str(self.default()))
        choice = self.make(shares)
        return Offer(done, self.prompt, (), choice, str(choice))

    def _take(self, pool: Pool, own: list[int], left: list[str]) -> tuple[Pick, ...] | None:
        """Take one bearer with their number off the clicks; where they end, return what may come next."""
        bearers = [
            at for at, bearer in enumerate(pool.bearers) if not own[at] and bearer.most and span(pool, own, at)[1]
        ]
        depth = 0
        while True:
            if not left:
                return tuple(self._pick(pool, own, at, depth) for at in self._distinct(pool, bearers, depth))
            bearers = [at for at in bearers if pool.bearers[at].picks[depth : depth + 1] == (left[0],)]
            if not bearers:
                raise self._no_path(left)
            left.pop(0)
            depth += 1
            if len(pool.bearers[bearers[0]].picks) == depth:
                break
        at = bearers[0]
        low, high = span(pool, own, at)
        if low == high:
            own[at] = low
            return None
        if not left:
            return tuple(self._count(pool, at, n) for n in range(low, high + 1))
        kind, _, word = left.pop(0).partition(":")
        count = read_number(word) if kind == "count" else None
        if count is None or not low <= count <= high:
            raise self._no_path([f"{kind}:{word}"])
        own[at] = count
        return None

    @staticmethod
    def _distinct(pool: Pool, bearers: list[int], depth: int) -> list[int]:
        found: dict[str, int] = {}
        for at in bearers:
            found.setdefault(pool.bearers[at].picks[depth], at)
        return list(found.values())

    def _pick(self, pool: Pool, own: list[int], at: int, depth: int) -> Pick:
        bearer = pool.bearers[at]
        same = sum(other.picks[0] == bearer.picks[0] for other in pool.bearers)
        low, high = span(pool, own, at)
        last = depth + 1 == len(bearer.picks)
        note = bearer.note if last or same == 1 else ""
        fatal = bearer.fatal if last and low == high == bearer.most else ""
        label = bearer.label if depth == 0 else bearer.picks[depth].partition(":")[2].replace("-", " ")
        return Pick(bearer.picks[depth], label, fatal or note, f"up to {high}" if last else "", bool(fatal))

    @staticmethod
    def _count(pool: Pool, at: int, n: int) -> Pick:
        bearer = pool.bearers[at]
        fatal = bearer.fatal if n == bearer.most else ""
        return Pick(f"count:{n}", str(n), fatal, "", bool(fatal))

    def _proposed(self) -> Pick:
        given = self.default()
        label, note = ("As proposed", str(given)) if given.parts else ("Go on", "")
        return Pick(PROPOSED, label, note, key="Enter")

    def _asks(self, pool: Pool, own: Sequence[int]) -> str:
        rest = pool.total - sum(own)
        more = "more " if sum(own) else ""
        noun = pool.noun if rest == 1 else f"{pool.noun}s"
        return f"{self.prompt} Give {rest} {more}{noun}."

    def _draft(self, shares: list[list[int]]) -> str:
        return ", ".join(
            _words(bearer, n)
            for pool, own in zip(self.pools, shares, strict=True)
            for bearer, n in zip(pool.bearers, own, strict=True)
            if n
        )

    def _no_path(self, path: Sequence[str]) -> Illegal:
        return Illegal(f"No choice goes on with {' then '.join(path)}.", remedy="Take back the last pick.")

    # Texts

    def refusal(self, choice: Choice) -> TanelornError | None:
        """Return why losses cannot be shared out like this, or None."""
        if not isinstance(choice, Given):
            return Illegal(f"“{choice}” shares no losses out.", remedy=f"“{self.default()}”", clause="albion/7.2a")
        shares = self._shares_of(choice.parts)
        if shares is None or any(not pool_fits(pool, own) for pool, own in zip(self.pools, shares, strict=True)):
            return self._why(shares)
        return None if self.make(shares) == choice else Illegal(f"“{choice}” is not written so.", clause="albion/7.2a")

    def _shares_of(self, parts: Sequence[Part]) -> list[list[int]] | None:
        shares = [[0] * len(pool.bearers) for pool in self.pools]
        for kind, code, chief, n in parts:
            for pool, own in zip(self.pools, shares, strict=True):
                for at, bearer in enumerate(pool.bearers):
                    if (bearer.kind, bearer.code, bearer.chief) == (kind, code, chief):
                        own[at] += n
                        break
                else:
                    continue
                break
            else:
                return None
        return shares

    def _why(self, shares: list[list[int]] | None) -> Illegal:
        remedy = f"One way is “{self.default()}”."
        if shares is None:
            return Illegal("Some of these pieces take no losses here.", remedy=remedy, clause="albion/7.1")
        for pool, own in zip(self.pools, shares, strict=True):
            noun = pool.noun if pool.total == 1 else f"{pool.noun}s"
            if sum(own) != pool.total:
                why = f"{pool.total} {noun} must be given, not {sum(own)}."
                return Illegal(why, remedy=remedy, clause="albion/7.2a")
            for bearer, n in zip(pool.bearers, own, strict=True):
                if n > bearer.most:
                    why = f"{bearer.label} can take {bearer.most} at most."
                    return Illegal(why, remedy=remedy, clause="albion/7.3")
        return Illegal(
            "This result falls on one piece until it is gone; only what is left over goes to others.",
            remedy=remedy,
            clause="albion/7.2b",
        )

    def parse(self, text: str) -> Given:
        """Read `moray 2, imric's escort 1; imric 2 wounds`; what leaves no choice may be left out."""
        wanted = _plain(text)
        if wanted in ("as proposed", _plain(str(self.default()))):
            return self.default()
        shares = [[0] * len(pool.bearers) for pool in self.pools]
        for part in filter(None, (one.strip() for one in re.split("[,;\n]", wanted))):
            if part == "nothing":
                continue
            pool, at, n = self._read(part)
            shares[pool][at] += n
        for number, one in enumerate(self.pools):
            if not any(shares[number]) and pool_ways(one) < 2:
                shares[number] = list(next(pool_shares(one)))
        if any(not pool_fits(pool, own) for pool, own in zip(self.pools, shares, strict=True)):
            raise self._why(shares)
        return self.make(shares)

    def _read(self, part: str) -> tuple[int, int, int]:
        found = _PART.match(part)
        if found is None:
            raise Unreadable(
                f"“{part}” cannot be read.", remedy=f"One way is “{self.default()}”.", clause="albion/7.2a"
            )
        word, n, noun = found["word"].strip(), int(found["n"]), (found["noun"] or "").rstrip("s")
        for number, pool in enumerate(self.pools):
            for at, bearer in enumerate(pool.bearers):
                if _plain(bearer.word) == word and noun == _noun(bearer):
                    return number, at, n
        raise Illegal(
            f"“{part}” names nothing that takes losses here.",
            remedy=f"One way is “{self.default()}”.",
            clause="albion/7.1",
        )


_PART = re.compile(r"(?P<word>.+?)\s+(?P<n>\d{1,3})(?:\s+(?P<noun>wounds?|steps?))?$")


def _noun(bearer: Bearer) -> str:
    return {"person": "wound", "ship": "step"}.get(bearer.kind, "")


def _words(bearer: Bearer, n: int) -> str:
    noun = _noun(bearer)
    return f"{bearer.word} {amount(n, noun) if noun else n}"


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
