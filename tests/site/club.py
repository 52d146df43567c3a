"""A person at a site with accounts: one browser, with its cookies, spoken for over HTTP and sockets."""

from __future__ import annotations

import http.cookiejar
import itertools
import json
import sqlite3
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from typing import Any

from websockets.sync.client import ClientConnection
from websockets.typing import Origin

from .conftest import WAIT, Page, Site, opened

_addresses = itertools.count()
_LATE = """update pace_clock set since = datetime(since, '-30 days'), due = datetime(due, '-30 days')
    where seat = ? and due is not null and table_id = (select id from tables_gametable where code = ?)"""

_MONTH = """update pace_clock set since = datetime(since, '-30 days'), due = datetime(due, '-30 days')
    where table_id = (select id from tables_gametable where code = ?)"""


def late(site: Site, code: str, *seats: int) -> None:
    """Let the time of seats be up, whose clocks run: at a site that keeps its tables in a file."""
    with closing(sqlite3.connect(site.data / "tables.sqlite3", timeout=WAIT)) as database, database:
        for seat in seats:
            assert database.execute(_LATE, (seat, code)).rowcount == 1


def month_passes(site: Site, code: str) -> None:
    """Let a month pass for all clocks of a table, also for those that stand: at a site that keeps its tables in a
    file.
    """
    with closing(sqlite3.connect(site.data / "tables.sqlite3", timeout=WAIT)) as database, database:
        assert database.execute(_MONTH, (code,)).rowcount


class Person:
    """Somebody at their own browser; whoever has no `name` has not signed in."""

    def __init__(self, site: Site, *, guest: bool = True) -> None:
        self.site = site
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        # everybody has an address of their own, as behind a proxy: limits count them apart
        number = next(_addresses)
        self.opener.addheaders = [("X-Forwarded-For", f"10.0.{number // 250}.{number % 250 + 1}")]
        self.get("/")
        self.name = ""
        if guest:
            status, _ = self.form("/guest", {})
            assert status == 200
            self.name = str(self.get_json("/me.json")["name"])

    def token(self) -> str:
        return next(str(cookie.value) for cookie in self.cookies if cookie.name == "csrftoken")

    def cookie(self, name: str) -> str:
        """Return what the site keeps under a name in this browser, "" for nothing."""
        return next((str(cookie.value) for cookie in self.cookies if cookie.name == name), "")

    def _open(self, request: str | urllib.request.Request) -> tuple[int, str, str]:
        try:
            answer = self.opener.open(request, timeout=WAIT)
            return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.url or "", error.read().decode()

    def get(self, path: str) -> tuple[int, str]:
        status, _, text = self._open(urllib.request.Request(self.site.base + path, headers={"Accept": "text/html"}))
        return status, text

    def get_json(self, path: str) -> dict[str, Any]:
        status, _, text = self._open(self.site.base + path)
        assert status == 200, text
        return dict(json.loads(text))

    def form(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """Send a form and follow where it leads; return the status and the address at which that ends."""
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self.token()}).encode()
        status, url, _ = self._open(urllib.request.Request(self.site.base + path, data, {"Origin": self.site.base}))
        return status, url.removeprefix(self.site.base)

    def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        headers = {"X-CSRFToken": self.token(), "Content-Type": "application/json", "Origin": self.site.base}
        request = urllib.request.Request(self.site.base + path, json.dumps(body).encode(), headers)
        status, _, text = self._open(request)
        return status, dict(json.loads(text))

    def gather(self, *seats: str, game: str = "fivecities", **more: object) -> str:
        """Set up a table with these sitters (me, friend, open, or a bot's level) and return its code."""
        sitters = [{"who": s} if s in ("me", "friend", "open") else {"who": "bot", "level": s} for s in seats]
        status, answer = self.post("/tables", {"game": game, "seats": sitters, **more})
        assert status == 200, answer
        return str(answer["table"])

    def invitation(self, code: str) -> str:
        """Return the word of the invitation, as the page shows it to those who belong there; "" to others."""
        _, text = self.get(f"/tables/{code}")
        _, found, after = text.partition(f"{self.site.base}/invited/")
        return after.partition('"')[0] if found else ""

    def page(self, code: str, viewer: int | None = None) -> Page:
        """Open a page at a table and sit."""
        page = Page(self.socket(f"tables/{code}"))
        if viewer is not None:
            page.sit(viewer)
        return page

    def socket(self, path: str) -> ClientConnection:
        """Open a socket as a page does."""
        sent = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        address = f"{self.site.base.replace('http', 'ws')}/ws/{path}"
        headers = {"Cookie": sent}
        socket = opened(address, origin=Origin(self.site.base), additional_headers=headers)
        return self.site.sockets.enter_context(socket)
