"""Points that are lost, and what they are worth to the enemy (albion/7.0a, 21.1, 21.2b); the fall of the Borders."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_contacts
from tanelorn.games.albion.state.magic_items import let_lie
from tanelorn.games.albion.state.nouns import SEAT_NAMES, SEAT_WORDS
from tanelorn.games.albion.state.pieces import LYING
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.stacks import stands_in
from tanelorn.games.albion.state.world import FOMORIAN

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


def lose_points(position: AlbionPosition, hex: int, army: Army, n: int, log: Log, *, cause: str) -> int:
    """Take points off an army, as many as it has (7.0a); return how many. What its last man carried lies in the hex."""
    n = min(n, army.n)
    if n <= 0:
        return 0
    carried = position.with_troops(hex)
    position.swap_army(hex, army, army._replace(n=army.n - n))
    cross_off(position, army.colour, n, hex, cause, log)
    tell_left(position, carried, hex, log)
    return n


def left_behind(position: AlbionPosition, carried: list[int]) -> list[int]:
    """Return which of the items that troops carried lie open now: nobody of the colour is left in their hex (20.1c)."""
    return [item for item in carried if position.bearer[item] == LYING]


def tell_left(position: AlbionPosition, carried: list[int], hex: int, log: Log) -> None:
    """Say which of the items that troops carried in a hex now lie there."""
    for item in left_behind(position, carried):
        let_lie(position, item, hex, log)


def lose_escort(position: AlbionPosition, person: int, log: Log, *, cause: str) -> None:
    """Take a person's escort away; the person goes on alone (7.0a)."""
    if position.escort[person]:
        position.escort[person] = 0
        cross_off(position, position.world.p_colour[person], 1, position.at[person], cause, log)


def destroy_borders(position: AlbionPosition, log: Log) -> None:
    """Destroy all armies of the Borders when their king has died (7.9/m32); their ships stay."""
    colour = position.world.colour["borders"]
    fallen = 0
    for hex, armies in sorted(position.troops.items()):
        for army in armies:
            if army.colour == colour:
                fallen += lose_points(position, hex, army, army.n, log, cause=BRIAN)
    rumour = position.rumour[FOMORIAN]
    for hex in [hex for hex in rumour if not stands_in(position, FOMORIAN, hex)]:
        del rumour[hex]
    if log:
        log.say(
            f"Without their king the men of the Borders scatter and lose {amount(fallen, 'Combat Strength Point')}.",
            clause="albion/7.9/m32",
            seat=FOMORIAN,
        )
    check_contacts(position)
