'''Map files that people write: what they hold, what is wrong with one, and writing one out to be edited.

    title = "The Twin Capes"
    closed = ["castle"]           # terrains in which nothing may be deployed (archmagi/map.9); may be left out
    starts = ["0204", "0803"]     # one for each player at least; left out, the farthest land is chosen (setup.5)
    hexes = """
    0101  sea    sea     reef    sea
    0102  sea    hills   ?       sea
    0103  sea    abyss   sea     sea
    """
    [places]                      # names on the map; may be left out
    0202 = "Old Forest"

A line of `hexes` is the number of its first hex (column, then row) and terrains from west to east. Even columns lie
half a hex lower. "?" is land not explored yet, "." leaves a hex out; a word of two takes a hyphen ("rain-forest").

A drawn map (archmagi/map.1) has territories instead of `hexes`, each with a number of four digits; those that share a
border, with the same corners on both sides, are adjacent:

    [[territory]]
    number = "0001"
    name = "Old Forest"           # may be left out
    terrain = "forest"
    shape = [[40, 60], [180, 40], [210, 150], [70, 190]]
'''

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tanelorn.core.content import hexes
from tanelorn.core.content.data import read_toml, toml_of
from tanelorn.core.content.given import shown
from tanelorn.core.errors import BadData, UnknownName
from tanelorn.games.archmagi.map import territories
from tanelorn.games.archmagi.map.land import Land, land, map_text
from tanelorn.games.archmagi.map.terrain import (
    ABYSS,
    DRAWN,
    REEF,
    SEAS,
    TERRAINS,
    UNKNOWN,
    WATER,
    name_of,
    read_terrain,
    slug_of,
)

FEW_LAND_HEXES = 20
_LAST = 99
_OWN_SIGNS = "|;"  # they part the fields of a map's text
_MOST_LETTERS = 60


class Territory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A territory of a drawn map."""

    number: str
    terrain: str
    shape: tuple[tuple[float, float], ...]
    name: str = ""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map file as it is written; see the head of this module."""

    title: str
    hexes: str = ""
    territory: tuple[Territory, ...] = ()
    closed: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    places: dict[str, str] = {}


def built_in() -> dict[str, Path]:
    """Return the maps that come with the game, by name."""
    return {path.stem: path for path in sorted((Path(__file__).parents[1] / "data/maps").glob("*.toml"))}


def read_map(path: Path) -> str:
    """Return the canonical text of a map file; raise BadData that names the file, the entry and what is allowed."""
    file = read_toml(path, MapFile)
    try:
        text = _canonical(file)
        check_map(text)
    except BadData as error:
        raise BadData(f"{path.name}: {shown(error.why, 400)}", remedy=error.remedy, clause=error.clause) from None
    return text


def read_written(text: str) -> str:
    """Return the canonical text of a map as it is written in a file; raise BadData that names the entry."""
    canonical = _canonical(toml_of(text, MapFile, "The map"))
    check_map(canonical)
    return canonical


def _canonical(file: MapFile) -> str:
    if file.hexes and file.territory:
        raise BadData("The map has hexes and territories.", remedy="Keep one of the two.")
    cells = _ground(file.territory) if file.territory else dict(_cells(file.hexes))
    shapes = {int(one.number): territories.checked(one.number, one.shape) for one in file.territory}
    places: dict[str, int] = {}
    for id, name in [*file.places.items(), *((one.number, one.name) for one in file.territory if one.name)]:
        name = _plain(name, f"The place {id}")
        if name in places:
            raise BadData(f"The place “{name}” is named twice.", remedy="Give each hex a name of its own.")
        places[name] = _on_map(id, cells, f"The place “{name}”")
    return map_text(
        _plain(file.title, "The title"),
        cells,
        starts=[_on_map(id, cells, "A start") for id in file.starts],
        closed={_closed(word) for word in file.closed},
        places=places,
        shapes=shapes,
    )


