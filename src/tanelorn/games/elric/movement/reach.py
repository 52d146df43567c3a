"""Where the group in hand can go, by which route, at what cost and danger, and what bars it (elric/7.0c, 7.2 to 7.5,
10.9.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.elric.equipment.counters import FLEET, PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.losses.escape_rolls import SURE
from tanelorn.games.elric.movement.groups import ASHORE, POINTS, SAILING, Party, leaders_aboard, moves_alone
from tanelorn.games.elric.movement.random_attacks import attacks_occur
from tanelorn.games.elric.movement.routes import LANES, ROADS, SWUM, Errand, Perils, Way, lanes, search, within
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.cities import gate_shut
from tanelorn.games.elric.state.places import whose_area
from tanelorn.games.elric.state.position import CROSSED, NOBODY, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import decks, strength
from tanelorn.games.elric.state.wilderness import lurking, wild_areas

# What keeps a group out


class Bar(NamedTuple):
    """A rule that keeps a group out of an area, with its clause."""

    why: str
    clause: str


LEADERLESS = Bar(
    "Nobody in the group can lead: an army alone stays in its own country, one province a turn.", "elric/7.2d"
)
NO_SHIP = Bar("Without a fleet only magicians, Melniboneans and flyers go to sea: board one.", "elric/7.3a")
NO_PORT = Bar("Fleets enter seas and ports only.", "elric/7.3j")
NO_ANCHOR = Bar("A port is entered and left by the sea that has its anchor.", "elric/7.5.9a")
MOUNTAINS = Bar("Mountains close this border.", "elric/7.5.3")
FAR = Bar("It is not a neighbouring area.", "elric/7.0c")
GATE = Bar("Only a stack with Elric passes the sea gate of Imrryr.", "elric/7.5.9b")
NO_ATTACK = Bar("Enemies are there, and an attack needs a personality who can lead it.", "elric/10.1c")
NO_DECK = Bar("A flyer ends its move on dry land or on a fleet of its side.", "elric/7.4.1b")
ALONE = Bar("Elric moves only with another personality of his player.", "elric/12.1.2e")
NO_CAPTAIN = Bar("A fleet that nobody leads only goes to its nearest home port, by the safest way.", "elric/7.3g")
NO_LAND = Bar("Passengers go ashore with “land”, if their fleet can still pay for it.", "elric/7.3l")


# What lies around


def terrain_of(position: ElricPosition, party: Party) -> Terrain:
    """Return what the areas are to a group, worked out once per group."""
    if not isinstance(party.terrain, Terrain):
        party.terrain = Terrain(position, party)
    return party.terrain


class Terrain:
    """What the areas are to a group right now: wild, held by an enemy, dangerous to enter."""

    __slots__ = ("_foes", "_perils", "attacks", "bound", "elric", "party", "position", "seat", "wild", "world")

    def __init__(self, position: ElricPosition, party: Party) -> None:
        self.position, self.party, self.seat = position, party, party.seat
        self.world = world = position.world
        self.wild = wild_areas(position)
        self.attacks = attacks_occur(position)
        self._foes: dict[int, bool] = {}
        self._perils: Perils | None = None
        elric = world.elric
        self.elric = position.area[elric] if position.owner[elric] == NOBODY else -1
        self.bound = hordes.bound_among(position, party.movers)

    def foes(self, area: int) -> bool:
        """Tell whether enemies keep out everyone who does not come to fight (7.3h): players' units alone do, not an
        empty city (7.3n) or a neutral country (10.9.3c), and never in wilderness.
        """
        known = self._foes.get(area)
        if known is None:
            known = area not in self.wild and self._hostile(area)
            self._foes[area] = known
        return known

    def _hostile(self, area: int) -> bool:
        owner, seat = self.position.owner, self.seat
        for unit in self.position.stacks.get(area, ()):  # noqa: SIM110 - it runs for every area that can be reached
            if owner[unit] >= 0 and owner[unit] != seat:
                return True
        return False

    def ends(self, areas: frozenset[int]) -> frozenset[int]:
        """Return the areas, among some, that hold enemies who must be fought (7.3h)."""
        return frozenset([area for area in self.position.stacks.keys() & areas if self.foes(area)])

    def ignore(self, area: int) -> None:
        """Ignore the enemies in an area: whoever comes for Elric does not fight (12.1.2d)."""
        self._foes[area] = False

    def rolling(self) -> int:
        """Count the dice rolled in dangerous seas: one per fleet, or per personality that goes without one (7.5)."""
        world, party = self.world, self.party
        what = FLEET if party.manner == SAILING else PERSON
        return sum([world.kind[unit] == what and world.value[unit] < SURE for unit in party.movers])

    def perils(self, *, rough: bool = True) -> Perils:
        """Return the dice and draws that await the group; those of dangerous seas only if it may meet them."""
        party, position = self.party, self.position
        lands = self.attacks and not party.flies
        return Perils(
            wild=self.wild,
            armies=self.attacks and party.armies,
            straits=rough and lands and not all(position.did[unit] & CROSSED for unit in party.movers),
            lurking=lurking(position) if lands and position.tipped else (),
            rolling=self.rolling() if rough else 0,
            sails=party.manner == SAILING,
        )

    def dangers(self, frm: int, to: int) -> int:
        """Count the dice and draws between two neighbouring areas."""
        if to not in self.wild and to not in self.world.hazards and frm not in self.world.hazards:
            return 0
        if self._perils is None:
            self._perils = self.perils()
        return self._perils.between(self.world, frm, to)


# Who may enter what


def bar(terrain: Terrain, frm: int, to: int) -> Bar | None:
    """Return the rule that bars the group from going from one area to the next, None if it may: mountains (7.5.3), no
    leader (7.2c, 7.2d), no ship (7.3a, 7.3c), enemies whom nobody can attack (10.1c).
    """
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
    """Tell whether leaderless armies would move one province within their own country (7.2d)."""
    party = terrain.party
    return to in terrain.world.home_next[party.here] and all(
        moves_alone(terrain.position, unit) for unit in party.units
    )


def _bar_fleets(terrain: Terrain, frm: int, to: int) -> Bar | None:
    """Return what keeps a fleet out: fleets go by sea and into ports by their anchors (7.3j, 7.5.9a), without a leader
    home alone (7.3g).
    """
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
    """Return what bars the group from an area however it comes: Imrryr's gate, a bound horde, Elric alone (7.5.9b,
    11.0h, 11.0i, 12.1.2e).
    """
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
    """Return why a group may not go on from an enemy's area that it, or others before it, entered this turn: those who
    stay behind are too weak (10.9.2).
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
    """Tell whether units of a seat have entered an area this turn and gone on from it (10.9.2)."""
    owner = position.owner
    marched: set[int] = set()
    for entry in position.trail:
        unit, before = whose_area(entry)
        if before == area and unit in marched and owner[unit] == seat:
            return True
        marched.add(unit)
    return False


