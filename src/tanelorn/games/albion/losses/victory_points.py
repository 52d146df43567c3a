"""Victory Points for what is destroyed (albion/21.1, 21.2, 21.3), and the count of what each side has lost."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.state.position import AlbionPosition, alone
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, SEAT_WORDS
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN

FORTRESS_POINTS, PERSON_POINTS = 10, 5
"""What destroying a fortress (21.2c) and killing a person (21.2d) are worth."""

BRIAN = "brian"
"""The cause of losses that come with Brian's death: where those troops stood the enemy does not learn."""


def score(position: AlbionPosition, seat: int, n: int, why: str, log: Log) -> None:
    """Give a seat Victory Points (21.1), and say why if there are words for it."""
    position.points[seat] += n
    if log and why and n:
        points = "1 Victory Point" if n == 1 else f"{n} Victory Points"
        log.say(f"**{SEAT_NAMES[seat]}**: {points}, {why}.", clause="albion/21.1", seat=seat)


def tally(position: AlbionPosition, seat: int, what: str, cause: str, n: int) -> None:
    """Count what a seat has lost by a cause, for the comparison at the end."""
    key = f"{SEAT_WORDS[seat]} {what} {cause}"
    position.causes[key] = position.causes.get(key, 0) + n


def cross_off(position: AlbionPosition, colour: int, n: int, hex: int, cause: str, log: Log) -> None:
    """Note that points of a colour are gone for good: one Victory Point each, to the enemy of their side (21.2b)."""
    seat = position.world.c_side[colour]
    position.lost[colour] += n
    rumour = position.rumour[seat]
    if hex in rumour and cause != BRIAN:
        rumour[hex] -= n
        if rumour[hex] <= 0:
            del rumour[hex]
    score(position, 1 - seat, n, "", log)
    tally(position, seat, "csp", cause, n)


def score_ship(position: AlbionPosition, ship: int, cause: str, log: Log) -> None:
    """Give the enemy the points for a sunk ship: its strength when undamaged (21.2a)."""
    w = position.world
    seat, strength = w.s_side[ship], w.s_strength[ship][0]
    score(position, 1 - seat, strength, f"for **{w.ships[ship].name}**", log)
    tally(position, seat, "ship", cause, strength)


def score_fortress(position: AlbionPosition, hex: int, cause: str, log: Log) -> None:
    """Give the enemy the points for a destroyed fortress (21.2c), none for its own strength (17.4c); and more for the
    four of Albion Alone (21.3).
    """
    w = position.world
    seat, name = w.fortress_side[hex], w.fortress_name[hex]
    score(position, 1 - seat, FORTRESS_POINTS, f"for **{name}**", log)
    tally(position, seat, "fortress", cause, 1)
    if alone(position) and seat == FAERIE and w.bonus[hex]:
        score(position, FOMORIAN, w.bonus[hex], f"because **{name}** was one of the four", log)


def score_person(position: AlbionPosition, person: int, seat: int, cause: str, log: Log) -> None:
    """Give a seat the points for a person who has been killed (21.2d)."""
    score(position, seat, PERSON_POINTS, f"for the death of **{position.world.persons[person].name}**", log)
    tally(position, 1 - seat, "person", cause, 1)
