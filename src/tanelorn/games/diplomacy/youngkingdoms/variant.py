"""What the Young Kingdoms change: how orders are written, clicked and drawn, and the rules of each phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from tanelorn.core.amounts import read_number
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.games.diplomacy.judge.retreats import Beaten
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, WAIVE, Order, Unit
from tanelorn.games.diplomacy.phases import chronicle
from tanelorn.games.diplomacy.position import Ruled
from tanelorn.games.diplomacy.slips.slip import Slip
from tanelorn.games.diplomacy.slips.slots import Key, Slots, Tail
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.youngkingdoms import consents, notation
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    FLEET,
    KELMAIN,
    KINDS,
    LETTERS,
    NAMES,
    POWER_OF,
    SEATS,
    SIGNS,
    is_sorcerer,
    sorcerer_of,
)
from tanelorn.games.diplomacy.youngkingdoms.notation import CONSENT, DESTROY, GIVE, LEAVE, TAKE
from tanelorn.games.diplomacy.youngkingdoms.phases import moving, retreating, warnings, winter
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.sorcery import cards
from tanelorn.games.diplomacy.youngkingdoms.sorcery.spells import TITLES

_FAILURES = {
    "refused": "{target} is closed",
    "destroyed": "it is destroyed",
    "not carried": "no fleet carries the sorcerer",
}
_BUTTONS = {
    "ride": ("Ride the fleet", "r"),
    "cast": ("Cast", "x"),
    "card": ("The spell card", "k"),
    "leave": ("Leave it here", "l"),
    "destroy": ("Destroy it", "d"),
    "give": ("Give it to", "g"),
    "take": ("Take a spell card", "t"),
    "consent": ("Agree to share", "a"),
    "carrying": ("Carry the sorcerer along", "y"),
}


class YoungKingdomsVariant(Variant[YoungKingdomsPosition]):
    """Diplomacy with sorcerers, spells, fortresses and hordes."""

    letters = LETTERS
    signs = SIGNS
    kinds = KINDS

    def write(self, order: Order) -> str:
        """Return an order in the notation."""
        return notation.write(order)

    def unit_text(self, order: Order) -> str:
        """Return the unit of an order as it is written."""
        return "consent" if order.verb == CONSENT else super().unit_text(order)

    def unit_name(self, kind: int, at: int) -> str:
        """Return a unit in words."""
        if is_sorcerer(kind):
            return f"{NAMES[sorcerer_of(kind)]} in {ATLAS.names[at]}"
        return f"the {'Kelmain ' if kind == KELMAIN else ''}{SIGNS[kind]} in {ATLAS.names[at]}"

    def subject(self, order: Order) -> str:
        """Return the unit that an order is for, as a sentence begins."""
        return "This agreement" if order.verb == CONSENT else super().subject(order)

    def key(self, order: Order) -> Key:
        """Return the slot that an order belongs in: a unit, a sorcerer, a card, an agreement."""
        if order.verb == CONSENT:
            return ("consent", "power", order.whom) if order.whom >= 0 else ("consent", "space", order.to)
        what: int = order.kind if is_sorcerer(order.kind) else ATLAS.province[order.at]
        if order.verb in (LEAVE, DESTROY, GIVE):
            return ("card", what)
        if order.verb == TAKE:
            return ("take", "sorcerer" if is_sorcerer(order.kind) else "unit", what)
        return ("sorcerer" if is_sorcerer(order.kind) else "unit", what)

    def first_pick(self, order: Order) -> str:
        """Return the click with which an order begins: on its unit or sorcerer, or on the button for agreements."""
        if order.verb == CONSENT:
            return "button:consent"
        if is_sorcerer(order.kind):
            return f"piece:{LETTERS[order.kind].casefold()}"
        return super().first_pick(order)

    def picks(self, order: Order) -> Tail:
        """Return the clicks that give an order."""
        first = self.first_pick(order)
        spell = (f"button:spell-{order.spell}",) if order.spell else ()
        ids = ATLAS.ids
        match order.verb:
            case notation.RIDE:
                return (first, "button:ride")
            case notation.CAST:
                target = (f"space:{ids[order.to]}",) if order.to >= 0 else ("button:cast",)
                return (first, *spell, *target)
            case notation.LEAVE:
                return (first, "button:card", "button:leave")
            case notation.DESTROY:
                return (first, "button:card", "button:destroy")
            case notation.GIVE:
                return (first, "button:card", "button:give", f"space:{ids[order.to]}")
            case notation.TAKE:
                return (first, "button:take", f"space:{ids[order.of]}")
            case notation.CONSENT:
                what = f"button:power-{order.whom}" if order.whom >= 0 else f"space:{ids[order.to]}"
                return (first, what)
        if order.kind == FLEET and order.verb == MOVE and order.via:
            tail = super().picks(order._replace(via=False))
            return (tail[0], "button:carrying", *tail[1:])
        tail = super().picks(order)
        return (tail[0], *spell, *tail[1:])

    def paths(self, order: Order) -> list[tuple[Tail, Order]]:
        """Return every way to click an order."""
        plain = (
            order.kind != FLEET and order.verb == MOVE and order.via and not order.spell and not is_sorcerer(order.kind)
        )
        return super().paths(order) if plain else [(self.picks(order), order)]

    def whom(self, order: Order) -> Tail:
        """Return the click on the unit that is supported or convoyed; a sorcerer is clicked directly."""
        if is_sorcerer(order.whom):
            return (f"piece:{LETTERS[order.whom].casefold()}",)
        return super().whom(order)

    def pick_label(self, pick: str) -> str:
        """Return the words for a click."""
        kind, _, id = pick.partition(":")
        if kind == "piece":
            return next((name for name in NAMES if name.casefold().startswith(id)), id)
        word, _, digits = id.partition("-")
        number = read_number(digits)
        if word == "spell" and number is not None and 1 <= number <= len(TITLES):
            return f"Spell {number}: {TITLES[number - 1]}"
        if word == "power" and number is not None and number < len(SEATS):
            return SEATS[number]
        return _BUTTONS[id][0] if kind == "button" and id in _BUTTONS else super().pick_label(pick)

    def pick_key(self, pick: str) -> str:
        """Return the key of a button."""
        id = pick.partition(":")[2]
        return _BUTTONS[id][1] if id in _BUTTONS else super().pick_key(pick)

    def ask(self, half: Tail) -> str:
        """Return the question after the first clicks of an order."""
        what = f"**{self.pick_label(half[0])}**"
        last = half[-1].removeprefix("button:")
        asks = {
            "consent": "Agree to share with which power, or in which space? Once more there: not after all.",
            "carrying": f"{what} carries the sorcerer: where to?",
            "card": f"{what}: what becomes of the spell card?",
            "give": f"{what} gives its card to the unit where?",
            "take": f"{what} takes a card from the unit where?",
        }
        if last in asks:
            return asks[last]
        if last.startswith("spell-"):
            return f"{what}, {self.pick_label(half[-1]).lower()}: on what?"
        return super().ask(tuple(pick for pick in half if not pick.startswith("button:spell-")))

    def marks(self, order: Order, seat: int, *, draft: bool = False, ruling: Ruled | None = None) -> tuple[Mark, ...]:
        """Return the marks that draw an order: a sorcerer who only waits has none, a spell has one of its own."""
        if order.verb == HOLD and is_sorcerer(order.kind) and not order.spell:
            return ()
        piece = LETTERS[order.kind].casefold() if is_sorcerer(order.kind) else ""
        marks = tuple(
            msgspec.structs.replace(mark, piece=piece)
            for mark in super().marks(order, seat, draft=draft, ruling=ruling)
        )
        if not order.spell:
            return marks
        at = ATLAS.ids[ATLAS.province[order.at]]
        to = ATLAS.ids[ATLAS.province[order.to]] if order.to >= 0 else ATLAS.ids[order.of] if order.of >= 0 else at
        if marks:  # the line is drawn already: the spell stands where it ends
            return (*marks, Mark("spell", to, seat, count=order.spell, draft=draft))
        return (Mark("spell", at, seat, to, count=order.spell, draft=draft, piece=piece),)

    def failure(self, ruling: Ruled) -> str:
        """Say why an order failed."""
        if ruling.why in _FAILURES and not ruling.fine:
            target = ATLAS.names[ruling.order.to] if ruling.order.to >= 0 else "that space"
            return _FAILURES[ruling.why].format(target=target)
        return super().failure(ruling)

    def place_of(self, order: Order) -> str:
        """Return the space in which an order is shown: an agreement has one only if it names it."""
        return ATLAS.ids[order.to] if order.verb == CONSENT else super().place_of(order)

    def beaten_clause(self, position: YoungKingdomsPosition, one: Beaten) -> str:
        """Return the clause by which one is driven out: a sorcerer alone (5.2a) or with a unit (5.2b)."""
        if not is_sorcerer(one.unit.kind):
            return super().beaten_clause(position, one)
        shared = any(ATLAS.province[other.unit.at] == one.unit.at for other in position.beaten if other != one)
        return f"youngkingdoms/5.2{'b' if shared else 'a'}"

    # Who may do what

    @property
    def victory_clause(self) -> str:
        """The clause that says how the game is won."""
        return "youngkingdoms/3"

    def living(self, position: YoungKingdomsPosition) -> list[int]:
        """Return the powers that have units, centres or a sorcerer (6)."""
        return sorted({*super().living(position), *(seat for seat in range(len(SEATS)) if position.sorcerers_of(seat))})

    def ordering(self, position: YoungKingdomsPosition) -> tuple[int, ...]:
        """Return the seats that have a unit they command, or a sorcerer."""
        powers = {unit.power for unit in position.units if not (unit.kind == KELMAIN and position.unruly)}
        powers |= {seat for seat in range(len(SEATS)) if position.sorcerers_of(seat)}
        return tuple(seat for seat in sorted(powers) if seat not in position.gone)

    def move_slots(self, position: YoungKingdomsPosition, seat: int) -> Slots:
        """Return the slots of a slip of orders."""
        return moving.slots(self, position, seat)

    def move(self, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log) -> None:
        """Resolve the orders of a season."""
        moving.resolve(self, position, slips, log)

    def tell_moves(self, position: YoungKingdomsPosition, log: Log) -> None:
        """Write into the log who agreed with whom, the orders, and what became of them."""
        consents.announce(position, log)
        chronicle.orders(self, position, log)

    def retreat_slots(self, position: YoungKingdomsPosition, seat: int) -> Slots:
        """Return the slots of a slip of retreats."""
        return retreating.slots(self, position, seat)

    def retreat(self, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log) -> None:
        """Resolve the retreats."""
        retreating.resolve(self, position, slips, log)

    def count_centres(self, position: YoungKingdomsPosition, log: Log) -> None:
        """Give the centres to those who hold them by units or by magic, after autumn."""
        winter.take_centres(self, position, log)

    def adjust(self, position: YoungKingdomsPosition, slips: Mapping[int, Slip], log: Log) -> None:
        """Carry out the builds and removals; units that are removed leave their spell cards behind (5.5c)."""
        super().adjust(position, slips, log)
        cards.after_winter(position)

    def due(self, position: YoungKingdomsPosition, seat: int) -> int:
        """Return builds or removals."""
        return winter.due(self, position, seat)

    def measured_from(self, position: YoungKingdomsPosition, seat: int) -> list[int]:
        """Return the home centres of a power, and those won by magic."""
        return winter.measured_from(self, position, seat)

    def building_sites(self, position: YoungKingdomsPosition, seat: int) -> list[int]:
        """Return the home centres still owned and empty."""
        return winter.building_sites(self, position, seat)

    def removable(self, position: YoungKingdomsPosition, seat: int) -> list[Unit]:
        """Return the units that count in winter."""
        return winter.removable(position, seat)

    def is_in_reach(self, position: YoungKingdomsPosition, province: int, friends: Collection[int]) -> bool:
        """Tell whether any power but these might be in a province or come there, sorcerers and fortresses too."""
        near = {province, *ATLAS.next_to[province]}
        sorcery = any(
            one.at in near and power not in friends for one, power in zip(position.sorcerers, POWER_OF, strict=True)
        )
        walls = {one.at: one.power for one in position.garrisons}
        held = province in walls and walls[province] not in friends
        return held or sorcery or super().is_in_reach(position, province, friends)

    def warnings(self, position: YoungKingdomsPosition, seat: int, orders: Sequence[Order]) -> dict[Order, str]:
        """Return a warning for each order that is legal but pointless."""
        plain = {
            order._replace(via=False) if order.kind == FLEET else order: order
            for order in orders
            if order.verb <= WAIVE and not is_sorcerer(order.kind) and not is_sorcerer(order.whom)
        }
        said = super().warnings(position, seat, list(plain))
        return warnings.pointless(position, seat, orders) | {plain[order]: text for order, text in said.items()}


YOUNG_KINGDOMS_RULES = YoungKingdomsVariant(ATLAS, "youngkingdoms/1.")
