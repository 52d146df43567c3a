"""The sequence of play (albion/5.0): game-turns of three segments and two player-turns of five phases."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Step
from tanelorn.games.albion.state.desk import EMPTY
from tanelorn.games.albion.state.nouns import SEAT_NAMES
from tanelorn.games.albion.state.position import BOUND, IN_HAND, LANDED, AlbionPosition
from tanelorn.games.albion.state.world import FAERIE, FOMORIAN

LAST_TURN = {"albion_alone": 3, "faerie_twilight": 10}
"""The last game-turn of each scenario (22.1, 23.1)."""


class StartTurn(Automatic, frozen=True, tag=True):
    """A game-turn begins (5.0a): its segments and player-turns are laid out."""

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
    """Return the segments that both players share (5.A to 5.C)."""
    from tanelorn.games.albion import weather
    from tanelorn.games.albion.enchantments import casting, mental_attack, plotting, scrying, waff
    from tanelorn.games.albion.losses import attrition

    return [
        Phase("weather", -1),
        weather.WeatherSegment(),
        Phase("enchantment", -1),
        waff.WaffChanges(),
        plotting.Plot(),
        casting.Castings(),
        scrying.Plans(),
        mental_attack.MentalAttacks(),
        Phase("attrition", -1),
        attrition.Attrition(FOMORIAN),
        attrition.Attrition(FAERIE),
    ]


def player_turn(seat: int) -> list[Step]:
    """Return the five phases of a player-turn (5.D, 5.E)."""
    from tanelorn.games.albion.combat import phase
    from tanelorn.games.albion.movement import forced_march, moves, reaction
    from tanelorn.games.albion.recovery import activation, healing

    return [
        Phase("recovery", seat),
        healing.Recovery(seat),
        Phase("activation", seat),
        activation.Activation(seat),
        Phase("movement", seat),
        moves.Movement(seat),
        Phase("forced march", seat),
        forced_march.ForcedMarch(seat),
        Phase("reaction", seat),
        reaction.Reaction(1 - seat),
        Phase("combat", seat),
        phase.CombatPhase(seat),
    ]


class Phase(Automatic, frozen=True, tag=True):
    """The next segment or phase begins; what the last one leaves is settled first (9.3, 9.4, 20.2.4)."""

    name: str
    seat: int
    title = "Phase"
    clause = "albion/5.0a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Settle refits, forget what was spent, and note the phase."""
        from tanelorn.games.albion.recovery.refits import lose_refits

        lose_refits(position, log)
        if log and self.seat >= 0 and position.active != self.seat:
            log.say(f"{SEAT_NAMES[self.seat]}: player-turn", heading=True, clause="albion/5.0b", seat=self.seat)
        position.phase = self.name
        position.active = self.seat
        position.used = {}
        position.desk = [EMPTY, EMPTY]
        position.learned += 1  # what was done in a phase that is over stays done
        if self.name != "forced march":
            fresh(position, BOUND | LANDED if self.seat >= 0 and self.name != "recovery" else BOUND)


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


def set_down(position: AlbionPosition) -> None:
    """Put the group in hand down."""
    if not position.march:
        return
    held = [hex for hex, armies in position.troops.items() for army in armies if army.did & IN_HAND]
    for hex in dict.fromkeys(held):
        position.set_troops(hex, [army._replace(did=army.did & ~IN_HAND) for army in position.troops[hex]])
    position.march = []
    position.marched = False


class EndTurn(Automatic, frozen=True, tag=True):
    """The end of a game-turn (5.F): Mind Control ends, the Borders fall with Brian, markers come off."""

    title = "End of the turn"
    clause = "albion/5.F"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push what is due, then the next turn or the reckoning."""
        from tanelorn.games.albion.enchantments.mind_control import EndControl
        from tanelorn.games.albion.scenarios.victory import Reckoning

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
        from tanelorn.games.albion.losses.leaving import destroy_borders

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
