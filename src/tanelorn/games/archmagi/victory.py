"""Elimination and victory (archmagi/victory.*): players without an archmagus are out, and the last archmagus wins."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Step
from tanelorn.games.archmagi.state.codes import LOST, kind_waiting
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back
from tanelorn.games.archmagi.state.steps import Effect, EndBattle, EndTurn, StartTurn
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES


class CheckMagi(Automatic, frozen=True, tag=True):
    """A player who has lost the archmagus is out; the last archmagus wins (victory.1, .2, .3, .4)."""

    title = "Victory"
    clause = "archmagi/victory.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Take out the players whose archmagus has been destroyed; end the game if one player is left, or none."""
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


def ends_by_rounds(position: ArchmagiPosition) -> bool:
    """End the game as a draw once the agreed number of rounds has been played (victory.5); tell whether it has."""
    over = 0 < position.limit < position.round
    if over:
        position.end((), "round limit", "archmagi/victory.5")
    return over


def stop(position: ArchmagiPosition, lost: list[int]) -> None:
    """Break off what cannot go on: at once a battle in which they fight, and the turn of the active player
    (victory.2).
    """
    battle = position.battle
    if battle is not None:
        if any(seat in battle.seats for seat in lost):
            cut(position, EndBattle)
    elif position.active in lost:
        if any(isinstance(step, EndTurn) for step in position.agenda):
            cut(position, EndTurn)
        elif not any(isinstance(step, StartTurn) for step in position.agenda):
            position.agenda[:] = [StartTurn((position.active + 1) % len(position.magi))]


def cut(position: ArchmagiPosition, kind: type[Step]) -> None:
    """Take steps off the agenda until one of a kind comes next; spells on their way fail, and choices sealed for a step
    that is gone mean nothing.
    """
    for made in position.chain:
        position.spell_back(made.spell)
    position.chain = []
    position.sealed = {}
    while position.agenda and not isinstance(position.agenda[-1], kind):
        step = position.agenda.pop()
        if isinstance(step, Effect):
            position.spell_back(step.made.spell)


def take_out(position: ArchmagiPosition, seat: int) -> None:
    """Return all that an eliminated player controls to the piles (victory.2)."""
    position.gone = sorted((*position.gone, seat))
    kind = kind_waiting(position.magi[seat])
    if kind >= 0:
        position.magi_pile = sorted((*position.magi_pile, kind))
    position.magi[seat] = LOST
    for unit in list(position.units_of(seat)):
        for artifact in position.gear[unit]:
            position.artifact_back(artifact)
        chit_back(position, unit)
        position.remove(unit)
    for chit in position.reserve[seat]:
        position.to_pile(chit)
    for artifact in position.stored[seat]:
        position.artifact_back(artifact)
    for spell in position.spells[seat]:
        position.spell_back(spell)
    for row in (position.reserve, position.stored, position.spells):
        row[seat] = []
    position.lasting = [effect for effect in position.lasting if effect.side != seat]
    position.agenda[:] = [step for step in position.agenda if not _asks_the_gone(position, step)]


def give_up(position: ArchmagiPosition, seat: int, log: Log) -> None:
    """A player who gives up loses everything; nobody inherits their artifacts, and the others play on (victory.6)."""
    if log:
        log.say(f"**{SEAT_NAMES[seat]}** leaves the game.", clause="archmagi/victory.6", seat=seat)
    take_out(position, seat)
    settle(position, [seat])


def _asks_the_gone(position: ArchmagiPosition, step: Step) -> bool:
    if not isinstance(step, Asks):
        return False
    unit = getattr(step, "unit", -1)
    return getattr(step, "seat", -1) in position.gone or (unit >= 0 and position.owners[unit] < 0)
