"""The doors of a site where people have accounts: a seat is its owner's, and a private table its players'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tanelorn.core.play.table import Table
from tanelorn.site.club.gathering import cards, deeds, replacing
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.gathering.watching import turns_late
from tanelorn.site.club.notices import news
from tanelorn.site.club.pace import agreements, clocks
from tanelorn.site.club.talk.letters import Post
from tanelorn.site.keeping import store
from tanelorn.site.live import messages
from tanelorn.site.live.seats.agreeing import Settled
from tanelorn.site.live.seats.mail import Talk
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.models import GameTable
from tanelorn.site.wire.asgi import Scope


class Accounts:
    """Whoever has signed in plays the seats that they took; others may look on where that is allowed."""

    def __init__(self) -> None:
        self._post = Post()

    @property
    def talk(self) -> Talk | None:
        """The letters that people write to each other."""
        return self._post

    def of_request(self, request: HttpRequest) -> Visitor:
        """Return who has signed in."""
        return Visitor(request.user.pk or 0)

    def of_socket(self, scope: Scope) -> Visitor:
        """Return who has signed in."""
        return Visitor(scope["user"].pk or 0)

    def seats(self, row: GameTable, visitor: Visitor) -> tuple[int, ...]:
        """Return the seats that somebody took, their friends' at their screen among them."""
        if not visitor.person or row.pk is None:
            return ()
        if (seated := _seated(row)) is not None:
            return tuple(chair.seat for chair in seated if chair.person_id == visitor.person and chair.taken)
        own = Chair.objects.filter(gathering__table=row, person=visitor.person, taken=True)
        return tuple(own.values_list("seat", flat=True))

    def may_watch(self, row: GameTable, visitor: Visitor) -> bool:
        """Whether a table is not private, or has a chair for the visitor. One of one screen's is nobody's here."""
        gathering = Gathering.objects.filter(table=row).first()
        return gathering is not None and (
            gathering.visibility != Visibility.PRIVATE or deeds.belongs(gathering, visitor)
        )

    def may_arrange(self, row: GameTable, visitor: Visitor) -> bool:
        """Whether the visitor set the table up."""
        return bool(visitor.person) and Gathering.objects.filter(table=row, host=visitor.person).exists()

    def host(self, row: GameTable) -> int:
        """Return the number of whoever set a table up; 0 once they have left."""
        return Gathering.objects.filter(table=row).values_list("host", flat=True).first() or 0

    def late(self, row: GameTable) -> int:
        """Return how many turns late a table is seen by whoever looks on."""
        gathering: Gathering | None = getattr(row, "gathering", None)  # a list has it already
        return turns_late(gathering.watching) if gathering is not None else 0

    def sitters(self, row: GameTable) -> Sequence[store.Sitter]:
        """Return who sits where; people by the names of their accounts as these are now."""
        seated: Iterable[Chair] | None = _seated(row)
        if seated is None:
            seated = Chair.objects.filter(gathering__table=row).select_related("person") if row.pk else ()
        return [deeds.sitter_of(chair) for chair in seated] or store.sitters_of(row)

    def tables(self, visitor: Visitor) -> QuerySet[GameTable]:
        """Return the tables at which the visitor has a seat, and those that they set up."""
        if not visitor.person:
            return GameTable.objects.none()
        seated = Q(gathering__chairs__person=visitor.person, gathering__chairs__taken=True)
        mine = GameTable.objects.filter(seated | Q(gathering__host=visitor.person))
        return GameTable.objects.filter(pk__in=mine.values("pk"))

    def waiting(self, visitor: Visitor) -> Sequence[Mapping[str, object]]:
        """Return cards of the tables at which the visitor waits for others."""
        return cards.waiting_for(visitor)

    def set_up(self, visitor: Visitor, wish: store.Wish) -> str:
        """Set up a table; it begins at once unless a seat is left open for others."""
        return deeds.gather(visitor, wish).code

    def kept(self, row: GameTable, table: Table) -> None:
        """Let the clocks run that must run now, and note who is to be told of it."""
        if row.pk is not None:
            chairs = Chair.objects.filter(gathering__table=row).select_related("person")
            deeds.keep_up(row, table, list(chairs), timezone.now())

    def agreement(self, row: GameTable) -> messages.Agreement | None:
        """Return what the people who have seats agree on."""
        if row.pk is None:
            return None
        have = Chair.objects.filter(gathering__table=row, person__isnull=False).values_list("seat", flat=True)
        return agreements.agreement_of(row, have)

    def agree(self, row: GameTable, settled: Settled, asked: Sequence[int]) -> None:
        """Write down what was settled, grant the time, and note who is to be told of a proposal."""
        now = timezone.now()
        chairs = list(Chair.objects.filter(gathering__table=row).select_related("person"))
        agreements.keep_agreement(row, settled.agreement, now)
        if settled.extended:
            clocks.extend(row, asked, settled.extended, deeds.players_of(chairs), now)
        news.proposed(chairs, settled.agreement.proposed, now)

    def leaving(self, row: GameTable, seat: int) -> tuple[int, ...]:
        """Return the seats of whoever has a seat."""
        return replacing.leaving(row, seat)

    def vacate(self, row: GameTable, seats: Sequence[int]) -> None:
        """Free the seats of somebody who is late."""
        replacing.vacate(row, seats)

    def looked(self, row: GameTable, visitor: Visitor) -> None:
        """Note what there was to tell a visitor of a table as seen."""
        if row.pk is not None:
            news.looked(row.code, visitor.person)

    def clocks(self, row: GameTable) -> tuple[messages.Clock, ...]:
        """Return the clocks of a table, none if it has none."""
        if row.pk is None:
            return ()
        chairs = Chair.objects.filter(gathering__table=row, who="person", person__isnull=False)
        return clocks.shown(row, chairs.values_list("seat", "person").iterator(), timezone.now())

    def again(self, visitor: Visitor, row: GameTable, exchanged: object) -> str:
        """Let the people of a table gather for another game; it begins at once if nobody else is asked."""
        return deeds.gather_again(visitor, Gathering.objects.get(table=row), exchanged).code

    def take(self, visitor: Visitor, row: GameTable) -> None:
        """Give the visitor all seats of people at a new table; nobody else hears of it."""
        deeds.take_all(visitor, row)


def _seated(row: GameTable) -> list[Chair] | None:
    """Return the chairs of a table that was fetched for a list, which has them already."""
    return getattr(getattr(row, "gathering", None), "seated", None) if GameTable.gathering.is_cached(row) else None
