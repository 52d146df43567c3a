"""Rearranging a stack: what lies on top, who commands whom, escorts, items (albion/11.9a to 11.9e, 14.2, 14.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, Acts, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.items import passing
from tanelorn.games.albion.movement import berthing, commanding, escorts
from tanelorn.games.albion.stacks.command import Mover
from tanelorn.games.albion.state.desk import SHIPS_TOP, TOP, note
from tanelorn.games.albion.state.magic_items import item_hex
from tanelorn.games.albion.state.nouns import at_button, at_hex, button, hex_labels, name, piece_id, plain, with_button
from tanelorn.games.albion.state.position import SHIP, TROOPS, AlbionPosition
from tanelorn.games.albion.state.stacks import top_ashore, top_at_sea, troops_ashore
from tanelorn.games.albion.state.world import World

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
    w, side, escort, counts = position.world, position.side, position.escort, defaultdict[int, int](int)
    for person, hex in enumerate(position.at):
        if hex >= 0 and side[person] == seat:
            counts[hex] += 1 + escort[person]
    c_side, s_side = w.c_side, w.s_side
    for hex, armies in position.troops.items():
        for army in armies:
            if c_side[army.colour] == seat:
                counts[hex] += 1
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and s_side[ship] == seat:
            counts[hex] += 1
    found = {hex for hex, count in counts.items() if count > 1}
    for item in range(1, len(position.bearer)):
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
    if not position.march:
        return -1
    first = position.march[0]
    return position.ship_at[first - SHIP] if first >= SHIP else position.at[first]


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

    `when` is "set-up" (the stack is laid out: who is aboard, and where ships lie, too), "movement", "reaction", "round"
    (of a combat, when one has been fought), "opening" (before the first one: items alone, 20.1b) or "challenge" (items
    alone, 15.4d).
    """

    hex: int
    when: str
    title = "Arrangement"
    clause = "albion/11.9a"
    still_asked = "what can still be changed tells what the stack is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Tops, commanders, escorts, items; or done."""
        seat, hex, when = self.seat, self.hex, self.when
        list = [] if when in ("challenge", "opening") else _order(position, seat, hex)
        if when in ("movement", "reaction"):
            list += escorts.acts(position, seat, hex)
        if when == "set-up":
            list += berthing.acts(position, seat, hex)
        else:
            list += passing.acts(position, seat, hex, when)
        list.append(DONE)
        return Acts(
            list,
            f"{'Arrange your' if len(list) > 1 else 'Nothing can be changed now in your'} stack at "
            f"{at_hex(position.world, hex)}.",
            labels=lambda: self._labels(position, list),
            refused=lambda: self._refused(position),
            default=DONE,
            about=position.world.number[hex],
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one change out and ask again."""
        if choice.verb == "done":
            note(position.desk, self.seat, tidied=())
            return
        position.then(self)
        if passing.carry_out(position, self.seat, choice, self.hex, log):
            return
        if self.when == "set-up" and berthing.carry_out(position, self.seat, choice, self.hex):
            return
        if choice.verb == "top":
            self._top(position, choice.args[0])
        elif choice.verb == "put":
            commanding.put_under(position, self.hex, choice, self.seat)
        else:
            person = choice.args[0]
            if choice.verb == "detach escort of":
                escorts.detach(position, person)
            else:
                escorts.attach(position, person, log)
            self._tidy(position, escorts.ESCORT + person)

    def _tidy(self, position: AlbionPosition, key: int) -> None:
        note(position.desk, self.seat, tidied=(*position.desk[self.seat].tidied, key))

    def _top(self, position: AlbionPosition, code: int) -> None:
        if code >= SHIP:
            coast = position.coast[code - SHIP]
            position.top_ship[self.seat][position.world.node[self.hex][coast]] = code - SHIP
            self._tidy(position, SHIPS_TOP + coast)
        else:
            position.top[self.seat][self.hex] = code
            self._tidy(position, TOP)

    def _labels(self, position: AlbionPosition, list: list[Act]) -> dict[str, Pick]:
        w = position.world
        labels = passing.labels(position, list) | dict([button("done", "Done", enter=True)])
        labels |= berthing.labels(position, list) if self.when == "set-up" else {}
        labels["button:top"] = Pick("button:top", "Put on top", "what the enemy sees")
        labels["button:put"] = Pick("button:put", "Put troops under a commander")
        labels["button:detach-escort-of"] = Pick(
            "button:detach-escort-of", "Detach an escort", "it becomes an army point"
        )
        labels["button:attach-escort-to"] = Pick(
            "button:attach-escort-to", "Attach an escort", "an army point joins him"
        )
        for act in list:
            for code in act.args[:1] if act.verb in ("top", "detach escort of", "attach escort to") else ():
                labels.setdefault(f"piece:{piece_id(w, code)}", Pick(f"piece:{piece_id(w, code)}", name(w, code)))
        return labels

    def _refused(self, position: AlbionPosition) -> list[Refusal]:
        seat, hex = self.seat, self.hex
        found = passing.refusals(position, seat, hex, self.when)
        if self.when == "challenge":
            return found
        if self.when == "opening":
            why = "In a combat the order of a stack is changed between rounds: none has been fought yet."
            orders = _order(position, seat, hex)
            return found + [Refusal(act.text, why, "albion/11.9a", act.path) for act in orders]
        found += commanding.refusals(position, seat, hex)
        if self.when == "set-up":
            return found + berthing.refusals(position, seat, hex)
        return found + escorts.refusals(position, seat, hex, self.when)


# Tops


def _order(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return how the order of a stack may be changed: its top and who commands whom (11.9b)."""
    return _tops(position, seat, hex) + commanding.acts(position, seat, hex)


def _tops(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    tidied = position.desk[seat].tidied
    found: list[int] = []
    if TOP not in tidied:
        codes = position.ashore(seat, hex)
        codes += sorted({TROOPS + army.colour for army in troops_ashore(position, seat, hex)})
        top = top_ashore(position, seat, hex)
        found += [code for code in codes if code != top]
    ships = position.ships_of(seat, hex)
    for coast in sorted({position.coast[ship] for ship in ships}):
        if SHIPS_TOP + coast not in tidied:
            top = top_at_sea(position, seat, hex, coast)
            found += [SHIP + ship for ship in ships if position.coast[ship] == coast and SHIP + ship != top]
    return [with_button(position.world, "top", code) for code in found]
