"""The group in hand (albion/11.0, 11.1, 14.2): who may be taken up, who joins and leaves, and how far all can go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tanelorn.games.albion.state.command import may_command, stack_command
from tanelorn.games.albion.state.deeds import (
    BOUND,
    DONE,
    HELD,
    IN_HAND,
    LANDED,
    MARCHED,
    RETREATED,
    SAILED,
    STOPPED,
    led,
)
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import Bar
from tanelorn.games.albion.state.printed.pieces import colour_of, is_person, is_ship, ship_code, ship_of, troops_code
from tanelorn.games.albion.state.ratings import army_points, command, person_points, rank, ship_points
from tanelorn.games.albion.state.stacks import stands_in, troops_ashore


class Group:
    """A group as the rules see it: persons and armies on land, or ships on one coast with all aboard.

    The leader comes first.
    """

    __slots__ = ("armies", "coast", "here", "persons", "points", "seat", "ships")

    def __init__(self, position: AlbionPosition, seat: int, codes: Sequence[int]) -> None:
        self.seat = seat
        self.ships: list[int] = []
        self.persons: list[int] = []
        self.armies: list[Army] = []
        self.coast = 0
        first = codes[0]
        if is_ship(first):
            self.ships = [ship_of(code) for code in codes]
            self.here, self.coast = position.ship_at[self.ships[0]], position.coast[self.ships[0]]
            self.points = min(ship_points(position, ship) for ship in self.ships)
            return
        self.persons = list(codes)
        self.here = here = position.at[first]
        c_side = position.world.c_side
        self.armies = [
            army for army in position.troops.get(here, ()) if army.did & IN_HAND and c_side[army.colour] == seat
        ]
        self.points = min(person_points(position, person) for person in self.persons)
        for army in self.armies:
            self.points = min(self.points, army_points(position, army))

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of all pieces in hand."""
        if self.ships:
            return tuple(ship_code(ship) for ship in self.ships)
        return (*self.persons, *sorted({troops_code(army.colour) for army in self.armies}))

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours of the armies in hand."""
        return tuple(sorted({army.colour for army in self.armies}))


# How far


def besides(position: AlbionPosition) -> bool:
    """Tell whether this is a move besides the normal one, for land pieces that are active: a march or a reaction."""
    return position.phase in ("forced march", "reaction")


def tied(position: AlbionPosition, group: Group) -> Bar | None:
    """Return why a reacting group may not leave enemy troops in its hex: a person there is rated as high (13.0c)."""
    most = position.barring.get(group.here, -1)
    if most < 0 or group.ships or group.here in position.evading[group.seat]:
        return None
    if stack_command(position, group.persons) > most:
        return None
    return Bar("Nobody in the group has a higher Command Rating than the enemies here.", "albion/13.0c")


# Who may be taken


def in_hand(position: AlbionPosition, seat: int) -> Group | None:
    """Return the group in hand, if there is one."""
    return Group(position, seat, position.march) if position.march else None


def starters(position: AlbionPosition, seat: int) -> list[int]:
    """Return the codes of those who may be taken first: persons ashore and ships that have points left."""
    left = position.desk[seat].left
    side = position.side
    found = [
        person
        for person, hex in enumerate(position.at)
        if hex >= 0 and side[person] == seat and person not in left and not why_not(position, person)
    ]
    if besides(position):
        return found
    s_side = position.world.s_side
    return found + [
        ship_code(ship)
        for ship, hex in enumerate(position.ship_at)
        if hex >= 0
        and s_side[ship] == seat
        and (not left or ship_code(ship) not in left)
        and not why_not_sail(position, ship)
    ]


_ABOARD = Bar("Who is aboard moves with the ship: take the ship.", "albion/12.2a")
_INACTIVE = Bar("Who is not active does nothing.", "albion/10.0a")
_SPENT = Bar("No Movement Points are left.", "albion/11.0a")
_SLEEPS = Bar("The ships of a sleeping kingdom do not move.", "albion/10.3c")
_IN_REFIT = Bar("A ship under refit does not move in this player-turn.", "albion/9.1c")


def why_not(position: AlbionPosition, person: int) -> Bar | None:
    """Return why a person cannot be taken up, None if they can."""
    did = position.did[person]
    if position.aboard[person] >= 0:
        return _ABOARD
    if not position.awake[person] and not shuffles(position, person):
        return _INACTIVE
    if did & STOPPED:
        return halted(did)
    if position.phase == "forced march":
        return _no_march(position, person)
    if not person_points(position, person):
        return _SPENT
    return None


def _no_march(position: AlbionPosition, person: int) -> Bar | None:
    """Return why a person makes no forced march, alone or with those in hand (12.4b)."""
    if position.did[person] & MARCHED:
        return Bar("No piece makes two forced marches.", "albion/12.4b")
    if not position.march and not command(position, person):
        return Bar("Who has no Command Rating marches only with somebody who has.", "albion/12.4b")
    return None


_HALTS = {
    BOUND: Bar("Who has tried to cast does nothing else in this turn.", "albion/19.3a"),
    HELD: Bar("Who has met the enemy stops for this phase.", "albion/11.2a"),
    SAILED: Bar("Who has used a ship does not move by land in this phase.", "albion/12.2b"),
    LANDED: Bar("Who was put ashore by a refit does not move in this player-turn.", "albion/9.1c"),
    RETREATED: Bar("Who has retreated makes no further move in this phase.", "albion/15.8d"),
    DONE: Bar("The stack has moved as its player had to write; it does nothing more.", "albion/19.4/03"),
}


def halted(did: int) -> Bar:
    """Return the rule by which something that was done ends the movement."""
    moved = Bar("The move has been made.", "albion/12.4b")
    return next((bar for bit, bar in _HALTS.items() if did & bit), moved)


def shuffles(position: AlbionPosition, person: int) -> bool:
    """Tell whether a sleeping person may be moved inside their kingdom: normal movement only (10.3c)."""
    return position.world.p_kingdom[person] >= 0 and not besides(position)


def asleep(position: AlbionPosition, colour: int) -> bool:
    """Tell whether the kingdom of some troops sleeps (10.3)."""
    return not position.roused[position.world.c_kingdom[colour]]


def why_not_sail(position: AlbionPosition, ship: int) -> Bar | None:
    """Return why a ship cannot be taken up, None if it can."""
    if besides(position):
        clause = "albion/13.0d" if position.phase == "reaction" else "albion/12.4"
        return Bar("Ships neither react nor make forced marches, and nobody uses them then.", clause)
    if not position.roused[position.world.s_kingdom[ship]]:
        return _SLEEPS
    if position.refit[ship]:
        return _IN_REFIT
    if position.ship_did[ship] & STOPPED:
        return halted(position.ship_did[ship])
    if not ship_points(position, ship):
        return _SPENT
    return None


# Who goes along


def joiners(position: AlbionPosition, group: Group) -> list[int]:
    """Return the codes of the persons or ships that could join the group."""
    if not may_gather(position):
        return []
    left = position.desk[group.seat].left
    if group.ships:
        return [
            ship_code(ship)
            for ship in position.ships_of(group.seat, group.here, group.coast)
            if ship not in group.ships and ship_code(ship) not in left and not why_not_sail(position, ship)
        ]
    awake = position.awake
    return [
        person
        for person in position.ashore(group.seat, group.here)
        if person not in group.persons
        and person not in left
        and awake[person] == awake[group.persons[0]]
        and not why_not(position, person)
    ]


def may_change(position: AlbionPosition) -> bool:
    """Tell whether others may join or leave: always, but in a forced march that has begun (12.4b)."""
    return position.phase != "forced march" or not position.marched


def may_gather(position: AlbionPosition) -> bool:
    """Tell whether others may join: a stack that reacts gathers nobody on the way, for each piece has the rating of the
    stack in which it began (13.0e).
    """
    return may_change(position) and not (position.phase == "reaction" and position.marched)


def points_to_join(position: AlbionPosition, group: Group) -> dict[int, int]:
    """Return by colour how many army points could join: somebody in the group may command them (11.1, 14.1.1, 14.3)."""
    found: dict[int, int] = {}
    if group.ships or not may_gather(position):
        return found
    left = position.desk[group.seat].left
    for army in position.armies_of(group.seat, group.here):
        colour = army.colour
        if not army.did & IN_HAND and troops_code(colour) not in left and not why_not_join(position, group, army):
            found[colour] = found.get(colour, 0) + army.n
    return found


def why_not_join(position: AlbionPosition, group: Group, army: Army) -> Bar | None:
    """Return why an army cannot go along, None if it can."""
    if army.ship >= 0:
        return Bar("They are aboard a ship.", "albion/12.2a")
    if army.did & STOPPED:
        return halted(army.did)
    if position.phase == "forced march" and army.did & MARCHED:
        return Bar("No piece makes two forced marches.", "albion/12.4b")
    if not army_points(position, army):
        return Bar("No Movement Points are left.", "albion/11.0a")
    if asleep(position, army.colour) == bool(position.awake[group.persons[0]]):
        return Bar("A sleeping kingdom moves by itself.", "albion/10.3c")
    if not any(may_command(position, person, army.colour) for person in group.persons):
        return Bar("Nobody in the group may command them.", "albion/14.3a")
    return None


def commander(position: AlbionPosition, persons: list[int], army: Army) -> int:
    """Return under whom of some persons an army lies or would lie, -1 for nobody: who has it keeps it."""
    if army.chief in persons and may_command(position, army.chief, army.colour):
        return army.chief
    able = [person for person in persons if may_command(position, person, army.colour)]
    if persons and persons[0] in able:
        return persons[0]
    return max(able, key=lambda person: (rank(position, person), -person), default=-1)


def set_down(position: AlbionPosition) -> None:
    """Put the group in hand down."""
    if not position.march:
        return
    held = [hex for hex, armies in position.troops.items() for army in armies if army.did & IN_HAND]
    for hex in dict.fromkeys(held):
        position.set_troops(hex, [army._replace(did=army.did & ~IN_HAND) for army in position.troops[hex]])
    position.march = []
    position.marched = False


def set_out(position: AlbionPosition, seat: int) -> None:
    """The stack in hand is on its forced march: it stays together, and none of it marches again (12.4b)."""
    persons = tuple(position.march)
    for person in persons:
        position.did[person] |= MARCHED
    here, marched = position.at[persons[0]], MARCHED | led(persons[0])
    armies = position.troops.get(here, ())
    if any(army.did & IN_HAND for army in armies):
        position.set_troops(
            here, [army._replace(did=army.did | marched) if army.did & IN_HAND else army for army in armies]
        )
    note(position.desk, seat, stacks=(*position.desk[seat].stacks, persons))


# Taking up, joining, leaving


def take_up(position: AlbionPosition, seat: int, code: int) -> None:
    """Take a person in hand with the troops under them that can move, or a ship."""
    position.march = [code]
    position.marched = False
    note(position.desk, seat, entry=(-1, -1))
    rate(position)
    if is_ship(code):
        return
    here = position.at[code]
    led = [army for army in position.armies_of(seat, here) if army.chief == code]
    if led:
        group = Group(position, seat, [code])
        left = position.desk[seat].left
        for army in led:
            if troops_code(army.colour) not in left and not why_not_join(position, group, army):
                position.swap_army(here, army, army._replace(did=army.did | IN_HAND))


def rate(position: AlbionPosition) -> None:
    """Let a stack that makes a forced march have as many points as the Command Rating of those in it (12.4b)."""
    if position.phase == "forced march" and not position.marched:
        position.allowance = stack_command(position, position.march) if position.march else -1


def join(position: AlbionPosition, codes: Iterable[int]) -> None:
    """Let persons or ships join the group in hand."""
    position.march = [*position.march, *codes]
    rate(position)


def join_points(position: AlbionPosition, group: Group, colour: int, n: int) -> None:
    """Take so many points of a colour along: those of the group's own commanders and the freshest first."""
    able = [
        army
        for army in position.armies_of(group.seat, group.here)
        if army.colour == colour and not army.did & IN_HAND and not why_not_join(position, group, army)
    ]
    able.sort(key=lambda army: (army.chief not in group.persons, army.spent, army))
    for army in able:
        some = min(n, army.n)
        if some:
            chief = commander(position, group.persons, army)
            going = army._replace(n=some, chief=chief, did=army.did | IN_HAND)
            position.swap_army(group.here, army, going, army._replace(n=army.n - some))
            n -= some


