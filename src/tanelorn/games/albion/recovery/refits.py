"""Ships under refit: where they may lie, what they put ashore, how they are lost (albion/9.1 to 9.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.losses.ships import sink
from tanelorn.games.albion.stacks.entering import enter
from tanelorn.games.albion.state.deeds import LANDED
from tanelorn.games.albion.state.position import CSPS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex, button, plain, with_piece
from tanelorn.games.albion.state.printed.pieces import ship_code, ship_of, troops_code
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.stacks import garrison_side, holds, points_ashore, stands_in


def damaged(position: AlbionPosition, seat: int) -> list[int]:
    """Return a seat’s damaged ships on the map that are not under refit."""
    side = position.world.s_side
    return [
        ship
        for ship, hurt in enumerate(position.hurt)
        if hurt and side[ship] == seat and position.ship_at[ship] >= 0 and not position.refit[ship]
    ]


def any_damaged(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat has a damaged ship: how many it has all know, for steps lost are said aloud (11.9f)."""
    return bool(damaged(position, seat))


def end_refits(position: AlbionPosition, seat: int, log: Log) -> None:
    """Take a seat’s Refit markers off: those ships have full strength again (5.D.1b)."""
    w = position.world
    for ship, refit in enumerate(position.refit):
        if refit and w.s_side[ship] == seat:
            position.refit[ship] = 0
            position.hurt[ship] = 0
            if log:
                hex = position.ship_at[ship]
                text = f"**{w.ships[ship].name}** is refitted at {at_hex(w, hex)}."
                log.say(text, clause="albion/5.D.1b", seat=seat, places=(w.number[hex],))


def why_not(position: AlbionPosition, seat: int, ship: int) -> tuple[str, str] | None:
    """Return why a damaged ship cannot be refitted, with the clause, or None if it can (9.1a).

    Enemy points ashore are looked up among what the owner was told when the question was put.
    """
    w, hex = position.world, position.ship_at[ship]
    name = w.ships[ship].name
    if not position.roused[w.s_kingdom[ship]]:
        return f"{name} sleeps with its kingdom.", "albion/10.0a"
    if not w.coast[hex]:
        return f"{name} is at sea: a refit needs a coastal hex.", "albion/9.1a"
    if position.ships_of(1 - seat, hex, position.coast[ship]):
        return f"Enemy ships lie beside {name}.", "albion/9.1a"
    if position.told[seat].get(hex, 0) & CSPS and stands_in(position, 1 - seat, hex):
        return f"Enemy troops stand where {name} lies.", "albion/9.1a"
    return None


class Yard(NamedTuple):
    """A player who puts Refit markers on ships."""

    position: AlbionPosition
    seat: int


def _able(yard: Yard) -> list[Act]:
    """Return the damaged ships that may be refitted."""
    position, seat = yard
    able = [ship for ship in damaged(position, seat) if why_not(position, seat, ship) is None]
    return [with_piece(position.world, "refit", ship_code(ship)) for ship in able]


def _refit(yard: Yard, act: Act, log: Log) -> None:
    """Mark a ship, and ask again while another is damaged."""
    position, seat = yard
    if len(damaged(position, seat)) > 1:
        position.then(PlaceRefits(seat))
    else:
        forget(position, seat)
    begin_refit(position, ship_of(act.args[0]), log)


def _end(yard: Yard, act: Act, log: Log) -> None:
    forget(yard.position, yard.seat)


def _labels(yard: Yard, acts: Sequence[Act]) -> dict[str, Pick]:
    position, w, labels = yard.position, yard.position.world, {}
    for act in acts:
        pick, ship = act.path[0], ship_of(act.args[0])
        note = f"at {at_hex(w, position.ship_at[ship])}: no move until the next Recovery Phase, then full strength"
        labels[pick] = Pick(pick, w.ships[ship].name, note=note, cost=_cargo(position, w, ship))
    return labels


def _refused(yard: Yard) -> list[Refusal]:
    position, seat = yard
    found = []
    for ship in damaged(position, seat):
        why = why_not(position, seat, ship)
        if why is not None:
            act = with_piece(position.world, "refit", ship_code(ship))
            found.append(Refusal(act.text, *why, act.path))
    return found


