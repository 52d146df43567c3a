"""What a seat may know (albion/11.9c): its own pieces, and of the enemy's stacks what lies on top."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.fields import Memory
from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.albion.knowledge.tops import tops_of, tops_since
from tanelorn.games.albion.losses.attrition import liable_in
from tanelorn.games.albion.losses.taking import TakeLosses
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import (
    BROKEN,
    LYING,
    STORED,
    UNFOUND,
    is_person,
    is_ship,
    ship_of,
)
from tanelorn.games.albion.state.sight import Sight, Top

_OPEN = (LYING, UNFOUND, BROKEN)


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
        "strength": sight.strength,
        "damaged": sight.damaged,
        "suffered": tuple(liable_in(position, viewer, hex).terms) if hex >= 0 else (),
    }


def where_shared(position: AlbionPosition, seat: int) -> int:
    """Return the hex of which a seat shares out losses from attrition (8.4a), -1 if it does not."""
    step = position.agenda[-1] if position.agenda else None
    dues = step.dues if isinstance(step, TakeLosses) else ()
    return next((due.hex for due in dues if due.seat == seat and due.scope == "attrition"), -1)


def sight_of(position: AlbionPosition, viewer: int, memory: Memory[AlbionPosition] | None = None) -> Sight:
    """Return what a viewer sees of the pieces: their own, and what lies on top of the others' stacks. What has not
    changed since the last look is taken from their memory.
    """
    w, mine = position.world, seats_of(viewer)
    was = memory.was if memory is not None else None
    last = memory.look if memory is not None and isinstance(memory.look, Sight) else None
    own, fleet = _of(tuple(position.side), mine), _of(w.s_side, mine)
    theirs = [seat for seat in (0, 1) if seat not in mine]
    tops = tops_since(last.tops, was, position, theirs) if last and was else tops_of(position, theirs)
    if last and tops is last.tops and own is last.own:
        persons, rosters, ships = last.persons, last.rosters, last.ships
    else:
        codes = {top.code for top in tops}
        persons = own | {code for code in codes if is_person(code)}
        rosters = own | _of(w.p_side, mine)
        ships = fleet | {ship_of(code) for code in codes if is_ship(code)}
    lies = last and own is last.own and _alike(was, position, "bearer", "item_at")
    counted = last and _alike(was, position, "troops", "escort")
    sunk = last and _alike(was, position, "ship_at", "hurt")
    return Sight(
        own=own,
        persons=persons,
        rosters=rosters,
        fleet=fleet,
        ships=ships,
        colours=_of(w.c_side, mine),
        items=last.items if last and lies else _items_seen(position, mine),
        glass=_knows_glass(position, mine),
        tops=tops,
        moves=_mover(position) in mine,
        leads=_leader(position) in mine,
        reacts=1 - position.active in mine,
        strength=last.strength if last and counted else strength_left(position),
        damaged=last.damaged if last and sunk else damaged_ships(position),
    )


def _alike(was: AlbionPosition | None, now: AlbionPosition, *names: str) -> bool:
    return was is not None and all(getattr(was, name) == getattr(now, name) for name in names)


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