def leave_points(position: AlbionPosition, group: Group, colour: int, n: int) -> None:
    """Leave so many points of a colour behind, the most tired first."""
    able = sorted((army for army in group.armies if army.colour == colour), key=lambda army: (-army.spent, army))
    for army in able:
        some = min(n, army.n)
        if some:
            staying = army._replace(n=some, did=army.did & ~IN_HAND)
            position.swap_army(group.here, army, army._replace(n=army.n - some), staying)
            n -= some
    note(position.desk, group.seat, left=(*position.desk[group.seat].left, troops_code(colour)))


def leave_one(position: AlbionPosition, group: Group, code: int) -> None:
    """Leave a person or ship behind; troops go on under somebody else, or stay where nobody else may command them."""
    position.march = [one for one in position.march if one != code]
    note(position.desk, group.seat, left=(*position.desk[group.seat].left, code))
    rate(position)
    if not is_ship(code):
        rally(position, group.seat)


def rally(position: AlbionPosition, seat: int) -> None:
    """Keep in hand who is still there and can go on together; troops go only under somebody of the group (11.1)."""
    march = position.march
    if not march:
        return
    if is_ship(march[0]):
        node = next(
            ((position.ship_at[ship_of(one)], position.coast[ship_of(one)]) for one in march if _sails(position, one)),
            None,
        )
        position.march = [
            one
            for one in march
            if _sails(position, one) and (position.ship_at[ship_of(one)], position.coast[ship_of(one)]) == node
        ]
        return
    there = [one for one in march if position.at[one] >= 0 and position.side[one] == seat and position.aboard[one] < 0]
    here = position.at[there[0]] if there else -1
    persons = [one for one in there if position.at[one] == here]
    position.march = persons
    hexes = [here] if len(persons) == len(march) else list(position.troops)
    for hex in hexes:
        _rally_troops(position, seat, hex, persons if hex == here else [])


