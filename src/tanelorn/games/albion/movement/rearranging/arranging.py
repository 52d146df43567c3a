"""Rearranging a stack: what lies on top, who commands whom, escorts, items (albion/11.9a to 11.9e, 14.2, 14.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.items import passing
from tanelorn.games.albion.movement.rearranging import berthing, commanding, escorts
from tanelorn.games.albion.stacks.arrangement import Arranging, Mover
from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.magic_items import item_hex
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import (
    at_button,
    at_hex,
    ends,
    hex_labels,
    piece_labels,
    plain,
    with_button,
)
from tanelorn.games.albion.state.printed.pieces import NOWHERE, is_ship, ship_code, ship_of, troops_code
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.stacks import top_ashore, top_at_sea, troops_ashore

VISITS = 3
"""How often the stack of one hex may be rearranged in a phase, so that a phase ends; a visit holds many changes."""

DONE, ARRANGE = plain("done"), plain("arrange")


# What movement offers


def _fits(mover: Mover) -> list[Act]:
    """Return the acts that open an arrangement: of the stack in hand, or for each hex where there is something to
    rearrange.
    """
    position, seat = mover
    if position.march:
        return _in_hand(position, seat)
    opens, visits = _opens(position.world), position.desk[seat].visits
    return [opens[hex] for hex in worth_arranging(position, seat) if hex not in visits or visits.count(hex) < VISITS]


@lru_cache(maxsize=8)
def _opens(world: World) -> tuple[Act, ...]:
    return tuple(at_button(world, "arrange", hex) for hex in range(len(world.number)))


def worth_arranging(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes where a seat has more than one thing, or may take up or pass on an item."""
    w, c_side = position.world, position.world.c_side
    owners = zip(position.at, position.side, position.escort, strict=True)
    persons = [(hex, escort) for hex, side, escort in owners if side == seat and hex >= 0]
    things = [hex for hex, _ in persons]
    things += [hex for hex, escort in persons if escort]
    things += [hex for hex, armies in position.troops.items() for army in armies if c_side[army.colour] == seat]
    things += [hex for hex, side in zip(position.ship_at, w.s_side, strict=True) if side == seat and hex >= 0]
    counts = Counter(things)
    found = {hex for hex, count in counts.items() if count > 1}
    for item, bearer in enumerate(position.bearer):
        if bearer in NOWHERE or not item:
            continue
        hex = item_hex(position, item)
        if hex in counts and hex not in found and not passing.why_not(position, seat, item, hex, "movement"):
            found.add(hex)
    return sorted(found)