def _ground(drawn: Sequence[Territory]) -> dict[int, int]:
    """Return the terrain of each territory by its number."""
    cells: dict[int, int] = {}
    for one in drawn:
        column, row = _place(one.number, "A territory", least=0)
        if column * 100 + row in cells:
            raise BadData(f"The territory {one.number} is there twice.", remedy="Give each a number of its own.")
        cells[column * 100 + row] = _terrain(one.terrain, f"The territory {one.number}")
    return cells


def _cells(text: str) -> Iterator[tuple[int, int]]:
    """Yield the printed number and terrain of each hex of the lines."""
    seen: set[int] = set()
    for line in text.splitlines():
        first, *words = line.partition("#")[0].split() or [""]
        if not first:
            continue
        if not words:
            raise BadData(f"The line “{line.strip()}” names no terrain.", remedy="Write such as “0304 hills sea”.")
        column, row = _place(first, f"The line “{line.strip()[:40]}”")
        for word in words:
            code = column * 100 + row
            if column > _LAST:
                raise BadData(f"The line {first} runs beyond column {_LAST}.", remedy="Move the map to the west.")
            if code in seen:
                raise BadData(f"The hex {code:04d} is there twice.", remedy="Leave one of the two out, or put “.”.")
            if word != ".":
                seen.add(code)
                yield code, _terrain(word, f"The hex {code:04d}")
            column += 1
    if not seen:
        raise BadData("The map has no hexes.", remedy="Write lines such as “0304 hills sea” under “hexes”.")


def _terrain(word: str, where: str) -> int:
    try:
        return read_terrain(word.replace("-", " "))
    except UnknownName as error:
        raise BadData(f"{where}: {error.why}", remedy=error.remedy, clause="archmagi/map.3") from None


def _closed(word: str) -> int:
    terrain = _terrain(word, "Closed terrains")
    if terrain == UNKNOWN:
        raise BadData("Closed terrains: “unknown” cannot be closed.", remedy=f"Name some of: {', '.join(DRAWN)}.")
    return terrain


def _place(id: str, where: str, least: int = 1) -> tuple[int, int]:
    try:
        column, row = hexes.place(id)
    except UnknownName as error:
        raise BadData(f"{where}: {error.why}", remedy=error.remedy) from None
    if min(column, row) < least:
        raise BadData(f"{where}: {id} is no hex number.", remedy="Columns and rows are counted from 01.")
    return column, row


def _on_map(id: str, cells: dict[int, int], where: str) -> int:
    column, row = _place(id, where, least=0)
    if column * 100 + row not in cells:
        raise BadData(f"{where}: {id} is not on the map.", remedy="Add it to the map, or name another.")
    return column * 100 + row


