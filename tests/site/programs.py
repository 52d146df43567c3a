"""A program at a site with accounts: what it asks over HTTP and its socket, by a token."""

from __future__ import annotations

import html
import json
import re
import urllib.error
import urllib.request
from typing import Any

from .club import Person
from .conftest import WAIT, Page, Site, opened


def token(person: Person, *scopes: str, name: str = "My bot") -> str:
    """Make a token on a person's page and return its word, which the page shows this once."""
    status, text = made(person, *scopes, name=name)
    found = re.search(r'id="word"[^>]*>([^<]+)<', text)
    assert status == 200, text
    assert found, text
    return html.unescape(found[1])


def made(person: Person, *scopes: str, name: str) -> tuple[int, str]:
    """Send the form of that page; return the status and the page that comes."""
    fields = [("name", name), ("csrfmiddlewaretoken", person.token()), *(("scopes", scope) for scope in scopes)]
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(f"{person.site.base}/me/tokens/make", data, {"Origin": person.site.base})
    try:
        answer = person.opener.open(request, timeout=WAIT)
        return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def ask(
    site: Site, word: str, path: str, body: object = None, *, headers: dict[str, str] | None = None
) -> tuple[int, Any, Any]:
    """Ask for a path below /api/v1; return the status, what was answered, and its headers."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **({"Authorization": f"Bearer {word}"} if word else {})}
    request = urllib.request.Request(f"{site.base}/api/v1{path}", data, {**sent, **(headers or {})})
    try:
        answer = urllib.request.urlopen(request, timeout=WAIT)
    except urllib.error.HTTPError as error:
        answer = error
    said = answer.read()
    return answer.status, json.loads(said), answer.headers


def socket(site: Site, word: str, code: str) -> Page:
    """Open the socket of a table as a program does."""
    address = f"{site.base.replace('http', 'ws')}/ws/tables/{code}"
    line = opened(address, additional_headers={"Authorization": f"Bearer {word}"})
    return Page(site.sockets.enter_context(line))
