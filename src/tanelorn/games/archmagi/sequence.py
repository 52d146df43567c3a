"""The sequence of play (archmagi/turn.*): a player's turn in its six phases, rounds, durations, elimination and
victory.
"""

from __future__ import annotations

import msgspec

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Step
from tanelorn.games.archmagi.state.carrying import unload
from tanelorn.games.archmagi.state.content import KINDS, SPELL, UNITS
from tanelorn.games.archmagi.state.markers import ROUNDS, TURN, Lasting
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import is_created, spells_drawn
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES

PHASES = ("recruit units", "recruit spells", "scout", "move", "explore", "battle")


class StartTurn(Automatic, frozen=True, tag=True):
    """Durations that end here end first, then units that cannot be in their hex are checked, then the phases begin
    (term.9).
    """

    seat: int
    title = "Start of the turn"
    clause = "archmagi/turn.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Begin a seat's turn; the place of one who is out only counts durations down."""
        from tanelorn.games.archmagi.move.stranding import Stranded

        if self.seat == position.first:
            position.round += 1
            if position.limit and position.round > position.limit:
                position.end((), "round limit", "archmagi/victory.5")
                return
            if log:
                log.say(f"Round {position.round}", heading=True, clause="archmagi/turn.2")
        _count_down(position, self.seat, log)
        if self.seat in position.gone:
            position.then(StartTurn((self.seat + 1) % len(position.magi)))
            return
        position.active = self.seat
        position.used = 0
        position.fought = []
        position.done = [0] * len(position.done)
        position.offers.clear()
        if log:
            log.say(f"{SEAT_NAMES[self.seat]}’s turn", heading=True, clause="archmagi/order.4", seat=self.seat)
        position.then(Stranded(), CheckMagi(), Phases(self.seat))


class Phases(Automatic, frozen=True, tag=True):
    """Lays out the six phases (turn.1)."""

    seat: int
    title = "The turn"
    clause = "archmagi/turn.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Put the phases of the turn on the agenda."""
        from tanelorn.games.archmagi import explore
        from tanelorn.games.archmagi.battle import battle
        from tanelorn.games.archmagi.move import move
        from tanelorn.games.archmagi.recruit import draws as chits
        from tanelorn.games.archmagi.recruit import spells as recruit_spells
        from tanelorn.games.archmagi.recruit import units as recruit_units
        from tanelorn.games.archmagi.scout import scout

        seat = self.seat
        draws = [chits.DrawSpells(other, spells_drawn(position, other)) for other in (seat, *position.clockwise(seat))]
        position.then(
            Phase("recruit units"),
            chits.DrawUnits(seat, 2),
            recruit_units.RecruitUnits(seat),
            recruit_units.CheckSurplus(seat),
            Phase("recruit spells"),
            *dict.fromkeys(draws),
            recruit_spells.Fortune(seat),
            recruit_spells.CheckSpells(),
            recruit_spells.RecruitSpells(seat),
            Phase("scout"),
            scout.Scout(seat),
            Phase("move"),
            move.Move(seat),
            Phase("explore"),
            explore.Explore(seat),
            Phase("battle"),
            battle.Battles(seat),
            EndTurn(seat),
        )


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


class EndTurn(Automatic, frozen=True, tag=True):
    """What lasts for the turn ends; then units that cannot be in their hex are destroyed (move.14)."""

    seat: int
    title = "End of the turn"
    clause = "archmagi/term.4"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """End the turn and pass it clockwise (order.3)."""
        from tanelorn.games.archmagi.move.stranding import Stranded

        position.phase = "end"
        position.battle = None
        position.chain = []
        position.known_gear = {}
        position.lasting = [effect for effect in position.lasting if effect.scale > TURN]
        for unit, shape in enumerate(position.shapes):
            if shape >= 0 and position.owners[unit] >= 0:
                take_own_shape(position, unit)
        position.then(Stranded(), CheckMagi(), StartTurn((self.seat + 1) % len(position.magi)))


def take_own_shape(position: ArchmagiPosition, unit: int) -> None:
    """End a Polymorph: the form's chit goes to the pile (spell/polymorph)."""
    position.to_pile(position.kinds[unit])
    position.kinds[unit] = position.shapes[unit]
    position.shapes[unit] = -1
    unload(position, unit)


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


