"""Refusals on the site: one clear sentence, as a page or as JSON, never a traceback."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from tanelorn.core.errors import TanelornError, UnknownName

_MOST_LETTERS = 400


def refusal(error: TanelornError) -> dict[str, str]:
    """Return an error as the page reads it; one that repeats what was sent does so up to a point."""
    why = error.why if len(error.why) <= _MOST_LETTERS else f"{error.why[: _MOST_LETTERS - 1]}…"
    return {"why": why, "remedy": error.remedy, "clause": error.clause}


class NoSuchTable(UnknownName):
    """No table of that code lies here."""


class Deleted(NoSuchTable):
    """The table has been deleted; for a minute it can be brought back."""


def plain_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: turn our errors into answers and tell browsers to run nothing but our own scripts."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
        )
        return response

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TanelornError):
            return None
        status = 404 if isinstance(error, UnknownName) else 400
        if (
            request.method in ("GET", "HEAD")
            and "json" not in request.path
            and "text/html" in request.headers.get("Accept", "")
        ):
            return render(request, "tanelorn/refusal.html", {"error": refusal(error)}, status=status)
        return JsonResponse(refusal(error), status=status)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware
