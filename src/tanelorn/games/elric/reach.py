"""Where the group in hand can go, by which way, and at what cost and danger (elric/7.0c, 7.2, 7.3, 7.4.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.elric import hordes
from tanelorn.games.elric.bars import (
    ALONE,
    FAR,
    GATE,
    LEADERLESS,
    MOUNTAINS,
    NO_ANCHOR,
    NO_ATTACK,
    NO_CAPTAIN,
    NO_LAND,
    NO_PORT,
    NO_SHIP,
    Bar,
)
from tanelorn.games.elric.groups import ASHORE, POINTS, SAILING, Party, moves_alone
from tanelorn.games.elric.position import CROSSED, NOBODY, ElricPosition
from tanelorn.games.elric.refuge import gate_shut
from tanelorn.games.elric.scenarios import terms_of
from tanelorn.games.elric.stacks import strength
from tanelorn.games.elric.wilds import attacks_occur, lurkers, wilderness
from tanelorn.games.elric.world import FLEET, PERSON, World

SWIM = 2
"""What a sea costs those who cross it without a ship (7.3b, 12.0b)."""

SURE = 6
"""Whoever is worth so much passes the Boiling Sea and the Teeth whatever the die shows (10.8a)."""


class Way(NamedTuple):
    """A way to an area: the areas entered, the points it takes, and how often a die or a draw decides on it."""

    route: tuple[int, ...]
    cost: int
    dangers: int


def terrain_of(position: ElricPosition, party: Party) -> Terrain:
    """Return what the areas are to a group, worked out once for it."""
    if party.terrain is None:
        party.terrain = Terrain(position, party)
    return party.terrain


class Terrain:
    """What the areas are to a group just now: wild, held by an enemy, dangerous to enter."""

    __slots__ = (
        "_foes",
        "attacks",
        "bound",
        "elric",
        "party",
        "position",
        "rolling",
        "seat",
        "wild",
        "world",
    )

    def __init__(self, position: ElricPosition, party: Party) -> None:
        self.position, self.party, self.seat = position, party, party.seat
        self.world = world = position.world
        self.wild = wilderness(position)
        self.attacks = attacks_occur(position)
        self._foes: dict[int, bool] = {}
        elric = world.elric
        self.elric = position.area[elric] if position.owner[elric] == NOBODY else -1
        who = [u for u in party.movers if world.kind[u] == (FLEET if party.manner == SAILING else PERSON)]
        self.rolling = sum(world.value[unit] < SURE for unit in who)
        self.bound = [unit for unit in party.movers if hordes.bound(position, unit)]

    def foes(self, area: int) -> bool:
        """Tell whether enemies keep all out of an area but those who come to fight (7.3h); not in wilderness."""
        known = self._foes.get(area)
        if known is None:
            known = not self.wild[area] and self._hostile(area)
            self._foes[area] = known
        return known

    def _hostile(self, area: int) -> bool:
        owner, seat = self.position.owner, self.seat
        for unit in self.position.stacks.get(area, ()):  # noqa: SIM110 - it runs for every area that can be reached
            if owner[unit] >= 0 and owner[unit] != seat:
                return True
        return False

    def ends(self) -> set[int]:
        """Return the areas where enemies stand who must be fought (7.3h)."""
        owner, seat, wild, known = self.position.owner, self.seat, self.wild, self._foes
        found = {area for area, hostile in known.items() if hostile}
        for area, units in self.position.stacks.items():
            if wild[area] or area in known:
                continue
            for unit in units:
                if owner[unit] >= 0 and owner[unit] != seat:
                    found.add(area)
                    break
        return found

    def risky(self) -> frozenset[int]:
        """Return the areas where dice or draws may wait: in wilderness for armies, or once the Balance is tipped."""
        hazards = self.world.hazards
        if not self.party.armies and not self.position.tipped:
            return hazards
        return hazards.union(area for area, is_wild in enumerate(self.wild) if is_wild)

    def ignore(self, area: int) -> None:
        """Let enemies in an area keep nobody out: one who comes for Elric does not fight (12.1.2d)."""
        self._foes[area] = False

    def dangers(self, frm: int, to: int) -> int:
        """Count the dice and draws on the way from one area into the next."""
        if not self.wild[to] and to not in self.world.hazards and frm not in self.world.hazards:
            return 0
        world, party = self.world, self.party
        found = 0
        if self.wild[to] and self.attacks:
            if to == world.straits:
                found = int(not party.flies and not all(self.position.did[u] & CROSSED for u in party.movers))
            else:
                found = int(party.armies)
            if self.position.tipped and not party.flies:
                found += len(lurkers(self.position, to))
        if to == world.boiling:
            found += self.rolling * (frm != world.ashaneloon)
        elif frm == world.boiling and to in world.seas:
            found += self.rolling
        if to == world.teeth and party.manner == SAILING:
            found += self.rolling
        return found


# Who may enter what


def bar(terrain: Terrain, frm: int, to: int) -> Bar | None:
    """Return the rule that keeps the group from going from one area into the next, None if it may (7.2 to 7.5)."""
    world, party = terrain.world, terrain.party
    if to not in world.adjacent[frm]:
        return MOUNTAINS if (frm, to) in ridges(world) else FAR
    if party.manner == SAILING:
        why = _bar_fleets(terrain, frm, to)
        if why:
            return why
    elif party.armies and not party.leaders and not _stays_home(terrain, to):
        return LEADERLESS
    elif to in world.seas and not party.swims:
        return NO_SHIP
    elif frm in world.seas and not party.swims:
        return NO_LAND
    if terrain.foes(to) and not party.leaders:
        return NO_ATTACK
    return bar_anyone(terrain, to)


def _stays_home(terrain: Terrain, to: int) -> bool:
    """Tell whether leaderless armies go one province inside their own country (7.2d)."""
    world, party = terrain.world, terrain.party
    nation = world.of[party.units[0]]
    return world.areas[to].nation == nation and all(moves_alone(terrain.position, unit) for unit in party.units)


def _bar_fleets(terrain: Terrain, frm: int, to: int) -> Bar | None:
    from tanelorn.games.elric.homeward import homeward

    world = terrain.world
    if not terrain.party.leaders and to not in homeward(terrain):
        return NO_CAPTAIN
    if to not in world.seas:
        if not world.ports[to]:
            return NO_PORT
        if frm not in world.ports[to]:
            return NO_ANCHOR
    elif frm not in world.seas and world.ports[frm] and to not in world.ports[frm]:
        return NO_ANCHOR
    return None


def bar_anyone(terrain: Terrain, to: int) -> Bar | None:
    """Return what keeps the group out of an area however it comes: the gate of Imrryr, a bound horde, Elric alone."""
    world, party, position = terrain.world, terrain.party, terrain.position
    movers = party.movers
    if to == world.imrryr and shut(position, party.seat, movers):
        return GATE
    for unit in terrain.bound:
        if not hordes.allowed(position, unit, to):
            return Bar(*hordes.why(position, unit))
    if world.elric in movers and not any(
        world.kind[unit] == PERSON and unit not in (world.elric, world.moonglum) for unit in movers
    ):
        return ALONE
    return None


def shut(position: ElricPosition, seat: int, units: list[int]) -> bool:
    """Tell whether the sea gate of Imrryr keeps units out (7.5.9b); in 14.1 it is not yet built (14.1g)."""
    return terms_of(position).elric and gate_shut(position, seat, units)


@lru_cache(maxsize=16)
def ridges(world: World) -> frozenset[tuple[int, int]]:
    """Return the pairs of areas whose border is closed by mountains (7.5.3)."""
    pairs = [(world.area[one.a], world.area[one.b]) for one in world.pack.board.borders if not one.open]
    return frozenset((*pairs, *((b, a) for a, b in pairs)))


def held_up(position: ElricPosition, party: Party) -> Bar | None:
    """Return why a group may not leave an enemy's area that it, or others before it, entered in this turn to go on: who
    stays behind is too weak (10.9.2).
    """
    world, here, seat = position.world, party.here, party.seat
    if party.flies or not terrain_of(position, party).foes(here):
        return None
    if position.came[party.units[0]] < 0 and not overrun(position, here, seat):
        return None
    if here in world.seas:
        return Bar("Enemies are in this sea: whoever has entered it fights.", "elric/7.3h")
    stay = [unit for unit in position.own_in(here, seat) if unit not in party.movers]
    leads = any(world.kind[unit] == PERSON and not world.influence[unit] for unit in stay)
    own, theirs = strength(position, stay), strength(position, position.foes_in(here, seat))
    if leads and own >= theirs:
        return None
    return Bar(
        f"To overrun {world.areas[here].name} a personality who leads and a total of {theirs} must stay: "
        f"there {'is' if own == 1 else 'are'} {own}{'' if leads else ' and nobody to lead'}.",
        "elric/10.9.2",
    )


def overrun(position: ElricPosition, area: int, seat: int) -> bool:
    """Tell whether units of a seat have entered an area in this turn and gone on from it (10.9.2)."""
    owner = position.owner
    marched: set[int] = set()
    for entry in position.trail:
        unit, before = divmod(entry, 1000)
        if before == area and unit in marched and owner[unit] == seat:
            return True
        marched.add(unit)
    return False


# Ways


def ways(position: ElricPosition, party: Party, thief: int = -1) -> dict[int, Way]:
    """Return by area the way on which the group gets there, if it can; `thief` is the area that one who comes for Elric
    may enter though enemies are there (12.1.2d).
    """
    if held_up(position, party):
        return {}
    if thief < 0:
        return _ways(terrain_of(position, party))
    terrain = Terrain(position, party)
    terrain.ignore(thief)
    return _ways(terrain)


def ways_unopposed(position: ElricPosition, party: Party) -> dict[int, Way]:
    """Return where the group could go if no enemy stood anywhere, to tell who is in the way (7.3h)."""
    terrain = Terrain(position, party)
    for area in position.stacks:
        terrain.ignore(area)
    return _ways(terrain)


def _ways(terrain: Terrain) -> dict[int, Way]:
    party = terrain.party
    if party.manner == SAILING:
        from tanelorn.games.elric.homeward import homeward

        return _voyages(terrain) if party.leaders else homeward(terrain)
    if party.flies:
        return _flights(terrain)
    if party.leaders or not party.armies:
        return _marches(terrain)
    return _alone(terrain)


def _alone(terrain: Terrain) -> dict[int, Way]:
    """One province, inside their own country (7.2d)."""
    world, party = terrain.world, terrain.party
    if party.manner != ASHORE:
        return {}
    return {
        to: Way((to,), 1, terrain.dangers(party.here, to))
        for to in world.land_next[party.here]
        if _stays_home(terrain, to) and not terrain.foes(to)
    }


def _marches(terrain: Terrain) -> dict[int, Way]:
    party, world, position = terrain.party, terrain.world, terrain.position
    spent = position.spent
    points = max(0, POINTS - max(spent[unit] for unit in party.movers))
    near = world.neighbours if party.swims else world.land_next
    if not party.swims and party.manner != ASHORE:
        return {}
    return _search(terrain, points, near, SWIM)


def _voyages(terrain: Terrain) -> dict[int, Way]:
    party, world = terrain.party, terrain.world
    points = sea_points(terrain.position, party)
    return _search(terrain, points, lanes(world), 1)


def sea_points(position: ElricPosition, party: Party) -> int:
    """Return how many seas fleets may still enter: none goes beyond its movement, nor do those aboard (7.3d)."""
    spent, speed, ship = position.spent, position.world.speed, position.ship
    return min(speed[unit if unit in party.units else ship[unit]] - spent[unit] for unit in party.movers)


@lru_cache(maxsize=16)
def lanes(world: World) -> tuple[tuple[int, ...], ...]:
    """Return by area where a fleet may go from it: seas, and ports by their anchors (7.3j, 7.5.9a)."""
    found = []
    for area in range(len(world.areas)):
        if area in world.seas:
            found.append((*world.sea_next[area], *world.harbours[area]))
        else:
            found.append(world.ports[area] or world.sea_next[area])
    return tuple(found)


def _search(terrain: Terrain, points: int, near: tuple[tuple[int, ...], ...], sea: int) -> dict[int, Way]:
    """Find the ways with the fewest dangers, then the cheapest; none goes on from enemies, from a port that a fleet has
    entered, or past an Elric who waits for company. A sea costs `sea` points, a province one.
    """
    party, seas, ends = terrain.party, terrain.world.seas, terrain.ends()
    start, leads, sails, elric = party.here, bool(party.leaders), party.manner == SAILING, terrain.elric
    risky, special = terrain.risky(), terrain.world.hazards
    checked = bool(terrain.bound) or terrain.world.elric in party.movers
    imrryr = terrain.world.imrryr
    best: dict[int, tuple[tuple[int, ...], int, int]] = {}
    layers: list[dict[int, tuple[tuple[int, ...], int]]] = [{} for _ in range(points + 1)]
    layers[0][start] = ((), 0)
    for used, layer in enumerate(layers):
        for here, (route, dangers) in layer.items():
            if used and (here in ends or here == elric or (sails and here not in seas)):
                continue
            for to in near[here]:
                cost = used + (sea if to in seas else 1)
                if cost > points or to == start or (to in ends and not leads):
                    continue
                danger = dangers
                if to in risky or here in special:
                    danger += terrain.dangers(here, to)
                old = best.get(to)
                if old is not None and danger >= old[2]:
                    continue
                if (checked or to == imrryr) and bar_anyone(terrain, to) is not None:
                    continue
                way = (*route, to)
                best[to] = (way, cost, danger)
                layers[cost][to] = (way, danger)
    return {to: Way(*way) for to, way in best.items()}


def _flights(terrain: Terrain) -> dict[int, Way]:
    """Up to four areas over whatever lies there, to dry land or onto a fleet of the same side (7.4.1)."""
    party, world, position = terrain.party, terrain.world, terrain.position
    points = POINTS - max(position.spent[unit] for unit in party.movers)
    best = {party.here: Way((), 0, 0)}
    layer = [party.here]
    for cost in range(1, points + 1):
        following: list[int] = []
        for here in layer:
            way = best[here]
            for to in world.neighbours[here]:
                danger = way.dangers + terrain.dangers(here, to)
                old = best.get(to)
                if (old is None or danger < old.dangers) and bar_anyone(terrain, to) is None:
                    best[to] = Way((*way.route, to), cost, danger)
                    following.append(to)
        layer = following
    del best[party.here]
    return {to: way for to, way in best.items() if _lands(terrain, to)}


def _lands(terrain: Terrain, to: int) -> bool:
    """Tell whether flyers may end in an area (7.4.1b); among enemies they attack (10.1c)."""
    if to in terrain.world.seas and not decks(terrain.position, to, terrain.seat):
        return False
    return not terrain.foes(to) or bool(terrain.party.leaders)


def decks(position: ElricPosition, area: int, seat: int) -> list[int]:
    """Return a seat's fleets in an area."""
    kind = position.world.kind
    return [unit for unit in position.own_in(area, seat) if kind[unit] == FLEET]
