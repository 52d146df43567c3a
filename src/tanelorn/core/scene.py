"""What a page or a text board draws. Made from a view alone, so it can show nothing that the viewer may not know."""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.position import Outcome

MarkKind = Literal[
    "arrow",
    "battle",
    "bolt",
    "plus",
    "loss",
    "support",
    "convoy",
    "hold",
    "retreat",
    "build",
    "disband",
    "spell",
]


class Mark(msgspec.Struct, frozen=True):
    """Something drawn over the board: a move, a battle, lightning, a new piece, a loss, an order.

    A support or convoy stands `at` its unit and helps the unit at `via` on its way `to` somewhere (to hold, where `to`
    is `via`). `note` says in a sentence why it failed. `piece` is whose doing it is, where several stand at a place.
    """

    kind: MarkKind
    at: str
    seat: int = -1
    to: str = ""
    count: int = 0
    failed: bool = False
    draft: bool = False
    via: str = ""
    note: str = ""
    piece: str = ""


class Piece(msgspec.Struct, frozen=True):
    """One thing on the board: `kind` says how it is drawn, `values` are the numbers printed on it.

    `coast` is where it lies in a space of several coasts; `out` tells that it has been beaten out of the space.
    """

    id: str
    space: str
    seat: int
    kind: str
    count: int = 1
    label: str = ""
    values: tuple[str, ...] = ()
    coast: str = ""
    out: bool = False


class Holding(msgspec.Struct, frozen=True):
    """A space that belongs to a seat (-1: to nobody), whoever stands there; `home` if it was so from the start."""

    space: str
    seat: int
    home: bool = False


class Row(msgspec.Struct, frozen=True):
    """A line of a paper: text, and a value as a word or as `dots` filled of `of`."""

    text: str
    seat: int = -1
    value: str = ""
    dots: int = -1
    of: int = 0
    sign: str = ""


class Paper(msgspec.Struct, frozen=True):
    """A sheet beside the board."""

    title: str
    rows: tuple[Row, ...]
    aside: str = ""
    clause: str = ""


class SeatChip(msgspec.Struct, frozen=True):
    """A seat in the top bar: its name, its colour number (1 to 8), what it does now."""

    seat: int
    name: str
    colour: int
    state: str = ""
    turn: bool = False


class Tab(msgspec.Struct, frozen=True):
    """A step of the turn in the ribbon."""

    title: str
    state: Literal["done", "now", "next"]


class Scene(msgspec.Struct, frozen=True):
    """Everything that is drawn for one viewer at one moment."""

    subtitle: str
    seats: tuple[SeatChip, ...]
    pieces: tuple[Piece, ...]
    papers: tuple[Paper, ...] = ()
    ribbon: tuple[Tab, ...] = ()
    marks: tuple[Mark, ...] = ()
    holdings: tuple[Holding, ...] = ()
    outcome: Outcome | None = None
