"""Tables set up, renamed, deleted, brought back, begun anew; trials ended."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tanelorn.core.amounts import read_number
from tanelorn.core.errors import Unreadable
from tanelorn.site.keeping import store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.promises import promises
from tanelorn.site.live import shelving, trials
from tanelorn.site.live.club import club
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.models import GameTable
from tanelorn.site.pages.access import alone, arranged, visitor_of, watched
from tanelorn.site.wire.sent import read_json


@require_POST
def make_table(request: HttpRequest) -> JsonResponse:
    """Set up a table from JSON; 400 with the reason when it cannot be."""
    wish = read_json(request.body, '{"game": "fivecities"}')
    if not isinstance(wish.get("game"), str):
        raise Unreadable(
            gettext("The request does not say which game."), remedy=gettext('Send {"game": "fivecities"}.')
        )
    options = wish.get("options") or {}
    scenario = wish.get("scenario")
    if not isinstance(options, dict) or not isinstance(scenario, str | None):
        raise Unreadable(gettext("Scenario or options cannot be read."), remedy=gettext("Send a text and an object."))
    wished = store.Wish(
        *(wish["game"], scenario, options, wish.get("seats"), wish.get("name"), wish.get("dice")),
        visibility=wish.get("visibility"),
        pace=wish.get("pace"),
        press=wish.get("press"),
        watching=wish.get("watching"),
    )
    return JsonResponse(_address(doors.set_up(doors.of_request(request), wished)))


@require_POST
def promise_dice(request: HttpRequest) -> JsonResponse:
    """Promise dice that the players of a table to be will add their words to."""
    return JsonResponse({"promise": promises.make()})


@require_POST
async def rename_table(request: HttpRequest, code: str) -> JsonResponse:
    """Give a table another name."""
    wish = read_json(request.body, '{"name": "Siege"}')
    await on_disk(arranged)(request, code)
    return JsonResponse({"name": await club.rename(code, wish.get("name"))})


@require_POST
async def delete_table(request: HttpRequest, code: str) -> JsonResponse:
    """Take a table off the shelf; say for how many seconds it can be brought back."""
    read_json(request.body, "{}")
    await on_disk(alone)(request, code)
    await club.delete(code)
    return JsonResponse({"seconds": int(shelving.STAYS.total_seconds())})


@require_POST
async def bring_table_back(request: HttpRequest, code: str) -> JsonResponse:
    """Put a table back that was deleted a moment ago."""
    read_json(request.body, "{}")
    await club.bring_back(code, doors.tables(await visitor_of(request)))
    return JsonResponse(_address(code))


@require_POST
def set_up_again(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a new game with the scenario, rules and people of a table."""
    wish = read_json(request.body, '{"exchanged": false}')
    row, exchanged = arranged(request, code), wish.get("exchanged")
    return JsonResponse(_address(doors.again(doors.of_request(request), row, exchanged)))


@require_POST
def duplicate_table(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a second table at the position of one; refused where that would tell what nobody may know."""
    read_json(request.body, "{}")
    row = alone(request, code)
    return JsonResponse(_taken(request, lambda: shelving.duplicate(row)))


@require_POST
def play_on(request: HttpRequest, code: str) -> JsonResponse:
    """Set up a table that goes on from a moment of a game that is over."""
    wish = read_json(request.body, '{"moment": 12, "seats": [{"who": "me"}, {"who": "bot"}]}')
    row = watched(request, code)
    return JsonResponse(_taken(request, lambda: shelving.play_on(row, wish.get("moment"), wish.get("seats"))))


@require_POST
def begin_lesson(request: HttpRequest, slug: str, lesson: str) -> HttpResponse:
    """Set up a guided game at the step that the form names, counted from 1, and go there."""
    step = read_number(request.POST.get("step", "1"))
    if step is None:
        raise Unreadable(
            gettext("The request does not say at which step the lesson is to begin."), remedy=gettext("Send step=1.")
        )
    return redirect(_taken(request, lambda: store.begin_lesson(slug, lesson, step - 1))["url"])


@require_POST
async def end_trial(request: HttpRequest, code: str) -> JsonResponse:
    """End a trial, of which nothing is left; say where the question is from which it began."""
    read_json(request.body, "{}")
    return JsonResponse({"url": trials.end(code, await visitor_of(request))})


def _taken(request: HttpRequest, set_up: Callable[[], GameTable]) -> dict[str, str]:
    """Set up a table that is the visitor's alone, and return its address; raise what either does, and keep nothing."""
    with transaction.atomic():
        row = set_up()
        doors.take(doors.of_request(request), row)
    return _address(row.code)


def _address(code: str) -> dict[str, str]:
    return {"table": code, "url": f"/tables/{code}"}
