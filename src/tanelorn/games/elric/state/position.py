"""What lies on the table: counters in their areas, spells in hands and elsewhere, cities taken, the two tracks.

docs/design/elric.md says what each list means.
"""

from __future__ import annotations

from bisect import insort
from functools import cached_property
from typing import Any

from tanelorn.core.position import Position
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.state.battle import Battle, Fight, Laid

OUT, NOBODY = -2, -1
"""Owners: not on the board; on the board but nobody's."""

CONTAINER, DISCARD, ASIDE, TRACK = -1, -2, -3, -4
"""Where a spell is that nobody holds: the container, the discards, out of this scenario, sacrificed on the track."""

HIDDEN, FACE_UP, LURKING = 1000, 2000, 3000
"""Where a spell lies on the map, its area added: not yet found; released there; a random attacker that has stayed."""

DETACHED, DONE, CAST, FLOWN, THIEF, STAYED, ATTACKED, CROSSED, SHIFTED, GROUNDED = (1 << bit for bit in range(10))
PUT_BACK, LEFT = 1 << 10, 1 << 11
"""What a unit has done in this player-turn: was set down (7.3e), may not march again, has cast, was carried by magic,
came to take Elric away (12.1.2d), was mustered this turn and may not move, has had the random attack that is due where
it stands (7.5.8), that of the Straits of Chaos (7.5.5), has changed ships where it is, has called a flight off, was
taken in hand and left where it was: once, or a second time, and then it only goes along with others."""


LAST_TURN = 10
"""After it the game is over (3.3c, 5.0e)."""


