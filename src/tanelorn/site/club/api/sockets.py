"""Sockets of programs: the same messages as over the socket of a page, by a token instead of a session."""

from __future__ import annotations

from tanelorn.core.errors import TanelornError
from tanelorn.site.club.api import limits, models, tokens
from tanelorn.site.club.people.sockets import until_over
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.live.consumers import TablePage
from tanelorn.site.live.sockets import denied, routed
from tanelorn.site.wire.asgi import Application, Receive, Scope, Send
from tanelorn.site.wire.sent import Sent

_LOOKS = {"sit", "offer", "read", "about", "letters"}
"""Messages that change nothing; all others play."""


class ProgramsPage(TablePage):
    """A program at a table: it is told what a page would be told that sits there."""

    @property
    def _token(self) -> models.Token:
        scope: Scope = self.scope
        token: models.Token = scope["token"]
        return token

    async def let_in(self, message: Sent) -> None:
        """Raise NoToken, OutOfScope or TooMuch unless the token is good for a message."""
        scope: models.Scope = "read" if message.get("type") in _LOOKS else "play"
        await on_disk(self._count)(scope)

    def _count(self, scope: models.Scope) -> None:
        tokens.check_stands(self._token)
        limits.count(self._token, scope)
        tokens.check_scope(self._token, scope)


class ByToken:
    """Lets in who bears a token; all others are pages. No page can bear one: browsers let no script say so."""

    def __init__(self, pages: Application) -> None:
        self.pages = pages
        self.programs = routed(("ws/tables/<slug:code>", ProgramsPage))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a socket for a program until its token is taken back, or let the pages answer."""
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        if not header.casefold().startswith("bearer"):  # another may be for a proxy on the way
            await self.pages(scope, receive, send)
            return
        try:
            token = await on_disk(_let_in)(header)
        except TanelornError:
            await denied(scope, receive, send)
            return
        # What is asked for by a token is asked for by nothing else.
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        known = {**scope, "headers": headers, "user": token.person, "token": token}
        stands = models.Token.objects.filter(pk=token.pk).exists
        await until_over(token.group, stands, self.programs, known, receive, send)


def _let_in(header: str) -> models.Token:
    token = tokens.find(tokens.bearer(header))
    limits.count(token, "read")
    return token
