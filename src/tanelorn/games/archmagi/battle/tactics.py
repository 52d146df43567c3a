"""Tactical options (archmagi/battle.10, battle.33): after the reveal, single actions in turn."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.archmagi.battle.combatants import FillPlaces
from tanelorn.games.archmagi.battle.control import CONJURE, CONTROL_VERB, conjure, use_control
from tanelorn.games.archmagi.battle.paralysis import PARALYZE_VERB, paralyze
from tanelorn.games.archmagi.battle.presence import the_battle
from tanelorn.games.archmagi.battle.retreat import RETREAT, retreat
from tanelorn.games.archmagi.battle.swaps import GUARD_VERB, SWAP_VERB, VANISH_VERB, guard, swap, vanish
from tanelorn.games.archmagi.battle.using import USE, use
from tanelorn.games.archmagi.casting.casting import CAST, FARCAST_VERB
from tanelorn.games.archmagi.casting.responses import WORD, leave_word, play_cast, play_farcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.verbs import plain

READY = plain("ready", "Ready to roll", key="Enter", weight=16, clause="archmagi/battle.33")
TACTICS = (
    CAST,
    FARCAST_VERB,
    SWAP_VERB,
    GUARD_VERB,
    VANISH_VERB,
    PARALYZE_VERB,
    CONTROL_VERB,
    CONJURE,
    USE,
    RETREAT,
    WORD,
    READY,
)


class NextTactic(Automatic, frozen=True, tag=True):
    """Actions alternate, attacker first, until both pass in succession (battle.10)."""

    title = "Tactical options"
    clause = "archmagi/battle.10"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask the next side, or close the segment."""
        battle = the_battle(position)
        if not (battle.over or battle.passes > 1 or battle.rolled):
            position.then(Tactics())


class Tactics(Asks, frozen=True, tag=True):
    """One action, or ready (battle.33)."""

    title = "Tactical options"
    clause = "archmagi/battle.33"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side whose turn it is to act."""
        battle = the_battle(position)
        return (battle.seats[battle.turn],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All actions."""
        prompt = "Cast, use what you have, or be ready to roll."
        return Acts(position, seat, TACTICS, prompt, Act("ready"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one action out; then it is the other side's turn."""
        battle = the_battle(position)
        if choice.verb == WORD.name:
            leave_word(position, seat, choice.args, log)
            position.then(self)
            return
        battle.turn = 1 - battle.turn
        if choice.verb == READY.name:
            battle.passes += 1
            position.then(NextTactic())
            return
        battle.passes = 0
        position.then(FillPlaces(), NextTactic())
        ACTIONS[choice.verb](position, seat, choice.args, log)


ACTIONS = {
    "cast": play_cast,
    "farcast": play_farcast,
    "swap for": swap,
    "guard with": guard,
    "vanish": vanish,
    "paralyze with": paralyze,
    "control": use_control,
    "conjure": conjure,
    "use": use,
    "retreat giving up": retreat,
}