def _worth_it(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Whether more than one thing of a seat is in a hex, or something lies there."""
    w, side, escort = position.world, position.side, position.escort
    count = sum(1 + escort[person] for person in position.people.get(hex, ()) if side[person] == seat)
    if count < 2:
        c_side, s_side = w.c_side, w.s_side
        count += sum(c_side[army.colour] == seat for army in position.troops.get(hex, ()))
        count += sum(s_side[ship] == seat for ship in position.fleets.get(hex, ()))
    return count > 1 or (count > 0 and bool(passing.givable(position, seat, hex, "movement")))


def _in_hand(position: AlbionPosition, seat: int) -> list[Act]:
    """Return the act that opens an arrangement of the stack that the group in hand stands in; on a forced march the
    stack stays as it is (12.4b).
    """
    if position.phase == "forced march":
        return []
    hex = _hex_in_hand(position)
    if hex < 0 or position.desk[seat].visits.count(hex) >= VISITS or not _worth_it(position, seat, hex):
        return []
    return [ARRANGE]


def _hex_in_hand(position: AlbionPosition) -> int:
    return position.hex_of(position.march[0]) if position.march else -1


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    pick = "button:arrange"
    label = Pick(pick, "Rearrange a stack", "what lies on top, commanders, escorts, items")
    return {pick: label, **hex_labels(mover.position.world, acts)} if acts else {}


def open_up(mover: Mover, act: Act, log: Log) -> None:
    """Open an arrangement; the step that asked must be on the agenda already."""
    position, seat = mover
    hex = act.args[0] if act.args else _hex_in_hand(position)
    note(position.desk, seat, visits=(*position.desk[seat].visits, hex))
    begin(position, seat, hex, {"reaction": "reaction", "setup": "set-up"}.get(position.phase, "movement"))


REARRANGE: Verb[Mover] = Verb("arrange", _fits, open_up, _labels)


def begin(position: AlbionPosition, seat: int, hex: int, when: str) -> None:
    """Ask a seat to rearrange its stack in a hex: at set-up, in movement or reaction, before a round or challenge."""
    note(position.desk, seat, tidied=())
    position.then(Arrange(seat, hex, when))


class Arrange(AsksOne, frozen=True, tag=True):
    """A stack is rearranged, one change after the other, each kind of a piece once, until its owner is done (11.9).

    `when` is that of `Arranging`.
    """

    hex: int
    when: str
    title = "Arrangement"
    clause = "albion/11.9a"
    still_asked = "what can still be changed tells what the stack is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Tops, commanders, escorts, items; or done."""
        place = position.world.number[self.hex]

        def prompt(acts: Sequence[Act]) -> str:
            what = "Arrange your" if len(acts) > 1 else "Nothing can be changed now in your"
            return f"{what} stack at {at_hex(position.world, self.hex)}."

        return STACK.asked(self._stack(position), prompt, default=DONE, place=place)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one change out and ask again."""
        if choice == DONE:
            note(position.desk, self.seat, tidied=())
            return
        position.then(self)
        STACK.do(self._stack(position), choice, log)

    def _stack(self, position: AlbionPosition) -> Arranging:
        return Arranging(position, self.seat, self.hex, self.when)


# Tops


def _tops(stack: Arranging) -> list[Act]:
    """Return who may be put on top of the stack, and of the ships on each coast (11.9b)."""
    position, seat, hex, _, _ = stack
    tidied = stack.tidied
    found: list[int] = []
    if changes.TOP not in tidied:
        codes = position.ashore(seat, hex)
        codes += sorted({troops_code(army.colour) for army in troops_ashore(position, seat, hex)})
        top = top_ashore(position, seat, hex)
        found += [code for code in codes if code != top]
    ships = position.ships_of(seat, hex)
    for coast in sorted({position.coast[ship] for ship in ships}):
        if changes.ships_top(coast) not in tidied:
            top = top_at_sea(position, seat, hex, coast)
            found += [ship_code(ship) for ship in ships if position.coast[ship] == coast and ship_code(ship) != top]
    return [with_button(position.world, "top", code) for code in found]


def _orders(stack: Arranging) -> list[Act]:
    return _tops(stack) if stack.orders else []


def _put_on_top(stack: Arranging, act: Act, log: Log) -> None:
    (position, seat, hex, _, _), code = stack, act.args[0]
    if is_ship(code):
        coast = position.coast[ship_of(code)]
        position.top_ship[seat][position.world.node[hex][coast]] = ship_of(code)
        stack.tidy(changes.ships_top(coast))
    else:
        position.top[seat][hex] = code
        stack.tidy(changes.TOP)


def _top_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    label = Pick("button:top", "Put on top", "what the enemy sees")
    return {label.pick: label, **piece_labels(stack.position.world, acts)}


def _no_tops(stack: Arranging) -> list[Refusal]:
    return commanding.unordered(_tops(stack)) if stack.when == "opening" else []


PUT_ON_TOP: Verb[Arranging] = Verb("top", _orders, _put_on_top, _top_labels, _no_tops)

STACK: Verbs[Arranging] = Verbs(
    PUT_ON_TOP,
    commanding.PUT,
    escorts.ESCORTS,
    berthing.EMBARK,
    berthing.SHIP_BY_SHIP,
    passing.PASS,
    passing.USE,
    ends("done", "Done"),
)
"""What may be changed in a stack; which of it when, each verb says."""
