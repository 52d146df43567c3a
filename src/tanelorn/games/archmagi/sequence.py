"""The sequence of play (archmagi/turn.*, order.*, term.4, term.9): rounds, turns in six phases, and durations.

Chapters know only those below them. From the bottom: `map`, `state`, `words`, `casting`, `artifacts`; the phases
`recruit`, `scout`, `move`, `explore`; then `victory`, `battle`, `spells`; and above them all this module. Whoever
pushes a step decides what follows it: a lower chapter just ends, and the agenda goes on with the step beneath.

Five steps are named below the chapter that carries them out. A window of answers ends with `TakeEffect`, while what
spells do involves every chapter; `victory` breaks play off at `EndBattle`, `EndTurn` or `StartTurn`, and returns the
chit of each `Effect` that is lost with it. These five lie in `state.steps`, and the table at the end of this module
says which function does the work of each. What the dice of a spell may bring is told by the same chapter that throws
them, and entered there too. Nothing else points upward.
"""

from __future__ import annotations

import msgspec

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Step, carries_out
from tanelorn.games.archmagi.battle.battle import Battles, end_battle
from tanelorn.games.archmagi.casting.odds import FORESIGHTS
from tanelorn.games.archmagi.explore import Explore
from tanelorn.games.archmagi.move.move import Move
from tanelorn.games.archmagi.move.stranding import Stranded
from tanelorn.games.archmagi.recruit.draws import DrawSpells, DrawUnits
from tanelorn.games.archmagi.recruit.spells import CheckSpells, Fortune, RecruitSpells, spells_drawn
from tanelorn.games.archmagi.recruit.units import CheckSurplus, RecruitUnits
from tanelorn.games.archmagi.scout.scout import Scout
from tanelorn.games.archmagi.spells.odds import attack_ahead, web_ahead
from tanelorn.games.archmagi.spells.resolving import do_effect, take_effect
from tanelorn.games.archmagi.state.content import SPELL
from tanelorn.games.archmagi.state.markers import ROUNDS, TURN, Lasting
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back, take_own_shape
from tanelorn.games.archmagi.state.steps import Effect, EndBattle, EndTurn, StartTurn, TakeEffect
from tanelorn.games.archmagi.victory import CheckMagi, ends_by_rounds
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES

PHASES = ("recruit units", "recruit spells", "scout", "move", "explore", "battle")


def start_turn(step: StartTurn, position: ArchmagiPosition, log: Log) -> None:
    """Begin a seat's turn; the place of one who is out only counts durations down (turn.2, order.4, term.4)."""
    if step.seat == position.first:
        position.round += 1
        if ends_by_rounds(position):
            return
        if log:
            log.say(f"Round {position.round}", heading=True, clause="archmagi/turn.2")
    _count_down(position, step.seat, log)
    if step.seat in position.gone:
        position.then(StartTurn((step.seat + 1) % len(position.magi)))
        return
    position.active = step.seat
    position.used = 0
    position.fought = []
    position.done = [0] * len(position.done)
    position.offers.clear()
    if log:
        log.say(f"{SEAT_NAMES[step.seat]}’s turn", heading=True, clause="archmagi/order.4", seat=step.seat)
    position.then(Stranded(), CheckMagi(), Phases(step.seat))


class Phases(Automatic, frozen=True, tag=True):
    """Lays out the six phases (turn.1, turn.3, recruit-spells.4, explore.1)."""

    seat: int
    title = "The turn"
    clause = "archmagi/turn.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Put the phases of the turn on the agenda; the two that recruit begin with draws."""
        seat = self.seat
        spells = [DrawSpells(other, spells_drawn(position, other)) for other in (seat, *position.clockwise(seat))]
        draws: dict[str, tuple[Step, ...]] = {
            "recruit units": (DrawUnits(seat, 2),),
            "recruit spells": tuple(dict.fromkeys(spells)),
        }
        asked = asked_in(seat)
        steps: list[Step] = []
        for phase in PHASES:
            steps += [Phase(phase), *draws.get(phase, ()), *asked[phase]]
        position.then(*steps, EndTurn(seat))


def asked_in(seat: int) -> dict[str, tuple[Step, ...]]:
    """Return what each phase of a seat's turn asks, after its draws (turn.1, turn.3)."""
    return {
        "recruit units": (RecruitUnits(seat), CheckSurplus(seat)),
        "recruit spells": (Fortune(seat), CheckSpells(), RecruitSpells(seat)),
        "scout": (Scout(seat),),
        "move": (Move(seat),),
        "explore": (Explore(seat),),
        "battle": (Battles(seat),),
    }


class Phase(Automatic, frozen=True, tag=True):
    """The next phase begins; what was glimpsed in the Scout phase counts for it alone, and word left for it is over."""

    name: str
    title = "Phase"
    clause = "archmagi/turn.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Note the phase."""
        position.phase = self.name
        position.hush = [0] * len(position.hush)
        position.free_acts = {}
        if self.name in ("scout", "move"):
            position.glimpses = {}


def end_turn(step: EndTurn, position: ArchmagiPosition, log: Log) -> None:
    """End the turn and pass it clockwise (order.3, term.4)."""
    position.phase = "end"
    position.battle = None
    position.chain = []
    position.known_gear = {}
    position.lasting = [effect for effect in position.lasting if effect.scale > TURN]
    for unit, shape in enumerate(position.shapes):
        if shape >= 0 and position.owners[unit] >= 0:
            take_own_shape(position, unit)
    position.then(Stranded(), CheckMagi(), StartTurn((step.seat + 1) % len(position.magi)))


def _count_down(position: ArchmagiPosition, seat: int, log: Log) -> None:
    """Count the rounds of effects down on the turns of the player who was active when they were cast (term.9)."""
    left: list[Lasting] = []
    for effect in position.lasting:
        if effect.scale != ROUNDS or effect.clock != seat:
            left.append(effect)
        elif effect.left > 1:
            left.append(msgspec.structs.replace(effect, left=effect.left - 1))
        elif effect.source == SPELL[STALKER]:
            _end_stalker(position, effect.unit)
    position.lasting = [effect for effect in left if effect.unit < 0 or position.owners[effect.unit] >= 0]


STALKER = "invisible-stalker"
"""The created unit that lasts for rounds of the game."""


def _end_stalker(position: ArchmagiPosition, unit: int) -> None:
    if position.owners[unit] >= 0:
        chit_back(position, unit)
        position.remove(unit)


carries_out(StartTurn, start_turn)
carries_out(EndTurn, end_turn)
carries_out(EndBattle, end_battle)
carries_out(TakeEffect, take_effect)
carries_out(Effect, do_effect)
FORESIGHTS.update({"paralyze": web_ahead, "mass-attack": attack_ahead, "inferno": attack_ahead})
