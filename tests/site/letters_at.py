"""Letters in tests: tables of several people, what a page writes, and what it is told."""

from __future__ import annotations

from typing import Any

from .club import Person
from .conftest import Page


def seated(host: Person, *guests: Person, game: str = "diplomacy", bots: int | None = None, **more: object) -> str:
    """Return a game that has begun, with the host and guests on the first seats and bots on the others."""
    rest = {"diplomacy": 7, "youngkingdoms": 6, "fivecities": 2, "albion": 2}[game] - 1 - len(guests)
    code = host.gather("me", *["open"] * len(guests), *["random"] * rest, game=game, **more)
    for seat, guest in enumerate(guests, start=1):
        assert guest.post(f"/tables/{code}/join", {"seat": seat, "invite": host.invitation(code)})[0] == 200
    if guests:
        assert host.post(f"/tables/{code}/begin", {})[0] == 200
    return code


def reads(page: Page, count: int = 0, mark: str = "") -> dict[str, Any]:
    """Open the letters of a page."""
    return page.ask({"type": "letters", "count": count, "mark": mark})


def writes(page: Page, to: object, text: object, seat: int | None = None) -> dict[str, Any]:
    """Write a letter and return the answer: posted, or refused."""
    seat = page.state["viewer"] if seat is None else seat
    return page.ask({"type": "write", "seat": seat, "to": to, "text": text})


def news(page: Page) -> dict[str, Any]:
    return page.hear_until(lambda m: m["type"] == "letters")


def texts(letters: dict[str, Any]) -> list[str]:
    return [letter["text"] for letter in letters["letters"]]
