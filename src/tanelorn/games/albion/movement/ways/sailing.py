"""Ships: how they sail, who is aboard, and who may go aboard (albion/11.7a, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.log import Log
from tanelorn.games.albion.movement.ways.bans import LANDLUBBERS
from tanelorn.games.albion.movement.ways.costs import Way
from tanelorn.games.albion.movement.ways.groups import Group, asleep, halted, spent_something, why_not_sail
from tanelorn.games.albion.stacks.entering import enter, pass_through
from tanelorn.games.albion.state.deeds import SAILED, STOPPED, WALKED
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import (
    SEAT_NAMES,
    Bar,
    at_hex,
)
from tanelorn.games.albion.state.printed.pieces import ship_code, ship_of
from tanelorn.games.albion.state.ratings import ship_points
from tanelorn.games.albion.state.stacks import top_at_sea

# Sailing


def aboard(position: AlbionPosition, ship: int) -> tuple[list[int], list[Army]]:
    """Return the persons and the armies aboard a ship."""
    hex = position.ship_at[ship]
    persons = [person for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    armies = [army for army in position.troops.get(hex, ()) if army.ship == ship]
    return persons, armies


def has_room(position: AlbionPosition, ship: int) -> bool:
    """Tell whether a ship has room for an army or escort: it holds one at a time (12.1d)."""
    persons, armies = aboard(position, ship)
    return not armies and not any(position.escort[person] for person in persons)


def sail(position: AlbionPosition, ship: int, hex: int, coast: int = 0) -> None:
    """Move a ship with everything aboard, which is carried at no cost (12.1b, 12.2a); its owner's choice of the topmost
    ship goes with it.
    """
    persons, armies = aboard(position, ship)
    here = position.ship_at[ship]
    shift_top(position, ship, hex, coast)
    position.put_ship(ship, hex, coast)
    for person in persons:
        position.put(person, hex)
        position.aboard[person] = ship
        position.did[person] |= SAILED
    if armies:
        position.move_armies(here, hex, {army: army._replace(did=army.did | SAILED) for army in armies})


def shift_top(position: AlbionPosition, ship: int, hex: int, coast: int) -> None:
    """Take along, when a ship goes to another coast or hex, that its owner has put it on top."""
    world = position.world
    top = position.top_ship[world.s_side[ship]]
    old = world.node[position.ship_at[ship]][position.coast[ship]]
    if top.get(old) == ship:
        del top[old]
        top.setdefault(world.node[hex][coast], ship)


def go(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Sail the ships in hand on a way, all at the same cost (11.7a)."""
    world, hex = position.world, way.route[-1]
    spent_something(position, group.seat)
    for ship in group.ships:
        position.ship_spent[ship] += way.cost
        sail(position, ship, hex, way.coast)
    position.marched = True
    if log:
        _tell(position, group, way, log)
    pass_through(position, group.seat, way.route[:-1], log)
    enter(position, group.seat, hex, log, moved=tuple(ship_code(ship) for ship in group.ships))
    assert world.sea[hex]


def _tell(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    world, hex = position.world, way.route[-1]
    where = f"from {at_hex(world, group.here)} to **{at_hex(world, hex)}**"
    lead = world.ships[ship_of(top_at_sea(position, group.seat, hex, way.coast))].name
    log.say(
        f"{fleet(position, group.ships)}: {where}, for {way.cost} point{'s' * (way.cost != 1)}.",
        clause="albion/11.7a",
        seat=group.seat,
        places=tuple(world.number[one] for one in (group.here, *way.route)),
        knowers=(group.seat,),
        otherwise=f"{SEAT_NAMES[group.seat]}: ships {where}, with **{lead}** on top.",
    )


def fleet(position: AlbionPosition, ships: Sequence[int]) -> str:
    """Return the names of ships, in bold."""
    return ", ".join(f"**{position.world.ships[ship].name}**" for ship in ships)


def prices(position: AlbionPosition) -> tuple[int, int]:
    """Return what a ship pays to take pieces aboard, and to put them ashore (12.1a, 12.1c)."""
    charts = position.world.charts
    return charts.embark, charts.debark


# Who may go aboard


def why_not_aboard(position: AlbionPosition, person: int) -> Bar | None:
    """Return why a person ashore may not go aboard a ship, None if they may."""
    if position.world.persons[person].id in LANDLUBBERS:
        return Bar("That being is never carried by ships.", "albion/12.1e")
    if not position.awake[person]:
        return Bar("The pieces of a sleeping kingdom do not embark.", "albion/10.3c")
    return _moved(position.did[person], position.spent[person])


def why_not_load(position: AlbionPosition, army: Army) -> Bar | None:
    """Return why points of an army ashore may not go aboard, None if they may; they need no command (14.1.1)."""
    if asleep(position, army.colour):
        return Bar("The pieces of a sleeping kingdom do not embark.", "albion/10.3c")
    return _moved(army.did, army.spent)


def _moved(did: int, spent: int) -> Bar | None:
    if did & STOPPED & ~SAILED:
        return halted(did & ~SAILED)
    if did & WALKED or spent:
        return Bar("Who has moved by land or spent points does not use ships in this phase.", "albion/12.2b")
    return None


def why_not_take(position: AlbionPosition, ship: int) -> Bar | None:
    """Return why a ship takes nobody aboard just now, None if it does."""
    bar = why_not_sail(position, ship)
    if bar is None and ship_points(position, ship) < prices(position)[0]:
        return Bar(f"Taking pieces aboard costs a ship {prices(position)[0]} Movement Points.", "albion/12.1a")
    return bar