# Ways


def ways(position: ElricPosition, party: Party, thief: int = -1) -> Mapping[int, Way]:
    """Return by area the route that takes the group there, if any. `thief` is an area that may be entered despite
    enemies, to take Elric away (12.1.2d).
    """
    if held_up(position, party):
        return {}
    if thief < 0:
        return _ways(terrain_of(position, party))
    terrain = Terrain(position, party)
    terrain.ignore(thief)
    return _ways(terrain)


def ways_unopposed(position: ElricPosition, party: Party) -> Mapping[int, Way]:
    """Return where the group could go if there were no enemies, to tell whether they are in the way (7.3h)."""
    terrain = Terrain(position, party)
    for area in position.stacks:
        terrain.ignore(area)
    return _ways(terrain)


def _ways(terrain: Terrain) -> Mapping[int, Way]:
    party = terrain.party
    if party.manner == SAILING:
        return _voyages(terrain) if party.leaders else homeward(terrain)
    if party.flies:
        return _flights(terrain)
    if party.leaders or not party.armies:
        return _marches(terrain)
    return _alone(terrain)


def _alone(terrain: Terrain) -> Mapping[int, Way]:
    """One province, inside their own country (7.2d)."""
    party, position = terrain.party, terrain.position
    if party.manner != ASHORE or not all(moves_alone(position, unit) for unit in party.units):
        return {}
    return {
        to: Way((to,), 1, terrain.dangers(party.here, to))
        for to in terrain.world.home_next[party.here]
        if not terrain.foes(to)
    }


def _marches(terrain: Terrain) -> Mapping[int, Way]:
    """Go by land for four points (7.2a), and by sea whoever needs no ship (7.3b, 12.0b)."""
    party, spent = terrain.party, terrain.position.spent
    if not party.swims and party.manner != ASHORE:
        return {}
    points = POINTS - max([spent[unit] for unit in party.movers])
    return _search(terrain, SWUM if party.swims else ROADS, points)


def _voyages(terrain: Terrain) -> Mapping[int, Way]:
    return _search(terrain, LANES, sea_points(terrain.position, terrain.party))


def sea_points(position: ElricPosition, party: Party) -> int:
    """Return how many seas fleets may still enter: neither they nor their passengers exceed their movement (7.3d)."""
    spent, speed, ship = position.spent, position.world.speed, position.ship
    return min([speed[unit if unit in party.units else ship[unit]] - spent[unit] for unit in party.movers])


