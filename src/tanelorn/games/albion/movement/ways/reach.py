"""Where the group in hand can go, by which way and at what cost (albion/11.0 to 11.8, 12.1f)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tanelorn.games.albion.movement.ways.bans import Ban, bans_on
from tanelorn.games.albion.movement.ways.costs import (
    Terms,
    Tree,
    Way,
    land_ways,
    lanes,
    march_tree,
    roads,
    sea_ways,
    terms_of,
)
from tanelorn.games.albion.movement.ways.groups import Group, tied
from tanelorn.games.albion.stacks.entering import GHOSTS, WIGANS_PEN
from tanelorn.games.albion.state.deeds import STOPPED
from tanelorn.games.albion.state.magic_items import bears, in_play
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import Bar
from tanelorn.games.albion.state.printed.pieces import colour_of, is_ship, is_troops, ship_of
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.weather import CLEAR, Sky, wand_hex, weather_key


class Reached:
    """The places that a group can reach, nearest first: hexes on land, berths at sea."""

    __slots__ = ("_set", "order", "sails", "tree", "world")

    def __init__(self, world: World, tree: Tree | None, order: Sequence[int], *, sails: bool = False) -> None:
        self.world, self.tree, self.order, self.sails = world, tree, order, sails
        self._set: frozenset[int] | None = None

    def __iter__(self) -> Iterator[int]:
        return iter(self.order)

    def __len__(self) -> int:
        return len(self.order)

    def __contains__(self, place: int) -> bool:
        if self._set is None:
            self._set = frozenset(self.order)
        return place in self._set

    def cost(self, place: int) -> int:
        """Return what the way to a place costs."""
        assert self.tree is not None
        return self.tree.cost[place]

    def __getitem__(self, place: int) -> Way:
        """Return the way to a place."""
        assert self.tree is not None
        route = self.tree.route(place)
        if not self.sails:
            return Way(route, self.tree.cost[place])
        node_hex = self.world.node_hex
        return Way(tuple(node_hex[node] for node in route), self.tree.cost[place], self.world.node_coast[place])


def reachable(position: AlbionPosition, group: Group) -> Reached:
    """Return where a group can go at once, hex by hex, with the points that it has (11.0a, 11.0b): it passes no enemy,
    and nothing that is closed to it.
    """
    if group.ships:
        return _by_sea(position, group)
    if group.points <= 0 or held(position, group) or (position.barring and tied(position, group)):
        return Reached(position.world, None, ())
    return _by_land(position, group)


def look_around(position: AlbionPosition, group: Group) -> Reached:
    """Return where the group in hand can go, and keep it beside the position until `recall`: what a list of choices
    has found is not sought again when one of them is carried out.
    """
    reached = vars(position)["reached"] = reachable(position, group)
    return reached


def recall(position: AlbionPosition) -> Reached | None:
    """Return what was found by looking around, and forget it, for something is about to be done; None: nobody looked.

    A copy of a position remembers nothing.
    """
    reached: Reached | None = vars(position).pop("reached", None)
    return reached


def held(position: AlbionPosition, group: Group) -> bool:
    """Tell whether somebody in a group may not go on in this phase (11.2)."""
    did = position.did
    for person in group.persons:
        if did[person] & STOPPED:
            return True
    return any(army.did & STOPPED for army in group.armies)


# On land


def _by_land(position: AlbionPosition, group: Group) -> Reached:
    world, points = position.world, group.points
    terms = terms_of(position, group.seat, group.persons, group.colours)
    tree = land_ways(world, terms, group.here, points)
    count = tree.count(points)
    ends = _ends(position, group, tree, points)
    closed = closed_to(position, group, tree.order[:count])
    if any(tree.passes(hex, points) for hex in ends) or any(tree.passes(hex, points) for hex in closed):
        tree = march_tree(world, terms, group.here, points, frozenset(ends), frozenset(closed))
        return Reached(world, tree, tree.order)
    order = tree.order[:count]
    return Reached(world, tree, [hex for hex in order if hex not in closed] if closed else order)


def _ends(position: AlbionPosition, group: Group, tree: Tree, points: int) -> list[int]:
    """Return the hexes in reach beyond which no single move goes: enemies stand there, or ghosts are laid to rest."""
    cost, foe = tree.cost, 1 - group.seat
    side, aboard, c_side = position.side, position.aboard, position.world.c_side
    found = []
    for hex, persons in position.people.items():
        if cost[hex] <= points:
            for person in persons:
                if side[person] == foe and aboard[person] < 0:
                    found.append(hex)
                    break
    for hex, armies in position.troops.items():
        if cost[hex] <= points:
            for army in armies:
                if c_side[army.colour] == foe and army.ship < 0:
                    found.append(hex)
                    break
    pen = position.world.place_hex[WIGANS_PEN]
    if cost[pen] <= points and haunted(position, group):
        found.append(pen)
    return found


def haunted(position: AlbionPosition, group: Group) -> bool:
    """Tell whether Wigan's Pen would take somebody or something of a group on land (19.5/19b)."""
    world = position.world
    rade = world.item["finns_rade"]
    bearer = position.bearer[rade]
    ours = is_troops(bearer) and colour_of(bearer) in group.colours
    if ours and position.item_at[rade] == group.here and in_play(position, rade):
        return True
    return any(world.persons[person].id in GHOSTS or bears(position, person, "finns_rade") for person in group.persons)


