"""The browsers in which a person wants to be told: added by a press in their settings, removed there, or when gone."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.models import Device
from tanelorn.site.club.notices.ways.push import public_key, read_subscription
from tanelorn.site.club.people.models import Person
from tanelorn.site.club.people.sessions import browser_of
from tanelorn.site.wire.sent import read_json

_MOST = 10
"""Devices of one person; with another one the oldest is told nothing more."""
_SUCH_AS = '{"endpoint": "https://…", "keys": {"p256dh": "…", "auth": "…"}}'


@require_POST
@login_required
def add(request: HttpRequest) -> JsonResponse:
    """Tell a person in this browser from now on."""
    person = cast(Person, request.user)
    if not public_key() or person.guest:
        raise Illegal(gettext("Nobody is told here by their browser."), remedy=gettext("Be told by mail."))
    said = read_subscription(read_json(request.body, _SUCH_AS))
    keys = {"p256dh": said.keys.p256dh, "auth": said.keys.auth}
    browser = browser_of(request.headers.get("User-Agent", ""))
    # A browser that somebody else has signed in at tells its last one.
    Device.objects.update_or_create(endpoint=said.endpoint, defaults={"person": person, "browser": browser, **keys})
    newest = person.devices.order_by("-pk").values_list("pk", flat=True)[:_MOST]
    person.devices.exclude(pk__in=list(newest)).delete()
    return JsonResponse({"added": True})


@require_POST
@login_required
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Tell a person nothing more in one of their browsers."""
    cast(Person, request.user).devices.filter(pk=number).delete()
    return redirect("/me#push")