def _search(terrain: Terrain, net: int, points: int) -> Mapping[int, Way]:
    """Find the routes of a group; the errand holds everything they depend on within reach."""
    if points <= 0:
        return {}
    world, party = terrain.world, terrain.party
    areas, rough = within(world, net, party.here, points)
    ends = terrain.ends(areas)
    return search(
        world,
        Errand(
            net,
            party.here,
            points,
            ends,
            leads=not ends or bool(party.leaders),
            elric=terrain.elric if terrain.elric in areas else -1,
            closed=_closed(terrain, areas),
            perils=terrain.perils(rough=rough),
        ),
    )


def _closed(terrain: Terrain, areas: frozenset[int]) -> frozenset[int]:
    """Return the areas closed to the group however it comes: for most, only Imrryr's gate."""
    world = terrain.world
    if terrain.bound or world.elric in terrain.party.movers:
        return frozenset([area for area in areas if bar_anyone(terrain, area)])
    if world.imrryr in areas and bar_anyone(terrain, world.imrryr):
        return frozenset((world.imrryr,))
    return frozenset()


def _flights(terrain: Terrain) -> Mapping[int, Way]:
    """Cross up to four areas, whatever lies there, to dry land or a fleet of the same side (7.4, 7.4.1a,
    16.9/myrrhyn-clackars).
    """
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
    """Tell whether flyers may land in an area (7.4.1b); among enemies, if somebody can lead an attack."""
    if to in terrain.world.seas and not decks(terrain.position, to, terrain.seat):
        return False
    return not terrain.foes(to) or bool(terrain.party.leaders)


def homeward(terrain: Terrain) -> Mapping[int, Way]:
    """Return the areas on the way home of a fleet without a leader: to its nearest home port, by the safest and then
    the shortest route, attacking nobody on the way (7.3g).
    """
    position, world, party = terrain.position, terrain.world, terrain.party
    fleet = party.units[0]
    nation = world.of[fleet]
    if nation < 0 or leaders_aboard(position, fleet):
        return {}
    risky = _risky(terrain)
    home = _distances_home(world, nation, risky)
    best: dict[int, Way] = {party.here: Way((), 0, 0)}
    layer = [party.here]
    for cost in range(1, sea_points(position, party) + 1):
        following: list[int] = []
        for here in layer:
            if here != party.here and here not in world.seas:
                continue
            for to in lanes(world)[here]:
                if to in best or to not in home or (to in risky) + home[to][0] != home[here][0]:
                    continue
                if home[to][1] + 1 != home[here][1] or terrain.foes(to) or bar_anyone(terrain, to):
                    continue
                best[to] = Way((*best[here].route, to), cost, best[here].dangers + terrain.dangers(here, to))
                following.append(to)
        layer = following
    del best[party.here]
    return best


def _risky(terrain: Terrain) -> frozenset[int]:
    """Return the areas open to fleets that hold enemies, and the three special seas (7.3g)."""
    owner, seat, fairways = terrain.position.owner, terrain.seat, _fairways(terrain.world)
    hostile = [
        area
        for area, units in terrain.position.stacks.items()
        if area in fairways and any(owner[unit] >= 0 and owner[unit] != seat for unit in units)
    ]
    return terrain.world.hazards.union(hostile)


@lru_cache(maxsize=1024)
def _distances_home(world: World, nation: int, risky: frozenset[int]) -> Mapping[int, tuple[int, int]]:
    """Return by area the dangers and steps to the nearest home port, counting each area entered."""
    found = dict.fromkeys(frozenset(world.nations[nation].ports), (0, 0))
    front = list(found)
    while front:
        following: list[int] = []
        for there in front:
            dangers, steps = found[there]
            far = (dangers + (there in risky), steps + 1)
            for here in _approaches(world)[there]:
                if here not in found or far < found[here]:
                    found[here] = far
                    following.append(here)
        front = list(dict.fromkeys(following))
    return found


@lru_cache(maxsize=16)
def _approaches(world: World) -> tuple[tuple[int, ...], ...]:
    """Return by area where a fleet can enter it from, foreign ports included."""
    return tuple(
        (*world.sea_next[area], *world.harbours[area], *_open_coasts(world, area))
        if area in world.seas
        else world.ports[area]
        for area in range(len(world.areas))
    )


def _open_coasts(world: World, sea: int) -> tuple[int, ...]:
    return tuple(land for land in world.land_next[sea] if not world.ports[land])


@lru_cache(maxsize=16)
def _fairways(world: World) -> frozenset[int]:
    """Return the areas where fleets can be."""
    return frozenset([area for area, near in enumerate(_approaches(world)) if near]).union(*_approaches(world))