class ElricPosition(Position[Any, Any], kw_only=True, dict=True):
    """The whole table; see docs/design/elric.md for the lists.

    `balance` counts towards Chaos (+6) and Law (-6); `tipped` is 0 or the side to which it has gone over, `doom` the
    turn at whose end the world then ends. `stacks` lists the units by area, for areas that hold any. `horns` is how
    often the Horn was blown; `elric_with` the personality in control of Elric, -1 if none is. `lots` is by seat what it
    began with, among the scenario's lots, -1 before it is chosen. `landed` are the provinces where fleets have landed
    anyone in this player-turn, the number of the fleet times 1000 added. `stormed` says by area who has won an assault
    on its city without overcoming the wall, and still stands before it (10.9.4). `trail` are the areas that units have
    left in this player-turn, the number of the unit times 1000 added. `appeared` is the last game-turn in which Elric's
    appearance was due (12.1.1a).
    """

    kept = ("world",)

    scenario: str
    pack: str = ""
    order: list[int]
    lots: list[int] = []
    owner: list[int]
    area: list[int]
    ship: list[int]
    band: list[int]
    spent: list[int]
    did: list[int]
    led: list[int]
    came: list[int]
    bearer: dict[int, int] = {}
    where: list[int]
    nation: list[int]
    captured: list[int]
    prize: list[int] = []
    besieger: dict[int, int] = {}
    stormed: dict[int, int] = {}
    stacks: dict[int, list[int]] = {}
    maintained: list[int] = []
    flights: dict[int, tuple[int, int]] = {}
    turn: int = 0
    active: int = -1
    phase: str = "setup"
    balance: int = 0
    tipped: int = 0
    doom: int = 0
    horns: int = 0
    march: list[int] = []
    marched: bool = False
    landed: list[int] = []
    trail: list[int] = []
    bands: int = 0
    fights: list[Fight] = []
    battle: Battle | None = None
    laid: list[Laid] = []
    sought: dict[int, tuple[str, int]] = {}
    searched: list[int] = []
    found: list[Fight] = []
    freed: list[int] = []
    rising: list[tuple[int, int]] = []
    elric_with: int = -1
    elric_hand: bool = False
    elric_away: tuple[int, int] | None = None
    appeared: int = 0
    blades: list[int] = []
    open_gate: bool = False
    mustered: bool = False
    beaten: list[int] = []
    met: list[int] = []
    gone: list[int] = []
    random_balance: bool = False

    @cached_property
    def world(self) -> World:
        """Areas, nations, counters and spells, which never change; kept beside the fields, and no part of them."""
        return world_of(self.pack)

    @property
    def seats(self) -> range:
        """All seats, those that are out of the game included."""
        return range(len(self.order))

    def playing(self) -> list[int]:
        """Return the seats that are in the game, in the order of play (5.0c)."""
        return [seat for seat in self.order if seat not in self.gone]

    def right_of(self, seat: int) -> int:
        """Return the player to a seat's right, who rolls for what nobody owns (10.9.3b); alone he rolls himself."""
        playing = self.playing()
        return playing[playing.index(seat) - 1] if seat in playing else seat

    # Counters

    def put(self, unit: int, area: int, owner: int | None = None) -> None:
        """Put a counter into an area, wherever it was; `ship` and `band` are cleared when it comes from another one."""
        old = self.area[unit]
        if owner is not None:
            self.owner[unit] = owner
        if old == area:
            return
        if old >= 0:
            self._leave(unit, old)
        self.area[unit] = area
        self.ship[unit] = -1
        self.band[unit] = 0
        if area in self.stacks:
            insort(self.stacks[area], unit)
        else:
            self.stacks[area] = [unit]

    def lift(self, unit: int) -> None:
        """Take a counter off the map but not out of its owner's hands, as one who still may escape."""
        if self.area[unit] >= 0:
            self._leave(unit, self.area[unit])
        self.area[unit] = self.ship[unit] = -1
        self.band[unit] = 0

    def _leave(self, unit: int, area: int) -> None:
        units = self.stacks[area]
        units.remove(unit)
        if not units:
            del self.stacks[area]

    def units_in(self, area: int) -> list[int]:
        """Return all counters in an area, in the order of their numbers; do not change the list."""
        return self.stacks.get(area, [])

    def own_in(self, area: int, seat: int) -> list[int]:
        """Return a seat's counters in an area."""
        owner = self.owner
        return [unit for unit in self.stacks.get(area, ()) if owner[unit] == seat]

    def foes_in(self, area: int, seat: int) -> list[int]:
        """Return the other players' counters in an area."""
        owner = self.owner
        return [unit for unit in self.stacks.get(area, ()) if owner[unit] >= 0 and owner[unit] != seat]

    def units_of(self, seat: int) -> list[int]:
        """Return all counters of a seat that are on the board."""
        owner = self.owner
        return sorted([unit for units in self.stacks.values() for unit in units if owner[unit] == seat])

    def areas_of(self, seat: int) -> list[int]:
        """Return the areas in which a seat has counters, in the order of their numbers."""
        area, owner = self.area, self.owner
        return sorted({area[unit] for units in self.stacks.values() for unit in units if owner[unit] == seat})

    def new_band(self) -> int:
        """Return a number for a stack that is apart from others in wilderness (8.0)."""
        self.bands += 1
        return self.bands

    # Spells

    def hand(self, unit: int) -> list[int]:
        """Return the spells that a personality holds, laid and maintained ones included."""
        return [spell for spell, where in enumerate(self.where) if where == unit]

    def container(self) -> list[int]:
        """Return what has not been drawn."""
        return [spell for spell, where in enumerate(self.where) if where == CONTAINER]

    def discard(self, spell: int) -> None:
        """Put a spell with the discards, where all see it (9.6)."""
        self.where[spell] = DISCARD
        self.flights.pop(spell, None)
        if spell in self.maintained:
            self.maintained.remove(spell)
        self.reveal(spell, self.seats)

    def pass_on(self, spell: int, unit: int) -> None:
        """Put a spell into another hand of its player: whoever else had seen it no longer knows where it is (9.1d)."""
        self.where[spell] = unit
        self.known[spell] = 1 << self.owner[unit]

    def give(self, spell: int, unit: int, *, seen: bool = False) -> None:
        """Put a spell into a personality's hand; its player knows it then, nobody else does any more, unless all have
        seen it.
        """
        self.where[spell] = unit
        owner = self.owner[unit]
        if owner >= 0 and not seen:
            self.known[spell] = 1 << owner
            self.learned += 1


def empty(scenario: str, seats: int, pack: str = "") -> ElricPosition:
    """Return a table with nothing on it: all counters out, all spells in the container."""
    world = world_of(pack)
    units, areas = len(world.units), len(world.areas)
    return ElricPosition(
        scenario=scenario,
        pack=pack,
        order=list(range(seats)),
        owner=[OUT] * units,
        area=[-1] * units,
        ship=[-1] * units,
        band=[0] * units,
        spent=[0] * units,
        did=[0] * units,
        led=[-1] * units,
        came=[-1] * units,
        where=[CONTAINER] * len(SPELLS),
        known=[0] * len(SPELLS),
        nation=[NOBODY] * len(world.nations),
        captured=[-1] * areas,
        prize=[-1] * areas,
    )
