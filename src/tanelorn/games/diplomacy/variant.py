"""A variant: a board, how its orders are written, clicked and drawn, and who may do what in each phase.

The standard rules are the default of every method; a variant overrides what it changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Generic

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark, PieceKind
from tanelorn.games.diplomacy.board import COASTS, Atlas
from tanelorn.games.diplomacy.orders.notation import KINDS, Notation
from tanelorn.games.diplomacy.orders.order import (
    BUILD,
    CONVOY,
    DISBAND,
    FLEET,
    HOLD,
    LETTERS,
    MOVE,
    RETREAT,
    SUPPORT,
    WORDS,
    Order,
    Unit,
)
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.phases import moving, retreating, winter
from tanelorn.games.diplomacy.phases.reasons import says
from tanelorn.games.diplomacy.phases.warnings import pointless
from tanelorn.games.diplomacy.position import P, Ruled

if TYPE_CHECKING:
    from tanelorn.games.diplomacy.judge.retreats import Beaten
    from tanelorn.games.diplomacy.slips.slip import Slip
    from tanelorn.games.diplomacy.slips.slots import Key, Slots, Tail

_MARKS = {
    HOLD: "hold",
    MOVE: "arrow",
    SUPPORT: "support",
    CONVOY: "convoy",
    RETREAT: "retreat",
    DISBAND: "disband",
    BUILD: "build",
}
_BUTTONS = {
    "hold": ("Hold", "h"),
    "support": ("Support", "s"),
    "convoy": ("Convoy", "c"),
    "by-convoy": ("By convoy", "v"),
    "disband": ("Disband", "d"),
    "build-army": ("Build an army", "a"),
    "build-fleet": ("Build a fleet", "f"),
    "any-coast": ("Either coast", ""),
    **{coast: (name.capitalize(), coast[0].lower()) for coast, name in COASTS.items()},
}


class Variant(Generic[P]):
    """A board and its rules: what never changes from one game on it to the next."""

    letters: tuple[str, ...] = LETTERS
    signs: tuple[PieceKind, ...] = WORDS
    kinds: ClassVar[dict[str, int]] = KINDS
    slip: type[Slip]
    seasons: tuple[str, str, str] = ("Spring", "Autumn", "Winter")

    def __init__(self, atlas: Atlas, clauses: str) -> None:
        self.atlas = atlas
        self.clauses = clauses
        self.seats = tuple(power.name for power in atlas.file.powers)
        self.words = tuple(power.word for power in atlas.file.powers)
        self.notation = Notation(atlas, self.kinds)
        self.home = tuple(tuple(atlas.number[place] for place in power.home) for power in atlas.file.powers)
        self.field = lru_cache(maxsize=32)(self._field)

    def clause(self, word: str) -> str:
        """Return the id of a clause of the ordinary rules: `diplomacy/support`."""
        return f"{self.clauses}{word}"

    def _field(self, units: tuple[Unit, ...]) -> Field:
        return Field(self.atlas, units)

    def starting_units(self) -> tuple[Unit, ...]:
        """Return the units at the start."""
        number, letters = self.atlas.number, self.letters
        units = [
            Unit(power, letters.index(text[0]), number[text[2:]])
            for power, entry in enumerate(self.atlas.file.powers)
            for text in entry.units
        ]
        return self.in_order(units)

    def starting_owners(self) -> tuple[int, ...]:
        """Return the owner of each centre at the start: home centres belong to their powers, the others to nobody."""
        owner = {home: power for power, homes in enumerate(self.home) for home in homes}
        return tuple(owner.get(centre, -1) for centre in self.atlas.centres)

    def in_order(self, units: Iterable[Unit]) -> tuple[Unit, ...]:
        """Return units sorted by province."""
        province = self.atlas.province
        return tuple(sorted(units, key=lambda unit: (province[unit.at], unit.kind, unit.power)))

    # Words, clicks and marks

    def write(self, order: Order) -> str:
        """Return an order in the notation."""
        return order.text(self.atlas, self.letters)

    def unit_text(self, order: Order) -> str:
        """Return the unit of an order as it is written: `A BUD`."""
        return f"{self.letters[order.kind]} {self.atlas.locations[order.at]}"

    def unit_name(self, kind: int, at: int) -> str:
        """Return a unit in words: the army in Budapest."""
        return f"the {self.signs[kind]} in {self.atlas.names[at]}"

    def subject(self, order: Order) -> str:
        """Return the unit that an order is for, as a sentence begins: “The army in Budapest”."""
        return capital(self.unit_name(order.kind, order.at))

    def sign(self, order: Order) -> str:
        """Return the kind of counter that an order is about."""
        return self.signs[order.kind] if 0 <= order.kind < len(self.signs) else ""

    def note(self, order: Order, missing: bool) -> str:
        """Return a note beside a line of the slip, where no order was written: what the unit then does."""
        if missing and order.verb == HOLD:
            return "holds"
        return "disbands" if missing and order.verb == DISBAND else ""

    def key(self, order: Order) -> Key:
        """Return the slot that an order belongs in."""
        return ("unit", self.atlas.province[order.at])

    def why_not(self, order: Order) -> str:
        """Return what else can be said of an order that is possible on the map but not with these units."""
        return ""

    def first_pick(self, order: Order) -> str:
        """Return the click with which an order begins: on its unit, or on whatever else it is about."""
        return f"space:{self.atlas.ids[self.atlas.province[order.at]]}"

    def picks(self, order: Order) -> Tail:
        """Return the clicks that give an order."""
        first = self.first_pick(order)
        if order.verb == HOLD:
            return (first, "button:hold")
        if order.verb == MOVE and order.via:
            return (first, "button:by-convoy", *self._to(order))
        if order.verb in (MOVE, RETREAT):
            return (first, *self._to(order))
        if order.verb == SUPPORT:
            return (first, "button:support", *self.whom(order), *self._supported(order))
        if order.verb == CONVOY:
            return (first, "button:convoy", *self.whom(order), *self._to(order))
        if order.verb == DISBAND:
            return (first, "button:disband")
        if order.verb == BUILD:
            coast = (f"button:{self._coast(order.at)}",) if order.at >= self.atlas.size else ()
            return (first, "button:build-fleet" if order.kind == FLEET else "button:build-army", *coast)
        raise ValueError(order)

    def paths(self, order: Order) -> list[tuple[Tail, Order]]:
        """Return every way to click an order: a convoyed move to where no army walks needs no button."""
        paths = [(self.picks(order), order)]
        if order.verb == MOVE and order.via and order.to not in self.atlas.army[self.atlas.province[order.at]]:
            paths.append(((self.first_pick(order), *self._to(order)), order))
        return paths

    def whom(self, order: Order) -> Tail:
        """Return the click on the unit that is supported or convoyed."""
        return (f"space:{self.atlas.ids[order.of]}",)

    def _to(self, order: Order) -> Tail:
        space = f"space:{self.atlas.ids[self.atlas.province[order.to]]}"
        return (space, f"button:{self._coast(order.to)}") if order.to >= self.atlas.size else (space,)

    def _coast(self, location: int) -> str:
        return self.atlas.locations[location].partition("/")[2]

    def _supported(self, order: Order) -> Tail:
        if order.to < 0:
            return (f"space:{self.atlas.ids[order.of]}",)
        open_coast = order.whom == FLEET and order.to < self.atlas.size and self.atlas.coasts_of[order.to]
        return (*self._to(order), "button:any-coast") if open_coast else self._to(order)

    def pick_label(self, pick: str) -> str:
        """Return the words for a click."""
        kind, _, id = pick.partition(":")
        if kind == "space":
            return self.space_name(id)
        return _BUTTONS.get(id, (id, ""))[0]

    def pick_key(self, pick: str) -> str:
        """Return the key of a button."""
        return _BUTTONS.get(pick.partition(":")[2], ("", ""))[1]

    def place_of(self, order: Order) -> str:
        """Return the space in which an order is shown."""
        return self.atlas.ids[self.atlas.province[order.at]]

    def space_name(self, id: str) -> str:
        """Return the name of a space."""
        return self.atlas.names[self.atlas.number[id]] if id in self.atlas.number else id

    def ask(self, half: Tail) -> str:
        """Return the question after the first clicks of an order."""
        what = f"**{self.pick_label(half[0])}**"
        match half[1:]:
            case ():
                return f"{what}: where to, or what else?"
            case ("button:support",):
                return f"{what} supports which unit?"
            case ("button:convoy",):
                return f"{what} convoys which army?"
            case ("button:support", whom):
                return f"{what} supports {self.pick_label(whom)}: where to? Again there: to hold."
            case ("button:convoy", whom):
                return f"{what} convoys {self.pick_label(whom)}: where to?"
            case ("button:by-convoy",):
                return f"{what} goes by convoy: where to?"
        return f"{what}: which?"

    def marks(self, order: Order, seat: int, *, draft: bool = False, ruling: Ruled | None = None) -> tuple[Mark, ...]:
        """Return an order as it is drawn, with what became of it."""
        kind = _MARKS.get(order.verb)
        if kind is None:
            return ()
        ids, province = self.atlas.ids, self.atlas.province
        failed = ruling is not None and not ruling.fine
        via = ids[order.of] if order.of >= 0 else ""
        to = ids[province[order.to]] if order.to >= 0 else via
        note = self.failure(ruling) if ruling is not None else ""
        at = ids[province[order.at]]
        return (Mark(kind, at, seat, to, failed=failed, draft=draft, via=via, note=note),)  # type: ignore[arg-type]

    def failure(self, ruling: Ruled) -> str:
        """Say why an order failed; empty if it did not."""
        words: str = says(self.atlas, ruling)
        return words

    def beaten_clause(self, position: P, one: Beaten) -> str:
        """Return the clause by which a unit is dislodged."""
        return self.clause("dislodge")

    # Who may do what

    @property
    def victory_clause(self) -> str:
        """The clause that says how the game is won."""
        return self.clause("victory")

    def living(self, position: P) -> list[int]:
        """Return the powers that still have centres or units, dislodged ones too."""
        units = (*position.units, *(one.unit for one in position.beaten))
        return sorted({unit.power for unit in units} | {owner for owner in position.owners if owner >= 0})

    def ordering(self, position: P) -> tuple[int, ...]:
        """Return the seats that write orders: all that have units and have not left."""
        powers = {unit.power for unit in position.units}
        return tuple(seat for seat in range(len(self.seats)) if seat in powers and seat not in position.gone)

    def move_slots(self, position: P, seat: int) -> Slots:
        """Return the slots of a slip of orders."""
        return moving.slots(self, position, seat)

    def move(self, position: P, slips: Mapping[int, Slip], log: Log) -> None:
        """Resolve the orders of a season."""
        moving.resolve(self, position, slips, log)

    def retreating(self, position: P) -> tuple[int, ...]:
        """Return the seats that have a retreat to choose."""
        return retreating.seats(self, position)

    def retreat_slots(self, position: P, seat: int) -> Slots:
        """Return the slots of a slip of retreats."""
        return retreating.slots(self, position, seat)

    def retreat(self, position: P, slips: Mapping[int, Slip], log: Log) -> None:
        """Resolve the retreats."""
        retreating.resolve(self, position, slips, log)

    def count_centres(self, position: P, log: Log) -> None:
        """Give each centre to the power whose unit stands there, after autumn."""
        winter.take_centres(self, position, log)

    def centres_of(self, position: P, seat: int) -> list[int]:
        """Return the provinces of the centres that a power owns."""
        return [centre for centre, owner in zip(self.atlas.centres, position.owners, strict=True) if owner == seat]

    def due(self, position: P, seat: int) -> int:
        """Return how many units a power may build (or must remove, if negative) this winter."""
        units = sum(unit.power == seat for unit in position.units)
        return len(self.centres_of(position, seat)) - units

    def building_sites(self, position: P, seat: int) -> list[int]:
        """Return the home centres where a power may build: its own still, and nobody stands there."""
        owned = set(self.centres_of(position, seat))
        taken = {self.atlas.province[unit.at] for unit in position.units}
        return [home for home in self.home[seat] if home in owned and home not in taken]

    def removable(self, position: P, seat: int) -> list[Unit]:
        """Return the units that a power may be made to remove."""
        return [unit for unit in position.units if unit.power == seat]

    def measured_from(self, position: P, seat: int) -> list[int]:
        """Return the provinces from which a removal by rule measures distance: the furthest unit goes first."""
        return self.centres_of(position, seat)

    def adjusting(self, position: P) -> tuple[int, ...]:
        """Return the seats that have a build or removal to choose."""
        return winter.seats(self, position)

    def adjust_slots(self, position: P, seat: int) -> Slots:
        """Return the slots of a slip of builds or removals."""
        return winter.slots(self, position, seat)

    def adjust(self, position: P, slips: Mapping[int, Slip], log: Log) -> None:
        """Carry out the builds and removals."""
        winter.resolve(self, position, slips, log)

    def is_in_reach(self, position: P, province: int, friends: Collection[int]) -> bool:
        """Tell whether a unit of any power but these might move to a province."""
        units = position.units
        field = self.field(units)
        return any(
            unit.power not in friends and (province in field.beside[index] or province in field.beyond[index])
            for index, unit in enumerate(units)
        )

    def warnings(self, position: P, seat: int, orders: Sequence[Order]) -> dict[Order, str]:
        """Return a warning for each order that is legal but pointless."""
        return pointless(self, position, seat, orders)


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
