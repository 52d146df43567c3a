"""What is done for units in danger, by the style that thinks of it: protections revealed, the fallen called back,
flight; and what is picked of others' artifacts.
"""

from __future__ import annotations

from tanelorn.games.archmagi.battle.presence import army
from tanelorn.games.archmagi.judgement.odds import fate, might
from tanelorn.games.archmagi.judgement.recruiting import Scored
from tanelorn.games.archmagi.judgement.style import Style
from tanelorn.games.archmagi.judgement.worth import artifact_worth, kind_worth, stack_power, unit_worth
from tanelorn.games.archmagi.state.content import ARTIFACTS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import find

LIVED = 0.15
"""How likely the archmagus may fall in a battle before its stack flees."""


def danger(position: ArchmagiPosition, seat: int) -> float:
    """Return how likely a seat that is attacked loses its archmagus if the battle is fought to its end."""
    battle = position.battle
    if battle is None or battle.seats[1] != seat or position.magi[seat] not in army(position, 1):
        return 0.0
    foe = battle.seats[0]
    attack = [unit for unit in army(position, 0) if unit != position.magi[foe]] or army(position, 0)
    return fate(might(position, attack, battle.hex, foe), might(position, army(position, 1), battle.hex, seat)).won


def protect(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Reveal what protects from a spell, for the archmagus first, then for the strongest."""
    if not style.thorough:
        return []
    found: Scored = []
    for act in position.agenda[-1].choices(position, seat):
        if not act.args:
            found.append((0.0, act))
            continue
        unit = find(position, seat, act.args[0])
        found.append((unit_worth(position, unit) + style.life * (unit == position.magi[seat]), act))
    return found


def brace(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Reveal what makes a unit stronger against a spell on its whole stack, the best of what it bears."""
    found = protect(position, seat, style)
    return [(value + (ARTIFACTS[act.args[1]].row.brm if act.args else 0), act) for value, act in found]


def call_back(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Call the strongest of the fallen back."""
    if not style.thorough:
        return []
    return [(kind_worth(act.args[0]) if act.args else 0.0, act) for act in position.agenda[-1].choices(position, seat)]


def announce(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Announce that the fallen are called back where one of them is worth a spell."""
    battle = position.battle
    if not style.thorough or battle is None:
        return []
    best = max((kind_worth(kind) for owner, kind in battle.fallen if owner == seat), default=0.0)
    return [
        (0.0 if not act.args else best - 4.0 - (act.verb != "announce"), act)
        for act in position.agenda[-1].choices(position, seat)
    ]


def flee(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Flee to comrades, away from foes."""
    return [
        (_refuge(position, seat, position.land.index[act.args[0]]), act)
        for act in position.agenda[-1].choices(position, seat)
    ]


def _refuge(position: ArchmagiPosition, seat: int, hex: int) -> float:
    foes = sum(
        stack_power(position, near, foe) for near in position.land.near[hex] for foe in position.foes_in(near, seat)
    )
    return stack_power(position, hex, seat) - foes


def seize(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Take the best artifact, and give it to the strongest who may have it."""
    return [
        (
            artifact_worth(act.args[0])
            + sum(0.1 * unit_worth(position, find(position, seat, ref)) for ref in act.args[1:]),
            act,
        )
        if act.args
        else (0.0, act)
        for act in position.agenda[-1].choices(position, seat)
    ]
