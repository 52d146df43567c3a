"""A table as those see it who look on late: as it stood when a turn began that lies so many turns back.

It is played again from its record, and so comes out the same in every process and after every restart.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from tanelorn.core.chance import Scripted, Source
from tanelorn.core.play.record import Entry, Header, Record
from tanelorn.core.play.replay import begun, carried_out
from tanelorn.core.play.table import Table

_log = logging.getLogger(__name__)
UNTIL_THE_END = 1_000_000
"""More turns than any game has: whoever looks on so late sees how a game began, until it is over."""


class Behind:
    """What may be seen of a table so many `turns` late: `now`. It follows the entries that it is given."""

    def __init__(self, header: Header, source: Source, turns: int) -> None:
        self.turns = turns
        self.done = 0
        self._played = begun(Record(header, []), source)
        self.now = as_it_stands(self._played)
        self._stood = {self._turn: self.now}
        self._lost = False

    @property
    def _turn(self) -> int:
        return self._played.game.turn_of(self._played.position)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Play what has come since; nothing more if it cannot be played, so that nothing is ever seen too early."""
        while self.turns < UNTIL_THE_END and not self._lost and self.done < len(entries):
            if carried_out(self._played, self.done, entries[self.done]) is not None:
                self._lost = True
                _log.error("a table of %s cannot be followed at entry %s", self._played.game.slug, self.done + 1)
                return
            self.done += 1
            if self.done == len(self._played.entries) and self._turn > max(self._stood):
                self._begin_turn()

    def _begin_turn(self) -> None:
        """Keep how the turn begins that has just begun, and let go of those that nobody is shown any more."""
        turn = self._turn
        self._stood[turn] = as_it_stands(self._played)
        late = turn - self.turns + 1
        shown = max((one for one in self._stood if one <= late), default=min(self._stood))
        self._stood = {one: stood for one, stood in self._stood.items() if one >= shown}
        self.now = self._stood[shown]


def as_it_stands(played: Table) -> Table:
    """Return a copy of a table as it stands, with its chronicle and its record, which does not go on."""
    twin = Table(played.game, played.position.copy(), chance=Scripted(), header=played.header)
    twin.entries, twin.log.events = list(played.entries), list(played.log.events)
    twin.moment, twin.step = played.moment, played.step
    return twin
