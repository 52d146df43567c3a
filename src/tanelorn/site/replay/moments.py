"""What lay on a table at each moment of the scrubber, kept small, so that any of them can be asked about at once.

A game is played again once. Of each moment those fields of the position are kept that have changed since the last one,
and how far the record had come.
"""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Mapping

from django.utils.translation import gettext
from msgspec.structs import fields

from tanelorn.bots.advice import Review
from tanelorn.core.errors import Illegal
from tanelorn.core.play.asides import standing_choices
from tanelorn.core.play.record import Entry
from tanelorn.core.play.table import Table
from tanelorn.core.position import Position
from tanelorn.core.scene import About

_MOST_KEPT = 8
"""Tables whose moments are kept."""


class Moments:
    """The positions of a game at its moments, as far as it had been played.

    `reviews` are what a bot has said of choices, by the moment at which they show and their seat.
    """

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.upto = _upto(table)
        self.count = 0
        self._kind = type(table.position)
        self._since: dict[str, list[int]] = {field.name: [] for field in fields(self._kind)}
        self._packed: dict[str, list[bytes]] = {name: [] for name in self._since}
        self._standing = standing_choices(table.entries)
        self._entries = [0]
        self.reviews: dict[tuple[int, int], Review] = {}

    def add(self, table: Table) -> None:
        """Keep what lies on the table at the next moment, and how far its record has come."""
        self.count += 1
        position = table.position
        for name, packed in self._packed.items():
            now = pickle.dumps(getattr(position, name), pickle.HIGHEST_PROTOCOL)
            if not packed or packed[-1] != now:
                packed.append(now)
                self._since[name].append(self.count)
        self._entries.append(len(table.entries))

    def position(self, moment: int) -> Position:
        """Return what lay on the table at a moment, counted from 1; raise Illegal if there was none."""
        self._check(moment)
        last = {name: packed[bisect_right(self._since[name], moment) - 1] for name, packed in self._packed.items()}
        position: Position = self._kind(**{name: pickle.loads(packed) for name, packed in last.items()})
        return position

    def chosen(self, moment: int) -> Mapping[int, str]:
        """Return the text of what each seat had chosen that shows at a moment, counted from 1, and was not taken back;
        of several choices the last. Raises Illegal if there was no such moment.
        """
        self._check(moment)
        found = map(self._standing.get, range(self._entries[moment - 1], self._entries[moment]))
        return {choice.seat: choice.text for choice in found if choice is not None}

    def _check(self, moment: int) -> None:
        if not 1 <= moment <= self.count:
            raise no_moment(moment, self.count)

    def about(self, moment: int, viewer: int, space: str) -> About:
        """Return what a viewer knew of a space at a moment; raise Illegal or UnknownName."""
        view = self.game.view(self.position(moment), viewer)
        return self.game.about(view, self.game.scene(view), space)


def no_moment(moment: int, last: int) -> Illegal:
    """Return the error that says that a game has no such moment, and how many it has."""
    return Illegal(
        gettext("This game has no moment %(moment)s.") % {"moment": moment},
        remedy=gettext("It has those from 1 to %(last)s.") % {"last": last},
    )


def _upto(table: Table) -> tuple[int, Entry | None]:
    """Return by what it is known whether a game has gone on."""
    entries = table.entries
    return len(entries), entries[-1] if entries else None


_kept: dict[str, Moments] = {}


def kept_moments(code: str, table: Table) -> Moments | None:
    """Return the moments of the game that is played at a table with this code, if they are known to the last one."""
    known = _kept.get(code)
    return known if known is not None and known.upto == _upto(table) else None


def keep_moments(code: str, moments: Moments) -> Moments:
    """Keep the moments of a table, and forget those of the table that was asked about longest ago."""
    _kept.pop(code, None)
    _kept[code] = moments
    while len(_kept) > _MOST_KEPT:
        del _kept[next(iter(_kept))]
    return moments
