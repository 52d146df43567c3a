"""What the present rules would make of the tables on disk: each is played again and compared, entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from tanelorn.core.errors import BadRecord, TanelornError
from tanelorn.core.game import games
from tanelorn.core.play.record import Chose, Record
from tanelorn.core.play.replay import Parting, begun, carried_out
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.frozen import Frozen
from tanelorn.site.models import GameTable, RecordLine


class Compared(NamedTuple):
    """A table as the present rules would have it: `partings` are the entries that lead elsewhere, the last one maybe
    one that cannot be played at all; `wrong` says what is the matter with it otherwise.
    """

    code: str
    name: str
    game: str = ""
    seats: tuple[str, ...] = ()
    played: int = 0
    rules: int = 0
    entries: int = 0
    partings: tuple[Parting, ...] = ()
    wrong: str = ""

    @property
    def goes_on(self) -> bool:
        """Whether the table can go on as if nothing had happened."""
        return not self.partings and not self.wrong

    def whose(self, parting: Parting) -> str:
        """Return whose choice an entry is; empty if it is nobody's."""
        entry = parting.entry
        return self.seats[entry.seat] if isinstance(entry, Chose) and entry.seat < len(self.seats) else ""


def entries_in_all() -> int:
    """Return how many entries all tables have."""
    return RecordLine.objects.filter(table__removed=None).count()


def compared(step: Callable[[int], None]) -> Iterator[Compared]:
    """Play all tables again and yield what became of each; `step` is told how many entries have been gone through."""
    for row in GameTable.objects.filter(removed=None).order_by("moved"):
        try:
            yield _compared(store.find(row.code), step)
        except TanelornError as error:
            yield Compared(row.code, row.name, wrong=error.why)


def _compared(row: GameTable, step: Callable[[int], None]) -> Compared:
    record = store.record_of(row)
    game = games[row.game]
    known = Compared(
        *(row.code, row.name, game.title, game.scenario(row.scenario).seats),
        *(record.header.rules, game.rules, len(record.entries)),
    )
    partings: list[Parting] = []
    try:
        for parting in _partings(record, row.secret):
            step(1)
            if parting is not None:
                partings.append(parting)
    except BadRecord as error:
        return known._replace(wrong=error.why)
    except store.UNSOUND as error:
        return known._replace(wrong=f"The rules fail at it ({type(error).__name__}).", partings=tuple(partings))
    return known._replace(partings=tuple(partings))


def _partings(record: Record, secret: str) -> Iterator[Parting | None]:
    """Yield for each entry where it parts from the rules, if it does, as far as it can be played."""
    table = begun(record, record.header.source(secret))
    for number, entry in enumerate(record.entries):
        parting = carried_out(table, number, entry)
        yield parting
        if parting is not None and not parting.plays:
            return


def upgrade(one: Compared) -> None:
    """Take a new snapshot of a table that can go on, and mark one that cannot as frozen; what is damaged stays so."""
    with suppress(Frozen, store.Damaged):
        opening.open_anew(store.find(one.code))
