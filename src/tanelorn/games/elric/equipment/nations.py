"""Nations and hordes (elric/15.0) and the counters that belong to them, as a pack's file has them and as the rules know
them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tanelorn.core.content.data import Entry, Small, Source
from tanelorn.games.elric.equipment.counters import Counter, FleetEntry, IndependentEntry, PersonEntry

COUNTERS_FILE = "counters.toml"

Alignment = Literal["law", "chaos", "neutral"]


class NationEntry(Entry, frozen=True):
    """A nation or horde with the number of its armies (3.2c, 15.0); `region` is the continent that the figures' colour
    names (3.2b), none for hordes.
    """

    id: str
    name: str
    alignment: Alignment
    armies: Small
    source: Source
    horde: bool = False
    region: str = ""
    person: tuple[PersonEntry, ...] = ()
    fleet: tuple[FleetEntry, ...] = ()


class CountersFile(Entry, frozen=True):
    """A file of counters."""

    nation: Annotated[tuple[NationEntry, ...], msgspec.Meta(max_length=100)]
    independent: tuple[IndependentEntry, ...]


class Nation(msgspec.Struct, frozen=True):
    """A nation or horde (15.0): its home ground, its cities (capital or main city first) and its counters.

    `star` says that its capital is one for victory, muster and replacement; Nadsokor's is, without a wall (7.5.2a).
    """

    id: str
    name: str
    horde: bool
    alignment: Alignment
    region: str
    home: tuple[int, ...]
    capital: int
    star: bool
    cities: tuple[int, ...]
    people: tuple[int, ...]
    fleets: tuple[int, ...]
    armies: tuple[int, ...]
    ports: tuple[int, ...]


def counters_in(counters: CountersFile) -> tuple[Counter, ...]:
    """Return all counters: nation by nation its persons, its fleets and as many armies as are listed for it, each worth
    1 (3.2b, 3.2c); then the independents.
    """
    units: list[Counter] = []
    for number, nation in enumerate(counters.nation):
        of_melnibone = nation.id == "melnibone"
        units += [
            Counter(
                id=one.id,
                name=one.name,
                kind="person",
                nation=number,
                combat=one.combat,
                influence=one.influence,
                spells=one.spells,
                conjures=one.conjures,
                melnibonean=of_melnibone,
                admiral=one.admiral,
                dragonmaster=one.dragon_master,
                company=one.company,
                aliases=one.aliases,
            )
            for one in nation.person
        ]
        units += [
            Counter(
                id=one.id,
                name=one.name,
                kind="fleet",
                nation=number,
                combat=one.combat,
                movement=one.movement,
                capacity=one.capacity,
                aliases=one.aliases,
            )
            for one in nation.fleet
        ]
        units += [
            Counter(id=f"{nation.id}_army_{n}", name=f"{nation.name} army {n}", kind="army", nation=number, combat=1)
            for n in range(1, nation.armies + 1)
        ]
    units += [
        Counter(
            id=one.id,
            name=one.name,
            kind=one.kind,
            combat=one.combat,
            spells=one.spells,
            movement=one.movement,
            capacity=one.capacity,
            flies=one.flies,
            company=one.company,
            aliases=one.aliases,
        )
        for one in counters.independent
    ]
    return tuple(units)
