"""Taking up, joining, leaving, going (albion/11.0d, 11.1): what changes in the group in hand, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.albion.movement.groups import Group, commander, why_not_join
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import IN_HAND, SHIP, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import stack_command
from tanelorn.games.albion.state.stacks import stands_in, troops_ashore

# Taking up, joining, leaving


def take_up(position: AlbionPosition, seat: int, code: int) -> None:
    """Take a person in hand with the troops under him that can move, or a ship."""
    position.march = [code]
    position.marched = False
    note(position.desk, seat, entry=(-1, -1))
    rate(position)
    if code >= SHIP:
        return
    here = position.at[code]
    led = [army for army in position.armies_of(seat, here) if army.chief == code]
    if led:
        group = Group(position, seat, [code])
        left = position.desk[seat].left
        for army in led:
            if TROOPS + army.colour not in left and not why_not_join(position, group, army):
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
    note(position.desk, group.seat, left=(*position.desk[group.seat].left, TROOPS + colour))


def leave_one(position: AlbionPosition, group: Group, code: int) -> None:
    """Leave a person or ship behind; troops go on under somebody else, or stay where nobody else may command them."""
    position.march = [one for one in position.march if one != code]
    note(position.desk, group.seat, left=(*position.desk[group.seat].left, code))
    rate(position)
    if code < SHIP:
        rally(position, group.seat)


def rally(position: AlbionPosition, seat: int) -> None:
    """Keep in hand who is still there and can go on together; troops go only under somebody of the group (11.1)."""
    march = position.march
    if not march:
        return
    if march[0] >= SHIP:
        node = next(
            ((position.ship_at[one - SHIP], position.coast[one - SHIP]) for one in march if _sails(position, one)), None
        )
        position.march = [
            one
            for one in march
            if _sails(position, one) and (position.ship_at[one - SHIP], position.coast[one - SHIP]) == node
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
    return position.ship_at[code - SHIP] >= 0


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
    """Keep on top of a group what its owner had put on top of it, where nothing of his stood before."""
    seat, top = group.seat, position.top[group.seat]
    code = top.get(group.here, -1)
    if code not in group.codes:
        return
    if code < TROOPS or not _any_of(position, code - TROOPS, group.here):
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
