"""What units, spells, artifacts and whole positions are worth to a seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import exp
from pathlib import Path

import msgspec
from msgspec.structs import astuple

from tanelorn.bots.judgement.judgement import Prospects, shares
from tanelorn.core.content.data import read_toml
from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.codes import seat_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file weights.toml: a weight for each mark by which a seat is judged."""

    company: float
    others: float
    magus: float
    spells: float
    beset_own: float
    beset_theirs: float


_WEIGHTS: tuple[float, ...] = astuple(read_toml(Path(__file__).parent / "weights.toml", Weights))
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


def marks(position: ArchmagiPosition, seat: int) -> Weights:
    """Return by what a seat with an archmagus on the map is judged; weights.toml says what each mark is worth."""
    magus = position.magi[seat]
    hex = position.hexes[magus]
    company = len(position.stack(hex, seat)) - 1
    units = sum(len(stack) for key, stack in position.stacks.items() if seat_of(key) == seat)
    beset = any(position.foes_in(near, seat) for near in (hex, *position.land.near[hex]))
    own = position.active == seat
    return Weights(
        company=company,
        others=units - 1 - company,
        magus=unit_worth(position, magus),
        spells=len(position.spells[seat]),
        beset_own=beset and own,
        beset_theirs=beset and not own,
    )


def prospects(position: ArchmagiPosition) -> Prospects:
    """Return what each seat may expect of a position: its archmagus is all, so shares go by exp(score)."""
    seats = len(position.magi)
    if position.outcome is not None:
        return shares(position.outcome, seats)
    raised = [
        exp(_score(position, seat)) if position.magi[seat] >= 0 and seat not in position.gone else 0.0
        for seat in range(seats)
    ]
    total = sum(raised)
    return [value / total for value in raised] if total else [1 / seats] * seats


def _score(position: ArchmagiPosition, seat: int) -> float:
    found: tuple[float, ...] = astuple(marks(position, seat))
    return sum(weight * mark for weight, mark in zip(_WEIGHTS, found, strict=True))
