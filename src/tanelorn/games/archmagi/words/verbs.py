"""The verbs of Archmagi: each is declared in the chapter that has its rule, and registered here."""

from __future__ import annotations

from typing import Any

from tanelorn.core import slots
from tanelorn.core.content.verbs import read_verbs
from tanelorn.core.slots import END, Args, Noun, Verbs, Way, in_order, steps
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import DATA

__all__ = [
    "END",
    "RULES",
    "VERBS",
    "Args",
    "Noun",
    "Slot",
    "Verb",
    "Verbs",
    "Way",
    "clicked",
    "in_order",
    "plain",
    "steps",
    "verb",
]

Verb = slots.Verb[ArchmagiPosition]


class Slot(slots.Slot[ArchmagiPosition]):
    """One thing that a verb of Archmagi needs; a class of its own, as many are made while a spell is aimed."""

    __slots__ = ()


RULES = read_verbs(DATA / "verbs.toml")
"""When each is done, in words."""

VERBS: dict[str, Verb] = {}


def verb(made: Verb) -> Verb:
    """Register a verb, so that a choice can be written and read by its name."""
    VERBS[made.name] = made
    return made


def clicked(name: str, label: str, *slots: Slot, clause: str = "", **more: Any) -> Verb:
    """Register a verb that its first click begins, without a button, and that is written by its name."""
    return verb(Verb(name, label, steps(*slots), clause, button=False, words=name, **more))


def plain(
    name: str, label: str, *, clause: str = "", key: str = "", words: str = "", weight: int = 1, **more: Any
) -> Verb:
    """Register a verb that needs nothing more, such as “done”."""
    return verb(Verb(name, label, lambda args: None, clause, key=key, words=words, weight=weight, **more))
