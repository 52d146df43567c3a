"""Checks of a pack: every fault with its file, its entry and a remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from tanelorn.core.content.board import Point
from tanelorn.core.errors import BadData, nearest
from tanelorn.games.elric.equipment.board import BOARD_FILE, AreaEntry, BoardFile
from tanelorn.games.elric.equipment.counters import FleetEntry, IndependentEntry
from tanelorn.games.elric.equipment.nations import COUNTERS_FILE, CountersFile, NationEntry
from tanelorn.games.elric.equipment.spells import SPELLS

_ID = re.compile(r"[a-z][a-z0-9_]*")
_MOST_SYMBOLS = 16
"""As many Chaos spells as the solitaire scenario has to lay out (14.1b)."""
SPECIAL_SEAS = {"boiling": "Boiling Sea", "teeth": "Serpent's Teeth", "chaos": "Straits of Chaos"}
PLACES = {
    "melnibone": "elric/4.0d",
    "ashaneloon": "elric/3.1e",
    "rlin_kren_aa": "elric/11.0j",
    "kaneloon": "elric/11.0i",
    "mordagas_castle": "elric/11.0h",
}
"""The provinces that a rule names."""
NAMED = {
    "elric": ("person", "melnibone"),
    "yyrkoon": ("person", "melnibone"),
    "cymoril": ("person", "melnibone"),
    "admiral_colim": ("person", "melnibone"),
    "silent_guard": ("person", "melnibone"),
    "battle_barge": ("fleet", "melnibone"),
    "theleb_kaarna": ("person", "pan_tang"),
    "moonglum": ("person", ""),
    "pyaray": ("person", ""),
    "brut": ("person", ""),
    "chaos_ship": ("fleet", ""),
    "free_fleet": ("fleet", ""),
    "chaos_shield": ("artifact", ""),
    "mournblade": ("artifact", ""),
}
"""The counters that a rule names: what they are, and of which nation."""


def faults(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    """Yield all that is wrong with a pack whose files can be read."""
    yield from _board_ids(board)
    yield from _seas(board)
    yield from _lands(board, counters)
    yield from _borders(board)
    yield from _reached(board)
    yield from _cities(board)
    yield from _capitals(board, counters)
    yield from _symbols(board)
    yield from drawing_faults(board, counters)
    yield from _places(board)
    yield from _counter_ids(counters)
    yield from _numbers(counters)
    yield from _named(counters)
    yield from _mustered(counters)


def _on_board(why: str, remedy: str, clause: str = "") -> BadData:
    return BadData(f"{BOARD_FILE}: {why}", remedy=remedy, clause=clause)


def _of_counters(why: str, remedy: str, clause: str = "") -> BadData:
    return BadData(f"{COUNTERS_FILE}: {why}", remedy=remedy, clause=clause)


def _twice(ids: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            yield id
        seen.add(id)


def _odd_ids(what: str, ids: Sequence[str], fault: Callable[[str, str], BadData]) -> Iterator[BadData]:
    """Yield a fault for each id that things of a kind share, and for each that no id can be."""
    for id in _twice(ids):
        yield fault(f"The {what} {id} is there twice.", f"Give each {what} its own id.")
    for number, id in enumerate(ids, 1):
        if not _ID.fullmatch(id):
            yield fault(
                f"“{id}” cannot be the id of {what} number {number}.",
                "Use small letters, digits and _, a letter first.",
            )


def _board_ids(board: BoardFile) -> Iterator[BadData]:
    cities = [city.id for area in board.areas for city in area.cities]
    yield from _odd_ids("area", [area.id for area in board.areas], _on_board)
    yield from _odd_ids("city", cities, _on_board)


def _seas(board: BoardFile) -> Iterator[BadData]:
    for area in board.areas:
        if area.kind == "sea" and (area.nation or area.cities or area.continent):
            yield _on_board(
                f"The sea {area.id} has a nation, a continent or cities.", "Leave them out, or call it land."
            )
        if area.kind != "sea" and area.special:
            yield _on_board(f"{area.id} is land but “special”.", "Only seas are.", "elric/3.1g")
    for tag, name in SPECIAL_SEAS.items():
        count = sum(area.special == tag for area in board.areas)
        if count != 1:
            yield _on_board(
                f"{count or 'No'} seas are the {name} (special = {tag}).", "Mark exactly one sea.", "elric/3.1g"
            )


def _lands(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    nations = {nation.id for nation in counters.nation}
    for area in board.areas:
        if area.kind == "sea":
            continue
        if not area.continent:
            yield _on_board(f"{area.id} names no continent.", "Name it, or “islands”.", "elric/3.1a")
        if area.nation and area.nation not in nations:
            yield _on_board(f"{area.id} belongs to “{area.nation}”, which is no nation.", nearest(area.nation, nations))
        if not area.nation and (area.cities or area.kind == "civilised"):
            yield _on_board(
                f"{area.id} has {'a city' if area.cities else 'civilised land'} but no nation.", "Name its nation."
            )


def _borders(board: BoardFile) -> Iterator[BadData]:
    areas = {area.id for area in board.areas}
    ways: dict[frozenset[str], bool] = {}
    for border in board.borders:
        for id in (border.a, border.b):
            if id not in areas:
                yield _on_board(f"A border of {border.a} and {border.b}: there is no area {id}.", nearest(id, areas))
        if border.a == border.b:
            yield _on_board(f"{border.a} borders on itself.", "Remove that border.")
            continue
        pair = frozenset((border.a, border.b))
        if pair in ways:
            against = "" if ways[pair] == border.open else ", once open and once not"
            yield _on_board(f"The border of {border.a} and {border.b} is there twice{against}.", "Keep one of the two.")
        ways[pair] = border.open


def _open_ways(board: BoardFile) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {area.id: set() for area in board.areas}
    for border in board.borders:
        if border.open and border.a in near and border.b in near:
            near[border.a].add(border.b)
            near[border.b].add(border.a)
    return near


def _reached(board: BoardFile) -> Iterator[BadData]:
    near = _open_ways(board)
    front = [next(iter(near), "")]
    reached = set(front)
    for here in front:
        more = near.get(here, set()) - reached
        reached |= more
        front += more
    for id in near:
        if id not in reached:
            yield _on_board(f"No open border leads to {id}.", "Give it one; 7.5.3 closes those filled by mountains.")


def _cities(board: BoardFile) -> Iterator[BadData]:
    near = _open_ways(board)
    seas = {area.id for area in board.areas if area.kind == "sea"}
    for area in board.areas:
        for city in area.cities:
            if city.militia < 0:
                yield _on_board(f"{city.id} has a militia of {city.militia}.", "Give it 0 or more.", "elric/10.9.3b")
            if city.anchor and city.anchor not in seas:
                yield _on_board(
                    f"The anchor of {city.id} lies in “{city.anchor}”, which is no sea.",
                    nearest(city.anchor, seas),
                    "elric/7.5.9a",
                )
            elif city.anchor and city.anchor not in near.get(area.id, set()):
                touched = ", ".join(sorted(near.get(area.id, set()) & seas)) or "none"
                yield _on_board(
                    f"The anchor of {city.id} lies in {city.anchor}, on which {area.id} does not border.",
                    f"Seas beside {area.id}: {touched}.",
                    "elric/7.5.9a",
                )


def _main_cities(board: BoardFile, nation: str) -> list[str]:
    homes = (area for area in board.areas if area.nation == nation)
    return [city.id for area in homes for city in area.cities if city.main or city.rank == "capital"]


def _capitals(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    """A nation that is no horde has one capital or main city (7.5.2a), and a port if it has a fleet (4.0f)."""
    for nation in counters.nation:
        home = [area for area in board.areas if area.nation == nation.id]
        main = _main_cities(board, nation.id)
        if nation.horde:
            if home:
                yield _on_board(f"{home[0].id} belongs to {nation.id}, a horde.", "Hordes have no land.", "elric/3.2b")
            continue
        if len(main) != 1:
            have = f"{len(main)} capitals or main cities ({', '.join(main)})" if main else "no capital"
            yield _on_board(
                f"{nation.name} ({nation.id}) has {have}.",
                "Give one city of its land the rank “capital”, or “main”: true to an unwalled one.",
                "elric/7.5.2a",
            )
        if nation.fleet and not any(city.anchor for area in home for city in area.cities):
            yield _on_board(
                f"{nation.name} ({nation.id}) has fleets but no port.",
                "Give one of its cities an anchor.",
                "elric/4.0f",
            )


def _symbols(board: BoardFile) -> Iterator[BadData]:
    wild = {area.id for area in board.areas if area.kind == "wilderness"}
    for id in board.symbols:
        if id not in wild:
            yield _on_board(f"A spell symbol lies in “{id}”, which is no wilderness.", nearest(id, wild), "elric/9.1b")
    for id in _twice(board.symbols):
        yield _on_board(f"The spell symbol of {id} is there twice.", "Keep one of the two.")
    if not 1 <= len(board.symbols) <= _MOST_SYMBOLS:
        yield _on_board(
            f"The board has {len(board.symbols)} spell symbols.", f"Give it 1 to {_MOST_SYMBOLS}.", "elric/4.0b"
        )


def _places(board: BoardFile) -> Iterator[BadData]:
    areas: dict[str, AreaEntry] = {area.id: area for area in board.areas}
    for id, clause in PLACES.items():
        if id not in areas or areas[id].kind == "sea":
            yield _on_board(f"There is no province {id}, which a rule names.", nearest(id, areas), clause)
    if not any(area.part_of == "weeping_waste" for area in board.areas):
        yield _on_board("No area is part_of weeping_waste.", "Mark the Weeping Waste.", "elric/11.0h")
    if not any(area.kind == "wilderness" and area.continent == "south" for area in board.areas):
        yield _on_board("There is no wilderness in the south.", "Give some the continent “south”.", "elric/11.0i")


def _nation_units(nation: NationEntry) -> list[str]:
    ids = [person.id for person in nation.person] + [fleet.id for fleet in nation.fleet]
    return ids + [f"{nation.id}_army_{number}" for number in range(1, nation.armies + 1)]


def _counter_ids(counters: CountersFile) -> Iterator[BadData]:
    nations = [nation.id for nation in counters.nation]
    units = [id for nation in counters.nation for id in _nation_units(nation)]
    units += [entry.id for entry in counters.independent]
    yield from _odd_ids("nation", nations, _of_counters)
    yield from _odd_ids("counter", units, _of_counters)


def _numbers(counters: CountersFile) -> Iterator[BadData]:
    persons = [person for nation in counters.nation for person in nation.person]
    fleets: list[FleetEntry | IndependentEntry] = [fleet for nation in counters.nation for fleet in nation.fleet]
    for entry in (*persons, *fleets, *counters.independent):
        for name in ("combat", "spells", "movement", "capacity"):
            if getattr(entry, name, 0) < 0:
                yield _of_counters(f"{entry.id}: {name} is {getattr(entry, name)}.", "Give it 0 or more.")
    for fleet in (*fleets, *(entry for entry in counters.independent if entry.kind == "fleet")):
        if fleet.movement < 1:
            yield _of_counters(f"The fleet {fleet.id} has no movement.", "Give it 1 or more.", "elric/3.2d")
    for entry in counters.independent:
        if entry.kind == "person" and entry.combat < 1:
            yield _of_counters(f"{entry.id} has no combat value.", "Give it 1 or more.", "elric/3.2f")
    for nation in counters.nation:
        if nation.armies < 0:
            yield _of_counters(f"{nation.id} has {nation.armies} armies.", "Give it 0 or more.", "elric/3.2c")


def _kinds(counters: CountersFile) -> dict[str, tuple[str, str]]:
    kinds = {entry.id: (str(entry.kind), "") for entry in counters.independent}
    for nation in counters.nation:
        kinds |= {entry.id: ("person", nation.id) for entry in nation.person}
        kinds |= {entry.id: ("fleet", nation.id) for entry in nation.fleet}
    return kinds


def _named(counters: CountersFile) -> Iterator[BadData]:
    kinds = _kinds(counters)
    for id, wanted in NAMED.items():
        if id not in kinds:
            yield _of_counters(f"There is no counter {id}, which a rule names.", nearest(id, kinds))
        elif kinds[id] != wanted:
            kind, nation = wanted
            yield _of_counters(f"{id} is no {kind} of {nation or 'no nation'}.", "The rules need it so.")


def _mustered(counters: CountersFile) -> Iterator[BadData]:
    """What the spells muster must be there, as what they call it (11.0a)."""
    kinds = _kinds(counters)
    hordes = {nation.id: nation.horde for nation in counters.nation}
    musters = {(muster.kind, muster.id): spell for spell in SPELLS for muster in spell.musters}
    for (kind, id), spell in musters.items():
        known = hordes if kind in ("nation", "horde") else kinds
        if id not in known:
            yield _of_counters(
                f"There is no {kind} {id}, which {spell.name} musters.", nearest(id, known), spell.clause
            )
        elif kind in ("nation", "horde") and hordes[id] is not (kind == "horde"):
            yield _of_counters(
                f"{id} is no {kind}, as {spell.name} has it.", f"Set horde = {str(kind == 'horde').lower()}."
            )
        elif kind in ("person", "artifact") and (kinds[id][0] == "person") is not (kind == "person"):
            yield _of_counters(f"{id} is no {kind}, as {spell.name} has it.", "Change its kind.", spell.clause)
    if "melnibone" not in hordes:
        yield _of_counters("There is no nation melnibone.", "The rules need it.", "elric/4.0d")


TERRAINS = ("desert", "forest", "hills", "jungle", "marsh", "mountain", "steppe", "valley", "waste")
"""What may grow or lie on the wilds."""


WASHES = ("red", "orange", "gold", "olive", "green", "teal", "blue", "indigo", "violet", "rose", "umber", "grey")
"""The colours of land, those of the page's `--n-` colours."""


