"""When and how a combat ends (albion/15.8b, 18.0b, 20.6/23)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.combat.forces import able
from tanelorn.games.albion.movement.overrun import OverrunEnds
from tanelorn.games.albion.stacks import evasion
from tanelorn.games.albion.state.battle import Battle, words_of
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.stacks import note_meetings
from tanelorn.games.albion.state.who_fights import hosts_of, the_battle


def why_over(position: AlbionPosition, battle: Battle) -> str:
    """Return why a combat is over, empty if it may go on (15.8b, 12.5d)."""
    hosts = hosts_of(position, battle)
    for host in hosts:
        if host.gone:
            return f"nobody of {'Faerie' if host.seat else 'the Fomorians'} is left"
    if battle.fight.kind == "battle" and not any(host.points for host in hosts):
        return "no troops are left"
    if battle.fight.overrun and battle.rounds:
        return "an overrun is one round"
    if not any(able(position, battle, seat) for seat in (0, 1)):
        return "nobody can attack"
    return ""


class EndCombat(Automatic, frozen=True, tag=True):
    """A combat is over: the dragon's men vanish, and whoever is helpless now must evade or die (15.8b, 18.0a)."""

    title = "End of combat"
    clause = "albion/15.8b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Put the battle away."""
        battle = the_battle(position)
        fight = battle.fight
        if log:
            w = position.world
            why = f": {battle.over}" if battle.over else ""
            word = words_of(battle)
            text = f"The {word} at {at_hex(w, fight.hex)} is over{why}."
            log.say(text, clause="albion/15.8b", seat=battle.opener, places=(w.number[fight.hex],))
        position.battle = None
        position.close()  # what was done in a combat that is over stays done
        if fight.overrun:
            position.then(OverrunEnds(battle.opener, fight.hex, battle.over == WITHDRAWN[battle.opener]))
        else:
            position.fought.append(fight)
        note_meetings(position, fight.hex)
        if fight.kind != "engagement":
            evasion.check(position, fight.hex)


WITHDRAWN = ("the Fomorians retreat", "Faerie retreats")
"""Why a combat is over in which a seat has left the hex."""
