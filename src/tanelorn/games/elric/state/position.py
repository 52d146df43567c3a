"""What lies on the table: counters in their areas, spells in hands and elsewhere, cities taken, the two tracks.

docs/design/elric.md says what each list means.
"""

from __future__ import annotations

from bisect import insort
from functools import cached_property
from typing import Annotated

from tanelorn.core.fields import UNKNOWN, Knowers, Open, Seen
from tanelorn.core.position import Position
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.state.battle import Battle, Fight, Laid
from tanelorn.games.elric.state.places import (
    CONTAINER,
    DISCARD,
    UNSEEN,
    Place,
    WhoseArea,
    hand_of,
    holder_of,
    spells_at,
)

OUT, NOBODY = -2, -1
"""Owners: not on the board; on the board but nobody's."""

DETACHED, DONE, CAST, FLOWN, THIEF, STAYED, ATTACKED, CROSSED, SHIFTED, GROUNDED = (1 << bit for bit in range(10))
PUT_BACK, LEFT = 1 << 10, 1 << 11
"""What a unit has done in this player-turn: was set down (7.3e), may not march again, has cast, was carried by magic,
came to take Elric away (12.1.2d), was mustered this turn and may not move, has had the random attack that is due where
it stands (7.5.8), that of the Straits of Chaos (7.5.5), has changed ships where it is, has called a flight off, was
taken in hand and left where it was: once, or a second time, and then it only goes along with others."""


LAST_TURN = 10
"""After it the game is over (3.3c, 5.0e)."""


def seen_places(position: ElricPosition, viewer: int, where: list[Place]) -> list[Place]:
    """Return where the spells are whose faces a viewer has been shown, or all seats have (9.0a)."""
    every, mine = (1 << len(position.order)) - 1, 1 << viewer if viewer >= 0 else 0
    known = zip(where, position.known, strict=False)
    return [place if mask & mine or mask == every else UNSEEN for place, mask in known]


def _face_down(position: ElricPosition, viewer: int, laid: list[Laid]) -> list[Laid]:
    return [one if one.seat == viewer else Laid(one.fight, one.seat, one.caster, UNKNOWN) for one in laid]


