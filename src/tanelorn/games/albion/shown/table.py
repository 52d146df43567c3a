"""What is drawn from: a view, the position as it is seen, and the stacks in it as piles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tanelorn.games.albion.knowledge.view import AlbionView, seats_of
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.sight import Top

MOVING = ("movement", "pregame", "forced march", "reaction")
"""Phases in which it matters who has moved."""


class Pile(NamedTuple):
    """Counters of a seat that the viewer knows, lying together ashore (`coast` -1) or on a coast: the topmost first."""

    seat: int
    hex: int
    coast: int
    persons: tuple[int, ...]
    armies: tuple[Army, ...]
    ships: tuple[int, ...]

    @property
    def points(self) -> int:
        """Combat Strength Points of the armies in it."""
        return sum(army.n for army in self.armies)


class Table(NamedTuple):
    """A view, with the position that it shows: the viewer's own pieces, and what lies open.

    `tops` are those of the view by seat, hex and coast.
    """

    view: AlbionView
    position: AlbionPosition
    w: World
    piles: tuple[Pile, ...]
    at_issue: int
    tops: Mapping[tuple[int, int, int], Sequence[Top]]

    @property
    def moving(self) -> bool:
        """Tell whether pieces are being moved."""
        return self.position.phase in MOVING


def seats_known(view: AlbionView) -> tuple[int, ...]:
    """Return the seats whose pieces a viewer sees."""
    return seats_of(view.viewer)
