"""Callach's Waff serves whom the die names (albion/7.9/s44)."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.stacks import tell
from tanelorn.games.albion.state.world import FAERIE, FOMORIAN


class WaffChanges(Automatic, frozen=True, tag=True):
    """Before enchantments are plotted a die says who controls the ghost in this game-turn."""

    title = "Callach’s Waff"
    clause = "albion/7.9/s44"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push the die, if the ghost walks."""
        if position.at[position.world.person["callachs_waff"]] >= 0:
            position.then(WaffDie())


class WaffDie(Chances, frozen=True, tag=True):
    """Odd: the Fomorians; even: Faerie."""

    title = "Callach’s Waff"
    clause = "albion/7.9/s44"

    def ask(self, position: AlbionPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "whom Callach’s Waff serves")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Give the ghost to a side; a change of control alone kills nobody (18.0f)."""
        waff = position.world.person["callachs_waff"]
        seat = FOMORIAN if outcome[0] % 2 else FAERIE
        position.side[waff] = seat
        position.learned += 1
        tell(position, position.at[waff])
        if log:
            whom = "the Fomorians" if seat == FOMORIAN else "Faerie"
            text = f"**Callach’s Waff** serves **{whom}** in this turn."
            log.say(text, clause=self.clause, seat=seat, dice=outcome)
