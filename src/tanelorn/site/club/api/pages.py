"""The page of a person's tokens."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tanelorn.core.errors import TanelornError
from tanelorn.site.club.api import tokens
from tanelorn.site.club.api.models import Token
from tanelorn.site.club.people.models import Person
from tanelorn.site.wire.errors import refusal

SCOPE_SAYS = {
    "play": gettext_lazy("Play my seats"),
    "tables": gettext_lazy("Set up, join, leave and begin tables"),
}
"""What a token may be good for besides looking on."""


@require_safe
@never_cache
@login_required
def listed(request: HttpRequest) -> HttpResponse:
    """The tokens of whoever has signed in, and the form for another one."""
    return _page(request)


@require_POST
@never_cache
@login_required
def make(request: HttpRequest) -> HttpResponse:
    """Make a token and show it, this once."""
    person = cast(Person, request.user)
    return _make(request) if person.guest else cast(HttpResponse, _made_by_owner(request))


def _make(request: HttpRequest) -> HttpResponse:
    person = cast(Person, request.user)
    try:
        token, word = tokens.make(person.pk, request.POST.get("name", ""), request.POST.getlist("scopes"))
    except TanelornError as error:
        return _page(request, wrong=refusal(error), status=400)
    return _page(request, token=token, word=word)


_made_by_owner = reauthentication_required(_make)
"""A token lasts, so that a browser that was left open for a while must not be enough to make one."""


@require_POST
@login_required
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """Take a token back; one that is none of the visitor's changes nothing."""
    Token.objects.filter(pk=number, person=cast(Person, request.user)).delete()
    return redirect("/me/tokens")


def _page(request: HttpRequest, *, status: int = 200, **more: object) -> HttpResponse:
    own = Token.objects.filter(person=cast(Person, request.user))
    context = {
        "tokens": [
            {"id": one.pk, "name": one.name, "scopes": one.scopes, "made": one.made, "used": one.used} for one in own
        ],
        "scopes": [{"word": word, "says": says} for word, says in SCOPE_SAYS.items()],
        "most_name": tokens.MOST_NAME,
        **more,
    }
    return render(request, "tanelorn/api/tokens.html", context, status=status)
