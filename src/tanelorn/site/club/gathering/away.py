"""Vacations as people announce them: their page, and what it does to their clocks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import cast

from asgiref.sync import async_to_sync
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tanelorn.core.errors import TanelornError, Unreadable
from tanelorn.site.club.gathering.deeds import players_of
from tanelorn.site.club.gathering.models import Chair
from tanelorn.site.club.notices import news
from tanelorn.site.club.pace import vacations
from tanelorn.site.club.pace.clocks import hours_of, running, set_off, stand, terms_of
from tanelorn.site.club.pace.models import Clock, Vacation
from tanelorn.site.club.pace.terms import Terms
from tanelorn.site.club.pace.zones import zone_of
from tanelorn.site.club.people.models import Person
from tanelorn.site.live.club import club
from tanelorn.site.models import GameTable
from tanelorn.site.wire.errors import refusal

_PAGE = "/me/vacation"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def vacation_page(request: HttpRequest) -> HttpResponse:
    """A person's vacations; one is announced when the form is sent."""
    person, now = cast(Person, request.user), timezone.now()
    if request.method != "POST":
        return _page(request, person, now)
    try:
        first, last = (_day(request.POST.get(name, "")) for name in ("first", "last"))
        zone = zone_of(person.time_zone)
        change_vacation(person, now, lambda: vacations.new_vacation(person.pk, first, last, zone, now).save())
    except TanelornError as error:
        return _page(request, person, now, wrong=refusal(error), status=400)
    return redirect(_PAGE)


@require_POST
@login_required
def end_vacation(request: HttpRequest, number: int) -> HttpResponse:
    """End a vacation, or take one back that has not begun; one that is none of the visitor's changes nothing."""
    person, now = cast(Person, request.user), timezone.now()
    found = Vacation.objects.filter(pk=number, person=person).first()
    if found is not None:
        change_vacation(person, now, lambda: vacations.end(found, now))
    return redirect(_PAGE)


def change_vacation(person: Person, now: datetime, act: Callable[[], None]) -> None:
    """Announce a vacation or end one: what clocks of that person have counted so far stands, and from now on they go by
    the new one. Raise what `act` raises; then nothing has changed.
    """
    with transaction.atomic():
        Person.objects.hold([person.pk])
        tables = [row for row in _tables(person) if _stands_on_vacation(row)]
        list(GameTable.objects.select_for_update(no_key=True).filter(pk__in=[row.pk for row in tables]).order_by("pk"))
        clocks = [(row, clock) for row in tables for clock in _clocks(row, person)]
        _each(clocks, stand, now)
        act()
        _each(clocks, set_off, now)
        for row in {row.pk: row for row, _ in clocks}.values():
            news.remind(row, list(Chair.objects.filter(gathering__table=row).select_related("person")), now)
    async_to_sync(club.look_again)([row.code for row in tables])


def _tables(person: Person) -> list[GameTable]:
    """Return the tables at which somebody plays."""
    seats = Chair.objects.filter(person=person, who="person", taken=True)
    played = GameTable.objects.filter(ended=False, removed=None, gathering__in=seats.values("gathering"))
    return list(played)


def _stands_on_vacation(row: GameTable) -> bool:
    terms = terms_of(row)
    return terms is not None and terms.stands_on_vacation


def _clocks(row: GameTable, person: Person) -> list[Clock]:
    own = Chair.objects.filter(gathering__table=row, person=person, who="person").values_list("seat", flat=True)
    return list(running(row).filter(seat__in=list(own)))


def _each(clocks: list[tuple[GameTable, Clock]], act: Callable[..., None], now: datetime) -> None:
    for row, clock in clocks:
        terms = cast(Terms, terms_of(row))
        chairs = Chair.objects.filter(gathering__table=row, seat=clock.seat).select_related("person")
        act(clock, terms, hours_of(players_of(chairs), terms, now)[clock.seat], now)


def _day(given: str) -> date:
    try:
        day = parse_date(given)
    except ValueError:
        day = None
    if day is None:
        raise Unreadable(gettext("This is no day."), remedy=gettext("Write it as 2027-03-31."))
    return day


def _written(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _page(request: HttpRequest, person: Person, now: datetime, wrong: object = None, status: int = 200) -> HttpResponse:
    zone = zone_of(person.time_zone)
    today = now.astimezone(zone).date()
    coming = Vacation.objects.filter(person=person, ends__gt=now)
    context = {
        "vacations": [
            {"id": one.pk, "begun": one.begins <= now, "first": first, "last": last}
            for one in coming
            for first, last in [map(_written, vacations.days(one.begins, one.ends, zone))]
        ],
        "left": [
            {"year": year, "days": vacations.left_of(person.pk, year, zone)} for year in (today.year, today.year + 1)
        ],
        "most": vacations.MOST_DAYS,
        "today": today.isoformat(),
        "zone": str(zone),
        "wrong": wrong,
    }
    return render(request, "tanelorn/gathering/vacation.html", context, status=status)
