"""Boards of the Diplomacy kind: the file that describes one, and the atlas of small ints that the judge reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Literal

import msgspec

from tanelorn.core.content.board import Area, Board, Link, Point
from tanelorn.core.content.data import Source, read_json
from tanelorn.core.errors import BadData, nearest

Kind = Literal["land", "coast", "sea"]
COASTS = {"NC": "north coast", "EC": "east coast", "SC": "south coast", "WC": "west coast"}


class Coast(msgspec.Struct, frozen=True):
    """One of several coasts of a space: where fleets go from it, and where they lie."""

    fleet: tuple[str, ...]
    at: Point


class Label(msgspec.Struct, frozen=True):
    """A name on the map, in one or two lines."""

    at: Point
    lines: tuple[str, ...]


class Outline(msgspec.Struct, frozen=True):
    """A polygon with its holes: part of a space as it is drawn."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...] = ()


class Space(msgspec.Struct, frozen=True):
    """One space of the board: its name, whether land, coast or sea (youngkingdoms/9.kinds), and what lies next to it.

    docs/design/diplomacy.md describes the fields.
    """

    id: str
    name: str
    kind: Kind
    at: Point
    source: Source
    aliases: tuple[str, ...] = ()
    centre: bool = False
    fortress: int = 0
    worlds_edge: bool = False
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    coasts: dict[str, Coast] = {}
    dot: Point | None = None
    label: Label | None = None
    polygons: tuple[Outline, ...] = ()

    @property
    def outline(self) -> str:
        """The space as an SVG path."""
        rings = [ring for polygon in self.polygons for ring in (polygon.outer, *polygon.holes)]
        return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in ring) + "Z" for ring in rings)


class Power(msgspec.Struct, frozen=True):
    """A power: how it is called, drawn and set up. Units are written as in orders: `A BUD`."""

    name: str
    word: str
    colour: int
    units: tuple[str, ...]
    home: tuple[str, ...]


class BoardFile(msgspec.Struct, frozen=True):
    """A board file: its sheet, its powers, its spaces; `victory` centres win, and `year` is the first."""

    format: Literal["diplomacy-board/1"]
    title: str
    width: float
    height: float
    victory: int
    year: int
    powers: tuple[Power, ...]
    spaces: tuple[Space, ...]

    @classmethod
    def load(cls, path: Path) -> BoardFile:
        """Read and check a board file; raise BadData that names the file, the entry and what is allowed."""
        file = read_json(path, cls)
        try:
            _check(file)
        except BadData as error:
            raise BadData(f"{path.name}: {error.why}", remedy=error.remedy) from None
        return file


def _check(file: BoardFile) -> None:
    _check_names(file)
    _check_borders(file)
    centres = {space.id for space in file.spaces if space.centre}
    places = _places(file)
    for power in file.powers:
        for place in power.home:
            if place not in centres:
                why = f"{power.name} has “{place}” as home, which is no centre."
                raise BadData(why, remedy=nearest(place, centres))
        for unit in power.units:
            if unit[2:] not in places:
                raise BadData(f"{power.name} has {unit}, which stands in no space.", remedy=nearest(unit[2:], places))


def _places(file: BoardFile) -> set[str]:
    return {space.id for space in file.spaces} | {f"{s.id}/{coast}" for s in file.spaces for coast in s.coasts}


def _check_names(file: BoardFile) -> None:
    """Refuse a word that could mean two spaces."""
    meant: dict[str, str] = {}
    for space in file.spaces:
        for word in {name.casefold() for name in (space.id, space.name, *space.aliases)}:
            other = meant.setdefault(word, space.id)
            if other != space.id:
                raise BadData(f"“{word}” could be {other} or {space.id}.", remedy="Give it to one of them.")


def _check_borders(file: BoardFile) -> None:
    """Refuse neighbours and coasts that do not exist, and borders that are open in one direction only."""
    places = _places(file)
    ways: set[tuple[str, str]] = set()
    for space in file.spaces:
        lists: list[tuple[str, tuple[str, ...]]] = [(space.id, space.army), (space.id, space.fleet)]
        lists += [(f"{space.id}/{name}", coast.fleet) for name, coast in space.coasts.items()]
        for here, there in lists:
            for other in there:
                if other not in places:
                    raise BadData(f"{here} borders on “{other}”, which is no space.", remedy=nearest(other, places))
                ways.add((here, other))
        for name in space.coasts:
            if name not in COASTS:
                raise BadData(f"{space.id} has a coast “{name}”.", remedy=f"Allowed are {', '.join(COASTS)}.")
    for start, end in sorted(ways):
        if (end, start) not in ways:
            raise BadData(f"{start} borders on {end}, but not the other way.", remedy="Write both or neither.")


