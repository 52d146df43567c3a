"""Who has won: the reckoning at the end of the last turn (albion/21.4, 22.5, 23.2)."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.losses.victory_points import score
from tanelorn.games.albion.state.position import DEAD, GONE, AlbionPosition, alone
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN

EMPTIED = 30
"""What a kingdom of Faerie without persons is worth to the Fomorians in the long scenario (21.4)."""

TIMES = 3
"""How many times Faerie’s points the Fomorians need in the short one (22.5)."""

RUIN = 400
"""More points than this for both together, and the war is lost by both (23.2)."""


class Reckoning(Automatic, frozen=True, tag=True):
    """The scenario is over: award what is awarded at the end, and say who has won (4.0.9)."""

    title = "Victory"
    clause = "albion/21.1"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """End the game."""
        if alone(position):
            _albion_alone(position)
        else:
            for realm in emptied(position):
                name = position.world.kingdoms[realm].name
                score(position, FOMORIAN, EMPTIED, f"for **{name}** has no person left", log)
            _faerie_twilight(position)
        if log and position.outcome is not None:
            log.say(f"{position.outcome.reason}.", clause=position.outcome.clause)


def emptied(position: AlbionPosition) -> list[int]:
    """Return the kingdoms of Faerie that have lost all their persons (21.4).

    Who has never arrived is not lost; the Cait Sith is a person of Albion from its appearance on.
    """
    w, at = position.world, position.at
    realms = []
    for realm, kingdom in enumerate(w.kingdoms):
        own = [person for person, home in enumerate(w.p_kingdom) if home == realm]
        if kingdom.id == "albion" and at[w.person["cait_sith"]] >= 0:
            continue
        if kingdom.faerie and own and all(at[person] in (DEAD, GONE) for person in own):
            realms.append(realm)
    return realms


def _albion_alone(position: AlbionPosition) -> None:
    fomorian, faerie = position.points
    stand = f"The Fomorians have {amount(fomorian, 'point')}, Faerie has {faerie}"
    if fomorian and fomorian >= TIMES * faerie:
        position.end((FOMORIAN,), f"{stand}: three times as many, the Fomorians win", "albion/22.5")
    else:
        position.end((FAERIE,), f"{stand}: not three times as many, Faerie wins", "albion/22.5")


def _faerie_twilight(position: AlbionPosition) -> None:
    fomorian, faerie = position.points
    stand = f"The Fomorians have {amount(fomorian, 'point')}, Faerie has {faerie}"
    if fomorian + faerie > RUIN:
        reason = f"{stand}: more than {RUIN} together: both have lost, and the Mundanes inherit the isles"
        position.end((), reason, "albion/23.2")
    elif fomorian == faerie:
        position.end((), f"{stand}: a draw", "albion/23.2")
    else:
        winner = FOMORIAN if fomorian > faerie else FAERIE
        verb = "win" if winner == FOMORIAN else "wins"
        position.end((winner,), f"{stand}: {SEAT_NAMES[winner]} {verb}", "albion/23.2")
