"""What of a table a visitor may reach: to look on, to arrange it, to change what is theirs alone."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal
from tanelorn.core.play.table import Table
from tanelorn.site.keeping import store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.club import club
from tanelorn.site.live.seats.visitors import Visitor, doors
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.models import GameTable


async def visitor_of(request: HttpRequest) -> Visitor:
    """Return who asks for a page, as something to await."""
    return await on_disk(doors.of_request)(request)


def watched(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may watch; raise NoSuchTable for others as if it were not there."""
    row = store.find(code)
    if not doors.may_watch(row, doors.of_request(request)):
        raise store.no_such_table(code)
    return row


def arranged(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may arrange; raise NoSuchTable if they may not see it, Illegal if others arrange
    it.
    """
    row, visitor = watched(request, code), doors.of_request(request)
    if not doors.may_arrange(row, visitor):
        raise Illegal(
            gettext("This table is arranged by whoever set it up."), remedy=gettext("Ask them, or set up another one.")
        )
    return row


def alone(request: HttpRequest, code: str) -> GameTable:
    """Return a table that the visitor may arrange and at which no other person plays; raise as `arranged`."""
    row = arranged(request, code)
    own = doors.seats(row, doors.of_request(request))
    if any(sitter.human and seat not in own for seat, sitter in enumerate(doors.sitters(row))):
        raise Illegal(
            gettext("Other people play here, and it is their game as well."),
            remedy=gettext("Set it up again instead, or play it to its end."),
        )
    return row


class Shown(NamedTuple):
    """A table in play, and as somebody is shown it, `late` perhaps."""

    live: LiveTable
    table: Table
    late: bool

    @property
    def known_as(self) -> str:
        """By what a game is known as it is seen: late it is another one than at once."""
        return f"{self.live.row.code} late" if self.late else self.live.row.code


async def shown(request: HttpRequest, code: str) -> Shown:
    """Return a table as the visitor is shown it; raise as `watched`."""
    visitor = await visitor_of(request)
    live = await club.table_for(visitor, code)
    own = await on_disk(live.seats_of)(visitor)
    return Shown(live, await live.shown(own), live.is_late(own))
