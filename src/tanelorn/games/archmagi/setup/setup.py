"""Setting up (archmagi/setup.*, order.*): the map, the order, archmagi, reserves and spells, and where the archmagi
stand.
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, AsksOne, Automatic, Chances
from tanelorn.games.archmagi.explore import Discover
from tanelorn.games.archmagi.map.generator import generate
from tanelorn.games.archmagi.map.land import land, start_hexes
from tanelorn.games.archmagi.map.terrain import UNKNOWN, WATER
from tanelorn.games.archmagi.recruit.draws import DrawSpells, DrawUnits
from tanelorn.games.archmagi.state.codes import Magus, kind_waiting, waiting
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.steps import StartTurn
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import HEX, SEAT_NAMES
from tanelorn.games.archmagi.words.verbs import Args, Slot, clicked

MAPS = 10_000
"""So many maps can be drawn; each is made from its number."""


class DrawMap(Chances, frozen=True, tag=True):
    """The map's number is drawn, as everything that chance decides."""

    land_hexes: int
    unknown: bool
    chits: bool
    free: bool
    title = "Set-up"
    clause = "archmagi/map.4"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of many maps."""
        return Draw(1, MAPS, "the map")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Lay the map out."""
        lay_map(position, outcome[0] + 1, self.land_hexes, self.unknown, self.chits)
        position.then(Players(self.free))


def lay_map(position: ArchmagiPosition, number: int, land_hexes: int, unknown: bool, chits: bool) -> None:
    """Lay a generated map out by its number."""
    seats = len(position.magi)
    position.map = generate(seats, number, land_hexes=land_hexes, unknown=unknown, chits=chits)
    position.terrain = list(land(position.map).terrain)


class Players(Automatic, frozen=True, tag=True):
    """First the order, then each player's chits, then the archmagi are placed in that order (setup.7)."""

    free: bool
    title = "Set-up"
    clause = "archmagi/setup.7"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Lay the steps of the set-up out."""
        if log:
            log.say(position.land.title or "The map lies ready.", heading=True, clause="archmagi/map.2")
        position.then(OrderRoll(tuple(position.seats)), Chits(self.free))


class OrderRoll(Chances, frozen=True, tag=True):
    """All roll, the highest goes first; equal highest rolls are rolled again (order.1, order.2)."""

    rolling: tuple[int, ...]
    title = "Set-up"
    clause = "archmagi/order.1"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """A die each."""
        return Roll(len(self.rolling), 6, "who goes first")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """The highest, or once more among equals."""
        best = [seat for seat, die in zip(self.rolling, outcome, strict=True) if die == max(outcome)]
        if log:
            names = ", ".join(f"{SEAT_NAMES[s]} {die}" for s, die in zip(self.rolling, outcome, strict=True))
            log.say(f"The order is rolled: {names}.", clause=self.clause, dice=outcome)
        if len(best) > 1:
            position.then(OrderRoll(tuple(best)))
        else:
            position.first = best[0]


class Chits(Automatic, frozen=True, tag=True):
    """One archmagus, three units, five spells for each; then the archmagi are placed (setup.1 to setup.3, setup.5)."""

    free: bool
    title = "Set-up"
    clause = "archmagi/setup.7"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Lay out the draws in turn order."""
        order = in_turn(position)
        draws = [step for seat in order for step in (DrawMagus(seat), DrawUnits(seat, 3), DrawSpells(seat, 5))]
        places: list[Automatic | Asks] = [PlaceOne(seat) for seat in order] if self.free else [PlaceAll()]
        position.then(*draws, *places, StartTurn(position.first))


def in_turn(position: ArchmagiPosition) -> list[int]:
    """Return all seats in turn order."""
    count = len(position.magi)
    return [(position.first + step) % count for step in range(count)]


class DrawMagus(Chances, frozen=True, tag=True):
    """An archmagus at random (setup.1)."""

    seat: int
    title = "Set-up"
    clause = "archmagi/setup.1"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of those that are left."""
        return Draw(1, len(position.magi_pile), "an archmagus", knowers=(self.seat,))

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Keep the archmagus beside the board until it is placed."""
        kind = position.magi_pile.pop(outcome[0])
        position.magi[self.seat] = waiting(kind)
        position.drawn[self.seat] = kind
        if log:
            who = SEAT_NAMES[self.seat]
            log.say(
                f"**{who}** plays the **{KINDS[kind].name}**.",
                clause=self.clause,
                seat=self.seat,
                knowers=(self.seat,),
                otherwise=f"**{who}** draws an archmagus.",
            )


def put_magus(position: ArchmagiPosition, seat: int, hex: int, log: Log) -> None:
    """Put a seat's archmagus on the map."""
    position.magi[seat] = Magus(position.add(kind_waiting(position.magi[seat]), seat, hex))
    if log:
        id = position.land.ids[hex]
        log.say(f"**{SEAT_NAMES[seat]}** begins in {id}.", clause="archmagi/setup.5", seat=seat, places=(id,))


def discover_starts(position: ArchmagiPosition, hexes: list[int]) -> None:
    """Roll for unknown starts at once, in turn order (explore.5)."""
    position.then(*(Discover(hex) for hex in hexes if position.terrain[hex] == UNKNOWN))


class PlaceAll(Automatic, frozen=True, tag=True):
    """Automatic placement: the smallest distance between any two is as large as it can be (setup.5)."""

    title = "Set-up"
    clause = "archmagi/setup.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Place them in turn order."""
        hexes = start_hexes(position.land, tuple(position.terrain), len(position.magi))
        for seat, hex in zip(in_turn(position), hexes, strict=True):
            put_magus(position, seat, hex, log)
        discover_starts(position, list(hexes))


class PlaceOne(Automatic, frozen=True, tag=True):
    """Free placement, in turn order (setup.5)."""

    seat: int
    title = "Set-up"
    clause = "archmagi/setup.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask."""
        if self.seat not in position.gone:
            position.then(Placing(self.seat))


def least_distance(position: ArchmagiPosition) -> int:
    """Return how far apart archmagi must be placed: half of what the automatic placement reaches (setup.5)."""
    hexes = start_hexes(position.land, tuple(position.terrain), len(position.magi))
    pairs = [position.land.distance(a, b) for a in hexes for b in hexes if a != b]
    return -(-min(pairs) // 2)


def _starts(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    apart = least_distance(position)
    taken = [position.hexes[magus] for magus in position.magi if magus >= 0]
    return [
        position.land.codes[hex]
        for hex, terrain in enumerate(position.terrain)
        if not position.land.sea[hex]
        and terrain != WATER
        and all(position.land.distance(hex, other) >= apart for other in taken)
    ]


PLACE = clicked(
    "begin in",
    "Begin",
    Slot("", HEX, "Where does your archmagus begin?", _starts, "archmagi/setup.5"),
    clause="archmagi/setup.5",
)


class Placing(AsksOne, frozen=True, tag=True):
    """A player places the archmagus on land, far enough from those already placed."""

    title = "Set-up"
    clause = "archmagi/setup.5"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Every land hex that is far enough."""
        starts = _starts(position, seat, ())
        prompt = "Where does your archmagus begin?"
        return Acts(position, seat, (PLACE,), prompt, Act("begin in", (starts[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Put the archmagus there."""
        hex = position.land.index[choice.args[0]]
        put_magus(position, seat, hex, log)
        discover_starts(position, [hex])
