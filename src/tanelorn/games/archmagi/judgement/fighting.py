"""How battles are fought: the best unit, what helps it, spells while they matter, and when to stop."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tanelorn.games.archmagi.artifacts.wielding import showable
from tanelorn.games.archmagi.battle.modifiers import side_total
from tanelorn.games.archmagi.battle.presence import army, own_units, usable
from tanelorn.games.archmagi.battle.retreat import RETREAT
from tanelorn.games.archmagi.battle.tactics import ACTIONS
from tanelorn.games.archmagi.casting.responses import CAST, FARCAST_VERB
from tanelorn.games.archmagi.judgement.castings import castings, working
from tanelorn.games.archmagi.judgement.recruiting import Scored
from tanelorn.games.archmagi.judgement.rescue import LIVED, danger
from tanelorn.games.archmagi.judgement.stakes import gain, stakes
from tanelorn.games.archmagi.judgement.style import Style
from tanelorn.games.archmagi.judgement.worth import kind_worth, spell_worth, unit_worth
from tanelorn.games.archmagi.state.abilities import in_battle
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Battle
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import END, Act, Acts
from tanelorn.games.archmagi.words.nouns import NONE, find

SURE = 5
"""A lead that no dice can turn into a loss."""
_WEIGHED = 3000
"""So many actions are weighed: a Dimension Door alone can be cast in thousands of ways."""
_CASTS = working(
    "attack",
    "create",
    "illusion",
    "mirror",
    "control",
    "destroy",
    "banish",
    "fear",
    "paralyze",
    "charm",
    "darkness",
    "door",
) | {spell for spell in working("unit", "side", "battle") if SPELLS[spell].brm}
_STAND_INS = {
    spell for spell in working("attack", "create") if SPELLS[spell].brm >= 5 and not SPELLS[spell].row.defender
}
_OTHERS = tuple(verb for verb in ACTIONS if verb not in (CAST, FARCAST_VERB))
_STAYS = tuple(verb for verb in _OTHERS if verb is not RETREAT)
_HELPERS = BIT["archer"] | BIT["general"]


def _battle(position: ArchmagiPosition) -> Battle:
    battle = position.battle
    assert battle is not None
    return battle


def fights(position: ArchmagiPosition, seat: int, unit: int, style: Style) -> float:
    """Return how gladly a unit is sent: by its strength; an archmagus only where it is by far the best."""
    battle = _battle(position)
    row = KINDS[position.kinds[unit]]
    value = row.brm + (3.5 if row.extra_die else 0)
    side = battle.side(seat)
    value += row.bundle.number("ambush" if side else "surprise")
    foes = [other for other in battle.shown if position.owners[other] != seat]
    if foes:
        value += max(sum(s.value for s in row.bundle.slays if s.hits(in_battle(position, foe))) for foe in foes)
    foe = battle.fighters[1 - side]
    aid = max((_aid(position, kind, foe) for kind in showable(position, unit)), default=0)
    return value + aid - (style.aloof if unit == position.magi[seat] else 0.0)


def _aid(position: ArchmagiPosition, kind: int, foe: int) -> int:
    """Return what an artifact adds to its bearer's roll, against a foe if there is one (-1: nobody)."""
    slays = ARTIFACTS[kind].grants.slays if foe >= 0 else ()
    return ARTIFACTS[kind].row.brm + sum(slay.value for slay in slays if slay.hits(in_battle(position, foe)))


