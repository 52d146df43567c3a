"""The way to the next table that waits for somebody, and the page by which they end their mails."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tanelorn.core.errors import UnknownName
from tanelorn.site.club.notices.turns import next_turn, turns
from tanelorn.site.club.notices.wording import person_of
from tanelorn.site.club.people.models import Person
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.wire.parts import content_of


def waiting(request: HttpRequest) -> dict[str, object]:
    """Tell pages that want to know which tables wait for whoever has signed in."""
    return {"turns": SimpleLazyObject(lambda: turns(doors.of_request(request).person))}


@require_safe
@never_cache
def to_next(request: HttpRequest) -> HttpResponse:
    """Lead to the next table that waits for the visitor, after the one at which they are; to the shelf if none does."""
    turn = next_turn(turns(doors.of_request(request).person), request.GET.get("at", ""))
    return redirect(f"/tables/{turn.code}" if turn is not None else "/")


@require_safe
@never_cache
def turns_json(request: HttpRequest) -> JsonResponse:
    """Tell the page of a table how many others wait for the visitor, and which one is next."""
    at = request.GET.get("at", "")
    waiting = turns(doors.of_request(request).person)
    turn = next_turn(waiting, at)
    return JsonResponse(
        {"count": sum(one.code != at for one in waiting), "name": turn.name if turn is not None else ""}
    )


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Give the script that a browser runs while no page is open; at this address it is that of the whole site."""
    return HttpResponse(
        content_of("tanelorn/people/push-worker.js"),
        content_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@csrf_exempt  # the word in the address is what allows it: a mail program sends the form, and has no cookie
def off(request: HttpRequest, word: str) -> HttpResponse:
    """End the mails of whoever was sent this address, once its form is sent; to look at it changes nothing."""
    person = person_of(word)
    if person is None:
        raise UnknownName(
            gettext("This address ends nobody’s mails."),
            remedy=gettext("Take the whole link from the last mail, or change your settings."),
        )
    if request.method == "POST":
        Person.objects.filter(pk=person.pk).update(by_mail=False)
    return render(request, "tanelorn/notices/off.html", {"ended": request.method == "POST"})
