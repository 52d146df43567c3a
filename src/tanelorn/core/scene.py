"""What a page or a text board draws. Made from a view alone, so it can show nothing that the viewer may not know."""

from __future__ import annotations

from typing import Literal

import msgspec

from tanelorn.core.content.legend import Remark
from tanelorn.core.odds import Odds
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
    "fight",
]

PieceKind = Literal[
    # wood, and what belongs to a space or to another piece
    "pawns",
    "banner",
    "card",
    "flag",
    "fortress",
    "ruins",
    "siege",
    "site",
    # troops, ships and things: a figure with numbers
    "army",
    "fleet",
    "men",
    "elves",
    "gnomes",
    "trolls",
    "artifact",
    "sorcerer",
    # persons and beasts: a portrait with a name
    "admiral",
    "beast",
    "bird",
    "dragon",
    "elf",
    "elric",
    "gnome",
    "hero",
    "lady",
    "lord",
    "mage",
    "man",
    "troll",
    "undead",
]
"""How a piece is drawn; the page has a drawing of each, and the sprite a figure where it needs one."""

CardKind = Literal["spell", "unit", "artifact", "result", "back"]


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

    `coast` is where it lies in a space of several coasts; `out` tells that it has been beaten out of the space. A pile
    is drawn as its topmost counter, so many `high`, with its `total` below; `sign` is a small one on it. What is
    `held` is in hand; what is `turned` lies askew, as the besieged and the exhausted do.
    """

    id: str
    space: str
    seat: int
    kind: PieceKind
    count: int = 1
    label: str = ""
    values: tuple[str, ...] = ()
    coast: str = ""
    out: bool = False
    sign: str = ""
    high: int = 1
    total: str = ""
    held: bool = False
    turned: bool = False


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


class Stage(msgspec.Struct, frozen=True):
    """What lies on a box of a gauge besides its marker: a sign, and what it means in words."""

    at: int
    sign: str
    note: str = ""


class Gauge(msgspec.Struct, frozen=True):
    """A track beside the board: the numbers of its boxes, and which one the marker stands on, -1 if on none.

    A `scale` leans to the side of its marker; its `ends` are the signs of the two bowls. On a `track` the boxes before
    the marker are past; a `calendar` is a track whose boxes have `values` too, and lies over the foot of the board.
    `note` says in a sentence what follows from where it stands.
    """

    title: str
    kind: Literal["scale", "track", "calendar"]
    boxes: tuple[str, ...]
    at: int = -1
    ends: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()
    aside: str = ""
    clause: str = ""
    note: str = ""
    values: tuple[str, ...] = ()


class SeatChip(msgspec.Struct, frozen=True):
    """A seat in the top bar: its name, its colour number (1 to 8), what it does now; `aside` what else is to be known
    of it, where there is room. `near` says in a word how near it is to the goal, which stands beside it.
    """

    seat: int
    name: str
    colour: int
    state: str = ""
    turn: bool = False
    aside: str = ""
    near: str = ""


class Tab(msgspec.Struct, frozen=True):
    """A step of the turn in the ribbon."""

    title: str
    state: Literal["done", "now", "next"]


class Card(msgspec.Struct, frozen=True):
    """A card or a unit's sheet that can be read: `id` is the pick that it stands for (`card:fireball`, `piece:...`).

    `kind` says how it is drawn (spell, unit, artifact), `value` is its number, `note` its phase or home, `text` what it
    does, `sign` its picture, `foot` the line at its lower edge. `spent` is shown pale, `lost` struck out, `held` with a
    tick. A unit with a `counter` is drawn as that counter wherever small cards lie. Where it can take `of` blows,
    `dots` of its boxes are crossed.
    """

    id: str
    title: str
    kind: CardKind
    value: str = ""
    note: str = ""
    text: str = ""
    sign: str = ""
    clause: str = ""
    seat: int = -1
    count: int = 1
    spent: bool = False
    lost: bool = False
    held: bool = False
    foot: str = ""
    counter: Piece | None = None
    dots: int = 0
    of: int = 0


class Tray(msgspec.Struct, frozen=True):
    """Cards that lie before a viewer: a hand, a reserve. Where `faces` is large, they are drawn with their text; a
    `hand` is held over the lower edge of the board.
    """

    title: str
    cards: tuple[Card, ...]
    aside: str = ""
    clause: str = ""
    faces: Literal["large", "small", "hand"] = "small"


class Stack(msgspec.Struct, frozen=True):
    """What a viewer knows of what lies under a counter or banner, shown when it is opened.

    `piece` is the id of the `Piece` that opens; `note` tells when it was seen, where that is not now (“as seen in
    round 4”).
    """

    piece: str
    title: str
    cards: tuple[Card, ...]
    note: str = ""


class Term(msgspec.Struct, frozen=True):
    """A line of a sum: what adds, and how much; `off` is struck out, with what cancels it in `label`; `sort`
    colours it.
    """

    label: str
    value: str
    sort: Literal["", "spell", "artifact", "die"] = ""
    off: bool = False
    clause: str = ""
    sign: str = ""


class Column(msgspec.Struct, frozen=True):
    """A column of the table on which a battle is looked up: its head, the result, whether it is the one that counts."""

    head: str
    text: str
    lit: bool = False


class Duelist(msgspec.Struct, frozen=True):
    """One side of a battle: who fights, its sum so far, its dice once thrown, and what else has been shown.

    `backs` is how many more a viewer knows to be there, -1 if that is hidden. `won` is empty until the roll is over.
    Where many fight together, they are the `counters`, and no single `card`.
    """

    seat: int
    title: str
    role: str
    card: Card | None
    terms: tuple[Term, ...] = ()
    total: int | None = None
    dice: tuple[int, ...] = ()
    shown: tuple[Card, ...] = ()
    backs: int = -1
    won: Literal["", "won", "lost", "tied"] = ""
    counters: tuple[Card, ...] = ()


class Duel(msgspec.Struct, frozen=True):
    """The battle window: its segments, the two sides, and what the odds are, or what the result means, in a sentence
    with its `clauses`. Before the dice fall the `chances` are all that they may bring. With a `table` the difference of
    the totals is shown too, or `middle` in its place: what it is called, and what it is.
    """

    title: str
    space: str
    note: str
    clause: str
    segments: tuple[Tab, ...]
    sides: tuple[Duelist, Duelist]
    odds: str = ""
    clauses: tuple[str, ...] = ()
    table: tuple[Column, ...] = ()
    middle: tuple[str, str] | None = None
    chances: Odds | None = None


class Scene(msgspec.Struct, frozen=True):
    """Everything that is drawn for one viewer at one moment.

    `chart` names the picture of a board that is not the same in all games or changes in play: a page that has another
    one asks for board and chart again.
    """

    subtitle: str
    seats: tuple[SeatChip, ...]
    pieces: tuple[Piece, ...]
    papers: tuple[Paper, ...] = ()
    ribbon: tuple[Tab, ...] = ()
    marks: tuple[Mark, ...] = ()
    holdings: tuple[Holding, ...] = ()
    outcome: Outcome | None = None
    trays: tuple[Tray, ...] = ()
    stacks: tuple[Stack, ...] = ()
    duel: Duel | None = None
    chart: str = ""
    gauges: tuple[Gauge, ...] = ()


class About(msgspec.Struct, frozen=True):
    """The card about a space, for one viewer: its name, what kind of ground it is, and what is to be known of it.

    What the ground does comes first, then whose it is, then who stands there as far as the viewer knows.
    """

    space: str
    title: str
    kind: str
    remarks: tuple[Remark, ...]