def _rally_troops(position: AlbionPosition, seat: int, hex: int, persons: list[int]) -> None:
    """Keep the troops of a hex in hand that some persons may command."""
    armies = position.troops.get(hex, ())
    c_side = position.world.c_side
    kept = tuple(
        _rallied(position, army, persons) if army.did & IN_HAND and c_side[army.colour] == seat else army
        for army in armies
    )
    if kept != armies:
        position.set_troops(hex, kept)


def _sails(position: AlbionPosition, code: int) -> bool:
    return position.ship_at[ship_of(code)] >= 0


def _rallied(position: AlbionPosition, army: Army, persons: list[int]) -> Army:
    chief = commander(position, persons, army)
    return army._replace(chief=chief) if chief >= 0 else army._replace(did=army.did & ~IN_HAND)


# Going


def transfer(position: AlbionPosition, group: Group, to: int, cost: int, bits: int) -> None:
    """Put a group on land into another hex, at a cost for each piece; what lies on top goes with it."""
    here = group.here
    for person in group.persons:
        position.spent[person] += cost
        position.did[person] |= bits
        position.put(person, to)
    if group.armies:
        arriving = {army: army._replace(spent=army.spent + cost, did=army.did | bits) for army in group.armies}
        position.move_armies(here, to, arriving)
    shift_top(position, group, to)
    shift_rumour(position, group.seat, here, to)


