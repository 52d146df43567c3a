"""The pages at which people find a table and wait for a game, and what they send from there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tanelorn.core.amounts import read_number
from tanelorn.core.game import games
from tanelorn.site.club.gathering import cards, deeds, replacing, watching
from tanelorn.site.club.gathering.listed import A_PAGE, STATES, listed, read_state
from tanelorn.site.club.gathering.models import Gathering, Visibility
from tanelorn.site.club.pace import terms
from tanelorn.site.club.talk import press
from tanelorn.site.keeping import store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.seats.visitors import Visitor, doors
from tanelorn.site.pages.arranging import make_table
from tanelorn.site.pages.shelf import table_card
from tanelorn.site.pages.tables import table_page
from tanelorn.site.wire.sent import Sent, read_json

_STATES = {
    "waiting": gettext_lazy("Waiting for players"),
    "free": gettext_lazy("A seat is free"),
    "playing": gettext_lazy("In play"),
    "over": gettext_lazy("Finished"),
}


def gathers(request: HttpRequest) -> dict[str, object]:
    """Tell every page that several people can gather at a table here."""
    return {
        "gathers": True,
        "login": settings.LOGIN_URL,
        "paces": [{"word": word, "says": says, "terms": msgspec.to_builtins(one)} for word, says, one in terms.PRESETS],
        "lateness": [{"word": word, "says": says} for word, says in terms.IF_LATE],
        "off": [{"word": word, "says": says} for word, says in terms.OFF],
        "press": [{"word": word, "says": says} for word, says in press.PRESS],
        "watching": [{"word": word, "says": says} for word, says in watching.WATCHING],
    }


@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest) -> HttpResponse:
    """The list of public tables; whoever sends a wish sets one up."""
    return make_table(request) if request.method == "POST" else _list(request)


@ensure_csrf_cookie
def _list(request: HttpRequest) -> HttpResponse:
    state = read_state(request.GET.get("state", STATES[0]))
    game = request.GET.get("game", "")
    slug = games[game].slug if game else ""
    visitor, waiting = doors.of_request(request), state == "waiting"
    page = listed(state, slug, read_number(request.GET.get("before", "0")) or 0)
    found = list(cards.with_chairs(page) if waiting else page)
    shown = [cards.card(one, visitor) for one in found] if waiting else _played(found, visitor)
    last = found[-1] if len(found) == A_PAGE else None
    context = {
        "state": state,
        "states": [{"word": word, "says": says, "here": word == state} for word, says in _STATES.items()],
        "games": [{"slug": one.slug, "title": one.title, "here": one.slug == slug} for one in games.by_weight()],
        "game": slug,
        "waiting": shown if waiting else [],
        "played": [] if waiting else shown,
        "next": (last.pk if waiting else last.table_id) if last is not None else 0,
    }
    return render(request, "tanelorn/gathering/list.html", context)


def _played(found: Iterable[Gathering], visitor: Visitor) -> list[dict[str, object]]:
    return [table_card(one.table, visitor) for one in found if one.table is not None]


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table, or of those who wait there for the game to begin."""
    if Gathering.objects.filter(code=code, table=None).exists():
        return _room(request, deeds.find_gathering(code, doors.of_request(request)), "")
    return table_page(request, code)


@require_safe
@ensure_csrf_cookie
def invited(request: HttpRequest, invite: str) -> HttpResponse:
    """The same page for whoever has an invitation; the table, if the game has begun."""
    gathering = Gathering.objects.filter(invite=invite).first()
    if gathering is None:
        raise store.no_such_table(invite)
    visitor = doors.of_request(request)
    to_take = gathering.visibility == Visibility.PRIVATE and gathering.chairs.filter(vacant=True).exists()
    if gathering.table_id is not None and (deeds.belongs(gathering, visitor) or not to_take):
        return redirect(f"/tables/{gathering.code}")
    return _room(request, gathering, invite)


def _room(request: HttpRequest, gathering: Gathering, invite: str) -> HttpResponse:
    visitor, site = doors.of_request(request), request.build_absolute_uri("/").rstrip("/")
    room = cards.room(gathering, visitor, invite, site)
    return render(request, "tanelorn/gathering/room.html", {"room": room, "here": request.path})


Deed = Callable[[Gathering, Visitor, Sent], object]


def _deed(such_as: str, act: Deed) -> Callable[[HttpRequest, str], HttpResponseBase]:
    """Return the view by which a page does something at a gathering; it answers with where to go."""

    @require_POST
    def view(request: HttpRequest, code: str) -> JsonResponse:
        wish, visitor = read_json(request.body, such_as), doors.of_request(request)
        gathering = deeds.find_gathering(code, visitor, str(wish.get("invite", "")))
        act(gathering, visitor, wish)
        gone = not Gathering.objects.filter(code=code).exists()
        return JsonResponse({"url": "/" if gone else f"/tables/{code}"})

    return view


join = _deed('{"seat": 0}', lambda at, who, wish: deeds.join(at, who, wish.get("seat"), wish.get("words")))
leave = _deed("{}", lambda at, who, _: deeds.leave(at, who))
send_away = _deed('{"seat": 0}', lambda at, who, wish: deeds.send_away(at, who, wish.get("seat")))
begin = _deed("{}", lambda at, who, _: deeds.begin(at, who))


@require_POST
async def take(request: HttpRequest, code: str) -> JsonResponse:
    """Take a seat that is free at a table in play; answers with where to go."""
    wish, visitor = read_json(request.body, '{"seat": 0}'), await on_disk(doors.of_request)(request)
    await replacing.take_seat(code, visitor, wish.get("seat"), str(wish.get("invite", "")))
    return JsonResponse({"url": f"/tables/{code}"})


@require_safe
@never_cache
def free_seats(request: HttpRequest, code: str) -> JsonResponse:
    """Tell the page of a table which seats are free, and what its visitor may do about it."""
    visitor, site = doors.of_request(request), request.build_absolute_uri("/").rstrip("/")
    return JsonResponse(replacing.free_seats(deeds.find_gathering(code, visitor), visitor, site))
