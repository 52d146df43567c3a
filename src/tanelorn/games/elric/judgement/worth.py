"""How well each seat stands: what it holds, what it has on the board and in its hands, and how near the end is."""

from __future__ import annotations

from math import exp

from tanelorn.bots.judgement.judgement import Prospects, shares
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELL
from tanelorn.games.elric.judgement.hands import magic_worth
from tanelorn.games.elric.judgement.reckoning.prizes import homes, hour, wanted
from tanelorn.games.elric.sequence.victory import magic_held
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of

Features = list[float]
NAMES = ("armies", "leaders", "heads", "ships", "magic", "prizes", "lost", "towns", "elric", "doom", "nations")


def features(position: ElricPosition) -> list[Features]:
    """Return by seat what counts: armies, values of leaders, heads, room in ships, magic, capitals of the enemy and own
    ones lost, other cities taken, Elric, what wins when the world ends, nations.
    """
    world = position.world
    found = [[0.0] * len(NAMES) for _ in position.order]
    owner, area, kind = position.owner, position.area, world.kind
    for unit, seat in enumerate(owner):
        if seat < 0 or area[unit] < 0:
            continue
        row = found[seat]
        if kind[unit] == ARMY:
            row[0] += 1.0
        elif kind[unit] == PERSON:
            row[2] += 1.0
            if unit == world.elric:
                row[8] = 1.0
            elif not world.influence[unit]:
                row[1] += world.value[unit]
        elif kind[unit] == FLEET:
            row[3] += world.capacity[unit]
    for spell, unit in spells_held(position.where):
        if owner[unit] >= 0:
            found[owner[unit]][4] += magic_worth(spell) if world.spells[unit] else 0.5
    _cities(position, found)
    if position.tipped:
        _doom(position, found)
    return found


def _cities(position: ElricPosition, found: list[Features]) -> None:
    world = position.world
    for seat, row in enumerate(found):
        aims, own_aims = wanted(position, seat), homes(position, seat)
        for number, nation in enumerate(world.nations):
            row[10] += position.nation[number] == seat
            for area in nation.cities:
                held = holder(position, area)
                if area in aims or (not aims and position.prize[area] == seat):
                    row[5] += held == seat
                elif position.captured[area] == seat:
                    row[7] += 1.0
                if area == nation.capital and nation.star and held not in (NOBODY, seat):
                    row[6] += position.nation[number] == seat or area in own_aims


def _doom(position: ElricPosition, found: list[Features]) -> None:
    """Who would win if the world ended now (elric/5.0h, 5.0i)."""
    side = "chaos" if position.tipped > 0 else "law"
    bearer = position.bearer.get(position.world.mournblade, -1)
    token = bearer if position.tipped > 0 else position.holder(SPELL["runestaff"])
    magic = [magic_held(position, seat, side) for seat in range(len(found))]
    for seat, row in enumerate(found):
        if token >= 0 and position.owner[token] >= 0:
            row[9] = float(position.owner[token] == seat)
        else:
            row[9] = magic[seat] / max(1, sum(magic))


_WEIGHTS: dict[str, tuple[Features, Features]] = {
    "normal": (
        [0.03, 0.0, 0.06, 0.01, 0.03, 0.0, -0.1, 0.0, 0.0, 3.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.9, -0.1, 0.0, 0.0, -1.0, 0.0],
    ),
    "successor": (
        [0.02, 0.015, 0.04, 0.0, 0.02, 0.15, 0.0, 0.05, 0.05, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, -0.02, 1.2, 0.0, 0.1, 0.0, 0.0, 0.0],
    ),
}
"""What each of the features weighs, and what is added to that as the turns pass: found from games of the bots."""
SOUGHT, MASTERED = 0.5, 0.9
"""How often bots win the scenario for one at its beginning, and once they have a Dragon Master: 49 of 100 games, and 49
of those 53 in which they found one.
"""
HANDICAP = 1.4
"""What the second seat of 14.3 is behind for having three capitals to take where none will do for the first."""


def _score(position: ElricPosition, seat: int, row: Features) -> float:
    victory = terms_of(position).victory
    first, late = _WEIGHTS.get(victory, _WEIGHTS["normal"])
    passed = min(hour(position) if victory == "successor" else position.turn, LAST_TURN) / LAST_TURN
    score = sum([value * (one + passed * other) for value, one, other in zip(row, first, late, strict=True) if value])
    return score - HANDICAP if victory == "successor" and seat else score


def _alone(position: ElricPosition) -> float:
    """What the lone player may expect: a Dragon Master in time, and the Dragons beaten with them (elric/14.1g)."""
    if any(position.world.units[unit].dragonmaster for unit in position.units_of(0)):
        return MASTERED
    return SOUGHT * (LAST_TURN + 1 - position.turn) / LAST_TURN


def prospects(position: ElricPosition) -> Prospects:
    """Return what each seat may expect of a position."""
    seats = len(position.order)
    if position.outcome is not None:
        return shares(position.outcome, seats)
    if seats == 1:
        return [_alone(position)]
    scores = [_score(position, seat, row) for seat, row in enumerate(features(position))]
    top = max(scores)
    raised = [0.0 if seat in position.gone else exp(score - top) for seat, score in enumerate(scores)]
    total = sum(raised)
    return [value / total for value in raised]
