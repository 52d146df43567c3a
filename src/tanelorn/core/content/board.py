"""Boards of areas: provinces, cities, seas, joined by links; adjacency is derived, never written twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from tanelorn.core.content.data import Source
from tanelorn.core.errors import BadData, UnknownName, nearest

Point = tuple[float, float]


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """One space: `id` is its abbreviation in the notation; a point (x, y) to stand on, and a polygon if it has one.

    For boards that are washed in the owners' colours: `outline` is the whole shape as an SVG path, holes and islands
    included, `dot` where its centre is drawn, `spots` where pieces stand by coast ("" is the usual one). `note` says
    what else is printed there, for those who have no picture.
    """

    id: str
    name: str
    kind: str
    x: float
    y: float
    polygon: tuple[Point, ...] = ()
    source: Source = "reconstructed"
    outline: str = ""
    dot: Point | None = None
    spots: dict[str, Point] = {}
    note: str = ""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two areas that are adjacent, and by what (bridge, pass, border); `via` is how it is drawn."""

    a: str
    b: str
    kind: str
    via: tuple[Point, ...] = ()
    source: Source = "reconstructed"


class Layer(msgspec.Struct, frozen=True):
    """A part of the printed chart that people may hide: `--layer-ID` in its picture, the key that does it."""

    id: str
    title: str
    key: str
    shown: bool = True


class Board:
    """Areas in a fixed order. An area's index in that order is its number in positions."""

    layers: tuple[Layer, ...] = ()
    """What of its chart can be hidden; only crowded boards have any."""

    def __init__(self, title: str, width: float, height: float, areas: Iterable[Area], links: Iterable[Link]) -> None:
        self.title = title
        self.width = width
        self.height = height
        self.areas = tuple(areas)
        self.links = tuple(links)
        self.index = {area.id: number for number, area in enumerate(self.areas)}
        self._check()

    def _check(self) -> None:
        if len(self.index) != len(self.areas):
            twice = next(a.id for n, a in enumerate(self.areas) if self.index[a.id] != n)
            raise BadData(f"The board “{self.title}” has the area {twice} twice.", remedy="Give each area its own id.")
        for link in self.links:
            for end in (link.a, link.b):
                if end not in self.index:
                    raise BadData(
                        f"The board “{self.title}” links {link.a} and {link.b}, but has no area {end}.",
                        remedy=nearest(end, self.index),
                    )
            if link.a == link.b:
                raise BadData(f"The board “{self.title}” links {link.a} to itself.", remedy="Remove that link.")

    def __len__(self) -> int:
        return len(self.areas)

    def __iter__(self) -> Iterator[Area]:
        return iter(self.areas)

    def __getitem__(self, id: str) -> Area:
        if id not in self.index:
            raise UnknownName(f"There is no area “{id}” on the board.", remedy=nearest(id, self.index))
        return self.areas[self.index[id]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each area's number, the numbers of the adjacent ones, in board order."""
        sets: dict[int, set[int]] = defaultdict(set)
        for link in self.links:
            a, b = self.index[link.a], self.index[link.b]
            sets[a].add(b)
            sets[b].add(a)
        return tuple(tuple(sorted(sets[number])) for number in range(len(self.areas)))

    @cached_property
    def links_of(self) -> dict[str, tuple[Link, ...]]:
        """The links of each area by its id, in the order of the board."""
        found: dict[str, list[Link]] = {area.id: [] for area in self.areas}
        for link in self.links:
            found[link.a].append(link)
            found[link.b].append(link)
        return {id: tuple(links) for id, links in found.items()}

    @cached_property
    def adjacent(self) -> tuple[tuple[bool, ...], ...]:
        """For each pair of numbers, whether they are adjacent."""
        size = range(len(self.areas))
        return tuple(tuple(b in self.neighbours[a] for b in size) for a in size)

    @cached_property
    def by_word(self) -> dict[str, int]:
        """Numbers by id and by name, in small letters: how people write areas."""
        words = {area.name.casefold(): number for number, area in enumerate(self.areas)}
        words.update({area.id.casefold(): number for number, area in enumerate(self.areas)})
        return words

    def by_source(self) -> dict[Source, tuple[list[str], list[str]]]:
        """Group the names of areas and links by where they come from: text, public or reconstructed."""
        groups: dict[Source, tuple[list[str], list[str]]] = {}
        for area in self.areas:
            groups.setdefault(area.source, ([], []))[0].append(area.name)
        for link in self.links:
            name = f"{self[link.a].name}–{self[link.b].name}"
            groups.setdefault(link.source, ([], []))[1].append(name)
        return groups

    def distances(self, start: int) -> tuple[int, ...]:
        """Return the steps from one area to each other, -1 where there is no way."""
        far = [-1] * len(self.areas)
        far[start] = 0
        front = [start]
        while front:
            reached = []
            for here in front:
                for there in self.neighbours[here]:
                    if far[there] < 0:
                        far[there] = far[here] + 1
                        reached.append(there)
            front = reached
        return tuple(far)


def shared_borders(areas: Iterable[Area], kind: str = "border", least: float = 0.0) -> list[Link]:
    """Derive links from polygons: two areas are adjacent where they share sides longer in all than `least` units.

    Polygons of neighbours must use the same corners along their common border; meeting at a corner is no border.
    """
    sides: dict[tuple[Point, Point], list[str]] = defaultdict(list)
    for area in areas:
        for start, end in zip(area.polygon, area.polygon[1:] + area.polygon[:1], strict=True):
            sides[min(start, end), max(start, end)].append(area.id)
    lengths: dict[tuple[str, str], float] = defaultdict(float)
    for ((x1, y1), (x2, y2)), owners in sides.items():
        for a, b in {(min(a, b), max(a, b)) for a in owners for b in owners if a != b}:
            lengths[a, b] += ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    return [Link(a, b, kind) for (a, b), length in sorted(lengths.items()) if length > least]
