"""The page's own files, each under an address with the version of them all: fetched once, and kept until they change.

A page is some hundred small files. That they need no build step costs a question for each of them at every visit,
unless the browser may keep them without asking; so what a page names is `/static/VERSION/...`, and the files that these
name in turn, relative to themselves, lie there too. They are answered from memory, before any of Django's middleware.
A page with many modules names one script with all of them (WHOLE), so that the first visit is not a hundred questions.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from mimetypes import MimeTypes
from typing import NamedTuple

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from tanelorn.site.wire.asgi import Application, Receive, Scope, Send
from tanelorn.site.wire.whole import whole

_ADDRESS = re.compile(r"/static/(?P<version>[0-9a-f]{16})/(?P<name>.+)")
WHOLE = {"tanelorn/table/table.whole.js": "tanelorn/table/table.js"}
"""The scripts that hold a module and all that it needs, and the module."""
_KEPT, _ASKED = b"public, max-age=31536000, immutable", b"no-cache"
_PLAIN = ("text/", "image/svg")
_KINDS = MimeTypes()  # those that are the same on every machine
_KINDS.add_type("text/javascript", ".js")
_KINDS.add_type("font/woff2", ".woff2")


class Part(NamedTuple):
    """A file as it travels: plain, and compressed where that is worth while."""

    kind: str
    plain: bytes
    small: bytes | None


@cache
def _contents() -> Mapping[str, bytes]:
    """All files by name, as they were when the site began; the first finder that has a name gives it."""
    found: dict[str, bytes] = {}
    for finder in get_finders():
        for name, storage in finder.list([]):
            if name not in found:
                with storage.open(name) as file:
                    found[name] = file.read()
    return found


@cache
def version() -> str:
    """Return what stands for the present contents of all files."""
    digest = hashlib.blake2b(digest_size=8)
    for name, content in sorted(_contents().items()):
        digest.update(b"%d %s %d " % (len(name), name.encode(), len(content)))
        digest.update(content)
    return digest.hexdigest()


@cache
def _part(name: str) -> Part:
    content = whole(WHOLE[name], _text).encode() if name in WHOLE else _contents()[name]
    kind = _KINDS.guess_type(name)[0] or "application/octet-stream"
    if not kind.startswith(_PLAIN):
        return Part(kind, content, None)
    if kind.startswith("text/"):
        kind = f"{kind}; charset=utf-8"
    return Part(kind, content, gzip.compress(content, mtime=0))


def _text(name: str) -> str:
    return _contents()[name].decode()


def content_of(name: str) -> bytes:
    """Return a file as it was when the site began."""
    return _contents()[name]


class Versioned(StaticFilesStorage):
    """Gives each file the address under which it may be kept."""

    def url(self, name: str | None) -> str:
        """Return the address of a file in its present version."""
        return f"{self.base_url}{version()}/{name or ''}"


class Door:
    """Answers for the files that have a version in their address, and passes all else on.

    A page that was opened before the site changed gets the present file for what it still lacks, and keeps it not.
    """

    def __init__(self, pages: Application) -> None:
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or let the pages answer."""
        found = _ADDRESS.fullmatch(scope["path"])
        there = found and (found["name"] in WHOLE or found["name"] in _contents())
        if not found or not there or scope["method"] not in ("GET", "HEAD"):
            await self.pages(scope, receive, send)
            return
        part = _part(found["name"])
        body = part.plain
        headers = [
            (b"content-type", part.kind.encode()),
            (b"cache-control", _KEPT if found["version"] == version() else _ASKED),
            (b"x-content-type-options", b"nosniff"),
        ]
        if part.small is not None:
            headers.append((b"vary", b"Accept-Encoding"))
            if _takes_gzip(scope["headers"]):
                body = part.small
                headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", b"%d" % len(body)))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _takes_gzip(headers: list[tuple[bytes, bytes]]) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in wish for name, wish in headers)