class ElricPosition(Position, kw_only=True, dict=True):
    """The whole table. All of it lies open but the faces of spells (9.0a)."""

    kept = ("world",)

    scenario: Annotated[str, Open(says="the slug of the scenario")]
    pack: Annotated[str, Open(says="the board and counters of the players' own, as text")] = ""
    order: Annotated[list[int], Open(says="the seats in the order of play (5.0c)")]
    lots: Annotated[list[int], Open("seat", "what it began with, of the scenario's lots, -1 before it is chosen")] = []
    owner: Annotated[list[int], Open("unit", "its seat; NOBODY on the board but nobody's; OUT off the board")]
    area: Annotated[list[int], Open("unit", "where it stands, -1 off the board")]
    ship: Annotated[list[int], Open("unit", "the fleet that carries it, -1 ashore, swimming or flying")]
    band: Annotated[list[int], Open("unit", "its stack where those of a seat are apart, in wilderness (8.0); else 0")]
    spent: Annotated[list[int], Open("unit", "movement points spent in this player-turn (7.3d)")]
    did: Annotated[list[int], Open("unit", "what it has done in this player-turn, as bits: DETACHED, DONE, CAST, ...")]
    led: Annotated[list[int], Open("unit", "the personality that attached it in this player-turn, -1 for none")]
    came: Annotated[list[int], Open("unit", "the area from which it came in this player-turn, -1 for none")]
    bearer: Annotated[dict[int, int], Open("artifact", "the personality that carries it, -1 out of play")] = {}
    known: Annotated[
        list[int],
        Knowers("spell", "the seats that know its face, as a bit mask", lambda position: len(position.order)),
    ] = []
    where: Annotated[
        list[Place],
        Seen(
            "spell",
            seen_places,
            "who knows its face; how many lie where, all",
            "its place: CONTAINER, DISCARD, ASIDE, TRACK; the unit that holds it; how it lies on the map, and its area",
            goes_by=("known", "order"),
        ),
    ]
    nation: Annotated[list[int], Open("nation", "the seat that owns it, NOBODY if neutral")]
    captured: Annotated[list[int], Open("area", "the seat that has taken the city and garrisons it, -1 for none")]
    prize: Annotated[list[int], Open("area", "the seat for which its capital counts as taken (5.0j), -1 for none")] = []
    besieger: Annotated[dict[int, int], Open("area", "the seat that besieges its city (10.9.3)")] = {}
    stormed: Annotated[
        dict[int, int],
        Open("area", "who has won an assault without overcoming the wall and still stands before it (10.9.4)"),
    ] = {}
    stacks: Annotated[dict[int, list[int]], Open("area", "the units there, of areas that hold any")] = {}
    maintained: Annotated[list[int], Open(says="spells that are maintained (9.4)")] = []
    flights: Annotated[dict[int, tuple[int, int]], Open("spell", "uses of a magical flight, and since which turn")] = {}
    turn: Annotated[int, Open(says="the game-turn")] = 0
    active: Annotated[int, Open(says="the seat whose player-turn it is, -1 before the first")] = -1
    phase: Annotated[str, Open(says="the step of the player-turn (5.0b)")] = "setup"
    balance: Annotated[int, Open(says="the Law/Chaos marker: up to +6 for Chaos, -6 for Law")] = 0
    tipped: Annotated[int, Open(says="the side to which the Balance has gone over: 1 Chaos, -1 Law, 0 neither")] = 0
    doom: Annotated[int, Open(says="the turn at whose end the tipped world ends, 0 for none")] = 0
    horns: Annotated[int, Open(says="how often the Horn was blown")] = 0
    march: Annotated[list[int], Open(says="the units in hand in Movement, the leader first")] = []
    marched: Annotated[bool, Open(says="whether those in hand have taken a step")] = False
    landed: Annotated[list[WhoseArea], Open(says="fleets, and the provinces where they landed anyone this turn")] = []
    trail: Annotated[list[WhoseArea], Open(says="units, and the areas that they left this turn")] = []
    bands: Annotated[int, Open(says="the last number given to a stack in wilderness")] = 0
    fights: Annotated[list[Fight], Open(says="battles still to be fought")] = []
    battle: Annotated[Battle | None, Open(says="the battle that is being fought")] = None
    laid: Annotated[
        list[Laid],
        Seen(
            "", _face_down, "the face, its player; that it lies there, all", "spells laid for battles (9.2)", goes_by=()
        ),
    ] = []
    sought: Annotated[
        dict[WhoseArea, tuple[str, int]], Open("seat and area", "its last search there, and the turn")
    ] = {}
    searched: Annotated[list[int], Open(says="areas searched in this player-turn")] = []
    found: Annotated[list[Fight], Open(says="fights that searches have brought about")] = []
    freed: Annotated[list[int], Open(says="hordes that found their castles and go where they like (11.0h)")] = []
    rising: Annotated[list[tuple[int, int]], Open(says="nations that rise next turn, and for whom (11)")] = []
    elric_with: Annotated[int, Open(says="the personality in control of Elric, -1 for none")] = -1
    elric_hand: Annotated[bool, Open(says="whether Elric's hand was drawn")] = False
    elric_away: Annotated[
        tuple[int, int] | None, Open(says="who controlled Elric when he left, the turn he returns")
    ] = None
    appeared: Annotated[int, Open(says="the last game-turn in which Elric's appearance was due (12.1.1a)")] = 0
    blades: Annotated[list[int], Open(says="who has fought with a black sword in this combat step (12.1.4a)")] = []
    open_gate: Annotated[bool, Open(says="whether Imrryr's sea gate stands open")] = False
    mustered: Annotated[bool, Open(says="whether the muster of this player-turn is done")] = False
    met: Annotated[list[int], Open(says="seats that fulfil the succession, the first one first (14.3b)")] = []
    gone: Annotated[list[int], Open(says="seats that are out of the game")] = []
    random_balance: Annotated[bool, Open(says="whether the Balance is also drawn for (13)")] = False

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
        """Return the player to a seat's right, who rolls for what nobody owns (10.9.3b); a lone player rolls."""
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
        return spells_at(self.where, hand_of(unit))

    def holder(self, spell: int) -> int:
        """Return the unit that holds a spell, -1 if nobody does."""
        return holder_of(self.where[spell])

    def container(self) -> list[int]:
        """Return what has not been drawn."""
        return spells_at(self.where, CONTAINER)

    def discard(self, spell: int) -> None:
        """Put a spell with the discards, where all see it (9.6)."""
        self.where[spell] = DISCARD
        self.flights.pop(spell, None)
        if spell in self.maintained:
            self.maintained.remove(spell)
        self.reveal(spell, self.seats)

    def pass_on(self, spell: int, unit: int) -> None:
        """Put a spell into another hand of its player: whoever else had seen it no longer knows where it is (9.1d)."""
        self.where[spell] = hand_of(unit)
        self.known[spell] = 1 << self.owner[unit]

    def give(self, spell: int, unit: int, *, seen: bool = False) -> None:
        """Put a spell into a personality's hand; its player knows it then, nobody else does any more, unless all have
        seen it.
        """
        self.where[spell] = hand_of(unit)
        owner = self.owner[unit]
        if owner >= 0 and not seen:
            self.known[spell] = 1 << owner


def empty(scenario: str, seats: int, pack: str = "") -> ElricPosition:
    """Return a table with nothing on it: all counters out, all spells in the container, the Balance level (13.0)."""
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
