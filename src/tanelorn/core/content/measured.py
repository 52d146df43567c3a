"""What has been measured of a scenario: how long its games are and who wins them, from many games of bots.

A file `measured.toml` beside the rulebook has a table for each scenario; `tanelorn report GAME` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import msgspec

from tanelorn.core.amounts import amount
from tanelorn.core.content.data import read_toml

_DOUBT = 0.05
"""Of so many series of games between even seats one seat or another is wrongly said to win more than its share."""


Share = tuple[int, int]
"""How many seats have won, of how many."""


class Measured(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Games between `bots` of one kind (“medium bots”): how many, their median length, how many each seat has won.

    `most` is set where hardly a game is won outright: a seat has then won, for this purpose, if it alone ends with the
    most of that (“centres”). `drawn` are the games that nobody has won. `options` are the rules that differed from the
    usual ones; `turns` is 0 where these ended the games. `parts` tell of what each seat played (an archmagus), and
    `used`, by verb (“cast”) and by what the rulebook lists, of what seats made use of.
    """

    bots: str
    games: int
    turns: int
    wins: tuple[int, ...]
    drawn: int = 0
    most: str = ""
    options: dict[str, str] = {}
    parts: dict[str, Share] = {}
    used: dict[str, dict[str, Share]] = {}

    def verdict(self, seats: Sequence[str]) -> str:
        """Say in a word or two whether the seats win equally often, as far as so many games can tell."""
        if len(seats) == 1:
            return f"Won {self.wins[0]} times in {self.games}"
        decided, fair = sum(self.wins), 1 / len(seats)
        clear = decided * fair + NormalDist().inv_cdf(1 - _DOUBT * fair) * sqrt(decided * fair * (1 - fair))
        better = [name for name, won in zip(seats, self.wins, strict=True) if won > clear]
        return f"Leans to {' and '.join(better)}" if better else "Even"

    def says(self, seats: Sequence[str]) -> str:
        """Say what the verdict rests on."""
        rules = "".join(f", {name} {value}" for name, value in self.options.items())
        played = f"{amount(self.games, 'game')} of {self.bots}{rules}"
        if len(seats) == 1:
            return played
        parts = [f"{name} {won}" for name, won in zip(seats, self.wins, strict=True)]
        if self.drawn:
            parts.append(f"{self.drawn} by nobody")
        of = f"most {self.most}" if self.most else "won"
        return f"{played}; {of}: {', '.join(parts)}"

    def length(self, turn: str) -> str:
        """Say how long a game is in its turns, whatever those are called; nothing where that has not been measured."""
        return f"about {amount(self.turns, turn)}" if self.turns else ""


def read_measured(path: Path) -> Mapping[str, Measured]:
    """Read a file of figures by scenario; raise BadData."""
    return read_toml(path, dict[str, Measured])
