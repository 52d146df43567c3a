"""Rearranging a stack: what lies on top, who commands whom, escorts, items (albion/11.9a to 11.9e, 14.2, 14.3)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks
from tanelorn.games.albion import passing_items
from tanelorn.games.albion.desk import note
from tanelorn.games.albion.entering import item_hex
from tanelorn.games.albion.nouns import (
    at_button,
    at_hex,
    button,
    name,
    piece_id,
    piece_word,
    plain,
    with_button,
)
from tanelorn.games.albion.position import BOUND, IN_HAND, MAILED, SHIP, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.ratings import may_command, rank
from tanelorn.games.albion.stacks import commanded, commanders, top_ashore, top_at_sea, troops_ashore
from tanelorn.games.albion.world import World

MOVING = ("movement", "forced march", "pregame")
"""Phases in which the active player moves."""

VISITS = 3
"""How often the stack of one hex may be rearranged in a phase, so that a phase ends; a visit holds many changes."""

TOP, SHIPS_TOP, UNDER, ESCORT = 0, 2000, 10_000, 3000
"""What counts as one change: the top; the top of a coast; a colour under a person; an escort."""

DONE, ARRANGE = plain("done"), plain("arrange")


def may_rearrange(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat may rearrange its stacks as it likes: it moves, or it reacts (11.9a)."""
    return position.active == (seat if position.phase in MOVING else 1 - seat if position.phase == "reaction" else -2)


# Commanders


def assign(position: AlbionPosition, seat: int, hex: int) -> None:
    """Put troops that nobody commands under the highest person who may, as their owner may alter (14.2b); they lie no
    longer under somebody who has left, but still under one whom the enemy controls for a turn (19.4/10b).
    """
    armies = position.troops.get(hex)
    if not armies:
        return
    w = position.world
    changed = []
    for army in armies:
        if w.c_side[army.colour] == seat and not army.did & IN_HAND and not commanded(position, hex, army):
            chief = _entitled(position, seat, hex, army)
            if chief >= 0 or (army.chief >= 0 and position.at[army.chief] != hex):
                army = army._replace(chief=chief)
        changed.append(army)
    if tuple(changed) != armies:
        position.set_troops(hex, changed)


def _entitled(position: AlbionPosition, seat: int, hex: int, army: Army) -> int:
    """Return who should command an army: active, entitled and with it, the highest rank first; -1 for nobody."""
    able = lords(position, seat, hex, army.colour, army.ship >= 0)
    asleep = not position.roused[position.world.c_kingdom[army.colour]]
    return next((person for person in able if position.awake[person] or asleep), -1)


def lords(position: AlbionPosition, seat: int, hex: int, colour: int, aboard: bool) -> list[int]:
    """Return who may command points of a colour ashore, or aboard ships, in a hex, the highest rank first (14.3)."""
    if not aboard:
        return commanders(position, seat, hex, colour)
    able = [
        person
        for person in position.persons_of(seat, hex)
        if position.aboard[person] >= 0 and may_command(position, person, colour)
    ]
    return sorted(able, key=lambda person: (-rank(position, person), person))


