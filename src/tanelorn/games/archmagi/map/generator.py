"""Maps made by chance (archmagi/map.2, map.4, map.7, map.8): one continent in the sea, with fair starts.

All that decides is whole numbers and `random.Random`, so that a number gives the same map on every platform.
"""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import msgspec

from tanelorn.core.content import hexes
from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import BrokenRules, Illegal
from tanelorn.games.archmagi.map.land import Land, around, map_text, start_hexes
from tanelorn.games.archmagi.map.terrain import ABYSS, REEF, ROLLED, SEA, SEAS, UNKNOWN, WATER, rolled

FEWEST_SEATS, MOST_SEATS = 2, 6
LEAST_LAND, MOST_LAND = 20, 80
USUAL_LAND = {2: 24, 3: 28, 4: 32, 5: 36, 6: 40}
"""How many land hexes a map for so many players has, unless another number is wished for."""

_TRIES = 2000
_HOME = 40  # the middle of the sheet on which a continent grows, before it is cut out
_UNEVEN = 1  # by how many steps the way to the nearest foe may differ between two starts
_UNEVEN_WALK = (0, 0, 2, 2, 2, 3, 3)  # the same for those who walk, by the number of players
_UNEVEN_ROOM = (0, 0, 4, 5, 6, 7, 8)  # by how many hexes of walkable land within two steps two starts may differ
_SEA_MARKS = 12  # one Reef and one Abyss for so many land hexes
# Twelve winds, a hundred to the radius: where the capes of a continent may lie.
_WINDS = (
    (100, 0), (87, 50), (50, 87), (0, 100), (-50, 87), (-87, 50),
    (-100, 0), (-87, -50), (-50, -87), (0, -100), (50, -87), (87, -50),
)  # fmt: skip


class _Names(msgspec.Struct, frozen=True):
    beginnings: tuple[str, ...]
    endings: tuple[str, ...]


_NAMES = read_toml(Path(__file__).parents[1] / "data/lands.toml", _Names)


@lru_cache(maxsize=64)
def generate(players: int, number: int, *, land_hexes: int = 0, unknown: bool = False, chits: bool = False) -> str:
    """Return the canonical text of the map with this number; the same arguments always give the same map.

    `land_hexes` of 0 takes USUAL_LAND; with `chits` terrains are drawn instead of rolled (map.8), with `unknown` only
    the starts are known (map.6, explore.5). Raise Illegal if players or land hexes are too few or too many.
    """
    if not FEWEST_SEATS <= players <= MOST_SEATS:
        raise Illegal(f"{players} cannot play.", remedy="2 to 6 players can.", clause="archmagi/setup.6")
    if land_hexes and not LEAST_LAND <= land_hexes <= MOST_LAND:
        raise Illegal(
            f"A continent cannot be made of {land_hexes} land hexes.",
            remedy=f"Ask for {LEAST_LAND} to {MOST_LAND}.",
            clause="archmagi/map.2",
        )
    size = land_hexes or USUAL_LAND[players]
    dice = random.Random(f"archmagi {players} {number} {size} {chits}")
    title = dice.choice(_NAMES.beginnings) + dice.choice(_NAMES.endings)
    for _ in range(_TRIES):
        ground = _continent(players, size, dice)
        terrains = _terrains(size, chits, dice)
        cells = {**_seas(ground, dice), **dict(zip(sorted(ground), terrains, strict=True))}
        land = Land(map_text(title, cells))
        starts = start_hexes(land, land.terrain, players)
        if _is_fair(land, starts):
            codes = [land.codes[hex] for hex in starts]
            if unknown:
                cells.update((code, UNKNOWN) for code in ground if code not in codes)
            return map_text(title, cells, starts=codes)
    raise BrokenRules(
        f"No fair map of {size} land hexes for {players} players was found.", remedy="Try another number."
    )


