"""Where pieces go and where they are lost, from records of games: what any game's scene shows of it.

From one choice to the next a seat has more pieces in some spaces and fewer in others. What it has more in one space as
it has fewer in others has moved there; what it has fewer in all is lost, where it stood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from tanelorn.core.about import SIGNS
from tanelorn.core.game import Game
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.core.scene import Scene
from tanelorn.core.viewers import REFEREE

Standing = dict[int, Counter[str]]
"""How many pieces each seat has in each space."""


class Traffic(msgspec.Struct):
    """How many pieces came to each space, and how many were lost there, in so many games."""

    games: int = 0
    came: Counter[str] = msgspec.field(default_factory=Counter)
    lost: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, before: Standing, after: Standing) -> None:
        """Count what has changed."""
        for seat in before.keys() | after.keys():
            was, now = before.get(seat, Counter()), after.get(seat, Counter())
            more, fewer = now - was, was - now
            left, came = fewer.total(), more.total()
            moved = min(left, came)
            for counted, into, share in ((more, self.came, moved), (fewer, self.lost, left - moved)):
                whole = counted.total()
                for space, count in counted.items():
                    if share:
                        into[space] += count * share / whole  # type: ignore[assignment]


def can_tell(game: Game) -> bool:
    """Tell whether all tables of a game have one board, so that its spaces can be counted."""
    return not game.maps


def traffic_of(records: Iterable[Record]) -> Traffic:
    """Play records again, and count; raise BadRecord for one that cannot be."""
    found = Traffic()
    for record in records:
        last: list[Standing] = []

        def met(table: Table, last: list[Standing] = last) -> None:
            now = _standing(table.scene(REFEREE))
            if last:
                found.add(last[0], now)
            last[:] = [now]

        replay(record, met=met)
        found.games += 1
    return found


def _standing(scene: Scene) -> Standing:
    standing: Standing = {}
    for piece in scene.pieces:
        if piece.kind not in SIGNS and piece.seat >= 0:
            standing.setdefault(piece.seat, Counter())[piece.space] += max(piece.count, piece.high)
    return standing
