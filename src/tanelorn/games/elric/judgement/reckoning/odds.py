"""What two dice make of a battle: how likely it is won, kills the garrison, takes the city, and what it costs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

ALL = 99
"""As many combat factors as anybody has: the result “eliminated”."""
_TABLE = ((25, ALL), (20, 15), (15, 10), (10, 5), (5, 3), (4, 2), (3, 1))
_THROWS = tuple((throw, 6 - abs(throw)) for throw in range(-5, 6))


class Odds(NamedTuple):
    """For the attacker: the chances of winning, that all defenders fall, that the city does; and the combat factors
    that the attacker, and that the defender, must be expected to lose.
    """

    win: float
    kill: float
    take: float
    cost: float
    harm: float


def lost(difference: int) -> int:
    """Return how many combat factors the table takes from the loser (elric/10.6)."""
    return next((factors for least, factors in _TABLE if difference >= least), 0)


@lru_cache(maxsize=8192)
def odds(edge: int, own: int, defence: int, wall: int, city: bool, neutral: bool = False) -> Odds:
    """Return the odds of a battle before the dice.

    `edge` is the attacker's total less the defender's, the wall included; `own` and `defence` are the combat values
    that either can lose. A neutral city has nobody: it falls to a difference of its whole total (elric/10.9.3b).
    """
    ways = win = kill = take = cost = harm = 0.0
    for throw, count in _THROWS:
        difference = edge + throw
        if difference == 0:
            continue
        ways += count
        if difference < 0:
            cost += count * min(own, lost(-difference))
            continue
        win += count
        gone = min(defence, lost(difference))
        if city and (difference >= defence + wall or difference >= 25):
            take += count
            gone = defence
        if defence and (difference >= (defence if city else 25)) and not neutral:
            kill += count
            gone = defence
        if not neutral:
            harm += count * gone
    return Odds(win / ways, kill / ways, take / ways, cost / ways, harm / ways)