def choose(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Send the strongest."""
    battle = _battle(position)
    able = usable(position, battle.side(seat))
    found = []
    for act in _sends(position, seat):
        unit = find(position, seat, act.args[0])
        if unit in able:
            found.append((fights(position, seat, unit, style), act))
    return found


def _sends(position: ArchmagiPosition, seat: int) -> list[Act]:
    choices = position.agenda[-1].choices(position, seat)
    return list(choices)


def support(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Show who adds something: archers, Generals, and the combatant's best artifact."""
    battle = _battle(position)
    side = battle.side(seat)
    pairs: list[tuple[int, int]] = []
    for ref, unit in own_units(position, seat).items():
        kinds = [kind for kind in showable(position, unit) if not _saves(kind)]
        if unit == battle.fighters[side]:
            if kinds:
                pairs.append((ref, max(kinds, key=lambda kind: _aid(position, kind, battle.fighters[1 - side]))))
        elif unit not in battle.shown and in_battle(position, unit) & _HELPERS:
            pairs.append((ref, NONE))
    args = [arg for pair in sorted(pairs) for arg in pair]
    return [(1.0, Act("show", (*args, END))), (0.0, Act("show", (END,)))]


def _saves(kind: int) -> bool:
    """Artifacts that want a choice or are better kept."""
    row = ARTIFACTS[kind].row
    return bool(row.paralyze or row.either or row.immune_on)


def margin(position: ArchmagiPosition, seat: int) -> int:
    """Return by how much a side leads before the dice."""
    battle = _battle(position)
    if -1 in battle.fighters:
        return 0
    totals = [side_total(position, side) for side in (0, 1)]
    side = battle.side(seat)
    return totals[side] - totals[1 - side]


def tactics(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Do what is likely to turn the roll, and keep the rest for later. A thorough style works out what the roll may
    cost.
    """
    lead = margin(position, seat)
    found: Scored = [(0.5, Act("ready"))]
    battle = _battle(position)
    side = battle.side(seat)
    foe = battle.fighters[1 - side]
    doomed = style.thorough and danger(position, seat) > LIVED
    if (lead >= SURE and not doomed) or foe < 0:
        return found
    own = battle.fighters[side]
    stake = (
        unit_worth(position, own)
        + unit_worth(position, foe)
        + style.life * (own in position.magi)
        + style.life * (foe in position.magi)
    )
    now = stakes(position, side, style) if style.thorough else None
    for act in islice(_weighed(position, seat, doomed or not style.thorough), _WEIGHED):
        gained = gain(position, seat, act, now, style) if now is not None else None
        value = gained if gained is not None else _value(position, seat, act, lead, stake, style)
        if value > 0.5:
            found.append((value, act))
    return sorted(found, key=lambda scored: -scored[0])[:8]


def _weighed(position: ArchmagiPosition, seat: int, leaves: bool) -> Iterator[Act]:
    """Yield the actions that may be worth something; those that leave the battle only if it is to be left."""
    yield from castings(position, seat, _CASTS)
    yield from castings(position, seat, _CASTS, FARCAST_VERB)
    yield from Acts(position, seat, _OTHERS if leaves else _STAYS, "")


def wins(lead: float) -> float:
    """Return about how likely a lead wins, from surely not (-6) to surely (6)."""
    return max(0.0, min(1.0, 0.5 + lead / 11))


def _value(position: ArchmagiPosition, seat: int, act: Act, lead: int, stake: float, style: Style) -> float:
    """What an action gains: the better chance in the roll, or a unit won or lost without one, less what it costs."""
    battle = _battle(position)
    side = battle.side(seat)
    own, foe = battle.fighters[side], battle.fighters[1 - side]
    if act.verb == "cast":
        return _cast_value(position, seat, act, lead, stake, style)
    if act.verb in ("swap for", "guard with"):
        unit = find(position, seat, act.args[0])
        better = fights(position, seat, unit, style) - fights(position, seat, own, style)
        return (wins(lead + better) - wins(lead)) * stake
    if act.verb == "control":
        return unit_worth(position, find(position, seat, act.args[0])) * 1.5
    if act.verb == "paralyze with":
        return 4.0 if find(position, seat, act.args[1]) == foe else 0.0
    if act.verb == "use":
        row = ARTIFACTS[act.args[1]].row
        unit = find(position, seat, act.args[0])
        if row.paralyze:
            return 3.0 if find(position, seat, act.args[2]) == foe else 0.0
        bonus = row.brm if unit == own else 0
        return (wins(lead + bonus) - wins(lead)) * stake
    if act.verb == "conjure":
        better = KINDS[act.args[0]].brm - KINDS[position.kinds[own]].brm
        return (wins(lead + better) - wins(lead)) * stake if act.args[1] else 0.0
    if act.verb == "retreat giving up":
        magus = position.magi[seat]
        lost = kind_worth(position.kinds[find(position, seat, act.args[0])])
        if style.thorough:
            return style.life * (danger(position, seat) - LIVED) - lost
        threatened = magus >= 0 and position.hexes[magus] == battle.hex and lead < -3 and len(army(position, 1)) < 4
        return 12.0 - lost if threatened else 0.0
    if act.verb == "vanish":
        return 14.0 if find(position, seat, act.args[0]) == position.magi[seat] and lead < -3 else 0.0
    return 0.0


def _cast_value(position: ArchmagiPosition, seat: int, act: Act, lead: int, stake: float, style: Style) -> float:
    spell = SPELLS[spell_of(act.args[0])]
    battle = _battle(position)
    side = battle.side(seat)
    own, foe = battle.fighters[side], battle.fighters[1 - side]
    cost = 0.5 * style.thrift * spell_worth(spell_of(act.args[0]))
    theirs, mine = unit_worth(position, foe), unit_worth(position, own)
    target = find(position, seat, act.args[2]) if len(act.args) > 2 and spell.aim.endswith("unit") else -1
    if spell.effect == "attack":
        bonus = spell.brm + sum(s.value for s in spell.slays if s.hits(in_battle(position, foe)))
        better = bonus - KINDS[position.kinds[own]].brm
        return (wins(lead + better) - wins(lead)) * stake + (1 - wins(lead)) * mine * 0.7 - cost
    if spell.effect in ("create", "illusion", "mirror"):
        if not act.args[-1]:
            return 0.0
        brm = KINDS[act.args[2]].brm if spell.effect == "illusion" else spell.brm or KINDS[position.kinds[foe]].brm
        better = brm - KINDS[position.kinds[own]].brm
        return (wins(lead + better) - wins(lead)) * stake + (1 - wins(lead)) * mine * 0.5 - cost
    if spell.effect in ("unit", "side", "battle") and spell.brm:
        helps = target in (-1, own) and (spell.slug != "holy-light" or in_battle(position, foe) & (BIT["evil"]))
        if spell.slug == "curse":
            helps = target == foe
        return (wins(lead + spell.brm) - wins(lead)) * stake - cost if helps else 0.0
    if spell.effect == "control":
        return 1.6 * unit_worth(position, target) - cost
    if spell.effect in ("destroy", "banish", "fear", "paralyze"):
        return (0.9 if spell.effect == "destroy" else 0.6) * unit_worth(position, target) * (target == foe) - cost
    if spell.effect == "charm":
        return 0.5 * theirs - cost
    return 0.0


def goes_on(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Fight on while one's next best is as good as what the foe has shown. An archmagus who stands alone fights on as
    long as spells fight in his place: who breaks off stays in the hex, and is struck there.
    """
    battle = _battle(position)
    able = [unit for unit in usable(position, 0) if position.owners[unit] == seat]
    fighters = [unit for unit in able if unit != position.magi[seat]]
    if not fighters:
        stands_in = style.thorough and able and any(spell in _STAND_INS for spell in position.spells[seat])
        return [(1.0, Act("call off")), (2.0 if stands_in else 0.0, Act("go on"))]
    best = max(fights(position, seat, unit, style) for unit in fighters)
    shown = [unit for unit in battle.shown if position.owners[unit] == battle.seats[1]]
    theirs = max((float(KINDS[position.kinds[unit]].brm) for unit in shown), default=0.0)
    ours = sum(unit_worth(position, unit) for unit in able)
    whole = sum(unit_worth(position, unit) for unit in army(position, 1))
    lead = best - theirs + (1.5 if ours > whole else -1.5)
    return [(lead, Act("go on")), (-1.0, Act("call off"))]


def saving(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Let a Martyr die for what is worth more, the Priestess save what is worth saving."""
    step = position.agenda[-1]
    worth = unit_worth(position, step.unit) + 50 * (step.unit in position.magi)
    found: Scored = []
    for act in step.choices(position, seat):
        if act.verb == "martyr":
            found.append((worth - unit_worth(position, find(position, seat, act.args[0])) - 1, act))
        elif act.verb == "resurrection":
            found.append((worth, act))
        else:
            found.append((0.1 if act.verb == "let it die" else 0.5, act))
    return found
