"""Tactical options (archmagi/battle.10, battle.33): after the reveal, single actions in turn."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.slots import Deed
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.archmagi.battle.combatants import FillPlaces
from tanelorn.games.archmagi.battle.control import CONJURE, CONTROL_VERB
from tanelorn.games.archmagi.battle.paralysis import PARALYZE_VERB
from tanelorn.games.archmagi.battle.presence import the_battle
from tanelorn.games.archmagi.battle.retreat import RETREAT, VANISH_VERB
from tanelorn.games.archmagi.battle.swaps import GUARD_VERB, SWAP_VERB
from tanelorn.games.archmagi.battle.using import USE
from tanelorn.games.archmagi.casting.asking import WORD
from tanelorn.games.archmagi.casting.responses import CAST, FARCAST_VERB
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.verbs import Args, Verb, Verbs, plain

READY = plain("ready", "Ready to roll", key="Enter", weight=16, clause="archmagi/battle.33")


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
    """One action, or ready (battle.33, battle.11, battle.19)."""

    title = "Tactical options"
    clause = "archmagi/battle.33"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side whose turn it is to act."""
        battle = the_battle(position)
        return (battle.seats[battle.turn],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All actions."""
        prompt = "Cast, use what you have, or be ready to roll."
        return Acts(position, seat, TACTICS.verbs, prompt, Act("ready"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one action out; then it is the other side's turn."""
        TACTICS.do(self, position, seat, choice, log)

    def leave_word(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Note what the seat wants to be asked about; it is still its turn (response.5)."""
        position.then(self)
        WORD.does(position, seat, args, log)

    def ready(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Pass; when both have passed in succession the dice are thrown (battle.10)."""
        battle = the_battle(position)
        battle.turn = 1 - battle.turn
        battle.passes += 1
        position.then(NextTactic())


def _action(verb: Verb) -> tuple[Verb, Deed[Tactics, ArchmagiPosition]]:
    """Let a verb be a single action: then it is the other side's turn (battle.10)."""

    def act(step: Tactics, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        battle = the_battle(position)
        battle.turn = 1 - battle.turn
        battle.passes = 0
        position.then(FillPlaces(), NextTactic())
        verb.does(position, seat, args, log)

    return verb, act


ACTIONS = (
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
)
TACTICS = Verbs(*map(_action, ACTIONS), (WORD, Tactics.leave_word), (READY, Tactics.ready))
