"""Ships that are hit and sink, with what they carry (albion/7.0b, 7.5, 21.2a)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Consequence
from tanelorn.games.albion.losses.armies import left_behind, lose_escort
from tanelorn.games.albion.losses.victory_points import cross_off, score_ship
from tanelorn.games.albion.state.magic_items import destroy_item, held_by
from tanelorn.games.albion.state.position import DEAD, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.pieces import ship_code


def hit_ship(position: AlbionPosition, ship: int, steps: int, log: Log, *, cause: str) -> int:
    """Take steps off a ship: the first damages it, the second sinks it (7.0b). Return how many it has taken."""
    taken = 0
    while taken < steps and position.ship_at[ship] >= 0:
        taken += 1
        if position.hurt[ship]:
            sink(position, ship, log, cause=cause)
            break
        position.hurt[ship] = 1
        if log:
            w = position.world
            seat = w.s_side[ship]
            log.say(f"**{w.ships[ship].name}** is damaged.", clause="albion/7.0b", seat=seat, knowers=(seat,))
    return taken


def sink(position: AlbionPosition, ship: int, log: Log, *, cause: str) -> None:
    """Sink a ship with the points (7.5a) and items aboard; its persons go to another ship, ashore, or down, without
    their escorts (7.5d).

    The enemy scores (21.2a). Every magic item aboard is lost, whatever becomes of its bearer (7.5c).
    """
    w, hex, seat = position.world, position.ship_at[ship], position.world.s_side[ship]
    if log:
        text = f"**{w.ships[ship].name}** sinks at {at_hex(w, hex)}."
        log.say(text, clause="albion/7.0b", seat=seat, places=(w.number[hex],))
    coast = position.coast[ship]
    position.lift_ship(ship, DEAD)
    position.hurt[ship] = 0
    if ship_code(ship) in position.march:
        position.march.remove(ship_code(ship))
    score_ship(position, ship, cause, log)
    for army in [army for army in position.troops.get(hex, ()) if army.ship == ship]:
        carried = position.with_troops(hex)
        position.swap_army(hex, army)
        cross_off(position, army.colour, army.n, hex, "drowned", log)
        for item in left_behind(position, carried):
            destroy_item(position, item, hex, log)
    for item, bearer in enumerate(position.bearer):
        if bearer == ship_code(ship):
            destroy_item(position, item, hex, log)
    persons = [person for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    for person in persons:
        lose_escort(position, person, log, cause="drowned")
        for item in held_by(position, person):
            destroy_item(position, item, hex, log)
    step = Castaways(hex, coast)
    if step not in position.agenda:
        position.then(step)


class Castaways(Consequence, frozen=True, tag=True):
    """Persons whose ship has sunk go to another ship of the stack, or reach the shore if no enemy ship is left there,
    or drown (7.5b). It runs when all losses of the moment have been taken.
    """

    hex: int
    coast: int
    title = "Castaways"
    clause = "albion/7.5b"
