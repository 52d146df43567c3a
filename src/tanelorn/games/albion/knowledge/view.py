"""What a seat may know (albion/11.9c): its own pieces, and of the enemy's stacks what lies on top."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.pieces import (
    BROKEN,
    LYING,
    STORED,
    UNFOUND,
    Code,
    is_person,
    is_ship,
    person_code,
    ship_code,
    ship_of,
)
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.sight import Sight
from tanelorn.games.albion.state.stacks import top_among, top_ship_among

Stack = tuple[list[int], list[Army], list[int]]
"""What lies together: persons, armies, ships."""


class Top(NamedTuple):
    """The topmost piece of a stack that lies open: whose, in which hex, on which coast (-1 ashore).

    `code` is that of the piece (`pieces.py`); `sign` is 1 for a person with an escort and for a damaged ship.
    """

    seat: int
    hex: int
    coast: int
    code: Code
    sign: int


class AlbionView(PositionView[AlbionPosition], kw_only=True):
    """What a viewer notices besides the position that they see.

    `tops` are the tops of all stacks of the other seats; `strength` counts by colour the Combat Strength Points left on
    the map, escorts included, and `damaged` by seat the ships that have lost a step, which follows from the losses.
    """

    tops: tuple[Top, ...]
    strength: tuple[int, ...]
    damaged: tuple[int, ...]


def seats_of(viewer: int) -> tuple[int, ...]:
    """Return the seats whose pieces a viewer sees."""
    return (0, 1) if viewer == REFEREE else (viewer,) if viewer in (0, 1) else ()


def notice(position: AlbionPosition, viewer: int) -> dict[str, object]:
    """Return what a viewer notices of stacks that are closed to them, and of what has been said aloud of losses."""
    mine = seats_of(viewer)
    return {
        "tops": tops_of(position, [seat for seat in (0, 1) if seat not in mine]),
        "strength": strength_left(position),
        "damaged": damaged_ships(position),
    }


def sight_of(position: AlbionPosition, viewer: int) -> Sight:
    """Return what a viewer sees of the pieces: their own, and what lies on top of the others' stacks."""
    w, side = position.world, position.side
    mine = seats_of(viewer)
    own = {person for person, seat in enumerate(side) if seat in mine}
    fleet = {ship for ship, seat in enumerate(w.s_side) if seat in mine}
    codes = {top.code for top in tops_of(position, [seat for seat in (0, 1) if seat not in mine])}
    return Sight(
        own=own,
        persons=own | {code for code in codes if is_person(code)},
        rosters=own | {person for person, seat in enumerate(w.p_side) if seat in mine},
        fleet=fleet,
        ships=fleet | {ship_of(code) for code in codes if is_ship(code)},
        colours={colour for colour, seat in enumerate(w.c_side) if seat in mine},
        items={item for item in range(len(position.bearer)) if _item_seen(position, item, mine)},
        glass=_knows_glass(position, mine),
        moves=_mover(position) in mine,
        leads=_leader(position) in mine,
        reacts=1 - position.active in mine,
    )


def _item_seen(position: AlbionPosition, item: int, mine: tuple[int, ...]) -> bool:
    """Whether a viewer knows where an item is: what lies open (20.4), is out of play, or is with their own."""
    w, bearer = position.world, position.bearer[item]
    if bearer in (LYING, UNFOUND, BROKEN) or not item:
        return True
    if bearer == STORED:
        return w.fortress_side[position.item_at[item]] in mine
    return position.seat_of(bearer) in mine


def _knows_glass(position: AlbionPosition, mine: tuple[int, ...]) -> bool:
    """Whether a viewer knows whom the Scrying Glass obeys: one of their own, or Dobie while Dobie lives (20.6/20)."""
    person = position.attuned
    return person == position.world.person["dobie"] or (person >= 0 and position.side[person] in mine)


def _mover(position: AlbionPosition) -> int:
    """Who moves: the active player, in the Reaction Phase the other."""
    return 1 - position.active if position.phase == "reaction" else position.active


def _leader(position: AlbionPosition) -> int:
    """Whose group is in hand, -1 if none is."""
    return position.seat_of(position.march[0]) if position.march else -1


def tops_of(position: AlbionPosition, seats: Collection[int]) -> tuple[Top, ...]:
    """Return the tops of all stacks of some seats (11.9c); a bound person shows by the marker."""
    tops = []
    for (hex, seat, coast), (persons, armies, ships) in sorted(_stacks_of(position, seats).items()):
        if coast < 0:
            code = top_among(position, seat, hex, persons, armies)
            tops.append(Top(seat, hex, coast, code, position.escort[code] if is_person(code) else 0))
            open = [person for person in persons if person != code and open_person(position, person)]
            tops += [Top(seat, hex, coast, person_code(person), position.escort[person]) for person in open]
        else:
            top = top_ship_among(position, seat, hex, coast, ships)
            open = [top, *(ship for ship in ships if position.refit[ship] and ship != top)]
            tops += [Top(seat, hex, coast, ship_code(ship), position.hurt[ship]) for ship in open]
    return tuple(tops)


def _stacks_of(position: AlbionPosition, seats: Collection[int]) -> dict[tuple[int, int, int], Stack]:
    """Return the stacks of some seats by hex, seat and coast (-1 ashore)."""
    w, side, aboard, coast = position.world, position.side, position.aboard, position.coast
    stacks: dict[tuple[int, int, int], Stack] = defaultdict(lambda: ([], [], []))
    for person, hex in enumerate(position.at):
        if hex >= 0 and aboard[person] < 0 and side[person] in seats:
            stacks[hex, side[person], -1][0].append(person)
    for hex, armies in position.troops.items():
        for army in armies:
            if army.ship < 0 and w.c_side[army.colour] in seats:
                stacks[hex, w.c_side[army.colour], -1][1].append(army)
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and w.s_side[ship] in seats:
            stacks[hex, w.s_side[ship], coast[ship]][2].append(ship)
    return stacks


def open_person(position: AlbionPosition, person: int) -> bool:
    """Tell whether all know where a person is, whatever lies on top: a person with an Enchantment marker, the
    champion of a challenge, or fights in a melee (11.9f).
    """
    if position.did[person] & BOUND:
        return True
    battle = position.battle
    if battle is not None and (person in battle.champions or any(person in side for side in battle.fighters)):
        return True
    return any(person in (one.champion, one.opponent) for one in position.challenges)


def damaged_ships(position: AlbionPosition) -> tuple[int, ...]:
    """Return by seat how many of its ships are damaged: all steps that are lost are said aloud (11.9f)."""
    side = position.world.s_side
    counts = [0, 0]
    for ship, hurt in enumerate(position.hurt):
        counts[side[ship]] += hurt if position.ship_at[ship] >= 0 else 0
    return tuple(counts)


def strength_left(position: AlbionPosition) -> tuple[int, ...]:
    """Return by colour how many Combat Strength Points are on the map, escorts included."""
    w = position.world
    left = [0] * len(w.colours)
    for armies in position.troops.values():
        for army in armies:
            left[army.colour] += army.n
    for person, escort in enumerate(position.escort):
        if escort and w.p_colour[person] >= 0:
            left[w.p_colour[person]] += escort
    return tuple(left)
