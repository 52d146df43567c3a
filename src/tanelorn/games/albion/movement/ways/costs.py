"""What a step costs on land and at sea, and which ways are the cheapest (albion/11.2 to 11.8, 6.2, 6.3, 10.3b).

All that costs depend on is said in `Terms` or in the weather, so tables of them and trees of ways are made once and
kept."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.albion.pack.charts import ELF, GNOME, TROLL
from tanelorn.games.albion.state.magic_items import bears
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.map import PLAIN, Side
from tanelorn.games.albion.state.printed.world import FAERIE, World
from tanelorn.games.albion.weather import CLEAR, Sky, storms, weather_key, weathers

FLYER, WORM = 4, 5
"""Movement classes beside the columns of the Terrain Effects Chart: the Cait Sith and the Waff; the Worm."""

SNOWED = ("clear", "woods", "forest", "rough")
"""What costs one more in snow (6.3.6)."""


class Terms(NamedTuple):
    """All that the costs of a group on land depend on.

    `classes` has a bit for each movement class in it; `elf` tells that an Elf is in it, `faerie` that Faerie moves it.
    """

    classes: int
    elf: bool
    faerie: bool
    sky: Sky


def terms_of(position: AlbionPosition, seat: int, persons: Iterable[int], colours: Iterable[int]) -> Terms:
    """Return all that the costs of a group on land depend on; who bears the Wand has clear weather (20.6/14)."""
    world, classes, elf, wand = position.world, 0, False, False
    for person in persons:
        classes |= 1 << move_class(world, person)
        elf = elf or world.p_elf[person]
        wand = wand or bears(position, person, "gerflax_wand")
    for colour in colours:
        classes |= 1 << world.c_class[colour]
        elf = elf or world.c_class[colour] == ELF
    return Terms(classes, elf, seat == FAERIE, CLEAR if wand else weather_key(position, seat))


def move_class(world: World, person: int) -> int:
    """Return the movement class of a person: a column of the chart (11.7b, c, d, e), or that of the Worm (7.9/s42) or
    of flyers (7.9/s43, 7.9/s44, 11.7f).
    """
    if world.p_flyer[person]:
        return FLYER
    return WORM if world.persons[person].swimmer and world.p_colour[person] < 0 else world.p_class[person]


# Costs on land

Row = tuple[tuple[int, int], ...]
"""The hexes that can be entered from one, each with its cost."""


@lru_cache(maxsize=256)
def _known_rows(world: World, terms: Terms) -> dict[Hashable, Row]:
    """Return the rows worked out for groups with certain terms, by hex and the weather around it; the Worm, who goes by
    sea, feels storms too.
    """
    return {}


class Roads:
    """The steps of a group with certain terms from each hex, worked out where somebody asks (chart/terrain)."""

    __slots__ = ("classes", "known", "rows", "terms", "weather", "world")

    def __init__(self, world: World, terms: Terms) -> None:
        self.world, self.terms = world, terms
        self.classes = tuple(one for one in range(6) if terms.classes >> one & 1)
        self.weather = weathers(world, terms.sky)
        self.rows: list[Row | None] = [None] * len(world.number)
        self.known = _known_rows(world, terms._replace(sky=CLEAR))

    def row(self, hex: int) -> Row:
        """Return the neighbours that can be entered from a hex, each with its cost."""
        row = self.rows[hex]
        if row is None:
            near, weather = self.world.near[hex], self.weather
            key = (hex, weather[hex], *[weather[to] for to in near], WORM in self.classes and self.terms.sky)
            row = self.known.get(key)
            if row is None:
                costs = [(to, self.cost(hex, to)) for to in near]
                row = self.known[key] = tuple((to, cost) for to, cost in costs if cost)
            self.rows[hex] = row
        return row

    def cost(self, frm: int, to: int, among: tuple[str, ...] = ()) -> int:
        """Return what all pay for a step: the most of any in the terrain chosen (11.0c, 11.3); 0: closed (11.0a).

        `among` are the terrains among which they choose, if not all do.
        """
        side = self.world.border(frm, to)
        terrains = self.world.terrain[to] or ("",)
        if among:
            terrains = tuple(terrain for terrain in terrains if terrain in among)
        best = 0
        for terrain in terrains:
            dearest = 0
            for one in self.classes:
                cost = self._one(one, frm, to, side, terrain)
                if not cost:
                    break
                dearest = max(dearest, cost)
            else:
                best = min(best, dearest) if best else dearest
        return best

    def _one(self, one: int, frm: int, to: int, side: Side, terrain: str) -> int:
        """Return what one class pays for a step: flyers 1 anywhere (11.7f), all others by land alone (11.8b, 11.8f); 0:
        closed.
        """
        if one == FLYER:
            return 1
        if one == WORM:
            return self._worm(frm, to, side, terrain)
        if not self.world.land[to] or side.wet or not self.world.land[frm]:
            return 0
        entry = self._entry(one, frm, to, side, terrain)
        crossing = self._side(one, frm, to, side)
        return entry + crossing if entry and crossing is not None else 0

    def _worm(self, frm: int, to: int, side: Side, terrain: str) -> int:
        """The Worm goes as a ship where there is sea, else as a Troll; no river is shut to it (7.9/s42)."""
        if side.ridge in ("mountain", "tunnel"):
            return 0
        if self.world.sea[to]:
            rough = self.weather[to] == "rain" or storms(self.world, self.terms.sky)[to]
            return self.world.sea_cost[to] + rough * self.world.charts.rain_at_sea
        entry = self._entry(TROLL, frm, to, side, terrain)
        river = self._river(TROLL, frm, to, side) or 0
        return entry + river + (self._ridge(TROLL, frm, to, side) or 0) if entry else 0

    # The hex

    def _entry(self, one: int, frm: int, to: int, side: Side, terrain: str) -> int:
        """Return what the hex itself costs in a terrain, by trail or road if that is cheaper (11.5a), not over a pass
        in snow (11.5b); the cost of a dyke is compulsory (11.6, 17.6). 0: closed.
        """
        world, charts = self.world, self.world.charts
        elves = one == ELF or (self.terms.elf and self.terms.faerie)
        if world.dyke[to]:
            return charts.cost["dyke"][ELF if elves else one] or 0
        costs = [self._ground(one, to, terrain)]
        if not (side.ridge == "pass" and self._both(frm, to, "snow")):
            if side.trail:
                costs.append((charts.trail_cost[one] or 0) + (self.weather[to] == "rain"))
            if side.road and elves:
                costs.append(charts.road_cost[ELF] or 0)
        return min((cost for cost in costs if cost), default=0)

    def _ground(self, one: int, to: int, terrain: str) -> int:
        """Return what a terrain costs in the weather of its hex (6.2.4, 6.2.5, 6.3.1, 6.3.6); 0: closed."""
        weather = self.weather[to]
        if terrain == "marsh":
            if weather == "rain":
                return 0
            if weather == "snow":
                terrain = "clear"
        cost = self.world.charts.cost[terrain][one] or 0
        if not cost:
            return 0
        if weather == "rain":
            return cost + (terrain == "clear")
        if weather == "snow":
            return cost * 2 if terrain == "mountain" else cost + (terrain in SNOWED)
        return cost

    # The hexside

    def _both(self, frm: int, to: int, weather: str) -> bool:
        return self.weather[frm] == weather and self.weather[to] == weather

    def _served(self, one: int) -> bool:
        """Tell whether ferries, bridges and tunnels serve a class: Elves, and Gnomes in an Elf's company (11.8e)."""
        return one == ELF or (one == GNOME and self.terms.elf)

    def _side(self, one: int, frm: int, to: int, side: Side) -> int | None:
        """Return what a hexside adds, always charged (11.4a, 11.4b), None where it is closed (11.8c, 11.8d)."""
        if side is PLAIN:
            return 0
        river = self._river(one, frm, to, side)
        ridge = self._ridge(one, frm, to, side)
        return None if river is None or ridge is None else river + ridge

    def _river(self, one: int, frm: int, to: int, side: Side) -> int | None:
        """Return what a river adds: nothing when it is frozen (6.3.2), that of a major one in flood (6.2.3); lakes and
        major rivers are closed (11.8c) but by ferry or bridge (11.8e).
        """
        if not side.river and not side.crossing:
            return 0
        costs = self.world.charts.side_cost
        frozen, flooded = self._both(frm, to, "snow"), self._both(frm, to, "rain")
        if side.crossing in ("ferry", "bridge"):
            if self._served(one):
                return 0 if frozen else costs[side.crossing][ELF]
        elif side.river == "major":
            return costs["major"][one]
        if frozen:
            return 0
        if flooded:
            return costs["major"][one]
        return costs["ford" if side.crossing == "ford" else "minor"][one]

    def _ridge(self, one: int, frm: int, to: int, side: Side) -> int | None:
        """Return what mountains add, which are closed (11.8d) but by tunnel (11.8e) or pass, dearer in snow (6.3.1)."""
        costs = self.world.charts.side_cost
        if side.ridge == "tunnel" and self._served(one):
            return costs["tunnel"][ELF]
        if side.ridge in ("tunnel", "mountain"):
            return costs["mountain"][one]
        if side.ridge == "pass":
            cost = costs["pass"][one]
            return cost * 2 if cost and self._both(frm, to, "snow") else cost
        return 0


