"""Who looks at a page, and what is theirs: the seats that they play, the tables that they may see and arrange.

The site asks one `Doors`, which its settings name. With one screen whoever sits there is everybody. Where people have
accounts, `tanelorn.site.club.gathering.doors` knows whose each seat is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

import msgspec
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.module_loading import import_string

from tanelorn.core.play.table import Table
from tanelorn.site.keeping import store
from tanelorn.site.live import messages, shelving
from tanelorn.site.live.seats.agreeing import Settled
from tanelorn.site.live.seats.mail import Talk
from tanelorn.site.models import GameTable
from tanelorn.site.wire.asgi import Scope


class Visitor(msgspec.Struct, frozen=True):
    """Who looks at a page: the number of their account, 0 for whoever has none."""

    person: int = 0


class Doors(Protocol):
    """Tells of every page and message who sent it and what they may do. Each answer is asked for anew: a seat can
    change hands.
    """

    @property
    def talk(self) -> Talk | None:
        """The letters that people write to each other; None where there are none."""

    def of_request(self, request: HttpRequest) -> Visitor:
        """Return who asks for a page."""

    def of_socket(self, scope: Scope) -> Visitor:
        """Return whose page has opened a socket."""

    def seats(self, row: GameTable, visitor: Visitor) -> tuple[int, ...]:
        """Return the seats of a table that are the visitor's own to play."""

    def may_watch(self, row: GameTable, visitor: Visitor) -> bool:
        """Whether a visitor may look on at a table, or even learn that it is there."""

    def may_arrange(self, row: GameTable, visitor: Visitor) -> bool:
        """Whether a visitor may rename a table, delete it, or set up another one from it."""

    def host(self, row: GameTable) -> int:
        """Return the number of whoever set a table up, 0 for nobody in particular."""

    def late(self, row: GameTable) -> int:
        """Return how many turns late a table is seen by whoever looks on, 0 for at once."""

    def sitters(self, row: GameTable) -> Sequence[store.Sitter]:
        """Return who sits where, by the names that they have now."""

    def tables(self, visitor: Visitor) -> QuerySet[GameTable]:
        """Return the tables that lie on a visitor's shelf."""

    def waiting(self, visitor: Visitor) -> Sequence[Mapping[str, object]]:
        """Return cards of the tables at which the visitor waits for others."""

    def set_up(self, visitor: Visitor, wish: store.Wish) -> str:
        """Set up a table, or one at which people are still to gather, and return its code; raise as `store.set_up`."""

    def kept(self, row: GameTable, table: Table) -> None:
        """Write down what goes with a change that is just being written, in the same transaction: whose time runs, and
        who is to be told of it.
        """

    def agreement(self, row: GameTable) -> messages.Agreement | None:
        """Return what is agreed and proposed about the time of a table, None if it has no clocks."""

    def agree(self, row: GameTable, settled: Settled, asked: Sequence[int]) -> None:
        """Write down, in the transaction of a change, what was settled about time; these seats are asked now."""

    def leaving(self, row: GameTable, seat: int) -> tuple[int, ...]:
        """Return the seats that whoever has a seat loses with it: those of friends at their screen as well."""

    def vacate(self, row: GameTable, seats: Sequence[int]) -> None:
        """Write down, in the transaction of a change, that whoever had these seats has lost them; a bot plays there
        until somebody takes them. Raises Stale if they are not one person's any more.
        """

    def looked(self, row: GameTable, visitor: Visitor) -> None:
        """Note that a visitor has come to look at a table: of what they see there they need not be told."""

    def clocks(self, row: GameTable) -> tuple[messages.Clock, ...]:
        """Return the clocks of a table, none if it has none."""

    def again(self, visitor: Visitor, row: GameTable, exchanged: object) -> str:
        """Set up a new game with the scenario, rules and people of another, or let them gather for it, and return its
        code; `exchanged` moves everybody on one seat.
        """

    def take(self, visitor: Visitor, row: GameTable) -> None:
        """Give a visitor all seats of people at a table that was set up for them alone."""


class OneScreen:
    """The doors of a site for one screen: whoever sits there plays all seats of people and may do everything."""

    talk = None

    def of_request(self, request: HttpRequest) -> Visitor:
        """Return whoever sits at the screen."""
        return Visitor()

    def of_socket(self, scope: Scope) -> Visitor:
        """Return whoever sits at the screen."""
        return Visitor()

    def seats(self, row: GameTable, visitor: Visitor) -> tuple[int, ...]:
        """Return all seats of people."""
        return tuple(seat for seat, sitter in enumerate(store.sitters_of(row)) if sitter.human)

    def may_watch(self, row: GameTable, visitor: Visitor) -> bool:
        """Everything can be seen."""
        return True

    def may_arrange(self, row: GameTable, visitor: Visitor) -> bool:
        """Everything can be done."""
        return True

    def host(self, row: GameTable) -> int:
        """Return 0: whoever sits at the screen."""
        return 0

    def late(self, row: GameTable) -> int:
        """Nobody looks on from elsewhere."""
        return 0

    def sitters(self, row: GameTable) -> Sequence[store.Sitter]:
        """Return who sits where, as it was said when the table was set up."""
        return store.sitters_of(row)

    def tables(self, visitor: Visitor) -> QuerySet[GameTable]:
        """Return all tables."""
        return GameTable.objects.all()

    def waiting(self, visitor: Visitor) -> Sequence[Mapping[str, object]]:
        """Nobody is waited for: all are here."""
        return ()

    def set_up(self, visitor: Visitor, wish: store.Wish) -> str:
        """Set up a table that begins at once."""
        return store.set_up(wish).code

    def kept(self, row: GameTable, table: Table) -> None:
        """Nobody is hurried at one screen."""

    def agreement(self, row: GameTable) -> messages.Agreement | None:
        """There is no clock."""
        return None

    def agree(self, row: GameTable, settled: Settled, asked: Sequence[int]) -> None:
        """There is no clock."""

    def leaving(self, row: GameTable, seat: int) -> tuple[int, ...]:
        """Nobody leaves."""
        return ()

    def vacate(self, row: GameTable, seats: Sequence[int]) -> None:
        """Nobody leaves."""

    def looked(self, row: GameTable, visitor: Visitor) -> None:
        """Nobody is told of anything elsewhere."""

    def clocks(self, row: GameTable) -> tuple[messages.Clock, ...]:
        """There is no clock."""
        return ()

    def again(self, visitor: Visitor, row: GameTable, exchanged: object) -> str:
        """Set up a new game with the people at this screen."""
        return shelving.again(row, exchanged).code

    def take(self, visitor: Visitor, row: GameTable) -> None:
        """All seats of people are the screen's as they are."""


def looks_on_late(row: GameTable, visitor: Visitor) -> bool:
    """Whether a visitor is not told how a table stands now: they look on there, and late."""
    return not row.ended and doors.late(row) > 0 and not doors.seats(row, visitor)


doors = cast(Doors, SimpleLazyObject(lambda: import_string(settings.DOORS)()))
