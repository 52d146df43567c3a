"""Which battles are declared and what is sought in wilderness."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tanelorn.core.acts import Act
from tanelorn.games.elric.combat.declaring import declared
from tanelorn.games.elric.equipment.counters import ARMY
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.judgement.fighting import clash
from tanelorn.games.elric.judgement.reading import of_verb, the
from tanelorn.games.elric.judgement.reckoning.forces import Forces
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.search import Quest
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import attackers

WORTH = 0.3
"""A battle worth less is not declared."""


def declare(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Declare what is worth it: cities that are likely to fall, sallies that do more harm than they take."""
    forces = Forces(position, seat)
    best, chosen = WORTH, the(acts, "done")
    for act in of_verb(acts, "attack", "sally"):
        fight = declared(act)
        units = attackers(position, fight, seat)
        if fight.foe == NOBODY and (_musters(position, forces, fight.area) or not _stays(position, units)):
            continue
        magic = sum(gain for gain, _, _ in forces.throws(units))
        worth = clash(position, fight, seat).worth(magic)
        if worth > best:
            best, chosen = worth, act
    return chosen


def _musters(position: ElricPosition, forces: Forces, area: int) -> bool:
    """Tell whether somebody has just come with its card to a neutral capital: it is mustered, not stormed."""
    world = position.world
    nation = world.nations[world.areas[area].nation]
    if nation.capital != area:
        return False
    return any(
        named.kind == "nation" and named.id == nation.id
        for unit in position.own_in(area, forces.seat)
        if position.spent[unit]
        for spell in forces.hands.get(unit, ())
        for named in SPELLS[spell].musters
    )


def _stays(position: ElricPosition, units: Iterable[int]) -> bool:
    """Tell whether there is an army among units to hold what they take (elric/10.9.1a)."""
    return any(position.world.kind[unit] == ARMY for unit in units)


def search(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Search for castles that bind a horde, for spells if there is room, for friends, for weaker enemies."""
    world = position.world
    best, chosen = 0.0, the(acts, "done")
    for act in of_verb(acts, "search"):
        area, kind, unit, foe, band = Quest.of(act)
        worth = 0.0
        if kind == "castle":
            worth = 9.0
        elif kind == "magic":
            room = max(1, world.spells[unit]) - len(position.hand(unit))
            worth = (5.0 + 0.1 * room + 0.3 * (world.spells[unit] > 0)) if room > 0 else 0.2
        elif kind == "friends":
            worth = 3.0
        elif kind == "enemies":
            fight = Fight(area, foe, False, position.band[unit], band)
            worth = min(4.0, clash(position, fight, seat).worth(0.0))
        if worth > best:
            best, chosen = worth, act
    return chosen
