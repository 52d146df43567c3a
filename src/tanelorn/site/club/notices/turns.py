"""Which tables wait for somebody, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.site.club.gathering.models import Chair


class Turn(NamedTuple):
    """A table that waits for somebody."""

    code: str
    name: str


def turns(person: int) -> list[Turn]:
    """Return the tables that wait for a person, the one that has waited longest first; not those that wait for a friend
    at their screen.
    """
    chairs = Chair.objects.filter(person=person, taken=True, who="person") if person else Chair.objects.none()
    played = chairs.filter(
        gathering__table__ended=False, gathering__table__removed=None, gathering__table__frozen__isnull=True
    ).order_by("gathering__table__moved")
    table = "gathering__table__"
    found = played.values_list("seat", f"{table}waits", f"{table}code", f"{table}name")
    return list(dict.fromkeys(Turn(code, name) for seat, waits, code, name in found if seat in waits))


def next_turn(waiting: Sequence[Turn], at: str) -> Turn | None:
    """Return the table that comes next after the one where somebody is, so that nobody goes back and forth between two
    of many; None if no other waits.
    """
    codes = [turn.code for turn in waiting]
    after = codes.index(at) + 1 if at in codes else 0
    others = [turn for turn in (*waiting[after:], *waiting[:after]) if turn.code != at]
    return others[0] if others else None