_LARGEST = 10_000


_FEWEST_CORNERS = 3


def drawing_faults(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    """Yield what is wrong with the drawing of a board."""
    if not (0 < board.width <= _LARGEST and 0 < board.height <= _LARGEST):
        yield _fault("The sheet has no size, or too large a one.", f"Give width and height, up to {_LARGEST} units.")
        return
    yield from _washes(board, counters)
    for area in board.areas:
        if area.terrain and area.terrain not in TERRAINS:
            yield _fault(f"The terrain of {area.id} is “{area.terrain[:40]}”.", nearest(area.terrain[:40], TERRAINS))
        if area.label and not area.label.lines:
            yield _fault(f"The label of {area.id} has no lines.", "Give it one or two, or leave it out.")
        for outline in area.polygons:
            if any(len(set(ring)) < _FEWEST_CORNERS for ring in (outline.outer, *outline.holes)):
                yield _fault(f"An outline of {area.id} has fewer than three corners.", "Name all its corners.")
        yield from _points(board, area.id, _points_of(area))
    for border in board.borders:
        between = f"the ridge of {border.a} and {border.b}"
        if any(len(line) < 2 for line in border.ridge):
            yield _fault(f"A line of {between} has fewer than two points.", "Name the points it runs through.")
        yield from _points(board, between, [point for line in border.ridge for point in line])
    for drawn in board.decorations:
        yield from _points(board, f"a drawing ({drawn.kind})", [drawn.at, (drawn.size, 0.0)])


def _fault(why: str, remedy: str) -> BadData:
    return BadData(f"{BOARD_FILE}: {why}", remedy=remedy)


def _washes(board: BoardFile, counters: CountersFile) -> Iterator[BadData]:
    nations = [nation.id for nation in counters.nation]
    for id, colour in board.washes.items():
        if id not in nations:
            yield _fault(f"A wash is of “{id[:40]}”, which is no nation.", nearest(id[:40], nations))
        if colour not in WASHES:
            yield _fault(f"The wash of {id[:40]} is “{colour[:40]}”, which is no colour.", nearest(colour[:40], WASHES))


def _points_of(area: AreaEntry) -> list[Point]:
    rings = [ring for outline in area.polygons for ring in (outline.outer, *outline.holes)]
    named = [area.at, area.inside_at, area.symbol_at, area.label.at if area.label else None]
    named += [point for city in area.cities for point in (city.at, city.name_at)]
    return [*filter(None, named), *(point for ring in rings for point in ring)]


def _points(board: BoardFile, whose: str, points: Sequence[Point]) -> Iterator[BadData]:
    """Points may lie beyond the edge of the sheet, but not far."""
    wide, high = board.width, board.height
    for x, y in points:
        if not (-wide <= x <= 2 * wide and -high <= y <= 2 * high):
            yield _fault(
                f"{whose} has the point {x:g}, {y:g}, far off the sheet.", f"It is {wide:g} by {high:g} units."
            )
            return
