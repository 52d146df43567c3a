"""Refusals on the site: one clear sentence, as a page or as JSON, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from tanelorn.core.errors import Stale, TanelornError, UnknownName
from tanelorn.site.keeping import trouble

_MOST_LETTERS = 400


def refusal(error: TanelornError) -> dict[str, str]:
    """Return an error as the page reads it; one that repeats what was sent does so up to a point."""
    why = error.why if len(error.why) <= _MOST_LETTERS else f"{error.why[: _MOST_LETTERS - 1]}…"
    return {"why": why, "remedy": error.remedy, "clause": error.clause}


class NoSuchTable(UnknownName):
    """No table of that code lies here."""


class Deleted(NoSuchTable):
    """The table has been deleted; for a minute it can be brought back."""


def stale() -> Stale:
    """Return the error that says that something was asked about a position that has passed."""
    return Stale(
        gettext("The table has moved on since this was asked."),
        remedy=gettext("Look at the position and choose again."),
    )


def plain_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: turn our errors into answers and tell browsers to run nothing but our own scripts."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            response = _wrong_verb(request, response)
        return _guarded(response)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TanelornError) or isinstance(error, trouble.Away):
            return None
        return _answer(request, error, _status_of(error))

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def _status_of(error: TanelornError) -> int:
    if isinstance(error, trouble.NotKept):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.NOT_FOUND if isinstance(error, UnknownName) else HTTPStatus.BAD_REQUEST


def _answer(
    request: HttpRequest, error: TanelornError, status: int, title: str = "", *, bare: bool = False
) -> HttpResponse:
    """Say it as a page to people, who are known by what their browser accepts, and as JSON to scripts; `bare` is a page
    that nobody is greeted on.
    """
    people = "json" not in request.path and "text/html" in request.headers.get("Accept", "")
    if not people:
        return _guarded(JsonResponse(refusal(error), status=status))
    context = {"error": refusal(error), "title": title or gettext("That cannot be done")}
    if bare:
        page = render_to_string("tanelorn/refusal.html", {**context, "language": get_language()})
        return _guarded(HttpResponse(page, status=status))
    return _guarded(render(request, "tanelorn/refusal.html", context, status=status))


def _guarded(response: HttpResponse) -> HttpResponse:
    response.headers.setdefault(
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'self'",
    )
    return response


# What Django refuses by itself, before any view is asked


def no_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing has this address."""
    error = TanelornError(gettext("There is no page at this address."))
    return _answer(request, error, HTTPStatus.NOT_FOUND, gettext("Not here"))


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request is malformed, or asks for another host."""
    error = TanelornError(
        gettext("The site cannot read this request."), remedy=gettext("Begin at the shelf and try once more.")
    )
    return _answer(request, error, HTTPStatus.BAD_REQUEST)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Something is closed to whoever asks."""
    return _answer(request, TanelornError(gettext("This page is not open to you.")), HTTPStatus.FORBIDDEN)


def from_elsewhere(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form was sent without the mark that our own pages add to it: nothing is done."""
    error = TanelornError(
        gettext("This did not come from a page of this site, or from one that is out of date: nothing was changed."),
        remedy=gettext("Load the page again and try once more."),
    )
    return _answer(request, error, HTTPStatus.FORBIDDEN)


def broken(request: HttpRequest) -> HttpResponse:
    """Our own fault: whoever asks is told no more than that, the console all. If it is that the database can do nothing
    for now, they are told so, by a page for which it is asked nothing.
    """
    met = sys.exc_info()[1]
    if isinstance(met, trouble.Away) or (isinstance(met, Exception) and trouble.passes(met)):
        away = met if isinstance(met, trouble.Away) else trouble.away(met)
        return _answer(request, away, HTTPStatus.SERVICE_UNAVAILABLE, gettext("Not for now"), bare=True)
    error = TanelornError(
        gettext("Something went wrong in the site itself."),
        remedy=gettext("Load the page again, or begin at the shelf."),
    )
    return _answer(request, error, HTTPStatus.INTERNAL_SERVER_ERROR, gettext("Something went wrong"))


def _wrong_verb(request: HttpRequest, refused: HttpResponse) -> HttpResponse:
    """An address was looked at to which only forms are sent, or the other way round."""
    error = TanelornError(
        gettext("There is nothing to look at here: this address only takes what a page of the site sends.")
        if request.method in ("GET", "HEAD")
        else gettext("This address takes nothing: it can only be looked at.")
    )
    answer = _answer(request, error, refused.status_code)
    answer.headers["Allow"] = refused.headers["Allow"]
    return answer
