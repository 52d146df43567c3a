"""What lies on top of the stacks of others, which all see (albion/11.9c)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import compress
from operator import attrgetter, ne

from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import is_person, person_code, ship_code
from tanelorn.games.albion.state.sight import Top
from tanelorn.games.albion.state.stacks import top_among, top_ship_among


def tops_of(position: AlbionPosition, seats: Collection[int]) -> tuple[Top, ...]:
    """Return the tops of all stacks of some seats (11.9c), by hex; a bound person shows by the marker."""
    return _in_order(top for seat in seats for top in _tops_in(position, seat, None))


def tops_since(
    tops: tuple[Top, ...], was: AlbionPosition, position: AlbionPosition, seats: Collection[int]
) -> tuple[Top, ...]:
    """Return the same from what they were in an earlier position: the same tuple where nothing that shows has moved."""
    if was.side != position.side:
        return tops_of(position, seats)
    stirred = {seat: _stirred(was, position, seat) for seat in seats}
    if not any(stirred.values()):
        return tops
    found = [top for top in tops if top.hex not in stirred[top.seat]]
    found += [top for seat in seats for top in _tops_in(position, seat, stirred[seat])]
    return _in_order(found)


_by_hex = attrgetter("hex", "seat")


def _in_order(tops: Iterable[Top]) -> tuple[Top, ...]:
    return tuple(sorted(tops, key=_by_hex))


def _tops_in(position: AlbionPosition, seat: int, among: Collection[int] | None) -> Iterator[Top]:
    """Yield the tops of a seat's stacks, of all hexes or some of them."""
    people, troops, fleets = position.people, position.troops, position.fleets
    side, escort, aboard = position.side, position.escort, position.aboard
    c_side, s_side = position.world.c_side, position.world.s_side
    shown = open_persons(position)
    nobody: tuple[int, ...] = ()
    no_army: tuple[Army, ...] = ()
    for hex in {*people, *troops, *fleets} if among is None else among:
        persons = [person for person in people.get(hex, nobody) if side[person] == seat and aboard[person] < 0]
        armies = [army for army in troops.get(hex, no_army) if army.ship < 0 and c_side[army.colour] == seat]
        if persons or armies:
            code = top_among(position, seat, hex, persons, armies)
            yield Top(seat, hex, -1, code, escort[code] if is_person(code) else 0)
            for person in persons:
                if person in shown and person != code:
                    yield Top(seat, hex, -1, person_code(person), escort[person])
        fleet = [ship for ship in fleets.get(hex, nobody) if s_side[ship] == seat]
        if fleet:
            yield from _afloat(position, seat, hex, fleet)


def _afloat(position: AlbionPosition, seat: int, hex: int, fleet: list[int]) -> Iterator[Top]:
    coasts = position.coast
    if len(fleet) == 1:  # as most do, it sails alone
        yield Top(seat, hex, coasts[fleet[0]], ship_code(fleet[0]), position.hurt[fleet[0]])
        return
    for coast in sorted({coasts[ship] for ship in fleet}):
        ships = [ship for ship in fleet if coasts[ship] == coast]
        top = top_ship_among(position, seat, hex, coast, ships)
        for ship in (top, *(ship for ship in ships if position.refit[ship] and ship != top)):
            yield Top(seat, hex, coast, ship_code(ship), position.hurt[ship])


_OF_PERSONS = ("at", "aboard", "escort", "rank")
_OF_SHIPS = ("ship_at", "coast", "hurt", "refit")


def _stirred(was: AlbionPosition, now: AlbionPosition, seat: int) -> set[int]:
    """Return the hexes in which what shows of a seat's pieces may be another than it was, on the same side."""
    torque = now.world.item["danas_torque"]  # whoever bears it ranks as a King, as long as they use it
    persons = {bearer for bearer in (was.bearer[torque], now.bearer[torque]) if is_person(bearer)}
    persons.update(*(_changed(getattr(was, name), getattr(now, name)) for name in _OF_PERSONS))
    persons.update(person for person in _changed(was.did, now.did) if (was.did[person] ^ now.did[person]) & BOUND)
    if was.battle != now.battle or was.challenges != now.challenges:
        persons |= open_persons(was) ^ open_persons(now)
    ships: set[int] = set()
    ships.update(*(_changed(getattr(was, name), getattr(now, name)) for name in _OF_SHIPS))
    side, s_side = now.side, now.world.s_side
    found = {place[person] for person in persons if side[person] == seat for place in (was.at, now.at)}
    found.update(place[ship] for ship in ships if s_side[ship] == seat for place in (was.ship_at, now.ship_at))
    found.update(_with_others(was, now, seat))
    if was.top[seat] != now.top[seat]:
        found.update(hex for hex, _ in was.top[seat].items() ^ now.top[seat].items())
    if was.top_ship[seat] != now.top_ship[seat]:
        found.update(now.fleets)
    return {hex for hex in found if hex >= 0}


def _with_others(was: AlbionPosition, now: AlbionPosition, seat: int) -> Iterator[int]:
    """Yield the hexes in which a seat has other armies than it had."""
    c_side, before, after = now.world.c_side, was.troops, now.troops
    nobody: tuple[Army, ...] = ()
    if before != after:
        for hex in [hex for hex, armies in after.items() if before.get(hex) is not armies] + [*before.keys() - after]:
            old, new = before.get(hex, nobody), after.get(hex, nobody)
            if [army for army in old if c_side[army.colour] == seat] != [
                army for army in new if c_side[army.colour] == seat
            ]:
                yield hex


def _changed(before: list[int], after: list[int]) -> Iterable[int]:
    """Return where two lists of the same length differ."""
    return () if before == after else compress(range(len(after)), map(ne, before, after))


def open_persons(position: AlbionPosition) -> set[int]:
    """Return the persons of whom all know where they are, whatever lies on top: who has an Enchantment marker, is the
    champion of a challenge, or fights in a melee (11.9f).
    """
    battle = position.battle
    found = {person for person, deeds in enumerate(position.did) if deeds & BOUND}
    if battle is not None:
        found.update(battle.champions, *battle.fighters)
    return found.union(*((one.champion, one.opponent) for one in position.challenges))