class Atlas:
    """A board in small ints and bit masks, as the judge reads it.

    Provinces are numbered in the order of the file. Locations are the provinces and, after them, the coasts of
    split provinces: `number["SPA/NC"]` gives a location, `province[location]` its province. Seas are bits of a mask.
    """

    def __init__(self, file: BoardFile) -> None:
        self.file = file
        spaces = file.spaces
        self.size = len(spaces)
        self.ids: tuple[str, ...] = tuple(space.id for space in spaces)
        coasts = [(n, coast) for n, space in enumerate(spaces) for coast in space.coasts]
        self.locations = (*self.ids, *(f"{spaces[n].id}/{coast}" for n, coast in coasts))
        self.number = {text: n for n, text in enumerate(self.locations)}
        self.province: tuple[int, ...] = (*range(self.size), *(n for n, _ in coasts))
        self.names = tuple(space.name for space in spaces) + tuple(
            f"{spaces[n].name} ({COASTS[coast]})" for n, coast in coasts
        )
        self.kinds = tuple(space.kind for space in spaces)
        self.is_sea = tuple(space.kind == "sea" for space in spaces)
        self.is_coast = tuple(space.kind == "coast" for space in spaces)
        self.coasts = tuple(n for n, coast in enumerate(self.is_coast) if coast)
        self.centres = tuple(n for n, space in enumerate(spaces) if space.centre)
        self.is_centre = tuple(space.centre for space in spaces)
        self.army = tuple(frozenset(self.number[other] for other in space.army) for space in spaces)
        split = tuple(spaces[n].coasts[coast].fleet for n, coast in coasts)
        fleets = (*(space.fleet for space in spaces), *split)
        self.fleet = tuple(frozenset(self.number[other] for other in there) for there in fleets)
        self.fleet_provinces = tuple(frozenset(self.province[other] for other in there) for there in self.fleet)
        self.coasts_of = tuple(tuple(self.number[f"{space.id}/{coast}"] for coast in space.coasts) for space in spaces)

    @cached_property
    def touch(self) -> tuple[int, ...]:
        """For each province, the mask of the seas that a fleet may enter from it."""
        masks = [0] * self.size
        for location, there in enumerate(self.fleet_provinces):
            for other in there:
                if self.is_sea[other]:
                    masks[self.province[location]] |= 1 << other
        return tuple(masks)

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """For each province, those next to it, by land or by sea."""
        sets: list[set[int]] = [set(there) for there in self.army]
        for location, there in enumerate(self.fleet_provinces):
            sets[self.province[location]] |= there
        return tuple(tuple(sorted(there)) for there in sets)

    def reaches(self, kind: int, location: int, province: int) -> bool:
        """Tell whether an army (0) or fleet (1) there could move to a province without convoy."""
        return province in (self.fleet_provinces[location] if kind == 1 else self.army[location])

    def has_route(self, seas: int, start: int, end: int) -> bool:
        """Tell whether fleets in these seas (a mask) join two coasts."""
        touch = self.touch
        goal = touch[end]
        front = seas & touch[start]
        while front:
            if front & goal:
                return True
            seas &= ~front
            reached = 0
            while front:
                low = front & -front
                reached |= touch[low.bit_length() - 1]
                front ^= low
            front = reached & seas
        return False

    def route(self, seas: int, start: int, end: int) -> tuple[int, ...]:
        """Return the seas of a shortest chain in which fleets in these seas (a mask) join two coasts, none if none do.

        Of several as short the one through the seas that come first.
        """
        came: dict[int, tuple[int, ...]] = {sea: (sea,) for sea in _bits(seas & self.touch[start])}
        front = list(came)
        for sea in front:
            if self.touch[end] >> sea & 1:
                return came[sea]
            for other in _bits(seas & self.touch[sea]):
                if other not in came:
                    came[other] = (*came[sea], other)
                    front.append(other)
        return ()

    @cached_property
    def all_seas(self) -> int:
        """The mask of all seas."""
        return sum(1 << n for n in range(self.size) if self.is_sea[n])

    def may_convoy(self, sea: int, start: int, end: int) -> bool:
        """Tell whether a fleet in a sea could be of use in some convoy between two coasts (DATC 4.E.1, 2023).

        It is where no shorter chain makes it superfluous: the seas before it do not touch the end, nor those after it
        the start.
        """
        apart, touch = self.apart[sea], self.touch
        return start != end and bool(touch[start] & apart[end] and touch[end] & apart[start])

    @cached_property
    def apart(self) -> tuple[tuple[int, ...], ...]:
        """`apart[sea][coast]` is the mask of a sea and those joined to it by seas that do not touch that coast.

        Where the first is no sea or the second no coast, the mask is empty.
        """
        touch = self.touch
        rows = [[0] * self.size for _ in range(self.size)]
        for coast in self.coasts:
            parts = self._parts(self.all_seas & ~touch[coast])
            for sea, is_sea in enumerate(self.is_sea):
                if is_sea:
                    rows[sea][coast] = reduce(or_, (part for part in parts if part & touch[sea]), 1 << sea)
        return tuple(tuple(row) for row in rows)

    def _parts(self, seas: int) -> list[int]:
        """Part a mask of seas into those that hang together."""
        parts = []
        while seas:
            part = front = seas & -seas
            while front:
                low = front & -front
                front ^= low
                more = self.touch[low.bit_length() - 1] & seas & ~part
                part |= more
                front |= more
            parts.append(part)
            seas &= ~part
        return parts

    def board(self) -> Board:
        """Return the board as the kernel, the page and the text board know it."""
        areas = []
        for space in self.file.spaces:
            spots = {"": space.at} | {name: coast.at for name, coast in space.coasts.items()}
            areas.append(
                Area(
                    space.id,
                    space.name,
                    space.kind,
                    *space.at,
                    source=space.source,
                    outline=space.outline,
                    dot=space.dot,
                    spots=spots,
                )
            )
        pairs = {(min(a, b), max(a, b)) for a in range(self.size) for b in self.next_to[a]}
        links = [Link(self.ids[a], self.ids[b], "border", source="public") for a, b in sorted(pairs)]
        return Board(self.file.title, self.file.width, self.file.height, areas, links)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
