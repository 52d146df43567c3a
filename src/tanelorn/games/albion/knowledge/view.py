"""What a seat may know (albion/11.9c): its own pieces, and of the enemy's stacks what lies on top."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.albion.losses.attrition import liable_in
from tanelorn.games.albion.losses.taking import TakeLosses
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import (
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
from tanelorn.games.albion.state.sight import Sight
from tanelorn.games.albion.state.stacks import top_among, top_ship_among

_OPEN = (LYING, UNFOUND, BROKEN)


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
    `suffered` are the clauses by which attrition was harder on pieces of the viewer while they share out its losses:
    whom those may fall on tells them so.
    """

    tops: tuple[Top, ...]
    strength: tuple[int, ...]
    damaged: tuple[int, ...]
    suffered: tuple[str, ...] = ()


def seats_of(viewer: int) -> tuple[int, ...]:
    """Return the seats whose pieces a viewer sees."""
    return (0, 1) if viewer == REFEREE else (viewer,) if viewer in (0, 1) else ()


def notice(position: AlbionPosition, viewer: int, sight: Sight) -> dict[str, object]:
    """Return what a viewer notices of stacks that are closed to them, of what has been said aloud of losses, and of
    whom their own may fall on.
    """
    hex = where_shared(position, viewer)
    return {
        "tops": sight.tops,
        "strength": strength_left(position),
        "damaged": damaged_ships(position),
        "suffered": tuple(liable_in(position, viewer, hex).terms) if hex >= 0 else (),
    }


def where_shared(position: AlbionPosition, seat: int) -> int:
    """Return the hex of which a seat shares out losses from attrition (8.4a), -1 if it does not."""
    step = position.agenda[-1] if position.agenda else None
    dues = step.dues if isinstance(step, TakeLosses) else ()
    return next((due.hex for due in dues if due.seat == seat and due.scope == "attrition"), -1)


def sight_of(position: AlbionPosition, viewer: int) -> Sight:
    """Return what a viewer sees of the pieces: their own, and what lies on top of the others' stacks."""
    w, side = position.world, position.side
    mine = seats_of(viewer)
    own = {person for person, seat in enumerate(side) if seat in mine}
    fleet = _of(w.s_side, mine)
    tops = tops_of(position, [seat for seat in (0, 1) if seat not in mine])
    codes = {top.code for top in tops}
    return Sight(
        own=own,
        persons=own | {code for code in codes if is_person(code)},
        rosters=own | _of(w.p_side, mine),
        fleet=fleet,
        ships=fleet | {ship_of(code) for code in codes if is_ship(code)},
        colours=_of(w.c_side, mine),
        items=_items_seen(position, mine),
        glass=_knows_glass(position, mine),
        tops=tops,
        moves=_mover(position) in mine,
        leads=_leader(position) in mine,
        reacts=1 - position.active in mine,
    )


@lru_cache(maxsize=64)
def _of(sides: tuple[int, ...], mine: tuple[int, ...]) -> frozenset[int]:
    """Return the pieces of some seats, of all that begin the game on these sides."""
    return frozenset(piece for piece, seat in enumerate(sides) if seat in mine)


def _items_seen(position: AlbionPosition, mine: tuple[int, ...]) -> set[int]:
    """Return the items of which a viewer knows where they are: what lies open (20.4), is out of play, or is with their
    own.
    """
    sides, at = position.world.fortress_side, position.item_at
    return {
        item
        for item, bearer in enumerate(position.bearer)
        if bearer in _OPEN or not item or (sides[at[item]] if bearer == STORED else position.seat_of(bearer)) in mine
    }


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
    """Return the tops of all stacks of some seats (11.9c), by hex; a bound person shows by the marker."""
    tops = [top for seat in seats for top in _tops_of(position, seat)]
    return tuple(tops if len(seats) < 2 else sorted(tops, key=attrgetter("hex")))


def _tops_of(position: AlbionPosition, seat: int) -> list[Top]:
    side, aboard, escort = position.side, position.aboard, position.escort
    c_side, s_side = position.world.c_side, position.world.s_side
    people = _by_hex([(p, hex) for p, hex in enumerate(position.at) if side[p] == seat and aboard[p] < 0 <= hex])
    fleets = _by_hex([(ship, hex) for ship, hex in enumerate(position.ship_at) if s_side[ship] == seat and hex >= 0])
    troops = {
        hex: ashore
        for hex, armies in position.troops.items()
        if (ashore := [army for army in armies if army.ship < 0 and c_side[army.colour] == seat])
    }
    tops: list[Top] = []
    shown = open_persons(position)
    for hex in sorted({*people, *troops, *fleets}):
        persons = people.get(hex, [])
        if persons or hex in troops:
            code = top_among(position, seat, hex, persons, troops.get(hex, []))
            tops.append(Top(seat, hex, -1, code, escort[code] if is_person(code) else 0))
            open = [person for person in persons if person in shown and person != code]
            tops += [Top(seat, hex, -1, person_code(person), escort[person]) for person in open]
        if hex in fleets:
            tops += _afloat(position, seat, hex, fleets[hex])
    return tops


def _by_hex(pieces: list[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for piece, hex in pieces:
        found.setdefault(hex, []).append(piece)
    return found


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


def open_persons(position: AlbionPosition) -> set[int]:
    """Return the persons of whom all know where they are, whatever lies on top: who has an Enchantment marker, is the
    champion of a challenge, or fights in a melee (11.9f).
    """
    battle = position.battle
    found = {person for person, deeds in enumerate(position.did) if deeds & BOUND}
    if battle is not None:
        found.update(battle.champions, *battle.fighters)
    return found.union(*((one.champion, one.opponent) for one in position.challenges))


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
