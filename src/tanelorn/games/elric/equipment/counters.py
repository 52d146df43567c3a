"""Counters other than spells (elric/3.2): personalities, fleets, armies and artifacts, as a pack's file has them and as
the rules know them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.content.data import Entry, Small, Source

PERSON, FLEET, ARMY, ARTIFACT = range(4)
KINDS: tuple[Literal["person", "fleet", "army", "artifact"], ...] = ("person", "fleet", "army", "artifact")
"""The kinds of counter beside spells (3.2a), as they are called in files."""


class PersonEntry(Entry, frozen=True):
    """A personality and its ratings (3.2f); `influence` where the value stands in brackets (3.2g), `conjures`: (!). The
    Silent Guard, drawn as a `company`, is one too (12.3b).
    """

    id: str
    name: str
    combat: Small
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    influence: bool = False
    spells: Small = 0
    conjures: bool = False
    admiral: bool = False
    dragon_master: bool = False
    company: bool = False
    stated: tuple[str, ...] = ()
    why: str = ""


class FleetEntry(Entry, frozen=True):
    """A fleet: combat, movement and capacity (3.2d)."""

    id: str
    name: str
    combat: Small
    movement: Small
    capacity: Small
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    why: str = ""


class IndependentEntry(Entry, frozen=True):
    """An independent personality, a flying company, a fleet of no nation or an artifact (15.0/independents, 16.8,
    16.9)."""

    id: str
    name: str
    kind: Literal["person", "fleet", "artifact"]
    source: Source
    rating: Source
    aliases: tuple[str, ...] = ()
    combat: Small = 0
    spells: Small = 0
    movement: Small = 0
    capacity: Small = 0
    flies: bool = False
    company: bool = False
    stated: tuple[str, ...] = ()
    why: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A counter other than a spell (3.2a): an army (3.2b), a fleet (3.2d), a personality (3.2f, 3.2g) or an artifact;
    the design paper names the tables of its numbers by unit.
    """

    id: str
    name: str
    kind: Literal["person", "fleet", "army", "artifact"]
    nation: int = -1
    combat: int = 0
    influence: bool = False
    spells: int = 0
    conjures: bool = False
    movement: int = 0
    capacity: int = 0
    melnibonean: bool = False
    flies: bool = False
    admiral: bool = False
    dragonmaster: bool = False
    company: bool = False
    aliases: tuple[str, ...] = ()