def chit_back(position: ArchmagiPosition, unit: int) -> None:
    """Return a unit's chit to its pile: a spell's, if that serves as the unit; an archmagus leaves the game
    (chits.4).
    """
    if position.shapes[unit] >= 0:
        take_own_shape(position, unit)
    for effect in position.lasting:
        if effect.unit == unit and effect.source == SPELL["curse"]:
            position.spell_back(effect.source)
    kind = position.kinds[unit]
    if is_created(position, unit):
        position.spell_back(SPELL[KINDS[kind].spell])
    elif kind < UNITS:
        position.to_pile(kind)
    else:
        position.magi_pile.append(kind)
        position.magi_pile.sort()


class CheckMagi(Automatic, frozen=True, tag=True):
    """Who has lost his archmagus is out; the last archmagus wins (victory.1 to victory.3)."""

    title = "Victory"
    clause = "archmagi/victory.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Take out those whose archmagus has been destroyed; end the game if one or none is left."""
        lost = [seat for seat in position.playing() if position.magi[seat] < 0]
        if not lost:
            return
        for seat in lost:
            if log:
                log.say(
                    f"**{SEAT_NAMES[seat]}** has lost the archmagus and is out.", clause="archmagi/victory.2", seat=seat
                )
            take_out(position, seat)
        settle(position, lost)


def settle(position: ArchmagiPosition, lost: list[int]) -> None:
    """End the game if one player is left, or none; otherwise let it go on without those who are out."""
    left = position.playing()
    if len(left) == 1:
        position.end(left, "last archmagus", "archmagi/victory.1")
    elif not left:
        position.end((), f"all archmagi destroyed: {', '.join(SEAT_NAMES[s] for s in lost)}", "archmagi/victory.3")
    else:
        stop(position, lost)


def stop(position: ArchmagiPosition, lost: list[int]) -> None:
    """Break off what can no longer go on: a battle of theirs at once, and the turn of the active player (victory.2)."""
    from tanelorn.games.archmagi.battle.battle import EndBattle

    battle = position.battle
    if battle is not None:
        if position.active in lost or any(seat in battle.seats for seat in lost):
            cut(position, EndBattle)
    elif position.active in lost:
        if any(isinstance(step, EndTurn) for step in position.agenda):
            cut(position, EndTurn)
        elif not any(isinstance(step, StartTurn) for step in position.agenda):
            position.agenda[:] = [StartTurn((position.active + 1) % len(position.magi))]


def cut(position: ArchmagiPosition, kind: type[Step]) -> None:
    """Take steps off the agenda until one of a kind comes next; spells on their way fail, and what was sealed for a
    step that is gone means nothing.
    """
    from tanelorn.games.archmagi.casting.announcing import return_chits
    from tanelorn.games.archmagi.casting.responses import Effect

    for made in position.chain:
        return_chits(position, made)
    position.chain = []
    position.sealed = {}
    while position.agenda and not isinstance(position.agenda[-1], kind):
        step = position.agenda.pop()
        if isinstance(step, Effect):
            return_chits(position, step.made)


def take_out(position: ArchmagiPosition, seat: int) -> None:
    """Return all that an eliminated player controls to the piles (victory.2)."""
    from tanelorn.games.archmagi.artifacts.death import forget_in_battle

    position.gone = sorted((*position.gone, seat))
    if position.magi[seat] < -1:
        position.magi_pile = sorted((*position.magi_pile, -2 - position.magi[seat]))
    position.magi[seat] = -1
    for unit in list(position.units_of(seat)):
        for artifact in position.gear[unit]:
            position.artifact_back(artifact)
        chit_back(position, unit)
        position.remove(unit)
        forget_in_battle(position, unit)
    for kind in position.reserve[seat]:
        position.to_pile(kind)
    for artifact in position.stored[seat]:
        position.artifact_back(artifact)
    for spell in position.spells[seat]:
        position.spell_back(spell)
    for row in (position.reserve, position.stored, position.spells):
        row[seat] = []
    position.lasting = [effect for effect in position.lasting if effect.side != seat]
    position.agenda[:] = [step for step in position.agenda if not _asks_the_gone(position, step)]


def _asks_the_gone(position: ArchmagiPosition, step: Step) -> bool:
    if not isinstance(step, Asks):
        return False
    unit = getattr(step, "unit", -1)
    return getattr(step, "seat", -1) in position.gone or (unit >= 0 and position.owners[unit] < 0)
