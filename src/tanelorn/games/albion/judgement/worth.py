"""How well each seat stands: the points, and what both can still lose."""

from __future__ import annotations

from math import exp

from tanelorn.bots.judgement.judgement import Prospects, shares
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN
from tanelorn.games.albion.scenarios.victory import TIMES
from tanelorn.games.albion.state.position import AlbionPosition, alone


def prospects(position: AlbionPosition) -> Prospects:
    """Return what each seat may expect."""
    if position.outcome is not None:
        return shares(position.outcome, 2)
    fomorian, faerie = position.points
    left = LAST_TURN[position.scenario] - position.turn + 1
    lead = float(fomorian - (TIMES if alone(position) else 1) * faerie)
    lead += 0.4 * balance(position)
    chance = 1 / (1 + exp(-lead / (8.0 + 8.0 * left)))
    return [chance, 1 - chance]


def balance(position: AlbionPosition) -> float:
    """Return by how much the Fomorians' forces outweigh Faerie's: points, persons, wounds."""
    w, total = position.world, 0.0
    for person, hex in enumerate(position.at):
        if hex >= 0:
            sign = 1 if position.side[person] == 0 else -1
            total += sign * (4.0 + position.escort[person] - 0.7 * position.wounds[person])
    for armies in position.troops.values():
        for army in armies:
            total += army.n if w.c_side[army.colour] == 0 else -army.n
    return total