DONE = plain("done")
REFITS: Verbs[Yard] = Verbs(
    Verb("refit", _able, _refit, _labels, _refused),
    Verb(DONE.verb, lambda yard: (DONE,), _end, lambda yard, acts: dict([button(DONE.verb, "Go on", enter=True)])),
)
"""What may be done with damaged ships."""


class PlaceRefits(AsksOne, frozen=True, tag=True):
    """The player puts Refit markers on any number of damaged ships (5.D.1c, 9.2, 9.5)."""

    title = "Refit"
    clause = "albion/5.D.1c"

    def forced(self, position: AlbionPosition) -> bool:
        """Ships of which none may be refitted stay as they are."""
        return True

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Every damaged ship that may be refitted, and the end."""
        return REFITS.asked(Yard(position, self.seat), "Put Refit markers on damaged ships, or go on.", default=DONE)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Mark a ship, and ask again."""
        REFITS.do(Yard(position, self.seat), choice, log)


def learn(position: AlbionPosition, seat: int) -> None:
    """Tell a seat whether enemy troops stand where its damaged ships lie, where that matters (9.1a, 11.9c)."""
    told = position.told[seat]
    for ship in damaged(position, seat):
        hex = position.ship_at[ship]
        if position.world.coast[hex] and hex not in told and stands_in(position, 1 - seat, hex):
            told[hex] = holds(position, 1 - seat, hex)


def forget(position: AlbionPosition, seat: int) -> None:
    """Forget what was told for the refits alone: of hexes where nobody of the seat stands ashore."""
    told = position.told[seat]
    for hex in [hex for hex in told if not stands_in(position, seat, hex)]:
        del told[hex]


def begin_refit(position: AlbionPosition, ship: int, log: Log) -> None:
    """Put a Refit marker on a ship: what it carries stands ashore at once, and stays there (9.1b, 9.1c)."""
    w, hex, seat = position.world, position.ship_at[ship], position.world.s_side[ship]
    position.refit[ship] = 1
    if log:
        text = f"**{w.ships[ship].name}** is put under refit at {at_hex(w, hex)}."
        log.say(text, clause="albion/9.1b", seat=seat, places=(w.number[hex],))
    persons = [person for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    armies = [army for army in position.troops.get(hex, ()) if army.ship == ship]
    for person in persons:
        position.aboard[person] = -1
        position.did[person] |= LANDED
    for army in armies:
        position.swap_army(hex, army, army._replace(ship=-1, did=army.did | LANDED))
    landed = (*persons, *(troops_code(army.colour) for army in armies))
    if landed:
        enter(position, seat, hex, log, moved=landed)


def _cargo(position: AlbionPosition, w: World, ship: int) -> str:
    hex = position.ship_at[ship]
    aboard = [w.persons[person].name for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    aboard += [w.colours[army.colour].name for army in position.troops.get(hex, ()) if army.ship == ship]
    return f"puts {', '.join(aboard)} ashore" if aboard else ""


def lose_refits(position: AlbionPosition, log: Log) -> None:
    """At the end of a phase, eliminate ships under refit that enemy ships or troops have to themselves (9.3, 9.4)."""
    if any(position.refit):
        lost = [ship for ship, refit in enumerate(position.refit) if refit and _defenceless(position, ship)]
        for ship in lost:
            sink(position, ship, log, cause="refit")


def _defenceless(position: AlbionPosition, ship: int) -> bool:
    """Whether only enemy ships, or only enemy points, are with a ship; other ships under refit are no protection."""
    w, hex, coast = position.world, position.ship_at[ship], position.coast[ship]
    seat = w.s_side[ship]
    if position.ships_of(1 - seat, hex, coast) and all(
        position.refit[other] for other in position.ships_of(seat, hex, coast)
    ):
        return True
    if not points_ashore(position, 1 - seat, hex) or (garrison_side(position, hex) == seat and not w.dyke[hex]):
        return False
    own = sum(army.n for army in position.armies_of(seat, hex))
    return not own and not any(position.escort[person] for person in position.persons_of(seat, hex))
