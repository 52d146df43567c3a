"""The sequence of play (albion/5.0): game-turns of three segments and two player-turns of five phases.

This module knows all chapters, and no chapter knows it. What follows a step in another chapter is settled here, in one
of two ways: a phase is laid out as a list of steps, one for each chapter that has a part in it (`player_turn`,
`Movement`); and what may happen at any time, such as a death, leaves a consequence, which the table at the end of this
module gives to the function that carries it out (`core/steps.py`).
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Step, carries_out
from tanelorn.games.albion.combat.combat_phase import CombatPhase, fight_overrun
from tanelorn.games.albion.enchantments.casting import Castings
from tanelorn.games.albion.enchantments.following_plans import follow
from tanelorn.games.albion.enchantments.mental_attack import MentalAttacks
from tanelorn.games.albion.enchantments.mind_control import EndControl, WaffChanges
from tanelorn.games.albion.enchantments.plotting import Plot
from tanelorn.games.albion.enchantments.scrying import Plans
from tanelorn.games.albion.losses.aftermath import AfterLoss
from tanelorn.games.albion.losses.attrition_segment import Attrition
from tanelorn.games.albion.losses.deaths import die
from tanelorn.games.albion.losses.ships import Castaways
from tanelorn.games.albion.losses.spoils import Dies
from tanelorn.games.albion.losses.succession import Appears, destroy_borders
from tanelorn.games.albion.movement.forced_march import Marches, MarchLosses, begin_forced_march
from tanelorn.games.albion.movement.moves import Moves, begin_movement
from tanelorn.games.albion.movement.overrun import Attack
from tanelorn.games.albion.movement.phases import begin_phase
from tanelorn.games.albion.movement.reaction import Reaction
from tanelorn.games.albion.recovery.activation import Activation
from tanelorn.games.albion.recovery.healing import Recovery
from tanelorn.games.albion.scenarios.initial_stacking import OrderStacks
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN
from tanelorn.games.albion.scenarios.victory import Reckoning
from tanelorn.games.albion.stacks.castaways import save_castaways
from tanelorn.games.albion.stacks.entering import appear
from tanelorn.games.albion.stacks.evasion import after_loss
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN
from tanelorn.games.albion.weather import WeatherSegment


def beginning() -> list[Step]:
    """Return how a game begins: owners order their stacks, the Fomorians may move, turn 1 starts (4.0, 22.3)."""
    return [OrderStacks(FOMORIAN), OrderStacks(FAERIE), PreGame(), StartTurn()]


class StartTurn(Automatic, frozen=True, tag=True):
    """A game-turn begins: its segments and player-turns are laid out (5.0a, chart/track)."""

    title = "Start of the turn"
    clause = "albion/5.0a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Move the turn marker on, and push the whole turn."""
        position.turn += 1
        turn = position.world.turns[position.turn]
        position.mana = turn.mana
        if log:
            log.say(f"Turn {turn.number}: {turn.name}", heading=True, clause="albion/5.0a")
        position.then(*segments(), *player_turn(FOMORIAN), *player_turn(FAERIE), EndTurn())


def segments() -> list[Step]:
    """Return the segments that both players share (5.A to 5.C); in that of Attrition they swap their roles (5.C.5)."""

    return [
        Phase("weather", -1),
        WeatherSegment(),
        Phase("enchantment", -1),
        WaffChanges(),
        Plot(),
        Castings(),
        Plans(),
        MentalAttacks(),
        Phase("attrition", -1),
        Attrition(FOMORIAN),
        Attrition(FAERIE),
    ]


def player_turn(seat: int) -> list[Step]:
    """Return the five phases of a player-turn, in which one player is active and the other inactive (5.0b, 5.D,
    5.E).
    """

    return [
        Phase("recovery", seat),
        Recovery(seat),
        Phase("activation", seat),
        Activation(seat),
        Phase("movement", seat),
        Movement(seat),
        Phase("forced march", seat),
        ForcedMarch(seat),
        Phase("reaction", seat),
        Reaction(1 - seat),
        Phase("combat", seat),
        CombatPhase(seat),
    ]


class Phase(Automatic, frozen=True, tag=True):
    """The next segment or phase begins; what the last one leaves is settled first (9.3, 9.4, 20.2.4)."""

    name: str
    seat: int
    title = "Phase"
    clause = "albion/5.0a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Begin it."""
        begin_phase(position, self.name, self.seat, log)


class PreGame(Automatic, frozen=True, tag=True):
    """The Fomorian player may move before the first turn, three times as far and in clear weather (22.3)."""

    title = "Before the first turn"
    clause = "albion/22.3a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """One Movement Phase: no forced march, reaction or combat follows (22.3b)."""
        position.then(Phase("pregame", FOMORIAN), Movement(FOMORIAN))


class Movement(Automatic, frozen=True, tag=True):
    """The active player moves whatever pieces they like, as often as they like (5.D.3a); first, what was written down
    under Scrying is carried out (19.4/03).
    """

    seat: int
    title = "Movement"
    clause = "albion/5.D.3a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Begin with nobody in hand."""
        begin_movement(position, self.seat)
        position.then(*follow(position, self.seat), Moves(self.seat))


class ForcedMarch(Automatic, frozen=True, tag=True):
    """After all normal movement stacks may make a forced march; what is left of their points is lost (12.4b)."""

    seat: int
    title = "Forced march"
    clause = "albion/12.4"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Carry plans out, ask, and roll for the losses when all have marched."""
        begin_forced_march(position)
        position.then(*follow(position, self.seat), Marches(self.seat), MarchLosses(self.seat))


class EndTurn(Automatic, frozen=True, tag=True):
    """The end of a game-turn (5.F): Mind Control ends, the Borders fall with Brian, markers come off; after the last
    one nothing follows (4.0.9, 22.1, 23.1).
    """

    title = "End of the turn"
    clause = "albion/5.F"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push what is due, then the next turn or the reckoning."""

        last = position.turn >= LAST_TURN[position.scenario]
        position.then(
            Phase("end", -1), EndControl(), FallOfTheBorders(), TakeMarkersOff(), Reckoning() if last else StartTurn()
        )


class FallOfTheBorders(Automatic, frozen=True, tag=True):
    """Brian's troops go at the end of the turn in which he was killed (7.9/m32)."""

    title = "The Borders"
    clause = "albion/7.9/m32"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Destroy them; each point counts for Faerie (21.1)."""

        if position.doomed:
            position.doomed = False
            destroy_borders(position, log)


class TakeMarkersOff(Automatic, frozen=True, tag=True):
    """Enchantment and Vortex markers come off, and all that lasted one game-turn ends (5.B.4, 5.B.5)."""

    title = "Markers"
    clause = "albion/5.B.5"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Forget the turn's enchantments."""
        position.did = [0] * len(position.did)
        position.strong = [0] * len(position.strong)
        position.spells = []
        position.elements = {}
        position.storms = []
        position.vortices = []
        position.dispelled = []
        position.plans = []
        position.sky = "clear"


# What follows from what happens in an earlier chapter

carries_out(AfterLoss, after_loss)
carries_out(Appears, appear)
carries_out(Castaways, save_castaways)
carries_out(Dies, die)
carries_out(Attack, fight_overrun)
