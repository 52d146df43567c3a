"""What lies on the table: persons, troops, ships and items in their hexes, and all that is written down beside it.

docs/design/albion.md says what each list means, and what of it the enemy knows.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from tanelorn.core.position import Position
from tanelorn.games.albion.state.battle import Battle, Challenge, Fight
from tanelorn.games.albion.state.desk import EMPTY, Desk
from tanelorn.games.albion.state.spells import Look, Plan, Spell
from tanelorn.games.albion.state.world import World, world_of

AWAY, DEAD, GONE = -1, -2, -3
"""Where a piece is that is on no hex: not yet in play; killed or sunk; taken out without a killer (laid to rest)."""

CAPTAIN, MARSHAL, KING = 1, 2, 3
"""Ranks (14.3); 0 is none."""

HELD, WALKED, SAILED, RETREATED, MARCHED, LANDED, DONE, IN_HAND, BOUND, MAILED = (1 << bit for bit in range(10))
"""What a piece has done: in this phase it was stopped by contact or a failed overrun (11.2, 12.5d), has spent points on
land, was aboard a ship that moved, boarded or landed (12.2b), has retreated (15.8d), has made its forced march (12.4b),
was put ashore by a refit (9.1c), was set down for good. IN_HAND marks an army that moves with the group in hand. BOUND
lasts the whole game-turn: has tried to cast (19.3). MAILED: the Mailcoat has absorbed its wound (20.6/08).
"""

LED = MAILED << 1
"""How armies on a forced march remember who leads their stack (12.4b): `did` holds his number plus one, times this."""

LYING, STORED, UNFOUND, BROKEN = -1, -2, -8, -9
TROOPS, SHIP = 100, 200
"""Who has an item: a person by his number; TROOPS + colour in its hex; SHIP + ship; else nobody in its hex, the
fortress of its hex, not yet found, out of play. The codes of persons, troops and ships name tops of stacks, too.
"""

CSPS, HEROES, PERSONS = 1, 2, 4
"""What a player has been told that enemy stack ashore in a hex holds (11.9c): bits in `told`."""

ALONE, TWILIGHT = "albion_alone", "faerie_twilight"
"""The two scenarios (21.0)."""


class Army(NamedTuple):
    """Combat Strength Points of one colour in one hex that have done the same and lie under the same commander.

    `chief` is the person under whom they lie (-1: uncommanded, 14.2b), `ship` the ship that carries them (-1 ashore;
    one point to a ship, 12.1d), `spent` the Movement Points of this phase, `did` what they have done.
    """

    colour: int
    n: int
    chief: int = -1
    ship: int = -1
    spent: int = 0
    did: int = 0


class AlbionPosition(Position[Any, Any], kw_only=True, dict=True):
    """The whole table; see docs/design/albion.md for the lists."""

    kept = ("world",)

    scenario: str
    pack: str = ""
    basic: bool = False
    mana_for_zero: bool = False
    at: list[int]
    aboard: list[int]
    escort: list[int]
    wounds: list[int]
    side: list[int]
    awake: list[int]
    rank: list[int]
    spent: list[int]
    did: list[int]
    strong: list[int]
    troops: dict[int, tuple[Army, ...]] = {}
    roused: list[int]
    woke: dict[int, int] = {}
    ship_at: list[int]
    coast: list[int]
    hurt: list[int]
    refit: list[int]
    ship_spent: list[int]
    ship_did: list[int]
    item_at: list[int]
    bearer: list[int]
    attuned: int = -1
    used: dict[int, tuple[int, ...]] = {}
    ruined: list[int] = []
    at_rest: list[int] = []
    farcalled: bool = False
    invaded: int = 0
    turn: int = 0
    phase: str = "setup"
    active: int = -1
    mana: int = 0
    points: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    lost: list[int]
    causes: dict[str, int] = {}
    people: dict[int, list[int]] = {}
    fleets: dict[int, list[int]] = {}
    top: list[dict[int, int]]
    top_ship: list[dict[int, int]]
    told: list[dict[int, int]]
    looks: list[dict[int, Look]]
    rumour: list[dict[int, int]]
    evading: list[list[int]]
    march: list[int] = []
    marched: bool = False
    allowance: int = -1
    fights: list[Fight] = []
    challenges: list[Challenge] = []
    fought: list[Fight] = []
    battle: Battle | None = None
    spells: list[Spell] = []
    plotted: list[list[Spell]]
    sky: str = "clear"
    elements: dict[int, tuple[int, str]] = {}
    storms: list[int] = []
    vortices: list[int] = []
    dispelled: list[int] = []
    controlled: dict[int, int] = {}
    plans: list[Plan] = []
    reactors: dict[int, int] = {}
    barring: dict[int, int] = {}
    desk: list[Desk] = msgspec.field(default_factory=lambda: [EMPTY, EMPTY])
    doomed: bool = False
    venom: list[int] = []
    gone: list[int] = []

    @cached_property
    def world(self) -> World:
        """Hexes, persons, ships, items and charts, which never change; kept beside the fields, and no part of them."""
        return world_of(self.pack)

    # Persons

    def put(self, person: int, hex: int) -> None:
        """Put a person ashore in a hex, wherever he was."""
        old = self.at[person]
        self.aboard[person] = -1
        if old == hex:
            return
        if old >= 0:
            _leave(self.people, old, person)
        self.at[person] = hex
        insort(self.people.setdefault(hex, []), person)

    def lift(self, person: int, where: int) -> None:
        """Take a person off the map: AWAY, DEAD or GONE."""
        if self.at[person] >= 0:
            _leave(self.people, self.at[person], person)
        self.at[person] = where
        self.aboard[person] = -1
        self.escort[person] = 0

    def persons_of(self, seat: int, hex: int) -> list[int]:
        """Return the persons of a seat in a hex, ashore and aboard, in the order of their codes."""
        side = self.side
        return [person for person in self.people.get(hex, ()) if side[person] == seat]

    def ashore(self, seat: int, hex: int) -> list[int]:
        """Return the persons of a seat in a hex who are not aboard a ship."""
        side, aboard = self.side, self.aboard
        return [person for person in self.people.get(hex, ()) if side[person] == seat and aboard[person] < 0]

    # Troops

    def armies_of(self, seat: int, hex: int) -> tuple[Army, ...]:
        """Return the armies of a seat in a hex, ashore and aboard."""
        troops = self.troops.get(hex)
        if not troops:
            return ()
        c_side = self.world.c_side
        return tuple(army for army in troops if c_side[army.colour] == seat)

    def set_troops(self, hex: int, armies: list[Army] | tuple[Army, ...]) -> None:
        """Write down all armies of a hex, of both sides; equal ones are joined, empty ones forgotten.

        What troops carried of whose colour nobody is left lies in the hex (20.1c): see `move_armies` for who goes.
        """
        joined: dict[tuple[int, ...], int] = {}
        for colour, n, chief, ship, spent, did in armies:
            if n > 0:
                key = (colour, chief, ship, spent, did)
                joined[key] = joined.get(key, 0) + n
        if joined:
            self.troops[hex] = tuple(
                Army(colour, n, chief, ship, spent, did)
                for (colour, chief, ship, spent, did), n in sorted(joined.items())
            )
        else:
            self.troops.pop(hex, None)
        if max(self.bearer) >= TROOPS:
            here = {army.colour for army in self.troops.get(hex, ())}
            for item in self.with_troops(hex):
                if self.bearer[item] - TROOPS not in here:
                    self.bearer[item] = LYING

    def with_troops(self, hex: int) -> list[int]:
        """Return the items that troops in a hex carry."""
        return [
            item for item, bearer in enumerate(self.bearer) if TROOPS <= bearer < SHIP and self.item_at[item] == hex
        ]

    def move_armies(self, frm: int, to: int, going: Mapping[Army, Army]) -> None:
        """Put armies into another hex, each as it arrives there; what the last of a colour carries goes along."""
        carried = [(item, self.bearer[item]) for item in self.with_troops(frm)]
        self.set_troops(frm, [army for army in self.troops[frm] if army not in going])
        self.set_troops(to, (*self.troops.get(to, ()), *going.values()))
        colours = {army.colour for army in going}
        for item, bearer in carried:
            if self.bearer[item] == LYING and bearer - TROOPS in colours:
                self.bearer[item], self.item_at[item] = bearer, to

    def add_army(self, hex: int, army: Army) -> None:
        """Put an army into a hex."""
        self.set_troops(hex, (*self.troops.get(hex, ()), army))

    def swap_army(self, hex: int, old: Army, *new: Army) -> None:
        """Put armies in the place of one that is there (none: it is gone)."""
        armies = list(self.troops.get(hex, ()))
        armies.remove(old)
        self.set_troops(hex, (*armies, *new))

    # Ships

    def put_ship(self, ship: int, hex: int, coast: int = 0) -> None:
        """Put a ship into a hex, on one of its coasts; what it carries must be moved with it (see ships.sail)."""
        old = self.ship_at[ship]
        if old >= 0 and old != hex:
            _leave(self.fleets, old, ship)
        if old != hex:
            insort(self.fleets.setdefault(hex, []), ship)
        self.ship_at[ship] = hex
        self.coast[ship] = coast

    def lift_ship(self, ship: int, where: int) -> None:
        """Take a ship off the map: AWAY, DEAD or GONE."""
        if self.ship_at[ship] >= 0:
            _leave(self.fleets, self.ship_at[ship], ship)
        self.ship_at[ship] = where
        self.refit[ship] = 0

    def ships_of(self, seat: int, hex: int, coast: int = -1) -> list[int]:
        """Return the ships of a seat in a hex, on one coast if one is given."""
        s_side = self.world.s_side
        return [
            ship
            for ship in self.fleets.get(hex, ())
            if s_side[ship] == seat and (coast < 0 or self.coast[ship] == coast)
        ]


def _leave(places: dict[int, list[int]], hex: int, piece: int) -> None:
    there = places[hex]
    there.remove(piece)
    if not there:
        del places[hex]


def alone(position: AlbionPosition) -> bool:
    """Tell whether Albion Alone is played: no expedition, and a bonus for four fortresses (21.3, 22.2)."""
    return position.scenario == ALONE
