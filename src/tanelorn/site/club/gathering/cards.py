"""Gatherings as pages show them: who sits where, which seats are free, what the visitor may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy

from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.site.club.gathering import watching
from tanelorn.site.club.gathering.deeds import sitter_of
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.pace import terms, vacations
from tanelorn.site.club.talk import press
from tanelorn.site.keeping import store
from tanelorn.site.live.seats.visitors import Visitor

SEEN_BY = {
    Visibility.PUBLIC: gettext_lazy("Public: everybody finds it in the list, may join and look on."),
    Visibility.UNLISTED: gettext_lazy("Unlisted: whoever knows its address may join and look on."),
    Visibility.PRIVATE: gettext_lazy("Private: only whoever has the invitation may join, and nobody else looks on."),
}


def with_chairs(gatherings: QuerySet[Gathering]) -> QuerySet[Gathering]:
    """Return gatherings with what a card shows, in one query more."""
    return gatherings.select_related("host").prefetch_related("chairs__person")


def waiting_for(visitor: Visitor) -> list[Card]:
    """Return cards of the gatherings at which the visitor waits."""
    return cards(waited_at(visitor), visitor) if visitor.person else []


def waited_at(visitor: Visitor) -> QuerySet[Gathering]:
    """Return the gatherings that a person set up, joined, or is asked to join, the last one first."""
    mine = Gathering.objects.filter(Q(host=visitor.person) | Q(chairs__person=visitor.person), table=None)
    return Gathering.objects.filter(pk__in=mine.values("pk"))


def cards(gatherings: QuerySet[Gathering], visitor: Visitor) -> list[Card]:
    """Return a card for each gathering."""
    return [card(gathering, visitor) for gathering in with_chairs(gatherings)]


class SeatCard(TypedDict):
    """What is shown of a seat. `free` to whoever comes, `vacant` because somebody has left it, `kept` for somebody who
    was asked, `mine` or some `other` person's; `away` says when its person is on vacation.
    """

    seat: int
    title: str
    colour: int
    name: str
    person: bool
    free: bool
    vacant: bool
    kept: bool
    mine: bool
    other: bool
    away: NotRequired[str]


class Card(TypedDict):
    """What is shown of a gathering."""

    url: str
    name: str
    game: str
    scenario: str
    chart: str
    host: str
    free: int
    asked: bool
    seats: list[SeatCard]


def card(gathering: Gathering, visitor: Visitor) -> Card:
    """Return what a list shows of a gathering."""
    game = games[gathering.game]
    scenario = game.scenario(gathering.scenario)
    chairs = list(gathering.chairs.all())
    free = sum(chair.vacant or not chair.taken for chair in chairs)
    asked = bool(visitor.person) and any(chair.person_id == visitor.person and not chair.taken for chair in chairs)
    return {
        "url": f"/tables/{gathering.code}",
        "name": gathering.name,
        "game": game.title,
        "scenario": scenario.title,
        "chart": f"/charts/{game.slug}.svg",
        "host": gathering.host.username if gathering.host is not None else "",
        "free": free,
        "asked": asked,
        "seats": [_seat(chair, scenario.seats[chair.seat], scenario.colours[chair.seat], visitor) for chair in chairs],
    }


def _seat(chair: Chair, name: str, colour: int, visitor: Visitor) -> SeatCard:
    mine = bool(visitor.person) and chair.person_id == visitor.person
    return {
        "seat": chair.seat,
        "title": name,
        "colour": colour,
        "name": store.called(sitter_of(chair)),
        "person": chair.who == "person",
        "free": chair.vacant or (not chair.taken and chair.person_id is None),
        "vacant": chair.vacant,
        "kept": not chair.taken and chair.person_id is not None,
        "mine": mine,
        "other": chair.who == "person" and chair.person_id is not None and not mine,
    }


def room(gathering: Gathering, visitor: Visitor, invite: str, site: str) -> dict[str, object]:
    """Return what the page at which people wait for a game shows; the invitation is told to those who belong there."""
    game = games[gathering.game]
    scenario = game.scenario(gathering.scenario)
    told = card(gathering, visitor)
    away = _away(gathering)
    for seat in told["seats"]:
        seat["away"] = away.get(seat["seat"], "")
    mine = [seat for seat in told["seats"] if seat["mine"]]
    belongs = bool(mine) or gathering.host_id == visitor.person
    return {
        **told,
        "code": gathering.code,
        "slug": game.slug,
        "blurb": game.blurb,
        "says": scenario.says,
        "length": game.length,
        "options": list(_changed(gathering)),
        "press": press.said(gathering.press),
        "pace": terms.said(terms.read_terms(gathering.pace)),
        "seen_by": SEEN_BY[Visibility(gathering.visibility)],
        "watching": watching.said(gathering.watching),
        "hosted": bool(visitor.person) and gathering.host_id == visitor.person,
        "signed_in": bool(visitor.person),
        "seated": any(seat["mine"] and not seat["kept"] for seat in mine),
        "kept_for_me": any(seat["kept"] for seat in mine),
        "invitation": f"{site}/invited/{gathering.invite}" if belongs else "",
        "invite": invite if invite == gathering.invite else "",
        "running": gathering.table_id is not None,
        "promise": Committed(gathering.secret).promise,
        "login": f"{settings.LOGIN_URL}?next=",
    }


def _away(gathering: Gathering) -> dict[int, str]:
    """Say of the seats of those who are on vacation, or will be soon, when; by the calendar of whoever looks."""
    now, zone = timezone.now(), ZoneInfo(timezone.get_current_timezone_name())
    people = {chair.seat: chair.person_id for chair in gathering.chairs.all() if chair.person_id is not None}
    coming = vacations.next_of(people.values(), now)
    said = {}
    for seat, person in people.items():
        if person in coming:
            first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in vacations.days(*coming[person], zone))
            begun = coming[person][0] <= now
            said[seat] = (
                gettext("on vacation until %(last)s") if begun else gettext("on vacation from %(first)s to %(last)s")
            ) % {"first": first, "last": last}
    return said


def _changed(gathering: Gathering) -> Iterable[dict[str, object]]:
    """Tell which rules are not the usual ones."""
    for option in games[gathering.game].options:
        value = gathering.options.get(option.name, option.default)
        if value != option.default:
            said = {True: gettext("yes"), False: gettext("no")}.get(value) if isinstance(value, bool) else value
            yield {"title": option.title, "value": str(said)[:80]}
