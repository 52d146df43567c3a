"""Every page is as whoever has signed in wishes it: their language, their hours."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation

from tanelorn.site.club.people.models import Person
from tanelorn.site.club.people.sessions import note_presence

_FOR_GUESTS = ("login", "signup", "logout", "confirm-email")
"""What a guest has to do with accounts: all else there is for those who have one."""


def as_they_wish(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: speak a person's language, tell their hours, and note that they are here."""

    def middleware(request: HttpRequest) -> HttpResponse:
        person = request.user
        if not isinstance(person, Person):
            return get_response(request)
        room, _, rest = request.path.removeprefix("/").partition("/")
        if person.guest and room == "accounts" and not rest.startswith(_FOR_GUESTS):
            return redirect("/accounts/signup/")
        note_presence(request, person)
        if person.language:
            translation.activate(person.language)
        with timezone.override(ZoneInfo(person.time_zone) if person.time_zone else None):
            response = get_response(request)
        if person.language and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != person.language:
            remember_language(response, person.language)  # sockets and scripts go by it
        return response

    return middleware


def remember_language(response: HttpResponse, language: str) -> None:
    """Keep a language in the browser, or none: then it is as the browser asks. What is set already stays."""
    name = settings.LANGUAGE_COOKIE_NAME
    if name in response.cookies:
        return
    if not language:
        response.delete_cookie(name)
        return
    response.set_cookie(
        name,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
