"""The door for programs: who a token is, what it may ask and how often, and one form for all refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

import msgspec
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser
from ninja.security import HttpBearer

from tanelorn.core.errors import CannotUndo, NotAsked, Stale, TanelornError
from tanelorn.site.club.api import answers, limits, tokens
from tanelorn.site.club.api.models import Scope, Token
from tanelorn.site.keeping import trouble
from tanelorn.site.keeping.frozen import Frozen
from tanelorn.site.keeping.store import Damaged, NotKept
from tanelorn.site.live.seats.visitors import Visitor
from tanelorn.site.wire.errors import NoSuchTable, refusal
from tanelorn.site.wire.sent import Sent, read_json

PATH = "/api/"
_REFUSED: tuple[tuple[type[TanelornError], HTTPStatus], ...] = (
    (tokens.NoToken, HTTPStatus.UNAUTHORIZED),
    (tokens.OutOfScope, HTTPStatus.FORBIDDEN),
    (limits.TooMuch, HTTPStatus.TOO_MANY_REQUESTS),
    (NoSuchTable, HTTPStatus.NOT_FOUND),
    (Stale, HTTPStatus.CONFLICT),
    (NotAsked, HTTPStatus.CONFLICT),
    (CannotUndo, HTTPStatus.CONFLICT),
    (Frozen, HTTPStatus.CONFLICT),
    (Damaged, HTTPStatus.CONFLICT),
    (NotKept, HTTPStatus.SERVICE_UNAVAILABLE),
    (trouble.Away, HTTPStatus.SERVICE_UNAVAILABLE),
)
"""With which status a refusal is answered; all others are requests that cannot be carried out as they are, 400."""


def without_cookies(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: whoever has signed in at a page is nobody here, so that no other site can make their browser ask."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(PATH):
            request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return middleware


class Bearer(HttpBearer):
    """Lets a token in that is good for something, and counts what it asks for."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        super().__init__()

    def __call__(self, request: HttpRequest) -> Token:
        """Return the token that a request bears; raise NoToken, OutOfScope or TooMuch."""
        return self.authenticate(request, tokens.bearer(request.headers.get("Authorization", "")))

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        """Return the token of this word; raise as above."""
        found = tokens.find(token)
        limits.count(found, self.scope)
        tokens.check_scope(found, self.scope)
        return found


READ, PLAY, TABLES = Bearer("read"), Bearer("play"), Bearer("tables")


def token_of(request: HttpRequest) -> Token:
    """Return the token that was let in."""
    token: Token = request.auth  # type: ignore[attr-defined]
    return token


def visitor_of(request: HttpRequest) -> Visitor:
    """Return for whom a program asks."""
    return Visitor(token_of(request).person_id)


class _Reads(Parser):
    """Reads bodies as pages' are read: small, sound, an object."""

    def parse_body(self, request: HttpRequest) -> Sent:
        return read_json(request.body, '{"moment": 0}')


class Api(NinjaAPI):
    """The operations, and their description with the kinds of things that are answered."""

    kinds: set[type[msgspec.Struct]]

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, object] | None = None
    ) -> OpenAPISchema:
        """Return the description: what is sent is pydantic's, what is answered msgspec's."""
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        kinds = sorted(self.kinds, key=lambda kind: kind.__name__)
        _, answered = msgspec.json.schema_components(kinds, ref_template=_REF)
        sent = schema["components"].setdefault("schemas", {})
        twice = sent.keys() & answered.keys()
        assert not twice, f"What is sent and what is answered are both called {', '.join(sorted(twice))}."
        sent.update(answered)
        return schema


_REF = "#/components/schemas/{name}"
api = Api(
    title="Tanelorn",
    version="1",
    description="Play fantasy wargames at this club by a program. See docs/api.md.",
    docs_url=None,
    parser=_Reads(),
)
api.kinds = {answers.Problem}


def told(kind: type[msgspec.Struct]) -> dict[str, object]:
    """Return what the description of an operation says of its answers."""
    api.kinds.add(kind)
    return _answered("application/json", _ref(kind))


def told_lines() -> dict[str, object]:
    """Return the same for an operation that answers with lines of JSON."""
    return _answered("application/jsonl", {"type": "string"})


def _answered(media: str, schema: dict[str, str]) -> dict[str, object]:
    wrong = {"description": "Refused", "content": {"application/json": {"schema": _ref(answers.Problem)}}}
    return {"responses": {200: {"content": {media: {"schema": schema}}}, "4XX": wrong}}


def _ref(kind: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": _REF.format(name=kind.__name__)}


def answer(said: object, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return an answer; it is for one token, and nobody keeps it."""
    return HttpResponse(
        msgspec.json.encode(said),
        status=status,
        content_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


@api.exception_handler(TanelornError)
def refused(request: HttpRequest, error: TanelornError) -> HttpResponse:
    """Answer what was refused."""
    status = next((code for kind, code in _REFUSED if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
    headers = {}
    if isinstance(error, limits.TooMuch):
        headers["Retry-After"] = str(error.wait)
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(refusal(error), status, headers)


@api.exception_handler(Error)
def away(request: HttpRequest, error: Error) -> HttpResponse:
    """Answer that the database can do nothing for now; raise what is a fault of the site."""
    if not trouble.passes(error):
        raise error
    return refused(request, trouble.away(error))


@api.exception_handler(ValidationError)
def misshapen(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer a request whose parts are not of the kinds that they must be: the first of them is named."""
    first = error.errors[0]
    parts = first["loc"][2:] if first["loc"][0] == "body" else first["loc"][1:]
    where = ".".join(map(str, parts)) or "body"
    why = gettext("“%(part)s” cannot be that: %(why)s.") % {"part": where[:60], "why": str(first["msg"])[:200]}
    said = TanelornError(why, remedy=gettext("What is right stands in /api/v1/openapi.json."))
    return answer(refusal(said), HTTPStatus.UNPROCESSABLE_ENTITY)


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer a body that could not be read at all."""
    if isinstance(error.__cause__, TanelornError):
        return refused(request, error.__cause__)
    if isinstance(error, AuthenticationError):
        return refused(request, tokens.NoToken(gettext("The request bears no token.")))
    return answer(refusal(TanelornError(str(error))), error.status_code)