@lru_cache(maxsize=256)
def roads(world: World, terms: Terms) -> Roads:
    """Return the steps of groups with certain terms."""
    return Roads(world, terms)


# Costs at sea


class Lanes:
    """The berths next to each berth, and the `price` of entering one (11.7a, 6.2.2). Ships need sea (11.8a), and
    `frozen` ones may not be left (6.3.4).

    `coasts` tells which berths belong to the kingdoms of Faerie.
    """

    __slots__ = ("coasts", "frozen", "near", "price")

    def __init__(self, world: World, sky: Sky) -> None:
        weather, stormy, adds = weathers(world, sky), storms(world, sky), world.charts.rain_at_sea
        self.near = world.sea_near
        self.price = [world.sea_cost[hex] + adds * (weather[hex] == "rain" or stormy[hex]) for hex in world.node_hex]
        self.coasts = _faerie_coasts(world)
        self.frozen = frozenset(
            node for node, hex in enumerate(world.node_hex) if weather[hex] == "snow" and world.land[hex]
        )

    def row(self, node: int) -> Row:
        """Return the berths next to one, each with its cost."""
        return tuple((to, self.price[to]) for to in self.near[node])


@lru_cache(maxsize=8)
def _faerie_coasts(world: World) -> tuple[int, ...]:
    return tuple(int(world.kingdom[hex] in world.faerie_realms) for hex in world.node_hex)


