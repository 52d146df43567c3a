"""Archmagi judged: each step has a way to play it, and a position is worth what its chits are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tanelorn.bots.judgement.judgement import Slips
from tanelorn.bots.judgement.policies import PolicyJudgement
from tanelorn.games.archmagi.artifacts.death import Heir
from tanelorn.games.archmagi.artifacts.immunity import Shielding
from tanelorn.games.archmagi.battle.battle import CallOff
from tanelorn.games.archmagi.battle.combatants import Choose, Replace
from tanelorn.games.archmagi.battle.reviving import Reviving
from tanelorn.games.archmagi.battle.roll import Announcing, AttackShielding
from tanelorn.games.archmagi.battle.saving import Saving
from tanelorn.games.archmagi.battle.support import Support
from tanelorn.games.archmagi.battle.tactics import Tactics
from tanelorn.games.archmagi.casting.responses import Answers
from tanelorn.games.archmagi.judgement import fighting, moving, recruiting, rescue
from tanelorn.games.archmagi.judgement.recruiting import Scored
from tanelorn.games.archmagi.judgement.rollouts import think
from tanelorn.games.archmagi.judgement.style import PLAIN, WARY, Style
from tanelorn.games.archmagi.judgement.worth import prospects, unit_worth
from tanelorn.games.archmagi.move.move import Move
from tanelorn.games.archmagi.recruit.spells import DiscardSpells, FortunesPrice, FortuneTried, RecruitSpells
from tanelorn.games.archmagi.recruit.units import RecruitUnits, Surplus
from tanelorn.games.archmagi.scout.scout import Scout
from tanelorn.games.archmagi.scout.theft import Robbery
from tanelorn.games.archmagi.spells.attacks import Bracing
from tanelorn.games.archmagi.spells.destroying import Flee
from tanelorn.games.archmagi.spells.thefts import SpellTheft
from tanelorn.games.archmagi.state.codes import seat_of, spell_of
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act
from tanelorn.games.archmagi.words.nouns import find

Policy = Callable[[ArchmagiPosition, int, Style], Scored]


def _discards(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    return recruiting.discard_spells(position, seat, position.agenda[-1].due[seat], style)


_GRAVE = ("attack", "mass-attack", "control", "destroy", "banish", "charm", "create", "steal")
"""Effects of spells that are worth an answer, or worth being saved from one."""
_ANSWERS = ("counter", "spell-steal")


def answers(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Counter what is cast at one's own units, or in one's battle by the foe, or against one's own spell, if it is
    worth it.
    """
    step, top = position.agenda[-1], position.chain[-1]
    aimed = any(position.owners[unit] == seat for unit in top.units) or any(seat_of(key) == seat for key in top.stacks)
    fight = position.battle is not None and seat in position.battle.seats
    grave = SPELLS[top.spell].effect in _GRAVE
    if SPELLS[top.spell].effect in _ANSWERS and len(position.chain) > 1:
        below = position.chain[-2]
        aimed = below.seat == seat
        grave = aimed and SPELLS[below.spell].effect in (*_GRAVE, "darkness", "door")
    if not (aimed or fight) or not grave or top.seat == seat:
        return [(0.0, Act("pass"))]
    found: Scored = [(0.5, Act("pass"))]
    for act in step.choices(position, seat):
        if act.verb == "answer" and SPELLS[spell_of(act.args[0])].effect in _ANSWERS:
            found.append((1.0 + 0.5 * (SPELLS[spell_of(act.args[0])].effect == "spell-steal"), act))
    return found


def heir(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """The strongest takes an artifact over."""
    return [
        (unit_worth(position, find(position, seat, act.args[0])) if act.args else 0.0, act)
        for act in position.agenda[-1].choices(position, seat)
    ]


POLICIES: dict[type[object], Policy] = {
    RecruitUnits: recruiting.recruit_units,
    Surplus: recruiting.surplus,
    DiscardSpells: _discards,
    RecruitSpells: recruiting.recruit_spells,
    FortuneTried: recruiting.fortune,
    FortunesPrice: recruiting.fortunes_price,
    Scout: moving.scout,
    Move: moving.move,
    Choose: fighting.choose,
    Replace: fighting.choose,
    Support: fighting.support,
    Tactics: fighting.tactics,
    CallOff: fighting.goes_on,
    Saving: fighting.saving,
    Answers: answers,
    Heir: heir,
    Shielding: rescue.protect,
    AttackShielding: rescue.protect,
    Bracing: rescue.brace,
    Announcing: rescue.announce,
    Reviving: rescue.call_back,
    Flee: rescue.flee,
    SpellTheft: rescue.seize,
    Robbery: rescue.seize,
}


def scored(position: ArchmagiPosition, seat: int, style: Style = PLAIN) -> Scored:
    """Return acts for the step at hand with how much one is for them, the best first; its default where there is no
    policy. The best one is on the step's list, whatever a policy has thought of.
    """
    step = position.agenda[-1]
    choices = step.choices(position, seat)
    policy = POLICIES.get(type(step))
    if policy is not None:
        found = sorted(policy(position, seat, style), key=lambda pair: -pair[0])
        while found:
            if found[0][1] in choices:
                return found
            found.pop(0)
    default = choices.default()
    return [(0.0, default if default is not None else next(iter(choices)))]


def best(position: ArchmagiPosition, seat: int, style: Style = PLAIN) -> Act:
    """Return the act that one is most for."""
    found = scored(position, seat, style)
    return found[0][1]


def judgement(leans: Mapping[str, float]) -> PolicyJudgement[ArchmagiPosition]:
    """Return the judgement of a bot that leans so."""
    plain = PLAIN.leaning(leans)
    return PolicyJudgement(
        lambda table, seat: best(table.position, seat, plain),
        prospects,
        partial(think, scored=scored, style=WARY.leaning(leans)),
        slips=Slips(novice=0.93, easy=0.5),
        leaning=judgement,
    )


JUDGEMENT = judgement({})
