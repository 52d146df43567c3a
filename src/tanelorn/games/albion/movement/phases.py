"""How segments and phases begin: what the last one leaves is settled, and all pieces have their points again (5.0)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.recovery.refits import lose_refits
from tanelorn.games.albion.state.deeds import BOUND, LANDED
from tanelorn.games.albion.state.desk import EMPTY
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES


def begin_phase(position: AlbionPosition, name: str, seat: int, log: Log) -> None:
    """Settle refits, forget what was spent, and note the phase (9.3, 9.4, 20.2.4)."""
    lose_refits(position, log)
    if log and seat >= 0 and position.active != seat:
        log.say(f"{SEAT_NAMES[seat]}: player-turn", heading=True, clause="albion/5.0b", seat=seat)
    position.phase = name
    position.active = seat
    position.used = {}
    position.desk = [EMPTY, EMPTY]
    position.close()  # what was done in a phase that is over stays done
    if name != "forced march":
        fresh(position, BOUND | LANDED if seat >= 0 and name != "recovery" else BOUND)


def fresh(position: AlbionPosition, keep: int = BOUND) -> None:
    """Give every piece its Movement Points back; who has tried to cast stays bound for the turn (19.3), who was put
    ashore by a refit for the player-turn (9.1c).
    """
    position.spent = [0] * len(position.spent)
    position.did = [bits & keep for bits in position.did]
    position.ship_spent = [0] * len(position.ship_spent)
    position.ship_did = [0] * len(position.ship_did)
    position.march = []
    position.marched = False
    position.allowance = -1
    for hex, armies in list(position.troops.items()):
        if any(army.spent or army.did for army in armies):
            position.set_troops(hex, [army._replace(spent=0, did=army.did & keep) for army in armies])
