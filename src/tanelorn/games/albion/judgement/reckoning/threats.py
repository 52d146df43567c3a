"""What enemies could do in their next turn: whom each of their stacks could strike best where it can come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.albion.judgement.reckoning.forces import (
    COLOURLESS,
    Foe,
    foe_side,
    ground,
    person_strength,
    points_of,
    prize,
    stack_side,
    walled,
)
from tanelorn.games.albion.judgement.reckoning.odds import DICE, skirmish
from tanelorn.games.albion.judgement.style import Style, dearness
from tanelorn.games.albion.knowledge.view import strength_left
from tanelorn.games.albion.movement.ways.costs import Terms, land_tree, sea_ways
from tanelorn.games.albion.movement.ways.sailing import prices
from tanelorn.games.albion.pack.charts import RACES
from tanelorn.games.albion.recovery.activation import modifiers
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import NO_PIECE, ship_of
from tanelorn.games.albion.state.printed.world import FAERIE, World
from tanelorn.games.albion.state.stacks import garrison_side, top_at_sea
from tanelorn.games.albion.weather import CLEAR

LOOK = 20
"""How far ways are looked at."""

Stand = tuple[list[int], dict[int, int]]
"""Who stands ashore in a hex: persons, points of each colour."""


class Raider(NamedTuple):
    """An enemy stack with troops, and how likely it can march in its next turn; if it is aboard, where it can land."""

    foe: Foe
    awake: float
    shores: Set[int] | None = None


class Threats:
    """What a seat has to fear: every enemy stack is thought to strike where that brings it most."""

    def __init__(self, position: AlbionPosition, seat: int, foes: Mapping[int, Foe], style: Style) -> None:
        self.position, self.seat, self.style = position, seat, style
        self.dear = dearness(position, 1 - seat, style)
        self.scale = style.fear * dearness(position, seat, style) if style.fear and enemy_moves(position, seat) else 0.0
        self.raiders: list[Raider] = []
        self._rows: dict[int, list[tuple[int, float]]] = {}
        self._at: dict[int, Stand] = {}
        self._near: dict[int, list[int]] = {}
        if self.scale:
            self.raiders = [Raider(foe, self._awake(foe)) for foe in foes.values() if foe.points]
            self.raiders += aboard(position, seat, foes)
            self._near = {hex: self._reaching(hex) for hex in self._own()}

    def _own(self) -> list[int]:
        position, seat = self.position, self.seat
        forts = {hex for hex in position.world.fortresses if garrison_side(position, hex) == seat}
        stacks = {hex for hex in position.people if position.ashore(seat, hex)}
        return sorted(forts | stacks | {hex for hex in position.troops if points_of(position, seat, hex)})

    def _reaching(self, hex: int) -> list[int]:
        """Return by number which raiders could come to a hex."""
        return [
            at
            for at, raider in enumerate(self.raiders)
            if (self._reaches(raider.foe, hex) if raider.shores is None else hex in raider.shores)
        ]

    def stands(self, hex: int) -> Stand:
        """Return who stands in a hex once what is planned is carried out."""
        found = self._at.get(hex)
        if found is None:
            found = self._at[hex] = self.position.ashore(self.seat, hex), points_of(self.position, self.seat, hex)
        return found

    def settle(self, changes: Mapping[int, Stand]) -> None:
        """Note that hexes will be held by others than now."""
        for hex, stand in changes.items():
            self._at[hex] = stand
            self._rows.pop(hex, None)

    def toll(self, changes: Mapping[int, Stand], beaten: int = -1) -> float:
        """Return what the enemy may gain, in own Victory Points, where hexes are held otherwise than planned so far.

        Whoever stands in the hex `beaten` is not reckoned with.
        """
        if not self.scale:
            return 0.0
        best = [0.0] * len(self.raiders)
        rows = [self._row(hex, stand) for hex, stand in changes.items() if hex >= 0]
        rows += [self._planned(hex) for hex in self._near if hex not in changes]
        for row in rows:
            for at, gain in row:
                if gain > best[at]:
                    best[at] = gain
        return self.scale * sum(
            gain * raider.awake for gain, raider in zip(best, self.raiders, strict=True) if raider.foe.hex != beaten
        )

    def _planned(self, hex: int) -> list[tuple[int, float]]:
        row = self._rows.get(hex)
        if row is None:
            row = self._rows[hex] = self._row(hex, self.stands(hex))
        return row

    def _row(self, hex: int, stand: Stand) -> list[tuple[int, float]]:
        """Return what each raider who can come would gain by a strike at those who stand in a hex."""
        position, seat = self.position, self.seat
        persons, points = stand
        near = self._near.get(hex)
        if near is None:
            near = self._near[hex] = self._reaching(hex)
        inside = garrison_side(position, hex) == seat
        if not near or not (inside or persons or points):
            return []
        terrain = ground(position, seat, self._race(points), hex)
        own = walled(position, seat, hex, stack_side(position, persons, points, terrain))
        worth = prize(position, 1 - seat, hex)
        row = []
        for at in near:
            enemy = foe_side(position, self.raiders[at].foe, terrain, home=False)
            found = skirmish(position.world, enemy, own, worth, inside, self.style.wound)
            gain = max(one.gain - self.dear * one.loss for one in found)
            if gain > 0:
                row.append((at, gain))
        return row

    def _race(self, points: Mapping[int, int]) -> str:
        most = max(points, key=lambda colour: (points[colour], -colour), default=-1)
        return self.position.world.c_race[most] if most >= 0 else COLOURLESS[self.seat]

    def _awake(self, foe: Foe) -> float:
        """Return how likely a stack can march: it is awake, or its kingdom is roused in time."""
        position = self.position
        realm = position.world.kingdom[foe.hex]
        if realm < 0 or position.roused[realm] or position.world.kingdoms[realm].side == self.seat:
            return 1.0
        return waking(position, position.world.kingdoms[realm].id)

    def _reaches(self, foe: Foe, hex: int) -> bool:
        world = self.position.world
        if foe.hex == hex:
            return True
        far = pace(world, foe.race)
        if world.distance(foe.hex, hex) > far:
            return False
        terms = Terms(1 << RACES.index(foe.race), foe.race == "elf", self.seat != FAERIE, CLEAR)
        return land_tree(world, terms, foe.hex, LOOK).cost[hex] <= far


def enemy_moves(position: AlbionPosition, seat: int) -> bool:
    """Tell whether the enemy has a player-turn left: Faerie's is the last of a game-turn (5.E)."""
    return seat != FAERIE or position.turn < LAST_TURN[position.scenario]


