"""What units, spells, artifacts and whole positions are worth to a seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tanelorn.bots.judgement.judgement import Prospects, shares
from tanelorn.games.archmagi.state.codes import hex_of, seat_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import gear_kind

MAGUS = 14.0
"""What an archmagus is worth beside its strength: its death is the end."""
_TRAITS = {
    "flying": 1.0,
    "swift": 0.5,
    "very-swift": 1.0,
    "guard": 0.5,
    "general": 1.0,
    "mage": 1.0,
    "regenerate": 2.0,
    "paralyze": 1.5,
    "maze": 1.0,
    "martyr": 0.7,
    "site": -1.5,
    "sea": -1.0,
}
_SPELLS = {
    "attack": 4.0,
    "mass-attack": 5.0,
    "inferno": 2.0,
    "create": 4.0,
    "mirror": 3.0,
    "control": 3.0,
    "paralyze": 4.0,
    "destroy": 3.0,
    "banish": 4.5,
    "charm": 4.0,
    "fear": 3.5,
    "counter": 3.0,
    "spell-steal": 3.5,
    "deploy": 2.5,
    "forge": 3.5,
    "call-to-arms": 3.0,
    "familiar": 2.0,
    "illusion": 3.0,
    "defender": 1.5,
    "steal": 2.5,
}
_PLAIN = 1.5


@cache
def kind_worth(kind: int) -> float:
    """Return what a unit of a kind is worth: its number counts more than in proportion, for the higher total kills."""
    row = KINDS[kind]
    value = row.brm + 0.04 * row.brm**2 + (3.5 if row.extra_die else 0.0)
    value += sum(worth for trait, worth in _TRAITS.items() if row.mask & BIT[trait])
    value += 0.6 * row.bundle.number("archer") + 0.3 * sum(slay.value for slay in row.bundle.slays)
    value += 0.3 * (row.bundle.number("cavalry") + row.bundle.number("poison"))
    return max(value, 0.5)


@cache
def spell_worth(spell: int) -> float:
    """Return what a spell in hand is worth."""
    row = SPELLS[spell]
    value = _SPELLS.get(row.effect, _PLAIN)
    if row.effect in ("attack", "mass-attack"):
        value = 0.6 * row.brm + 0.2 * sum(slay.value for slay in row.slays)
    if row.effect in ("unit", "side") and row.brm:
        value = 0.5 * row.brm
    return value


@cache
def artifact_worth(kind: int) -> float:
    """Return what an artifact is worth to somebody who can use it."""
    row = ARTIFACTS[kind].row
    return 1.5 + 0.6 * row.brm + 0.2 * len(row.slay) + 0.4 * row.archer_bonus + row.unit_reserve + row.spell_reserve


def unit_worth(position: ArchmagiPosition, unit: int) -> float:
    """Return what a unit on the map is worth, with what it bears."""
    gear = position.gear[unit]
    return kind_worth(position.kinds[unit]) + (sum(artifact_worth(gear_kind(a)) for a in gear) if gear else 0.0)


def stack_power(position: ArchmagiPosition, hex: int, seat: int) -> float:
    """Return how strong a stack is in a fight."""
    return power_of(position, position.stack(hex, seat))


def power_of(position: ArchmagiPosition, units: Iterable[int]) -> float:
    """Return how strong units are in a fight together: the best count most, the rest helps."""
    worths = sorted([unit_worth(position, unit) for unit in units], reverse=True)
    return sum(worth / (1 + 0.35 * at) for at, worth in enumerate(worths))


def strength(position: ArchmagiPosition, seat: int) -> float:
    """Return how well a seat stands, in no unit of its own; nothing if it is out."""
    magus = position.magi[seat]
    if seat in position.gone or magus < 0:
        return 0.0
    total = MAGUS
    grounds = set()
    for key, units in position.stacks.items():
        if seat_of(key) == seat:
            grounds.add(position.terrain[hex_of(key)])
            total += sum([unit_worth(position, unit) for unit in units])
    total += 1.2 * len(grounds)
    total += 0.8 * sum([spell_worth(spell) for spell in position.spells[seat]])
    total += 0.25 * sum([kind_worth(kind) for kind in position.reserve[seat]])
    total += 2.0 * len(position.stored[seat])
    return total + safety(position, seat, magus)


def safety(position: ArchmagiPosition, seat: int, magus: int) -> float:
    """Return a bonus for an archmagus in company, and a loss for one beside stronger foes."""
    hex = position.hexes[magus]
    own = stack_power(position, hex, seat)
    threat = 0.0
    for near in (hex, *position.land.near[hex]):
        for foe in position.foes_in(near, seat):
            threat = max(threat, stack_power(position, near, foe))
    return min(own, 40.0) * 0.15 - max(0.0, threat - own) * 0.8


def prospects(position: ArchmagiPosition) -> Prospects:
    """Return what each seat may expect of a position."""
    seats = len(position.magi)
    if position.outcome is not None:
        return shares(position.outcome, seats)
    raised = [strength(position, seat) ** 2.0 for seat in range(seats)]
    total = sum(raised)
    return [value / total for value in raised] if total else [1 / seats] * seats
