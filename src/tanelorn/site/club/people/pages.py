"""What a person's pages and programs ask about themselves, and what they change."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.ways import push
from tanelorn.site.club.people import sessions
from tanelorn.site.club.people.forms import Deletion, Settings
from tanelorn.site.club.people.models import Palette, Person
from tanelorn.site.club.people.wishes import remember_language
from tanelorn.site.wire.sent import read_json

_SETTINGS = "/me"


def _person(request: HttpRequest) -> Person:
    """Return whoever has signed in, as they are kept: a form may change what it is given before it is found wrong."""
    return Person.objects.get(pk=cast(Person, request.user).pk)


@require_safe
def me(request: HttpRequest) -> JsonResponse:
    """Tell a page, or a program, who it has signed in as."""
    person = request.user
    return JsonResponse({"name": person.get_username(), "guest": bool(getattr(person, "guest", False))})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """A person's settings, kept when their form is sent."""
    person = _person(request)
    form = Settings(request.POST if request.method == "POST" else None, instance=person)
    if request.method == "POST" and form.is_valid():
        kept = form.save()
        with override(kept.language or None):
            messages.success(request, gettext("Saved."))
        response = redirect(_SETTINGS)
        remember_language(response, kept.language)
        return response
    return _settings(request, person, form, Deletion(person))


def _settings(request: HttpRequest, person: Person, form: Settings, deleting: Deletion) -> HttpResponse:
    context = {
        "form": form,
        "sessions": sessions.places(request, person),
        "keys": [str(one.get_type_display()) for one in Authenticator.objects.filter(user=person)],
        "deleting": deleting,
        "push": push.public_key(),
        "devices": person.devices.all(),
    }
    return render(request, "tanelorn/people/me.html", context, status=400 if form.errors or deleting.errors else 200)


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Keep the language in the browser, and with the settings of whoever has signed in."""
    response = set_language(request)
    chosen = response.cookies.get("django_language")
    if chosen is not None and request.user.is_authenticated:
        Person.objects.filter(pk=_person(request).pk).update(language=chosen.value)
    return response


@require_POST
@login_required
def choose_palette(request: HttpRequest) -> JsonResponse:
    """Keep the light that a person has turned on at the head of a page."""
    palette = read_json(request.body, '{"palette": "dark"}').get("palette")
    if palette not in Palette.values:
        raise Illegal(gettext("There is no such light."), remedy=gettext('Send {"palette": "dark"}.'))
    Person.objects.filter(pk=_person(request).pk).update(palette=palette)
    return JsonResponse({"palette": palette})


@require_POST
@login_required
def end_session(request: HttpRequest, number: int = 0) -> HttpResponse:
    """Sign a person out in one other place, or in all others."""
    sessions.end(cast(Person, request.user), number=number, but=request.session.session_key or "")
    return redirect(_SETTINGS)


@require_POST
@login_required
def delete(request: HttpRequest) -> HttpResponseBase:
    """Delete an account whose name its owner has written. Games stay: what was the person's is nobody's."""
    person = _person(request)
    deleting = Deletion(person, request.POST)
    if not deleting.is_valid():
        return _settings(request, person, Settings(instance=person), deleting)
    return _delete_guest(request) if person.guest else _delete_account(request)


def _delete_guest(request: HttpRequest) -> HttpResponse:
    person = _person(request)
    logout(request)
    sessions.end(person)
    person.delete()
    return redirect("/")


_delete_account = reauthentication_required(_delete_guest)