def closed_to(position: AlbionPosition, group: Group, hexes: Iterable[int]) -> set[int]:
    """Return which of some hexes are closed to a group on land."""
    closed: set[int] = set()
    for ban in bans_of(position, group):
        closed |= ban.among(hexes)
    return closed


def bans_of(position: AlbionPosition, group: Group) -> list[Ban]:
    """Return the bans that hold for a group: on land for those in it, at sea for those aboard."""
    if group.ships:
        persons, colours = cargo(position, group.ships)
        return bans_on(position, group.seat, persons, colours, False, by="sea")
    escorts = any(position.escort[person] for person in group.persons)
    return bans_on(position, group.seat, tuple(group.persons), group.colours, escorts)


def cargo(position: AlbionPosition, ships: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the persons aboard some ships of one hex, and the colours of the troops aboard."""
    here, aboard = position.ship_at[ships[0]], position.aboard
    persons = tuple(person for person in position.people.get(here, ()) if aboard[person] in ships)
    colours = tuple(army.colour for army in position.troops.get(here, ()) if army.ship in ships)
    return persons, colours


def step_cost(
    position: AlbionPosition, seat: int, persons: Iterable[int], colours: Iterable[int], frm: int, to: int
) -> int | None:
    """Return what a group of persons and armies pays for a step on land, bans aside; None: the way is closed."""
    terms = terms_of(position, seat, persons, colours)
    return dict(roads(position.world, terms).row(frm)).get(to)


def why_no_step(position: AlbionPosition, terms: Terms, frm: int, to: int) -> Bar:
    """Return the rule that closes the way from a hex into the next on land (11.8)."""
    world, side = position.world, position.world.border(frm, to)
    weather = roads(world, terms).weather
    both_rain = weather[frm] == weather[to] == "rain"
    if not world.land[to]:
        return Bar("Only ships enter a hex without land.", "albion/11.8b")
    if side.wet:
        return Bar("There is only water between the two coasts.", "albion/11.8f")
    if side.ridge == "mountain":
        return Bar("Only the Cait Sith and the Waff cross a mountain hexside.", "albion/11.8d")
    if side.ridge == "tunnel":
        return Bar("Only Elves, and Gnomes with them, use a tunnel.", "albion/11.8e")
    if side.river == "major" and not side.crossing:
        return Bar("Nobody on foot crosses a major river or lake.", "albion/11.8c")
    if side.river or side.crossing:
        return Bar("The river is in flood." if both_rain else "The river cannot be crossed.", "albion/6.2.3")
    if weather[to] == "rain" and "marsh" in world.terrain[to]:
        return Bar("A marsh is not entered in rain.", "albion/6.2.5")
    return Bar("That terrain is closed to the group.", "albion/chart/terrain")


# At sea


def _by_sea(position: AlbionPosition, group: Group) -> Reached:
    world, points = position.world, group.points
    sky = sea_sky(position, group)
    start = world.node[group.here][group.coast]
    if points <= 0 or start in lanes(world, sky).frozen:
        return Reached(world, None, (), sails=True)
    closed = _closed_berths(world, tuple(bans_of(position, group)))
    tree = sea_ways(world, sky, start, points, closed)
    return Reached(world, tree, tree.order[: tree.count(points)], sails=True)


def sea_sky(position: AlbionPosition, group: Group) -> Sky:
    """Return the weather that ships sail in; where the Wand is aboard it is clear (20.6/14)."""
    key = weather_key(position, group.seat)
    if key is not CLEAR and wand_hex(position, group.seat) == group.here:
        wand = position.world.item["gerflax_wand"]
        bearer = position.bearer[wand]
        persons, _ = cargo(position, group.ships)
        if bearer in persons or (is_ship(bearer) and ship_of(bearer) in group.ships):
            return CLEAR
    return key


@lru_cache(maxsize=256)
def _closed_berths(world: World, bans: tuple[Ban, ...]) -> frozenset[int]:
    return frozenset(node for node, hex in enumerate(world.node_hex) if any(ban.closes(hex) for ban in bans))
