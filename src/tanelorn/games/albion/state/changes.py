"""What has been changed in the arrangement of a stack that is under way, where each change is made once (albion/11.9).

A desk notes changes as plain numbers; they are made and read here alone.
"""

from __future__ import annotations

from typing import NewType

Change = NewType("Change", int)

TOP = Change(0)
"""Somebody has been put on top of the stack."""

_SHIPS_TOP, _TOPS = 1, 100
_GIVEN, _PREFERRED, _ESCORT, _ABOARD, _LADEN, _MOORED, _COMMAND = 1000, 1100, 3000, 4000, 8000, 9000, 10_000


def ships_top(coast: int) -> Change:
    """A ship has been put on top of those on a coast."""
    return Change(_SHIPS_TOP + coast)


def given(item: int) -> Change:
    """An item has changed hands."""
    return Change(_GIVEN + item)


def preferred(item: int) -> Change:
    """An item is used before others of its bearer."""
    return Change(_PREFERRED + item)


def escort(person: int) -> Change:
    """An escort has been detached from a person, or attached to them."""
    return Change(_ESCORT + person)


def embarked(person: int) -> Change:
    """A person has gone aboard or ashore."""
    return Change(_ABOARD + person)


def laden(ship: int) -> Change:
    """A ship has taken troops aboard or put them ashore."""
    return Change(_LADEN + ship)


def moored(ship: int) -> Change:
    """A ship has been taken to another coast of its hex."""
    return Change(_MOORED + ship)


def commanded(colour: int, chief: int, *, aboard: bool) -> Change:
    """Troops of a colour, ashore or aboard, have been put under a person."""
    return Change(_COMMAND + (colour * 2 + aboard) * 100 + chief)


def is_seen(change: int) -> bool:
    """Tell whether the enemy sees a change: of what lies on top (11.9c)."""
    return change < _TOPS
