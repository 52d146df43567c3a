"""The sequence of play (elric/5.0): game-turns, player-turns and their eight steps.

This module knows all chapters, and no chapter knows it. What follows a step in another chapter is settled here, in one
of two ways: a player-turn is laid out as a list of steps, one for each chapter that has a part in it (`steps_of`); and
what may happen at any time, such as the draw of a spell that acts at once, leaves a consequence, which the table at the
end of this module gives to the function that carries it out (`state/consequences.py`).
"""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Step, carries_out
from tanelorn.games.elric import balance, replacements, search
from tanelorn.games.elric.balance import BalanceDraw
from tanelorn.games.elric.combat import battles, declaring
from tanelorn.games.elric.combat.sieges import lift_sieges
from tanelorn.games.elric.hands import CheckHands
from tanelorn.games.elric.losses import nations
from tanelorn.games.elric.losses.nations import dissolve
from tanelorn.games.elric.magic import casting, immediate, magic_step
from tanelorn.games.elric.melniboneans import appearance, stealing_elric
from tanelorn.games.elric.melniboneans.black_swords import BladeRoll
from tanelorn.games.elric.movement import movement_step
from tanelorn.games.elric.movement.magical_flight import LapseFlights
from tanelorn.games.elric.muster import muster_step
from tanelorn.games.elric.sequence import solitaire, victory
from tanelorn.games.elric.sequence.victory import CheckVictory
from tanelorn.games.elric.state.cities import check_garrisons
from tanelorn.games.elric.state.consequences import (
    ActAtOnce,
    AfterThrow,
    Dissolve,
    ElricReturns,
    Slain,
    WorldEnds,
)
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import seat_name

STEPS = ("appear", "replace", "move", "search", "magic", "combat", "muster", "balance")
"""The eight steps of a player-turn by the words that the page's ribbon and rule cases use (5.0b)."""


class StartTurn(Automatic, frozen=True, tag=True):
    """A player-turn begins, and with the first player's a new game-turn, on the next space of the Turn Track (5.0a,
    5.0c, 3.3c).
    """

    seat: int
    title = "Start of the turn"
    clause = "elric/5.0a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Make the seat active and lay out its eight steps."""
        seat, order = self.seat, position.order
        if position.active < 0 or order.index(seat) <= order.index(position.active):
            position.turn += 1
            if log:
                log.say(f"Turn {position.turn}", heading=True, clause="elric/5.0a")
        begin(position, seat)
        if log:
            log.say(f"{seat_name(position, seat)}’s turn", heading=True, clause="elric/5.0b", seat=seat)
        position.then(*steps_of(seat))


@lru_cache(maxsize=8)
def steps_of(seat: int) -> tuple[Step, ...]:
    """Return the steps of a player-turn, in order (5.0b, ref.a)."""
    return (
        Phase("appear"),
        muster_step.Rise(seat),
        appearance.Appear(seat),
        Phase("replace"),
        replacements.Replace(seat),
        Phase("move"),
        movement_step.Movement(seat),
        stealing_elric.TakeElricAway(seat),
        declaring.Declare(seat),
        Phase("search"),
        search.Search(seat),
        Phase("magic"),
        magic_step.Magic(seat),
        casting.LaySpells(seat),
        Phase("combat"),
        solitaire.Monsters(seat),
        battles.Battles(seat),
        EndOfCombat(seat),
        Phase("muster"),
        muster_step.Muster(seat),
        Phase("balance"),
        EndTurn(seat),
    )


def begin(position: ElricPosition, seat: int) -> None:
    """Make a seat active, and clear what was noted in the last player-turn."""
    count = len(position.owner)
    position.active = seat
    position.spent = [0] * count
    position.did = [0] * count
    position.led = [-1] * count
    position.came = [-1] * count
    position.trail = []
    position.march = []
    position.marched = False
    position.fights = []
    position.found = []
    position.laid = []
    position.battle = None
    position.searched = []
    position.mustered = False
    position.blades = []
    position.offers.clear()


class Phase(Automatic, frozen=True, tag=True):
    """The next of the eight steps begins (5.0b). Hands, garrisons and nations are checked between steps."""

    name: str
    title = "Step"
    clause = "elric/5.0b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Note the step, and settle what the last one left (6.0h, 9.5c, 10.9.1a)."""
        position.phase = self.name
        dissolve(position, log)
        check_garrisons(position, log)
        lift_sieges(position, log)
        position.then(CheckHands())


class EndOfCombat(Automatic, frozen=True, tag=True):
    """When the combat step ends, rolls are made for Stormbringer and Mournblade (12.1.4a)."""

    seat: int
    title = "End of combat"
    clause = "elric/12.1.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push one roll for each battle in which a black sword was used."""
        position.battle = None
        position.fights = []
        position.laid = []
        blades, position.blades = position.blades, []
        position.then(*(BladeRoll(unit) for unit in blades))


class EndTurn(Automatic, frozen=True, tag=True):
    """The end of a player-turn: the optional random movement of the Balance, lapsing flights, victory,
    the next player.
    """

    seat: int
    title = "End of the turn"
    clause = "elric/5.0d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push what remains to be done, and the next turn."""
        draw = (BalanceDraw(),) if position.random_balance else ()
        position.then(*draw, LapseFlights(self.seat), CheckHands(), CheckVictory(self.seat), Pass(self.seat))


class Pass(Automatic, frozen=True, tag=True):
    """The container goes to the player on the left (5.0c)."""

    seat: int
    title = "Next player"
    clause = "elric/5.0c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the next player in the order begin."""
        order = position.order
        at = order.index(self.seat)
        following = [*order[at + 1 :], *order[:at], self.seat]
        seat = next((seat for seat in following if seat not in position.gone), self.seat)
        position.close()  # what was done in a turn that is over stays done (5.0d)
        position.then(StartTurn(seat))


carries_out(ActAtOnce, immediate.act_at_once)
carries_out(AfterThrow, balance.after_throw)
carries_out(Dissolve, nations.after_loss)
carries_out(ElricReturns, immediate.come_back)
carries_out(Slain, balance.after_slaying)
carries_out(WorldEnds, victory.end_the_world)