def _any_of(position: AlbionPosition, colour: int, hex: int) -> bool:
    return any(army.colour == colour for army in position.troops.get(hex, ()))


def shift_top(position: AlbionPosition, group: Group, to: int) -> None:
    """Keep on top of a group what its owner had put there, where the owner had nothing before."""
    seat, top = group.seat, position.top[group.seat]
    code = top.get(group.here, -1)
    if code not in group.codes:
        return
    if is_person(code) or not _any_of(position, colour_of(code), group.here):
        del top[group.here]
    others = any(person not in group.persons for person in position.ashore(seat, to))
    if not others and all(army.did & IN_HAND for army in troops_ashore(position, seat, to)):
        top[to] = code


def shift_rumour(position: AlbionPosition, seat: int, here: int, to: int) -> None:
    """Let what is thought to stand in a hex go along: all of it if nothing stays there, else half."""
    rumour = position.rumour[seat]
    known = rumour.get(here, 0)
    if known:
        going = known // 2 if stands_in(position, seat, here) else known
        rumour[to] = rumour.get(to, 0) + going
        if known - going:
            rumour[here] = known - going
        else:
            del rumour[here]


def spent_something(position: AlbionPosition, seat: int) -> None:
    """Points have been spent: whoever was set down unmoved may be taken up again."""
    if position.desk[seat].left:
        note(position.desk, seat, left=())
