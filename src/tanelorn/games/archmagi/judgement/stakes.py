"""What the next roll of a battle may cost and bring, and what an action adds to that: a combatant whom a comrade, a
created unit or an Attack replaces is out of danger. What things are worth here is ours, set by hand.
"""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.archmagi.battle.modifiers import side_total
from tanelorn.games.archmagi.battle.presence import army, the_battle
from tanelorn.games.archmagi.battle.saving import regenerates
from tanelorn.games.archmagi.judgement.odds import ROLLS
from tanelorn.games.archmagi.judgement.rescue import LIVED, danger
from tanelorn.games.archmagi.judgement.style import Style
from tanelorn.games.archmagi.judgement.worth import spell_worth, unit_worth
from tanelorn.games.archmagi.state.abilities import in_battle, is_created
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KIND, KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act
from tanelorn.games.archmagi.words.nouns import find

BROUGHT = 1.5
"""What a side loses with a unit that was brought for this battle: it goes at its end anyway."""
ONCE = 0.3
"""How much of a unit is at stake that its first defeat does not kill."""
WAY_OUT = 3.0
"""What it costs to leave a battle."""
HELD = 0.7
"""How likely one's combatant is saved if the other's is taken away before the roll, for another may take its place."""
PRIZED = 10.0
"""At most so much is hoped for of a unit that is charmed, or taken away."""
_TAKES_AWAY = ("fear", "paralyze", "banish", "destroy")
_EVIL = BIT["evil"] | BIT["undead"]
_LOSES = tuple(sum(gap + lead < 0 for gap in ROLLS) / len(ROLLS) for lead in range(-6, 7))


def loses(lead: int) -> float:
    """Return how likely a roll is lost with a lead: both survive an equal one."""
    return _LOSES[max(-6, min(6, lead)) + 6]


class Stakes(NamedTuple):
    """The next roll as a side sees it: its lead before the dice, and what either side loses with its combatant."""

    lead: int
    mine: float
    theirs: float

    def worth(self) -> float:
        """Return what the roll brings on average."""
        return loses(-self.lead) * self.theirs - self.risk()

    def risk(self) -> float:
        """Return what it costs on average."""
        return loses(self.lead) * self.mine


def stakes(position: ArchmagiPosition, side: int, style: Style) -> Stakes:
    """Return what is at stake for a side as things stand."""
    return Stakes(_lead(position, side), _at_stake(position, side, style), _at_stake(position, 1 - side, style))


def _lead(position: ArchmagiPosition, side: int) -> int:
    return side_total(position, side) - side_total(position, 1 - side)


def _at_stake(position: ArchmagiPosition, side: int, style: Style) -> float:
    """Return what a side loses with its combatant: nothing while an Attack stands in the place."""
    battle = the_battle(position)
    unit = battle.fighters[side]
    if battle.attacks[side] >= 0:
        return 0.0
    if is_created(position, unit) or unit in battle.added:
        return BROUGHT
    life = unit_worth(position, unit) + style.life * (unit in position.magi)
    return life * ONCE if regenerates(position, unit) else life


def gain(position: ArchmagiPosition, seat: int, act: Act, now: Stakes, style: Style) -> float | None:
    """Return what an action adds to what the next roll brings, less its cost; None if it does not act on the roll."""
    battle = the_battle(position)
    side = battle.side(seat)
    if act.verb == "cast":
        return _cast(position, seat, act, now, style)
    if act.verb in ("swap for", "guard with"):
        return _replaced(position, side, find(position, seat, act.args[0]), style).worth() - now.worth()
    if act.verb == "conjure":
        better = KINDS[act.args[0]].brm - KINDS[position.kinds[battle.fighters[side]]].brm
        after = Stakes(now.lead + better, BROUGHT, now.theirs)
        return after.worth() - now.worth() if act.args[1] else 0.0
    if act.verb == "use" and not ARTIFACTS[act.args[1]].row.paralyze:
        helps = find(position, seat, act.args[0]) == battle.fighters[side]
        return _raised(now, ARTIFACTS[act.args[1]].row.brm) if helps else 0.0
    if act.verb == "vanish":
        unit = find(position, seat, act.args[0])
        return now.risk() - WAY_OUT if unit == battle.fighters[side] == position.magi[seat] else 0.0
    return None


def _raised(now: Stakes, more: int) -> float:
    return now._replace(lead=now.lead + more).worth() - now.worth()


def _replaced(position: ArchmagiPosition, side: int, unit: int, style: Style) -> Stakes:
    """Return what is at stake if another unit takes the combatant's place."""
    battle = the_battle(position)
    before, battle.fighters[side] = battle.fighters[side], unit
    found = stakes(position, side, style)
    battle.fighters[side] = before
    return found


def _cast(position: ArchmagiPosition, seat: int, act: Act, now: Stakes, style: Style) -> float | None:
    number = spell_of(act.args[0])
    spell, battle = SPELLS[number], the_battle(position)
    side = battle.side(seat)
    own, foe = battle.fighters[side], battle.fighters[1 - side]
    cost = 0.5 * style.thrift * spell_worth(number)
    target = find(position, seat, act.args[2]) if len(act.args) > 2 and spell.aim.endswith("unit") else -1
    if spell.effect == "attack":
        spent = battle.attacks[1 - side] >= 0  # two Attacks are spent on each other (spell-rule.4)
        after = Stakes(0 if spent else _lead_of_chit(position, side, number), 0.0, now.theirs * (not spent))
        return after.worth() - now.worth() - cost
    if spell.effect in ("create", "illusion", "mirror"):
        kind = _brought(position, act, side)
        more = KINDS[kind].brm + KINDS[kind].bundle.number("ambush" if side else "surprise") - spell.brm
        after = Stakes(_lead_of_chit(position, side, number) + more, BROUGHT, now.theirs)
        return after.worth() - now.worth() - cost if act.args[-1] else 0.0
    if spell.effect in ("unit", "side", "battle") and spell.brm:
        helps = target == own and battle.attacks[side] < 0
        if spell.slug == "curse":
            helps = target == foe
        elif target < 0:
            helps = spell.slug != "holy-light" or bool(in_battle(position, foe) & _EVIL)
        return _raised(now, spell.brm) - cost if helps else 0.0
    if spell.effect in _TAKES_AWAY and target == foe:
        return HELD * now.risk() + 0.3 * min(now.theirs, PRIZED) - cost
    if spell.effect == "charm" and len(army(position, 1 - side)) > 1:
        return HELD * now.risk() + 0.5 * min(now.theirs, PRIZED) - cost
    if spell.effect in ("darkness", "door"):
        return max(now.risk() - WAY_OUT, style.life * (danger(position, seat) - LIVED)) - cost
    return None


def _lead_of_chit(position: ArchmagiPosition, side: int, spell: int) -> int:
    """Return a side's lead once a spell's chit stands in the combatant's place."""
    battle = the_battle(position)
    before, battle.attacks[side] = battle.attacks[side], spell
    lead = _lead(position, side)
    battle.attacks[side] = before
    return lead


def _brought(position: ArchmagiPosition, act: Act, side: int) -> int:
    """Return the kind of the unit that a spell brings into the battle."""
    spell = SPELLS[spell_of(act.args[0])]
    if spell.effect == "illusion":
        return act.args[2]
    if spell.effect == "mirror":
        return position.kinds[the_battle(position).fighters[1 - side]]
    return KIND[spell.slug]