def _continent(players: int, size: int, dice: random.Random) -> set[int]:
    """Return the land's printed numbers, near the north-west corner with one ring of sea to spare.

    Land grows hex by hex, where it is nearest to the middle or to a cape (there is one for each player), with some
    chance in it, and soonest where land is on several sides: so coasts are ragged but no hex stands alone.
    """
    capes = _capes(players, size, dice)
    worths: dict[int, int] = {}
    found = {_HOME * 100 + _HOME}
    shore = set(around(_HOME * 100 + _HOME))
    while len(found) < size:

        def wish(code: int) -> tuple[int, int]:
            sides = len(found.intersection(around(code)))
            whim = dice.randrange(900)  # thrown each time, though only the first counts: maps stay what they were
            if code not in worths:
                worths[code] = whim - _away(code, capes)
            return (5000 if sides >= 5 else worths[code] + 230 * sides), code

        best = max(sorted(shore), key=wish)
        found.add(best)
        shore = (shore | set(around(best))) - found
    west = min(code // 100 for code in found) - 2
    west -= west % 2  # an even number of columns, so that no hex changes its neighbours
    north = min(code % 100 for code in found) - 2
    return {code - west * 100 - north for code in found}


def _capes(players: int, size: int, dice: random.Random) -> list[tuple[int, int]]:
    """Return the middle of the land and its capes, in hundredths of a column and of a row."""
    turn = dice.choice((0, 0, 11, 1, 5, 6, 7)) if players == 2 else dice.randrange(12)
    reach = 100 + 9 * size // 2  # hundredths of a row; continents are wider than they are deep
    capes = [(_HOME * 100, _HOME * 100)]
    for seat in range(players):
        east, south = _WINDS[(turn + 12 * seat // players) % 12]
        stretch = dice.randrange(85, 116)
        capes.append(
            (_HOME * 100 + east * reach * stretch * 17 // 100_000, _HOME * 100 + south * reach * stretch // 10_000)
        )
    return capes


def _away(code: int, capes: list[tuple[int, int]]) -> int:
    """Return how far a hex is from the nearest of these, squared and scaled: 1000 is about two and a half hexes."""
    x, y = code // 100 * 100, code % 100 * 100 + (0 if code // 100 % 2 else 50)
    return min(((x - cx) * 87 // 100) ** 2 + (y - cy) ** 2 for cx, cy in capes) // 60


def _terrains(size: int, chits: bool, dice: random.Random) -> list[int]:
    """Return so many terrains: rolled (terrain.1), or drawn from one chit per entry for 20 hexes begun (map.8)."""
    if not chits:
        return [rolled(dice.randint(1, ROLLED)) for _ in range(size)]
    pile = list(range(ROLLED)) * -(-size // ROLLED)
    return dice.sample(pile, size)


def _seas(ground: set[int], dice: random.Random) -> dict[int, int]:
    """Return the sea around the land: a full ring at least, Reefs by the coast and Abysses away from it (map.7)."""
    sheet = {
        column * 100 + row
        for column in range(1, max(code // 100 for code in ground) + 2)
        for row in range(1, max(code % 100 for code in ground) + 2)
    }
    sea = sorted(sheet - ground)
    near = [code for code in sea if any(other in ground for other in around(code))]
    deep = [code for code in sea if code not in near]
    marks = max(1, len(ground) // _SEA_MARKS)
    cells = dict.fromkeys(sea, SEA)
    for mark, places in ((REEF, near), (ABYSS, deep or near)):
        free = [code for code in places if cells[code] == SEA]
        cells.update(dict.fromkeys(_spread(free, marks, dice), mark))
    return cells


def _spread(places: list[int], count: int, dice: random.Random) -> list[int]:
    """Return some of these places, the first by chance, each next one far from those before."""
    found = [dice.choice(places)]
    while len(found) < min(count, len(places)):
        found.append(max(places, key=lambda code: (min(_steps(code, other) for other in found), code)))
    return found


def _steps(a: int, b: int) -> int:
    return hexes.distance(f"{a:04d}", f"{b:04d}")


def _is_fair(land: Land, starts: tuple[int, ...]) -> bool:
    """Whether walkers reach all dry land, no sea lies inside it, and no start is much better than another."""
    seas = [hex for hex in range(len(land)) if land.terrain[hex] in SEAS]
    dry = [hex for hex in range(len(land)) if land.terrain[hex] not in SEAS and land.terrain[hex] != WATER]
    if len(_reached(land, seas, seas[0])) < len(seas):
        return False
    walks = [_reached(land, dry, start) for start in starts]
    if len(walks[0]) < len(dry):
        return False
    room = [sum(steps <= 2 for steps in walk.values()) for walk in walks]
    flight = [min(land.distance(a, b) for b in starts if a != b) for a in starts]
    walk = [min(walks[seat][b] for b in starts if a != b) for seat, a in enumerate(starts)]
    return (
        max(flight) - min(flight) <= _UNEVEN
        and max(walk) - min(walk) <= _UNEVEN_WALK[len(starts)]
        and max(room) - min(room) <= _UNEVEN_ROOM[len(starts)]
        and min(flight) >= 3
    )


def _reached(land: Land, among: list[int], start: int) -> dict[int, int]:
    """Return the steps from one hex to all that can be reached from it over hexes `among` these."""
    allowed = set(among)
    far = {start: 0}
    front = [start]
    for here in front:
        for there in land.near[here]:
            if there in allowed and there not in far:
                far[there] = far[here] + 1
                front.append(there)
    return far