def _plain(text: str, where: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > _MOST_LETTERS or any(sign in name for sign in _OWN_SIGNS):
        remedy = f"Use 1 to {_MOST_LETTERS} letters, none of them | or ;"
        raise BadData(f"{where} cannot be “{shown(text)}”.", remedy=remedy)
    return name


def check_map(text: str, seats: int = 0) -> None:
    """Raise BadData if a map cannot be played (archmagi/map.2, map.7, setup.5) by so many seats (0: by any number)."""
    map = land(text)
    ground = [hex for hex in range(len(map)) if not map.sea[hex]]
    if not ground:
        raise BadData("The map has no land.", remedy="Name a land terrain for some hexes.", clause="archmagi/map.2")
    cut_off = _cut_off(map, ground)
    if cut_off:
        raise BadData(
            f"The land is not one piece: no land joins {map.ids[cut_off[0]]} and {map.ids[ground[0]]}.",
            remedy="Join them by land hexes; inland Water does.",
            clause="archmagi/map.2",
        )
    if not any(map.sea):
        raise BadData("The map has no sea.", remedy="Surround the land with sea hexes.", clause="archmagi/map.3")
    if REEF not in map.terrain and ABYSS not in map.terrain:
        raise BadData("No sea hex is a Reef or an Abyss.", remedy="Make one of them.", clause="archmagi/map.7")
    _check_starts(map, seats)


def _check_starts(map: Land, seats: int) -> None:
    for place, hex in enumerate(map.starts):
        if map.terrain[hex] in SEAS or map.terrain[hex] == WATER:
            raise BadData(
                f"The start {map.ids[hex]} is {name_of(map.terrain[hex])}.",
                remedy="Archmagi start on land that is not Water.",
                clause="archmagi/setup.5",
            )
        if hex in map.starts[:place]:
            raise BadData(f"The start {map.ids[hex]} is there twice.", remedy="Each player needs a hex of their own.")
    dry = sum(terrain not in SEAS and terrain != WATER for terrain in map.terrain)
    have = len(map.starts) or dry
    if have < seats:
        raise BadData(
            f"The map has {have} {'starts' if map.starts else 'hexes to start on'}, but there are {seats} players.",
            remedy="Name a start for each, or none: then the farthest land is chosen." if map.starts else "Add land.",
            clause="archmagi/setup.5",
        )


def _cut_off(map: Land, among: list[int]) -> list[int]:
    """Return those of these hexes that cannot be reached from the first one over the others."""
    left = set(among[1:])
    front = among[:1]
    for here in front:
        reached = [there for there in map.near[here] if there in left]
        left.difference_update(reached)
        front.extend(reached)
    return sorted(left)


def warnings(text: str) -> list[str]:
    """Return what is odd about a map that can be played: too little land, water in the way, units without a home."""
    map = land(text)
    ground = [hex for hex in range(len(map)) if not map.sea[hex]]
    said = []
    if len(ground) < FEW_LAND_HEXES:
        said.append(
            f"The map has {len(ground)} land hexes; the rulebook wants {FEW_LAND_HEXES} or more. [archmagi/map.2]"
        )
    for kind in (REEF, ABYSS):
        if kind not in map.terrain:
            said.append(f"No sea hex is {name_of(kind)}: units of that kind have no home. [archmagi/map.7]")
    dry = [hex for hex in ground if map.terrain[hex] != WATER]
    if dry and (lost := _cut_off(map, dry)):
        said.append(f"Water parts the land: walkers cannot reach {', '.join(map.ids[hex] for hex in lost)}.")
    if UNKNOWN not in map.terrain:
        missing = [TERRAINS[kind].name for kind in DRAWN.values() if kind not in (*map.terrain, *SEAS, WATER)]
        if missing:
            said.append(f"Without home on this map: units of {', '.join(missing)}. [archmagi/map.5]")
    return said


def write_map(text: str) -> str:
    """Return a map as a file that people can edit and `read_map` reads back."""
    map = land(text)
    head = [f"title = {_quoted(map.title)}"]
    if map.closed:
        head.append(f"closed = {_quoted([slug_of(terrain) for terrain in sorted(map.closed)])}")
    if map.starts:
        head.append(f"starts = {_quoted([map.ids[hex] for hex in map.starts])}")
    return "\n".join([*head, *(_territories(map) if map.shapes else _hexes(map))]) + "\n"


def _quoted(value: str | list[str]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _territories(map: Land) -> list[str]:
    names = {hex: name for name, hex in map.places.items()}
    lines = []
    for hex, shape in enumerate(map.shapes.values()):
        lines += ["", "[[territory]]", f"number = {_quoted(map.ids[hex])}"]
        lines += [f"name = {_quoted(names[hex])}"] if hex in names else []
        lines += [f"terrain = {_quoted(_word(map.terrain[hex]))}"]
        lines += [f"shape = [{', '.join(f'[{x:g}, {y:g}]' for x, y in shape)}]"]
    return lines


def _hexes(map: Land) -> list[str]:
    rows = sorted({code % 100 for code in map.codes})
    columns = range(map.codes[0] // 100, map.codes[-1] // 100 + 1)
    lines = []
    for row in rows:
        codes = [column * 100 + row for column in columns]
        words = [_word(map.terrain[map.index[code]]) if code in map.index else "." for code in codes]
        lines.append(f"{codes[0]:04d}  " + " ".join(f"{word:9}" for word in words).rstrip())
    named = [f"{map.ids[hex]} = {_quoted(name)}" for name, hex in map.places.items()]
    return ['hexes = """', *lines, '"""', *(["", "[places]", *named] if named else [])]


def _word(terrain: int) -> str:
    return "?" if terrain == UNKNOWN else slug_of(terrain)
