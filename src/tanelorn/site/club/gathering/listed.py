"""The list of public tables: those that wait for players, those in play, perhaps with a free seat, the others."""

from __future__ import annotations

from typing import Literal, get_args

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from tanelorn.core.errors import UnknownName, nearest
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility

State = Literal["waiting", "free", "playing", "over"]
STATES: tuple[State, ...] = get_args(State)
A_PAGE = 30
"""Tables on a page of the list."""


def read_state(word: str) -> State:
    """Return which tables are meant; raise UnknownName."""
    for state in STATES:
        if word == state:
            return state
    raise UnknownName(
        gettext("There are no tables that are “%(word)s”.") % {"word": word[:20]}, remedy=nearest(word[:20], STATES)
    )


def listed(state: State, game: str = "", before: int = 0) -> QuerySet[Gathering]:
    """Return a page of the list, of one game or all: the tables that were set up or begun last come first.

    `before` is the number of the last table of the page before: the list goes on after it, however many have come in
    front. An index gives the order, so that a page takes no longer where there are many tables.
    """
    among = Gathering.objects.filter(visibility=Visibility.PUBLIC, **({"game": game} if game else {}))
    if state == "waiting":
        after = among.filter(pk__lt=before) if before else among
        return after.filter(table=None).order_by("-pk")[:A_PAGE]
    played = among.filter(table__ended=state == "over", table__removed=None)
    if state == "free":
        vacant = Chair.objects.filter(vacant=True)
        played = played.filter(table__frozen__isnull=True, pk__in=vacant.values("gathering"))
    after = played.filter(table__pk__lt=before) if before else played
    chairs = Prefetch("chairs", Chair.objects.select_related("person"), to_attr="seated")
    return after.select_related("table").prefetch_related(chairs).order_by("-table__pk")[:A_PAGE]
