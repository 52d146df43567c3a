"""Questions to a club over HTTP, one after the other on one connection.

Python's own `http.client` does: a bot asks one thing at a time, and its author has nothing else to install.
"""

from __future__ import annotations

import gzip
import http.client
import time
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

import msgspec

from tanelorn.core.errors import TanelornError
from tanelorn.site.club.api.answers import Problem

_PATIENCE = 60.0
"""Seconds after which a club that says nothing is asked no more; it answers those who wait within half of that."""
_TRIES = 5


class Refused(TanelornError):
    """The club has refused something: `status` is that of HTTP, the rest as at the table."""

    status = 0


class Wire:
    """A connection to a club, by a token."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise TanelornError(
                f"“{address}” is no address of a club.", remedy="Give one like https://games.example.org."
            )
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._line = kind(parts.hostname, parts.port, timeout=_PATIENCE)
        self._path = parts.path.rstrip("/") + "/api/v1"
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Accept-Encoding": "gzip",
            "Content-Type": "application/json",
        }

    def get(self, path: str, **query: object) -> bytes:
        """Return what the club answers; raise Refused."""
        asked = urlencode({name: value for name, value in query.items() if value != ""})
        return self._ask("GET", f"{path}?{asked}" if asked else path)

    def post(self, path: str, body: Mapping[str, object], *, twice: bool = False) -> bytes:
        """Send something and return what the club answers; raise Refused, or OSError if the line was cut.

        Only what may come `twice` is sent again when the line was cut: a choice is, for it bears the moment it is for.
        """
        if not twice:
            self._line.close()  # one that has been idle may be cut already, and nobody would know what had arrived
        return self._ask("POST", path, msgspec.json.encode(body), twice=twice)

    def _ask(self, method: str, path: str, body: bytes | None = None, *, twice: bool = True) -> bytes:
        """Ask until there is an answer: a line that was cut, or a club that asks for patience, is asked again."""
        for left in reversed(range(_TRIES)):
            try:
                self._line.request(method, self._path + path, body, self._headers)
                answer = self._line.getresponse()
                said = answer.read()
            except (OSError, http.client.HTTPException):
                self._line.close()
                if not left or not twice:
                    raise
                time.sleep(0.2 * (_TRIES - left))
                continue
            if answer.headers.get("Content-Encoding") == "gzip":
                said = gzip.decompress(said)
            if answer.status == http.client.TOO_MANY_REQUESTS and left:
                time.sleep(int(answer.headers.get("Retry-After", "1")))
            elif answer.status >= http.client.BAD_REQUEST:
                raise _refused(answer.status, said)
            else:
                return said
        raise AssertionError

    def close(self) -> None:
        """Hang up."""
        self._line.close()


def _refused(status: int, said: bytes) -> Refused:
    try:
        read = msgspec.json.decode(said, type=Problem)
    except msgspec.MsgspecError:
        read = Problem(f"The club answers with {status}.", "", "")
    error = Refused(read.why, remedy=read.remedy, clause=read.clause)
    error.status = status
    return error
