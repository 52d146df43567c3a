"""Shake the Earth (albion/19.4/01): fortresses fall, and half of each player's armies in the hex with them."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_later
from tanelorn.games.albion.losses.exposed import Due
from tanelorn.games.albion.losses.leaving import destroy_fortress
from tanelorn.games.albion.losses.taking import take
from tanelorn.games.albion.state.nouns import at_hex
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.stacks import garrison_side, troops_ashore


def shake(position: AlbionPosition, hexes: list[int], log: Log) -> None:
    """Let the earth shake in some hexes; escorts are spared, dykes stand (17.4d), each side's half is rounded
    down, and who is aboard is neither counted nor lost (12.2a).
    """
    w = position.world
    for hex in reversed(hexes):
        halves = [sum(army.n for army in troops_ashore(position, seat, hex)) // 2 for seat in (0, 1)]
        check_later(position, hex)
        dues = [Due(seat, hex, "armies", csp=half) for seat, half in enumerate(halves)]
        take(position, dues, how="spell", clause="albion/19.4/01")
    for hex in hexes:
        if log:
            log.say(f"The earth shakes at **{at_hex(w, hex)}**.", clause="albion/19.4/01", places=(w.number[hex],))
        if garrison_side(position, hex) >= 0 and not w.dyke[hex]:
            destroy_fortress(position, hex, log, cause="spell")
