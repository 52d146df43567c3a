"""How a combat ends (albion/15.8b, 18.0b, 12.5d, 20.6/23)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.movement.groups import set_down
from tanelorn.games.albion.stacks import evasion
from tanelorn.games.albion.stacks.entering import settle_command
from tanelorn.games.albion.state.battle import words_of
from tanelorn.games.albion.state.deeds import HELD, IN_HAND
from tanelorn.games.albion.state.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.position import CSPS, HEROES, AlbionPosition
from tanelorn.games.albion.state.stacks import mark, note_meetings
from tanelorn.games.albion.state.who_fights import in_hand, the_battle


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


class OverrunEnds(Automatic, frozen=True, tag=True):
    """The round of an overrun has been fought: the group goes on if no enemy holds it up, else it stops (12.5d)."""

    seat: int
    hex: int
    beaten: bool
    title = "Overrun"
    clause = "albion/12.5d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Let the group go on, or stop it for the phase."""
        seat, hex, foe = self.seat, self.hex, 1 - self.seat
        position.fights, position.challenges = [], []
        persons, _ = in_hand(position, seat, hex)
        holding = position.told[seat].get(hex, 0) & (CSPS | HEROES) and hex not in position.evading[foe]
        held = self.beaten or bool(holding)
        stops = held or not persons
        if log and persons:
            w = position.world
            name = f"**{SEAT_NAMES[seat]}**"
            verb = "" if seat == 0 else "s"
            text = (
                f"The overrun fails: {name} stop{verb} here." if stops else f"The overrun succeeds: {name} may go on."
            )
            log.say(text, clause="albion/12.5d", seat=seat, places=(w.number[hex],))
        for person in persons:
            position.did[person] = position.did[person] | HELD if stops else position.did[person] & ~HELD
        mark(position, seat, hex, HELD if held else 0, 0 if held else HELD)
        _drop_leaderless(position, seat, hex)
        if stops:
            set_down(position)


def _drop_leaderless(position: AlbionPosition, seat: int, hex: int) -> None:
    """Troops whose leader has fallen in the overrun go no further with the group (14.1.1, 14.1.4)."""
    w = position.world
    left = [
        army._replace(did=army.did & ~IN_HAND)
        if w.c_side[army.colour] == seat and army.chief not in position.march
        else army
        for army in position.troops.get(hex, ())
    ]
    position.set_troops(hex, left)
    settle_command(position, seat, hex)
