"""What a step costs, on land and at sea (albion/11.3 to 11.8, 6.2, 6.3).

All that costs depend on is said in `Terms` or in the weather, so tables of them are made once and kept.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.albion.state.charts import ELF, GNOME, TROLL
from tanelorn.games.albion.state.ground import PLAIN, Side
from tanelorn.games.albion.state.world import World
from tanelorn.games.albion.weather import CLEAR, Sky, storms, weathers

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
    """The steps of a group with certain terms from each hex, worked out where somebody asks."""

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
        """Return what all pay for a step: the most of any in the terrain chosen (11.0c, 11.3); 0: closed.

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
        """Return what the hex itself costs in a terrain, by trail or road if that is cheaper (11.5a); 0: closed."""
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
        """Return what a hexside adds (11.4a), None where it is closed (11.8)."""
        if side is PLAIN:
            return 0
        river = self._river(one, frm, to, side)
        ridge = self._ridge(one, frm, to, side)
        return None if river is None or ridge is None else river + ridge

    def _river(self, one: int, frm: int, to: int, side: Side) -> int | None:
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
    """The berths next to each berth, and the `price` of entering one. `frozen` ones may not be left (6.3.4).

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