def needed(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether troops of a seat in a hex lack a commander though somebody there may command them (14.2b)."""
    return any(
        not commanded(position, hex, army) and _entitled(position, seat, hex, army) >= 0
        for army in position.armies_of(seat, hex)
    )


# What movement offers


def acts(position: AlbionPosition, seat: int) -> list[Act]:
    """Return the acts that open an arrangement, for each hex where a seat has something to rearrange."""
    visits = position.desk[seat].visits
    hexes = [hex for hex in worth_arranging(position, seat) if hex not in visits or visits.count(hex) < VISITS]
    return [_opens(position.world)[hex] for hex in hexes]


@lru_cache(maxsize=8)
def _opens(world: World) -> tuple[Act, ...]:
    return tuple(at_button(world, "arrange", hex) for hex in range(len(world.number)))


def worth_arranging(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes where a seat has more than one thing, or may take up or pass on an item."""
    counts: dict[int, int] = {}
    w, side, escort = position.world, position.side, position.escort
    for hex, persons in position.people.items():
        for person in persons:
            if side[person] == seat:
                counts[hex] = counts.get(hex, 0) + 1 + escort[person]
    for hex, armies in position.troops.items():
        for army in armies:
            if w.c_side[army.colour] == seat:
                counts[hex] = counts.get(hex, 0) + 1
    for hex, ships in position.fleets.items():
        for ship in ships:
            if w.s_side[ship] == seat:
                counts[hex] = counts.get(hex, 0) + 1
    items = {item_hex(position, item) for item in range(1, len(position.bearer))}
    return [
        hex
        for hex, count in sorted(counts.items())
        if count > 1 or (hex in items and passing_items.givable(position, seat, hex, "movement"))
    ]


def _worth_it(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Whether more than one thing of a seat is in a hex, or something lies there."""
    persons, troops = position.persons_of(seat, hex), position.armies_of(seat, hex)
    count = len(persons) + len(troops) + len(position.ships_of(seat, hex))
    if count > 1 or any(position.escort[person] for person in persons):
        return True
    return count > 0 and bool(passing_items.givable(position, seat, hex, "movement"))


def acts_in_hand(position: AlbionPosition, seat: int) -> list[Act]:
    """Return the act that opens an arrangement of the stack that the group in hand stands in."""
    hex = _hex_in_hand(position)
    if hex < 0 or position.desk[seat].visits.count(hex) >= VISITS or not _worth_it(position, seat, hex):
        return []
    return [ARRANGE]


def _hex_in_hand(position: AlbionPosition) -> int:
    if not position.march:
        return -1
    first = position.march[0]
    return position.ship_at[first - SHIP] if first >= SHIP else position.at[first]


def labels(position: AlbionPosition, acts: list[Act]) -> dict[str, Pick]:
    """Return what the buttons that open an arrangement say."""
    note = "what lies on top, commanders, escorts, items"
    return {"button:arrange": Pick("button:arrange", "Rearrange a stack", note)}


def take(position: AlbionPosition, seat: int, act: Act, log: Log) -> bool:
    """Open an arrangement if that is what the act says; the step that asked must be on the agenda already."""
    if act.verb != "arrange":
        return False
    hex = act.args[0] if act.args else _hex_in_hand(position)
    note(position.desk, seat, visits=(*position.desk[seat].visits, hex))
    begin(position, seat, hex, "reaction" if position.phase == "reaction" else "movement")
    return True


def begin(position: AlbionPosition, seat: int, hex: int, when: str) -> None:
    """Ask a seat to rearrange its stack in a hex: in movement or reaction, before a round, before a challenge."""
    note(position.desk, seat, tidied=())
    position.then(Arrange(seat, hex, when))


class Arrange(Asks, frozen=True, tag=True):
    """A stack is rearranged, one change after the other, each kind of a piece once, until its owner is done (11.9).

    `when` is "movement", "reaction", "round" (of a combat) or "challenge" (items alone, 15.4d).
    """

    seat: int
    hex: int
    when: str
    title = "Arrangement"
    clause = "albion/11.9a"

    def seats(self, position: AlbionPosition) -> tuple[int, ...]:
        """Whose stack it is."""
        return (self.seat,)

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Tops, commanders, escorts, items; or done."""
        seat, hex, when = self.seat, self.hex, self.when
        list = [] if when == "challenge" else _tops(position, seat, hex) + _commands(position, seat, hex)
        if when in ("movement", "reaction"):
            list += _escorts(position, seat, hex)
        list += passing_items.acts(position, seat, hex, when)
        list.append(DONE)
        return Acts(
            list,
            f"Arrange your stack at {at_hex(position.world, hex)}.",
            labels=lambda: self._labels(position, list),
            refused=lambda: self._refused(position),
            default=DONE,
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one change out and ask again."""
        if choice.verb == "done":
            note(position.desk, self.seat, tidied=())
            return
        position.then(self)
        if passing_items.take(position, self.seat, choice, self.hex, log):
            return
        if choice.verb == "top":
            self._top(position, choice.args[0])
        elif choice.verb == "put":
            _put_under(position, self.hex, choice, self.seat)
        else:
            person = choice.args[0]
            (detach if choice.verb == "detach escort of" else attach)(position, person)
            self._tidy(position, ESCORT + person)

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
        position.learned += 1  # the enemy sees it

    def _labels(self, position: AlbionPosition, list: list[Act]) -> dict[str, Pick]:
        w = position.world
        labels = passing_items.labels(position, list) | dict([button("done", "Done", enter=True)])
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
        found = passing_items.refusals(position, seat, hex, self.when)
        if self.when == "challenge":
            return found
        found += _command_refusals(position, seat, hex)
        return found + _escort_refusals(position, seat, hex, self.when)


# Tops


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


# Troops under commanders


def _commands(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return how points may be put under other persons who are with them; a colour goes under a person once."""
    found: list[Act] = []
    w, tidied = position.world, position.desk[seat].tidied
    armies = position.armies_of(seat, hex)
    for colour, aboard in sorted({(army.colour, army.ship >= 0) for army in armies}):
        for chief in lords(position, seat, hex, colour, aboard):
            if _under_key(colour, aboard, chief) in tidied:
                continue
            most = sum(army.n for army in armies if _movable(army, colour, aboard, chief))
            found += [_put(w, n, colour, chief, aboard) for n in range(1, most + 1)]
    return found


def _movable(army: Army, colour: int, aboard: bool, chief: int) -> bool:
    return army.colour == colour and (army.ship >= 0) == aboard and army.chief != chief


def _under_key(colour: int, aboard: bool, chief: int) -> int:
    return UNDER + (colour * 2 + aboard) * 100 + chief


@lru_cache(maxsize=4096)
def _put(world: World, n: int, colour: int, chief: int, aboard: bool) -> Act:
    army, person = piece_word(world, TROOPS + colour), piece_word(world, chief)
    text = f"put {n} {army}{' aboard' if aboard else ''} under {person}"
    where = ("button:aboard",) if aboard else ()
    picks = (
        "button:put",
        *where,
        f"piece:{piece_id(world, TROOPS + colour)}",
        f"piece:{piece_id(world, chief)}",
        f"count:{n}",
    )
    return Act("put", (colour, n, chief, int(aboard)), text, picks)


def _put_under(position: AlbionPosition, hex: int, act: Act, seat: int) -> None:
    """Put points under another person: those without a commander first."""
    colour, n, chief, aboard = act.args
    armies = [army for army in position.troops[hex] if _movable(army, colour, bool(aboard), chief)]
    armies.sort(key=lambda army: (commanded(position, hex, army), army))
    for army in armies:
        moved = min(n, army.n)
        if moved:
            hand = army.did & ~IN_HAND | (IN_HAND if chief in position.march else 0)
            position.swap_army(
                hex, army, army._replace(n=army.n - moved), army._replace(n=moved, chief=chief, did=hand)
            )
            n -= moved
    note(position.desk, seat, tidied=(*position.desk[seat].tidied, _under_key(colour, bool(aboard), chief)))


def _command_refusals(position: AlbionPosition, seat: int, hex: int) -> list[Refusal]:
    """Say who may not command which troops (14.3)."""
    w = position.world
    found = []
    for army in troops_ashore(position, seat, hex):
        for person in position.ashore(seat, hex):
            if not may_command(position, person, army.colour):
                act = _put(w, army.n, army.colour, person, False)
                found.append(Refusal(act.text, *_why_no_command(position, person), act.path))
    return found


def _why_no_command(position: AlbionPosition, person: int) -> tuple[str, str]:
    who = position.world.persons[person].name
    match rank(position, person):
        case 1:
            return f"{who} is a Captain: he commands his own colour alone.", "albion/14.3a"
        case 2:
            return f"{who} is a Marshal: he commands his own race alone.", "albion/14.3b"
        case _:
            return f"{who} has no rank and commands nobody.", "albion/14.3d"


# Escorts


def _escorts(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return whose escort may be detached, and who may get one (11.9d)."""
    w, tidied = position.world, position.desk[seat].tidied
    found = []
    for person in position.persons_of(seat, hex):
        if ESCORT + person in tidied or not position.awake[person]:
            continue
        if position.escort[person]:
            found.append(with_button(w, "detach escort of", person))
        elif source(position, person) is not None:
            found.append(with_button(w, "attach escort to", person))
    return found


def source(position: AlbionPosition, person: int) -> Army | None:
    """Return the army of which a point could be a person's escort: of his colour and with him, the freshest (11.9d)."""
    w = position.world
    if position.escort[person] or not w.p_escort[person]:
        return None
    able = [
        army
        for army in position.troops.get(position.at[person], ())
        if army.colour == w.p_colour[person]
        and w.c_side[army.colour] == position.side[person]
        and army.ship == position.aboard[person]
    ]
    return min(able, key=lambda army: (army.did & ~IN_HAND, army.spent, army), default=None)


def detach(position: AlbionPosition, person: int) -> None:
    """Turn a person's escort into an army point that has spent and done what he has (11.9d)."""
    colour = position.world.p_colour[person]
    chief = person if may_command(position, person, colour) else -1
    did = position.did[person] & ~(BOUND | MAILED)
    if person in position.march and chief >= 0:
        did |= IN_HAND
    position.escort[person] = 0
    army = Army(colour, 1, chief, position.aboard[person], position.spent[person], did)
    position.add_army(position.at[person], army)


def attach(position: AlbionPosition, person: int) -> None:
    """Turn an army point into a person's escort; he has done what it has, and spent no less (11.9d)."""
    army = source(position, person)
    if army is None:
        return
    position.swap_army(position.at[person], army, army._replace(n=army.n - 1))
    position.escort[person] = 1
    position.spent[person] = max(position.spent[person], army.spent)
    position.did[person] |= army.did & ~IN_HAND


def _escort_refusals(position: AlbionPosition, seat: int, hex: int, when: str) -> list[Refusal]:
    """Say who can have no escort, and when none is changed (11.9d)."""
    w = position.world
    found = []
    for person in position.persons_of(seat, hex):
        verb = "detach escort of" if position.escort[person] else "attach escort to"
        act = with_button(w, verb, person)
        who = w.persons[person].name
        if when not in ("movement", "reaction"):
            why = "Escorts are attached and detached in movement and reaction alone."
        elif position.escort[person] or source(position, person) is not None:
            continue
        elif not w.p_escort[person]:
            why = f"The counter of {who} has no escorted side."
        else:
            why = f"No army point of the colour of {who} is with him."
        found.append(Refusal(act.text, why, "albion/11.9d", act.path))
    return found
