"""Castaways: who was aboard a ship that has sunk is saved or drowns (albion/7.5b)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.losses.ships import Castaways
from tanelorn.games.albion.stacks.entering import enter
from tanelorn.games.albion.state.position import AlbionPosition


def save_castaways(step: Castaways, position: AlbionPosition, log: Log) -> None:
    """See to all who swim at a coast (7.5b), one side after the other."""
    swimming = [person for person in position.people.get(step.hex, ()) if _adrift(position, person)]
    for side in sorted({position.side[person] for person in swimming}):
        _save(position, step, side, [person for person in swimming if position.side[person] == side], log)


def _adrift(position: AlbionPosition, person: int) -> bool:
    ship = position.aboard[person]
    return ship >= 0 and position.ship_at[ship] < 0


def _save(position: AlbionPosition, step: Castaways, side: int, swimming: list[int], log: Log) -> None:
    """Save those of one side, which may be that of their controller (18.0f), or let them drown."""
    w, hex = position.world, step.hex
    ships = [ship for ship in position.ships_of(side, hex, step.coast) if not position.refit[ship]]
    if ships:
        best = max(ships, key=lambda ship: (w.s_strength[ship][position.hurt[ship]], -ship))
        for person in swimming:
            position.aboard[person] = best
            _say(position, person, f"**{{}}** is taken aboard **{w.ships[best].name}**.", log)
    elif w.coast[hex] and not position.ships_of(1 - side, hex, step.coast):
        for person in swimming:
            position.aboard[person] = -1
            _say(position, person, "**{}** reaches the shore.", log)
        enter(position, side, hex, log, moved=tuple(swimming))
    else:
        for person in swimming:
            kill(position, person, log, how="drowned")


def _say(position: AlbionPosition, person: int, text: str, log: Log) -> None:
    """Tell their owner alone: who is aboard is hidden."""
    if log:
        name, seat = position.world.persons[person].name, position.side[person]
        log.say(text.format(name), clause="albion/7.5b", seat=seat, knowers=(seat,))
