"""Seats that change hands during a game: who was late loses theirs, a bot plays it, and somebody else may take it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import transaction
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext

from tanelorn.bots import USUAL
from tanelorn.core.errors import Illegal, Stale, TanelornError
from tanelorn.site.club.gathering.deeds import belongs, chair_of, find_gathering, seated, signed_in
from tanelorn.site.club.gathering.models import Chair, Gathering, Replaced, Visibility
from tanelorn.site.club.notices import news
from tanelorn.site.club.pace import agreements, clocks
from tanelorn.site.club.people.models import Person
from tanelorn.site.club.talk.letters import blocks
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.club import club
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.models import Draft, GameTable, Note, StandingAnswer
from tanelorn.site.wire.errors import stale


def leaving(row: GameTable, seat: int) -> tuple[int, ...]:
    """Return the seats that whoever has a seat loses with it: those of friends at their screen as well."""
    person = Chair.objects.filter(gathering__table=row, seat=seat).values_list("person", flat=True).first()
    if person is None:
        return (seat,)
    return tuple(Chair.objects.filter(gathering__table=row, person=person).values_list("seat", flat=True))


def vacate(row: GameTable, seats: Sequence[int]) -> None:
    """Take seats from whoever has them, with all that was theirs alone; raise Stale if they are not one person's.

    Expects to be called while the row is held.
    """
    chairs = list(Chair.objects.filter(gathering__table=row, seat__in=seats).select_related("person"))
    if len({chair.person_id for chair in chairs}) != 1 or any(chair.who == "bot" for chair in chairs):
        raise stale()
    person, gathering = chairs[0].person, chairs[0].gathering_id
    for chair in chairs:
        chair.person, chair.who, chair.vacant = None, "bot", True
        chair.name, chair.bot = f"bot, {USUAL.slug}", USUAL.spec
        chair.save()
        if person is not None:
            Replaced.objects.create(gathering_id=gathering, seat=chair.seat, person=person)
    for theirs in (Draft, Note, StandingAnswer):
        theirs.objects.filter(table=row, seat__in=seats).delete()
    clocks.drop_clocks(row, seats)
    agreements.forget_proposal(row)
    _seat_anew(row)
    if person is not None:
        news.replaced(person, gathering, row.moved)


def take(gathering: Gathering, visitor: Visitor, seat: object) -> None:
    """Give a vacant seat to a visitor; raise Stale if somebody has it, Illegal if they may not have it.

    Expects to be called while the row of the table is held.
    """
    person = signed_in(visitor)
    chair = chair_of(gathering, seat)
    if not chair.vacant or gathering.table is None:
        raise Stale(gettext("Somebody sits there."), remedy=gettext("Take a seat that is free."))
    _check_may_take(gathering, person, chair.seat)
    chair.person_id, chair.who, chair.vacant = person, "person", False
    chair.name = chair.bot = ""
    chair.save()
    Person.objects.hold([person])  # they announce no vacation while their clock is started
    clocks.add_clock(gathering.table, chair.seat)
    agreements.forget_proposal(gathering.table)
    _seat_anew(gathering.table)


def _check_may_take(gathering: Gathering, person: int, seat: int) -> None:
    """Raise Illegal for somebody who plays here, or knows what another seat knows."""
    if gathering.chairs.filter(person=person).exists():
        raise Illegal(gettext("You have a seat here already."), remedy=gettext("Leave this one to somebody else."))
    lost = set(gathering.replaced.filter(person=person).values_list("seat", flat=True))
    if lost and seat not in lost:
        raise Illegal(
            gettext("You have played another seat here, and know what it knew."),
            remedy=gettext("Take that one again, if it is free, or choose another table."),
        )
    if blocks(gathering.host_id, person):
        raise Illegal(gettext("You cannot join this table."), remedy=gettext("Choose another one."))


def _seat_anew(row: GameTable) -> None:
    """Write who sits where into a table's row, by which its bots are found."""
    now = GameTable.objects.get(pk=row.pk)
    sitters = [seated(chair) for chair in Chair.objects.filter(gathering__table=row)]
    bots_asked = any(not sitter.human for seat, sitter in enumerate(sitters) if seat in now.waits)
    GameTable.objects.filter(pk=row.pk).update(seats=msgspec.to_builtins(sitters), bots_asked=bots_asked)


@receiver(pre_delete, sender=Person, dispatch_uid="gathering.player_leaves")
def player_leaves(instance: Person, **_: object) -> None:
    """Let the pages of games in play see who has deleted their account: nobody waits for them to agree any more."""
    played = Chair.objects.filter(person=instance, gathering__table__ended=False)
    codes = list(played.values_list("gathering__code", flat=True).distinct())
    if codes:
        transaction.on_commit(lambda: async_to_sync(club.look_again)(codes))


async def take_seat(code: str, visitor: Visitor, seat: object, invite: str) -> None:
    """Take a seat that is free at a table in play; raise as `find_gathering` and `take`."""
    gathering = await on_disk(find_gathering)(code, visitor, invite)
    if gathering.table_id is None:
        raise Stale(gettext("The game has not begun."), remedy=gettext("Join those who wait for it."))
    number = (await on_disk(chair_of)(gathering, seat)).seat
    live = await club.table(code)
    await live.change(
        lambda: live.table.arrange("taken", number),
        beside=lambda: take(Gathering.objects.get(pk=gathering.pk), visitor, number),
        anew=True,
    )


def free_seats(gathering: Gathering, visitor: Visitor, site: str) -> dict[str, object]:
    """Tell a page which seats are free at a table in play, which of them a visitor may take, or why none; whoever
    belongs to a private table is told its invitation.
    """
    seats = list(gathering.chairs.filter(vacant=True).values_list("seat", flat=True))
    own, why = [], gettext("Sign in, and you may take it.") if not visitor.person else ""
    for seat in seats if visitor.person else ():
        try:
            _check_may_take(gathering, visitor.person, seat)
            own.append(seat)
        except TanelornError as error:
            why = error.why
    plays = bool(visitor.person) and gathering.chairs.filter(person=visitor.person).exists()
    private = gathering.visibility == Visibility.PRIVATE and belongs(gathering, visitor)
    return {
        "free": seats,
        "may": own,
        "why": "" if plays else why,
        "plays": plays,
        "invitation": f"{site}/invited/{gathering.invite}" if private and seats else "",
        "login": "" if visitor.person else f"{settings.LOGIN_URL}?next=/tables/{gathering.code}",
    }