@lru_cache(maxsize=32)
def lanes(world: World, sky: Sky) -> Lanes:
    """Return the steps of ships in a weather."""
    return Lanes(world, sky)


# Cheapest ways


class Way(NamedTuple):
    """A way to a hex: the hexes entered, what it costs, and on which coast a ship ends."""

    route: tuple[int, ...]
    cost: int
    coast: int = 0


class Tree:
    """The cheapest ways from a place up to a limit: places in the order of their cost, with the one before each.

    `cost` is FAR for places that are out of reach.
    """

    __slots__ = ("_first", "before", "cost", "limit", "order", "start")

    def __init__(self, start: int, limit: int, order: list[int], cost: bytearray, before: array[int]) -> None:
        self.start, self.limit, self.order, self.cost, self.before = start, limit, array("H", order), cost, before
        self._first: bytearray | None = None

    def passes(self, place: int, points: int) -> bool:
        """Tell whether one of the ways that so many points pay goes on from a place."""
        first = self._first
        if first is None:
            cost, before = self.cost, self.before
            first = self._first = bytearray([FAR]) * len(cost)
            for beyond in reversed(self.order):
                first[before[beyond]] = cost[beyond]
        return first[place] <= points

    def count(self, points: int) -> int:
        """Return how many places so many points reach."""
        return bisect_right(self.order, points, key=self.cost.__getitem__)

    def route(self, place: int) -> tuple[int, ...]:
        """Return the places entered on the way to one."""
        places = []
        while place != self.start:
            places.append(place)
            place = self.before[place]
        return tuple(reversed(places))


FAR = 255
"""More than any allowance."""

LIMITS = (3, 6, 9, 12, 16, 20, 24, 30, 36, 42, 48, 72, 108, 144)
"""How far trees of ways are worked out: enough for any allowance, and for three times as much (22.3a)."""


def limit_of(points: int) -> int:
    """Return how far a tree must reach for so many points."""
    return next(limit for limit in LIMITS if points <= limit)


def _blank(places: int) -> tuple[bytearray, array[int]]:
    return bytearray([FAR]) * places, array("H", bytes(2 * places))


@lru_cache(maxsize=4096)
def land_tree(world: World, terms: Terms, start: int, limit: int) -> Tree:
    """Return the cheapest ways on land up to a limit, as if nobody stood in the way."""
    return march_tree(world, terms, start, limit, frozenset(), frozenset())


