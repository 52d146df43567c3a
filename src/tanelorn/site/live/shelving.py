"""What is done with whole tables: rename, delete and bring back, set up again, duplicate, play on from a moment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

import msgspec
from django.db import Error
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.chance import Committed
from tanelorn.core.errors import Illegal, Unreadable
from tanelorn.core.game import games
from tanelorn.core.lessons.guide import Place
from tanelorn.core.play.asides import read_aside
from tanelorn.core.play.record import Chanced, Chose, Entry, Header, TimeUp, Undid
from tanelorn.core.play.replay import do_again, go_on, replay
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site.keeping import opening, store, trouble
from tanelorn.site.models import GameTable
from tanelorn.site.replay.frames import entries_at
from tanelorn.site.wire.errors import NoSuchTable
from tanelorn.site.wire.sent import one_line

S = TypeVar("S")
STAYS = timedelta(minutes=1)
"""How long a deleted table can be brought back."""
_AGAIN = gettext_lazy("Set it up again instead: a new game with the same seats and rules.")
_NUMBERED = re.compile(r"(.*\S) (\d{1,4})")


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except (Error, OSError) as error:
        raise store.NotKept(
            gettext("This could not be written to disk (%(why)s), so nothing was done.")
            % {"why": trouble.reason(error)},
            remedy=trouble.remedy(error),
        ) from None


def rename(row: GameTable, name: object) -> None:
    """Give a table another name, the game's title for none; its record keeps the one that it began with."""
    row.name = one_line(name, gettext("The table's name"), store.MOST_NAME) or games[row.game].title
    with _written():
        GameTable.objects.filter(pk=row.pk).update(name=row.name)


def delete(row: GameTable) -> None:
    """Take a table off the shelf; for a while it can be brought back."""
    row.removed = timezone.now()
    with _written():
        GameTable.objects.filter(pk=row.pk).update(removed=row.removed)


def bring_back(code: str, among: QuerySet[GameTable]) -> None:
    """Put a deleted table back; raise NoSuchTable when it is too late, or it never was one of those."""
    with _written():
        found = among.filter(code=code, removed__gt=timezone.now() - STAYS).update(removed=None)
    if not found:
        raise NoSuchTable(
            gettext("This table cannot be brought back."),
            remedy=gettext("That can be done for a minute after it was deleted."),
        )


def deleted(among: QuerySet[GameTable]) -> list[tuple[str, str, int]]:
    """Return code, name and seconds left of each of these tables that can be brought back, the last one first."""
    now = timezone.now()
    gone = among.filter(removed__gt=now - STAYS).order_by("-removed")
    return [(row.code, row.name, round((row.removed + STAYS - now).total_seconds())) for row in gone if row.removed]


def is_over(removed: datetime) -> bool:
    """Whether what was deleted then can no longer be brought back."""
    return removed <= timezone.now() - STAYS


def purge() -> None:
    """Remove from the disk, lines, drafts and all, whatever can no longer be brought back."""
    GameTable.objects.filter(removed__lte=timezone.now() - STAYS).delete()


def again(row: GameTable, exchanged: object) -> GameTable:
    """Set up a new game with the scenario, rules and people of another; `exchanged` moves everybody on one seat."""
    sitters, source = moved_on(store.sitters_of(row), exchanged), Committed()
    place = None if exchanged else _begun_anew(row)
    return store.keep_begun(_begun_as(row, sitters, source), sitters, source, place)


def moved_on(sitters: Sequence[S], exchanged: object) -> list[S]:
    """Return who sits where next, everybody one seat on if they are `exchanged`; raise Illegal."""
    if not isinstance(exchanged, bool):
        raise Illegal(
            gettext("It does not say whether seats are exchanged."),
            remedy=gettext('Send {"exchanged": true} or false.'),
        )
    if exchanged and len(sitters) == 1:
        raise Illegal(
            gettext("There is one seat, and nobody to exchange it with."),
            remedy=gettext("Set it up with the same seat."),
        )
    return [*sitters[-1:], *sitters[:-1]] if exchanged else list(sitters)


def _begun_anew(row: GameTable) -> Place | None:
    """Return the first step of the lesson that is played at a table, if it is a guided game."""
    place = msgspec.convert(row.lesson, Place | None)
    return Place(place.lesson) if place is not None else None


def _begun_as(row: GameTable, sitters: Sequence[store.Sitter], source: Committed) -> Table:
    """Return a new table that begins as another did, with dice of its own."""
    header, players = store.header_of(row), [sitter.name for sitter in sitters]
    game, name, laid = games[row.game], next_name(row.name), header.laid
    return Table.new(game, row.scenario, header.options, chance=source, players=players, name=name, laid=laid)


