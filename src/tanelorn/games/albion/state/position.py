"""What lies on the table: persons, troops, ships and items in their hexes, and all that is written down beside it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import cached_property
from operator import itemgetter
from typing import Annotated, NamedTuple

import msgspec

from tanelorn.core.fields import Follows, Hidden, Open, Own, Shown
from tanelorn.core.position import Position
from tanelorn.games.albion.state.battle import Battle, Challenge, Fight, said_aloud
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.desk import EMPTY, Desk, news
from tanelorn.games.albion.state.printed.pieces import (
    LYING,
    colour_of,
    is_person,
    is_ship,
    is_troops,
    ship_of,
)
from tanelorn.games.albion.state.printed.spells import Look, Plan, Spell
from tanelorn.games.albion.state.printed.world import World, world_of
from tanelorn.games.albion.state.sight import (
    UNSEEN,
    by_seat,
    deeds_of,
    entries_of,
    keys_of,
    number_if,
    places_of,
    troops_of,
    whole_if,
)

AWAY, DEAD, GONE = -1, -2, -3
"""Where a piece is that is on no hex: not yet in play; killed or sunk; taken out without a killer (laid to rest)."""

CAPTAIN, MARSHAL, KING = 1, 2, 3
"""Ranks (14.3); 0 is none."""

CSPS, HEROES, PERSONS = 1, 2, 4
"""What a player has been told that enemy stack ashore in a hex holds (11.9c): bits in `told`."""

ALONE, TWILIGHT = "albion_alone", "faerie_twilight"
"""The two scenarios (21.0)."""


class Army(NamedTuple):
    """Combat Strength Points of one colour in one hex that have done the same and lie under the same commander; points
    of a colour are interchangeable (2.3a).

    `chief` is the person under whom they lie (-1: uncommanded, 14.2b), `ship` the ship that carries them (-1 ashore;
    one point to a ship, 12.1d), `spent` the Movement Points of this phase, `did` what they have done.
    """

    colour: int
    n: int
    chief: int = -1
    ship: int = -1
    spent: int = 0
    did: int = 0


_like = itemgetter(0, 2, 3, 4, 5)
"""Armies that are alike in this, in all but their size, are one."""

_OWN = "its side"
_ON_TOP = "its side; on top of a stack, all"
_ROSTER = "their own side and whoever controls them"
_ITEM = "its side; what lies open or is broken, all"


class AlbionPosition(Position, kw_only=True, dict=True):
    """The whole table. Of the enemy a player sees what lies on top of each stack, and is told a little more (11.9c)."""

    kept = ("world",)

    scenario: Annotated[str, Open(says="the slug of the scenario")]
    pack: Annotated[str, Open(says="the map, counters and charts of the players' own, as text")] = ""
    basic: Annotated[bool, Open(says="whether the basic game is played (21.0b)")] = False
    mana_for_zero: Annotated[bool, Open(says="whether mana helps those without magic, an option")] = False
    at: Annotated[list[int], Shown("person", places_of("persons"), _ON_TOP, "their hex; AWAY, DEAD or GONE")]
    aboard: Annotated[list[int], Shown("person", entries_of("own", -1), _OWN, "the ship that carries them, -1 ashore")]
    escort: Annotated[list[int], Shown("person", entries_of("persons", 0), _ON_TOP, "1 with an escort")]
    wounds: Annotated[list[int], Shown("person", entries_of("rosters", 0), _ROSTER, "wounds taken")]
    side: Annotated[
        list[int],
        Open("person", "the seat that controls them; taking control, it learns all about them", tells=enumerate),
    ]
    awake: Annotated[list[int], Open("person", "1 if active (10.0)")]
    rank: Annotated[list[int], Open("person", "their present rank (14.3)")]
    spent: Annotated[list[int], Shown("person", entries_of("own", 0), _OWN, "Movement Points spent in this phase")]
    did: Annotated[
        list[int],
        Shown(
            "person",
            deeds_of("own", BOUND),
            f"{_OWN}; BOUND, all",
            "what they have done in this phase, as bits: HELD, WALKED, ...; BOUND lasts the turn",
        ),
    ]
    strong: Annotated[list[int], Open("person", "what the Enchantment of Strength adds")]
    troops: Annotated[
        dict[int, tuple[Army, ...]],
        Shown("hex", troops_of("colours"), f"{_OWN}; the colour of a top, all", "armies; equal ones are joined"),
    ] = {}
    roused: Annotated[list[int], Open("realm", "1 if the kingdom is active")]
    woke: Annotated[dict[int, int], Open("realm", "the turn in which it woke")] = {}
    ship_at: Annotated[list[int], Shown("ship", places_of("ships"), _ON_TOP, "its hex; AWAY, DEAD or GONE")]
    coast: Annotated[list[int], Shown("ship", entries_of("ships", 0), _ON_TOP, "the coast of its hex (12.1f)")]
    hurt: Annotated[
        list[int], Shown("ship", entries_of("ships", 0), f"{_ON_TOP}; how many of a side, all", "1 if it is damaged")
    ]
    refit: Annotated[list[int], Open("ship", "1 while it is refitted")]
    ship_spent: Annotated[list[int], Shown("ship", entries_of("fleet", 0), _OWN, "Movement Points spent in this phase")]
    ship_did: Annotated[
        list[int], Shown("ship", entries_of("fleet", 0), _OWN, "what it has done in this phase, as bits")
    ]
    item_at: Annotated[list[int], Shown("item", entries_of("items", UNSEEN), _ITEM, "its hex")]
    bearer: Annotated[
        list[int],
        Shown(
            "item",
            entries_of("items", UNSEEN),
            _ITEM,
            "who has it: the code of a piece, or LYING, STORED, UNFOUND, BROKEN",
        ),
    ]
    attuned: Annotated[
        int,
        Shown(
            "",
            number_if("glass", UNSEEN),
            f"{_OWN}; all, while it is a living Dobie",
            "whom the Scrying Glass obeys (20.6/20)",
        ),
    ] = -1
    used: Annotated[
        dict[int, tuple[int, ...]], Shown("person", keys_of("own"), _OWN, "items picked for this phase (20.2.4)")
    ] = {}
    ruined: Annotated[list[int], Open(says="hexes of destroyed fortresses")] = []
    at_rest: Annotated[list[int], Open(says="items laid to rest")] = []
    farcalled: Annotated[bool, Open(says="whether Farcalling has succeeded")] = False
    invaded: Annotated[int, Open(says="the turn of the invasion of Faerie (22.4), 0 before")] = 0
    turn: Annotated[int, Open(says="the game-turn")] = 0
    phase: Annotated[str, Open(says="the segment or phase (5.0a)")] = "setup"
    active: Annotated[int, Open(says="the seat whose player-turn it is, -1 in segments that both share")] = -1
    mana: Annotated[int, Open(says="the mana of the turn")] = 0
    points: Annotated[list[int], Open("seat", "Victory Points")] = msgspec.field(default_factory=lambda: [0, 0])
    lost: Annotated[list[int], Open("colour", "Combat Strength Points lost")]
    causes: Annotated[dict[str, int], Open("cause", "Combat Strength Points and persons lost")] = {}
    people: Annotated[dict[int, list[int]], Follows("hex", "the persons there", of=("at",))] = {}
    fleets: Annotated[dict[int, list[int]], Follows("hex", "the ships there", of=("ship_at",))] = {}
    top: Annotated[list[dict[int, int]], Own("seat, hex", "the piece that it has put on top")]
    top_ship: Annotated[list[dict[int, int]], Own("seat, berth", "the ship that it has put on top")]
    told: Annotated[
        list[dict[int, int]],
        Own(
            "seat, hex",
            "what it was told of the enemy stack ashore (11.9c), as bits: CSPS, HEROES, PERSONS",
            tells=by_seat,
        ),
    ]
    looks: Annotated[
        list[dict[int, Look]], Own("seat, hex", "what Vision, Ring or Crystal have shown it", tells=by_seat)
    ]
    rumour: Annotated[
        list[dict[int, int]], Open("seat, hex", "how many points all think it has there, by what they have seen")
    ]
    evading: Annotated[list[list[int]], Open("seat", "hexes in which its persons have evaded all enemies (18.1)")]
    march: Annotated[
        list[int],
        Shown(
            "",
            whole_if("leads", list),
            "its player",
            "codes of who is in hand, the leader first; armies in hand bear IN_HAND",
        ),
    ] = []
    marched: Annotated[bool, Open(says="whether the group in hand has moved")] = False
    allowance: Annotated[
        int,
        Shown(
            "",
            number_if("moves", -1),
            "who moves",
            "all that the group in hand may spend in a forced march or a reaction, -1 otherwise",
        ),
    ] = -1
    fights: Annotated[list[Fight], Open(says="combats declared")] = []
    challenges: Annotated[list[Challenge], Open(says="challenges offered and answered (15.4)", tells=list)] = []
    fought: Annotated[list[Fight], Open(says="combats that are over, or to which nobody has come", tells=list)] = []
    battle: Annotated[Battle | None, Open(says="the combat that is fought (11.9f)", tells=said_aloud)] = None
    spells: Annotated[list[Spell], Open(says="enchantments of this turn, as revealed")] = []
    sky: Annotated[str, Open(says="the weather of the map")] = "clear"
    elements: Annotated[dict[int, tuple[int, str]], Open("hex", "range and weather of the Elements cast there")] = {}
    storms: Annotated[list[int], Open(says="stormy zones of the sea")] = []
    vortices: Annotated[list[int], Open(says="hexes with a vortex")] = []
    dispelled: Annotated[list[int], Open(says="hexes where magic is dispelled")] = []
    controlled: Annotated[dict[int, int], Open("person", "the enchanter who controls their mind")] = {}
    plans: Annotated[list[Plan], Open(says="plans written down under Scrying (19.4/03)", tells=list)] = []
    reactors: Annotated[
        dict[int, int],
        Shown("hex", whole_if("reacts", dict), "who reacts", "how far the stack there may react", tells=dict.items),
    ] = {}
    barring: Annotated[
        dict[int, int],
        Shown(
            "hex",
            whole_if("reacts", dict),
            "who reacts",
            "the rating above which a reactor may leave it",
            tells=dict.items,
        ),
    ] = {}
    desk: Annotated[list[Desk], Own("seat", "its notes: who has just come, what is being prepared", tells=news)] = (
        msgspec.field(default_factory=lambda: [EMPTY, EMPTY])
    )
    doomed: Annotated[bool, Open(says="whether the Borders fall at the end of the turn (7.9/m32)")] = False
    venom: Annotated[
        list[int], Hidden(says="champions whom Magog has wounded in the trial that is fought (7.9/t25)")
    ] = []

    @cached_property
    def world(self) -> World:
        """Hexes, persons, ships, items and charts, which never change; kept beside the fields, and no part of them."""
        return world_of(self.pack)

    def rebuild(self) -> None:
        """List by hex who is there."""
        self.people, self.fleets = {}, {}
        for places, pieces in ((self.people, self.at), (self.fleets, self.ship_at)):
            for piece, hex in enumerate(pieces):
                if hex >= 0:
                    places.setdefault(hex, []).append(piece)

    # Pieces, by their codes

    def seat_of(self, code: int) -> int:
        """Return the seat to which a piece is friendly (3.0a): that of a person is whoever controls them."""
        if is_person(code):
            return self.side[code]
        return self.world.s_side[ship_of(code)] if is_ship(code) else self.world.c_side[colour_of(code)]

    def hex_of(self, code: int) -> int:
        """Return the hex of a person or ship; AWAY, DEAD or GONE off the map. Troops of a colour may be in several."""
        return self.ship_at[ship_of(code)] if is_ship(code) else self.at[code]

    # Persons

    def put(self, person: int, hex: int) -> None:
        """Put a person ashore in a hex, wherever they were."""
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
        joined: dict[tuple[int, ...], Army] = {}
        for army in armies:
            if army.n > 0:
                like = _like(army)
                same = joined.get(like)
                joined[like] = army if same is None else same._replace(n=same.n + army.n)
        if joined:
            self.troops[hex] = tuple([joined[like] for like in sorted(joined)])
        else:
            self.troops.pop(hex, None)
        if not is_person(max(self.bearer)):
            here = {army.colour for army in self.troops.get(hex, ())}
            for item in self.with_troops(hex):
                if colour_of(self.bearer[item]) not in here:
                    self.bearer[item] = LYING

    def with_troops(self, hex: int) -> list[int]:
        """Return the items that troops in a hex carry."""
        return [item for item, at in enumerate(self.item_at) if at == hex and is_troops(self.bearer[item])]

    def move_armies(self, frm: int, to: int, going: Mapping[Army, Army]) -> None:
        """Put armies into another hex, each as it arrives there; what the last of a colour carries goes along."""
        carried = [(item, self.bearer[item]) for item in self.with_troops(frm)]
        self.set_troops(frm, [army for army in self.troops[frm] if army not in going])
        self.set_troops(to, (*self.troops.get(to, ()), *going.values()))
        colours = {army.colour for army in going}
        for item, bearer in carried:
            if self.bearer[item] == LYING and colour_of(bearer) in colours:
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