@lru_cache(maxsize=1024)
def march_tree(
    world: World, terms: Terms, start: int, limit: int, ends: frozenset[int], closed: frozenset[int]
) -> Tree:
    """Return the cheapest ways on land; none goes on from `ends`, none enters what is `closed`."""
    net = roads(world, terms)
    rows, fill = net.rows, net.row
    cost, before = _blank(len(world.number))
    for hex in closed:
        cost[hex] = 0
    cost[start] = 0
    order: list[int] = []
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(start)
    for spent, layer in enumerate(layers):
        room = limit - spent
        for here in layer:
            if cost[here] != spent:
                continue
            if spent:
                order.append(here)
                if here in ends:
                    continue
            for to, price in rows[here] or fill(here):
                if price <= room and spent + price < cost[to]:
                    cost[to], before[to] = spent + price, here
                    layers[spent + price].append(to)
    for hex in closed:
        cost[hex] = FAR
    cost[start] = FAR
    return Tree(start, limit, order, cost, before)


@lru_cache(maxsize=4096)
def costs_to(world: World, terms: Terms, goal: int, limit: int) -> bytearray:
    """Return by hex what the way from there to a goal costs, as if nobody stood in it; FAR beyond a limit."""
    net = roads(world, terms)
    costs = bytearray([FAR]) * len(world.number)
    costs[goal] = 0
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(goal)
    for spent, layer in enumerate(layers):
        for here in layer:
            if costs[here] != spent:
                continue
            for frm in world.near[here]:
                price = next((price for to, price in net.row(frm) if to == here), 0)
                if price and spent + price <= limit and spent + price < costs[frm]:
                    costs[frm] = spent + price
                    layers[spent + price].append(frm)
    return costs


def sea_tree(world: World, sky: Sky, start: int, limit: int, closed: frozenset[int] = frozenset()) -> Tree:
    """Return the cheapest ways of a ship up to a limit, from berth to berth.

    Among equal ways it is that with the fewest coasts of Faerie's kingdoms, which an enemy's ship would wake (10.3b).
    """
    net = lanes(world, sky)
    near, price, frozen, touch = net.near, net.price, net.frozen, net.coasts
    cost, before = _blank(len(near))
    touched = bytearray(len(near))
    for node in closed:
        cost[node] = 0
    cost[start] = 0
    order: list[int] = []
    layers: list[list[int]] = [[] for _ in range(limit + 1)]
    layers[0].append(start)
    for spent, layer in enumerate(layers):
        for here in layer:
            if cost[here] != spent:
                continue
            if spent:
                order.append(here)
            if here in frozen:
                continue
            shores = touched[here]
            for to in near[here]:
                known = cost[to]
                if known <= spent:
                    continue
                total = spent + price[to]
                if total < known:
                    if total > limit:
                        continue
                    layers[total].append(to)
                elif total > known or shores + touch[to] >= touched[to]:
                    continue
                cost[to], before[to], touched[to] = total, here, shores + touch[to]
    for node in closed:
        cost[node] = FAR
    cost[start] = FAR
    return Tree(start, limit, order, cost, before)


class TreeCache:
    """Trees of ways by all that they depend on and where they start; one that reaches further takes the place of a
    shorter one. They lie in dicts of dicts: what holds no tuple for each tree costs the garbage collector less.
    """

    def __init__(self, most: int) -> None:
        self.room = self.most = most
        self.trees: dict[tuple[Hashable, ...], dict[int, Tree]] = {}

    def reaching(self, key: tuple[Hashable, ...], start: int, points: int, grow: Callable[[int], Tree]) -> Tree:
        """Return a tree that reaches as far as so many points, and maybe further; it is grown if need be."""
        known = self.trees.get(key)
        tree = None if known is None else known.get(start)
        if tree is None or tree.limit < points:
            if tree is None and not self.room:
                self.trees.clear()
                self.room = self.most
            self.room -= tree is None
            tree = self.trees.setdefault(key, {})[start] = grow(limit_of(points))
        return tree


_ON_LAND, _AT_SEA = TreeCache(4096), TreeCache(4096)


def land_ways(world: World, terms: Terms, start: int, points: int) -> Tree:
    """Return the cheapest ways on land as if nobody stood in the way, for so many points at least."""
    return _ON_LAND.reaching(
        (world, terms),
        start,
        points,
        lambda limit: march_tree.__wrapped__(world, terms, start, limit, frozenset(), frozenset()),
    )


def sea_ways(world: World, sky: Sky, start: int, points: int, closed: frozenset[int]) -> Tree:
    """Return the cheapest ways of a ship, for so many points at least."""
    return _AT_SEA.reaching(
        (world, sky, closed), start, points, lambda limit: sea_tree(world, sky, start, limit, closed)
    )