def next_name(name: str) -> str:
    """Return the name of the next table of that name: “Siege 2” after “Siege”."""
    found = _NUMBERED.fullmatch(name)
    stem, number = (found[1], int(found[2]) + 1) if found else (name, 2)
    return f"{stem[: store.MOST_NAME - len(str(number)) - 1]} {number}"


def duplicate(row: GameTable) -> GameTable:
    """Set up a table at the position of another, as it is without what is sealed; raise Illegal where that would tell.

    The secret of the dice cannot be shared: whoever plays on at one of two such tables would know the dice, draws and
    bots of the other. So what has been rolled or drawn cannot be duplicated; nor can what a seat does not know, for
    the record of a finished game tells all of it. The new table gets a secret of its own, and of the choices only
    those that stand.
    """
    table = opening.load(row)
    if table.outcome is not None:
        raise Illegal(
            gettext("The game has ended: there is nothing left to play at a second table."), remedy=str(_AGAIN)
        )
    if any(isinstance(entry, Chanced) for entry in table.entries):
        raise Illegal(
            gettext("This game has dice or draws, and a second table would foretell or betray those of the first."),
            remedy=str(_AGAIN),
        )
    sitters, source = store.sitters_of(row), Committed()
    twin = _begun_as(row, sitters, source)
    for entry in _standing(store.header_of(row), table.entries, table.moment):
        if isinstance(entry, Chose):
            twin.play(entry.text, entry.seat)
        else:
            twin.time_up()
    if any(twin.facts(viewer) != twin.facts(REFEREE) for viewer in (SPECTATOR, *range(len(twin.seats)))):
        raise Illegal(
            gettext("Some seats know what others do not, and a second table would betray it."), remedy=str(_AGAIN)
        )
    return store.keep_begun(twin, sitters, source)


def play_on(row: GameTable, moment: object, seats: object) -> GameTable:
    """Set up a table that goes on from a moment of a game that is over; raise Illegal, Unreadable or UnknownName.

    `moment` is the entry of its scrubber, counted from 1; `seats` says who sits where from then on.
    """
    if not isinstance(moment, int) or isinstance(moment, bool):
        raise Unreadable(
            gettext("It does not say from which moment."),
            remedy=gettext('Send {"moment": 12}, as the scrubber counts.'),
        )
    if not row.ended:
        raise Illegal(
            gettext("This game is still on: a second one would betray its dice and what is hidden."),
            remedy=gettext("Play it to its end first."),
        )
    record = opening.whole_record(row)
    sitters = store.read_sitters(games[row.game], row.scenario, seats)
    entries = entries_at(replay(record), moment)
    players, name = [sitter.name for sitter in sitters], _from(row.name, moment)
    table = go_on(record, entries, players=players, name=name)
    assert isinstance(table.chance, Committed)
    return store.keep_begun(table, sitters, table.chance)


def _from(name: str, moment: int) -> str:
    """Return the name of a table that goes on from a moment of another: “Siege, from entry 12”."""
    tail = gettext(", from entry %(number)s") % {"number": moment}
    return f"{name[: store.MOST_NAME - len(tail)]}{tail}"


class _Did(NamedTuple):
    """What was done at a moment; `seat` has chosen so by the rules of the game, -1 for asides and calls of time."""

    moment: int
    seat: int
    entry: Chose | TimeUp


def _standing(header: Header, entries: Sequence[Entry], moment: int) -> list[Chose | TimeUp]:
    """Return what has led to this moment, without what was taken back or sealed anew, nor what is sealed now."""
    game = games[header.game]
    table = Table(game, header.begin(game), header=header)
    table.run()
    did: list[_Did] = []
    for entry in entries:
        now = table.moment
        if isinstance(entry, Undid):
            del did[max(at for at, one in enumerate(did) if one.seat == entry.seat)]
        elif isinstance(entry, TimeUp):
            did.append(_Did(now, -1, entry))
        elif isinstance(entry, Chose):
            did.append(_Did(now, entry.seat if read_aside(entry.text) is None else -1, entry))
        do_again(table, entry)
    # What was sealed anew stands; the one before it would again, had it been taken back.
    last = {(one.moment, one.seat): one for one in did if one.seat >= 0 and one.moment < moment}
    return [one.entry for one in did if one.seat < 0 or last.get((one.moment, one.seat)) is one]