def landings(position: AlbionPosition, seat: int) -> set[int]:
    """Return the fortresses where enemy ships that are seen could put somebody ashore in their next turn (12.1c)."""
    fleets = _fleets(position, seat) if enemy_moves(position, seat) else ()
    return {hex for top, shores in fleets for hex in (*shores, position.ship_at[top])}


def _fleets(position: AlbionPosition, seat: int) -> Iterator[tuple[int, set[int]]]:
    """Yield the topmost enemy ship of each berth, and the fortresses where somebody could be put ashore from there."""
    world = position.world
    for hex in position.fleets:
        for coast, berth in enumerate(world.node[hex]):
            top = top_at_sea(position, 1 - seat, hex, coast)
            if top == NO_PIECE or not position.roused[world.s_kingdom[ship_of(top)]]:
                continue
            ship = ship_of(top)
            moves = world.s_move[ship][position.hurt[ship]] - prices(position)[1]
            cost = sea_ways(world, CLEAR, berth, max(moves, 0), frozenset()).cost
            yield ship, {fort for fort in world.fortresses if any(cost[to] <= moves for to in world.node[fort])}


def aboard(position: AlbionPosition, seat: int, foes: Mapping[int, Foe]) -> list[Raider]:
    """Return who may be aboard enemy ships: the points that are thought to stand nowhere ashore, at most one a ship,
    and what is left of the persons who are seen nowhere.
    """
    world, enemy, fleets = position.world, 1 - seat, list(_fleets(position, seat))
    strength = sum(n for colour, n in enumerate(strength_left(position)) if world.c_side[colour] == enemy)
    missing = strength - sum(position.rumour[enemy].values())
    if missing <= 0 or not fleets:
        return []
    seen = {person for foe in foes.values() for person in foe.persons}
    persons = [
        one for one, hex in enumerate(position.at) if hex >= 0 and position.side[one] == enemy and one not in seen
    ]
    hidden = sum(person_strength(position, person) for person in persons) - sum(foe.hidden for foe in foes.values())
    points, share = min(missing / len(fleets), 1.0), max(hidden, 0.0) / len(fleets)
    return [
        Raider(Foe(position.ship_at[ship], points, COLOURLESS[enemy], (), share, False), 1.0, shores)
        for ship, shores in fleets
    ]


@lru_cache(maxsize=32)
def pace(world: World, race: str) -> int:
    """Return how far the fastest troops of a race march in a turn."""
    return max(move for move, own in zip(world.c_move, world.c_race, strict=True) if own == race)


def waking(position: AlbionPosition, id: str) -> float:
    """Return how likely a kingdom is roused by its next roll (10.4)."""
    number = position.world.charts.activation.get(id, 0) - sum(n for _, n, _ in modifiers(position, id))
    return sum(chance for total, chance in DICE.items() if total <= number)
