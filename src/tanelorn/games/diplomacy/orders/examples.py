"""Orders as they may be written on a board, to show people: of its own units and spaces, never of another board's."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.diplomacy.board import Atlas


class Examples(NamedTuple):
    """An order of each kind on one board; `coast` is the unit on one of two coasts, empty where no space has two."""

    unit: str
    move: str
    support: str
    convoy: str
    hold: str
    via: str
    coast: str

    @property
    def orders(self) -> str:
        """The sentence that says how orders are written."""
        return f"Write orders as “{self.move}”, “{self.support}”, “{self.convoy}”, “{self.hold}”."

    @property
    def units(self) -> str:
        """The sentence that says how units are written."""
        return f"Write units as “{self.unit}”{f', “{self.coast}”' if self.coast else ''}."


def examples_of(atlas: Atlas) -> Examples:
    """Return orders that a power of a board could write at the start, as far as its set-up has them."""
    ids, spot = atlas.ids, atlas.locations
    armies = [atlas.number[unit[2:]] for power in atlas.file.powers for unit in power.units if unit.startswith("A ")]
    at, helper, to = _supported(atlas, armies)
    sea, start, end = _convoyed(atlas, armies)
    coast = next((text for text in spot if "/" in text), "")
    return Examples(
        unit=f"A {ids[at]}",
        move=f"A {ids[at]} - {ids[to]}",
        support=f"A {ids[helper]} S A {ids[at]} - {ids[to]}",
        convoy=f"F {ids[sea]} C A {ids[start]} - {ids[end]}",
        hold=f"A {ids[at]} H",
        via=f"A {ids[start]} - {ids[end]} via convoy",
        coast=f"F {coast}" if coast else "",
    )


def _supported(atlas: Atlas, armies: list[int]) -> tuple[int, int, int]:
    """Return an army of the set-up, whoever could support it, and where to: another army of the set-up if one can."""
    found = [
        (at, helper, to)
        for helpers in (armies, range(atlas.size))
        for at in armies
        for to in sorted(atlas.army[at] - set(armies))
        for helper in helpers
        if helper != at and to in atlas.army[helper]
    ]
    return found[0]


def _convoyed(atlas: Atlas, armies: list[int]) -> tuple[int, int, int]:
    """Return a sea and two of its coasts that do not touch, the first with an army of the set-up if there is one."""
    found = [
        (sea, start, end)
        for starts in (armies, atlas.coasts)
        for start in starts
        for sea in atlas.next_to[start]
        if atlas.is_sea[sea] and atlas.is_coast[start]
        for end in atlas.next_to[sea]
        if atlas.is_coast[end] and end != start and end not in atlas.next_to[start]
    ]
    return found[0]
