"""Resigning (elric/6.0h, 5.0c): a player's countries turn neutral, their units leave, and the others play on."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Step
from tanelorn.games.elric.hands import CheckHands, HandDraw, PickSpell, TooMany, Unstable
from tanelorn.games.elric.losses.escape_rolls import Attempt, BaloHelps, EscapeRoll, HelpEscape, LastHelp
from tanelorn.games.elric.losses.escapes import Escape, Escaped, Rejoin, SettleElric, ShareFate, rescue_fallen
from tanelorn.games.elric.losses.leaving_play import TakeUp, leave
from tanelorn.games.elric.losses.refuge import ChooseRefuge, Refuge
from tanelorn.games.elric.magic.duels import BaloInDuel, Duel, DuelDice, DuelSpell, Spent
from tanelorn.games.elric.magic.immediate import GateKeeper, TowerDie, TowerNightmare, TowerPlunder
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.melniboneans.appearance import Appear, AppearanceDie, RandomAppearance, appear_at_random
from tanelorn.games.elric.melniboneans.control import Beneath
from tanelorn.games.elric.sequence.turns import EndTurn, Pass, StartTurn
from tanelorn.games.elric.sequence.victory import CheckVictory, last_one
from tanelorn.games.elric.state.cities import check_garrisons
from tanelorn.games.elric.state.consequences import AfterThrow, Dissolve
from tanelorn.games.elric.state.places import ASIDE
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.words import seat_name

_FOR_THE_OTHERS = (
    *(Appear, RandomAppearance, AppearanceDie, Beneath),
    *(PickSpell, HandDraw, CheckHands, TooMany, Unstable),
    *(Escape, Escaped, ShareFate, Rejoin, SettleElric, Refuge, ChooseRefuge, TakeUp, Dissolve),
    *(Attempt, HelpEscape, BaloHelps, EscapeRoll, LastHelp, AfterThrow),
    *(GateKeeper, TowerDie, TowerPlunder, TowerNightmare, Duel, DuelSpell, BaloInDuel, DuelDice, Spent),
)
"""The steps that go on for the others when a turn is broken off: appearances of Elric, hands, escapes, duels."""


def give_up(position: ElricPosition, seat: int, log: Log) -> None:
    """Take a player out of the game. The last one left wins; a lone player has lost."""
    if len(position.order) == 1:
        position.end((), "given up", "elric/14.1g")
        return
    position.gone = sorted((*position.gone, seat))
    if last_one(position, "the others have given up", "elric/6.0h"):
        return
    if log:
        log.say(f"The countries of **{seat_name(position, seat)}** are nobody’s now.", clause="elric/6.0h", seat=seat)
    removed = _take_out(position, seat, log)
    _break_off(position, seat, removed, log)
    check_garrisons(position, log)
    control.settle(position, log)


def _take_out(position: ElricPosition, seat: int, log: Log) -> set[int]:
    """Remove a seat's counters, except Elric and Moonglum beside him, who stay where they are (12.1.2e, 12.1.6a)."""
    world, owner = position.world, position.owner
    position.nation = [NOBODY if holder == seat else holder for holder in position.nation]
    position.rising = [(nation, whose) for nation, whose in position.rising if whose != seat]
    position.laid = [laid for laid in position.laid if laid.seat != seat]
    for artifact, bearer in list(position.bearer.items()):
        if bearer >= 0 and owner[bearer] == seat:
            del position.bearer[artifact]
    stay = {world.elric, *control.moonglum_with(position)}
    removed = {unit for unit in range(len(owner)) if owner[unit] == seat and unit not in stay}
    for unit in sorted(removed, key=lambda unit: unit == position.elric_with):
        leave(position, unit, log)
    if owner[world.elric] == seat:
        appear_at_random(position)
    for area, taker in enumerate(position.captured):
        if taker == seat:
            position.captured[area] = -1
    position.prize = [-1 if taker == seat else taker for taker in position.prize]
    for marks in (position.besieger, position.stormed):
        for area in [area for area, whose in marks.items() if whose == seat]:
            del marks[area]
    return removed


def _break_off(position: ElricPosition, seat: int, removed: set[int], log: Log) -> None:
    """Drop what can no longer be done: everything that waits for the seat and, in its own turn, the
    rest of that turn.
    """
    battle = position.battle
    if battle is not None:
        battle.thrown = [thrown for thrown in battle.thrown if thrown.caster not in removed]
    own_turn = position.active == seat and any(isinstance(step, EndTurn) for step in position.agenda)
    kept = [step for step in position.agenda if not _is_theirs(step, seat, removed)]
    if own_turn:
        kept = [step for step in kept if type(step) in _FOR_THE_OTHERS]
    for step in position.agenda:
        if step not in kept:
            _let_fall(position, step)
    if position.active == seat and not any(isinstance(step, StartTurn) for step in kept):
        kept[:0] = [Pass(seat), CheckVictory(seat)]
    position.agenda[:] = kept
    if own_turn:
        _end_battle(position, log)


def _is_theirs(step: Step, seat: int, removed: set[int]) -> bool:
    """Tell whether a step waits for the resigning seat or one of its units."""
    purpose: object = step.purpose if isinstance(step, PickSpell) else step
    return getattr(purpose, "seat", -1) == seat or getattr(purpose, "unit", -1) in removed


def _let_fall(position: ElricPosition, step: Step) -> None:
    """Discard a spell that was on its way to somebody."""
    spell = getattr(step, "spell", -1)
    if spell >= 0 and position.where[spell] == ASIDE:
        position.discard(spell)


def _end_battle(position: ElricPosition, log: Log) -> None:
    """End the active player's battle when they resign: thrown spells are spent, and the fallen may escape."""
    battle = position.battle
    position.march = []
    position.fights = []
    position.found = []
    position.laid = []
    if battle is None:
        return
    for thrown in battle.thrown:
        if position.where[thrown.spell] == ASIDE or position.holder(thrown.spell) >= 0:
            position.discard(thrown.spell)
    battle.segment = "escapes"
    rescue_fallen(position, log)
    position.battle = None
