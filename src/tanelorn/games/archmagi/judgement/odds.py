"""How battles are likely to end: stacks reckoned out one against the other."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tanelorn.games.archmagi.state.abilities import MAGE, gear_kind, is_home
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, MASKS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition

ROLLS = [one - other for one, other in product(range(1, 7), repeat=2)]


def _chance(lead: int) -> float:
    """Return how likely the side with a lead wins a roll that is not equal."""
    won, lost = (sum(sign * (gap + lead) > 0 for gap in ROLLS) for sign in (1, -1))
    return won / (won + lost)


CHANCES = tuple(_chance(lead) for lead in range(-6, 7))
"""How likely a roll that is repeated until it is not equal is won, by the lead, from -6 to 6."""


class Fate(NamedTuple):
    """How a battle fought to its end comes out: the chance that the attacker destroys all, and the sums of strength
    that either side loses on average.
    """

    won: float
    lost: float
    slain: float


@lru_cache(maxsize=1 << 15)
def fate(attack: tuple[int, ...], defend: tuple[int, ...]) -> Fate:
    """Reckon out a battle in which each side sends its strongest, given first, until one has nobody left."""
    others = len(defend)
    row = [0.0] * (others + 1)
    row[0] = 1.0
    won = lost = slain = 0.0
    for strength in attack:
        below = [0.0] * (others + 1)
        killed = 0.0
        for at, foe in enumerate(defend):
            here = row[at]
            if here < 1e-4:
                continue
            chance = CHANCES[max(-6, min(6, strength - foe)) + 6]
            row[at + 1] += here * chance
            below[at] += here * (1 - chance)
            slain += here * chance * foe
            killed += here * (1 - chance)
        won += row[others]
        lost += killed * strength
        row = below
    return Fate(won if others else float(bool(attack)), lost, slain)


@lru_cache(maxsize=1 << 12)
def _printed(kind: int) -> int:
    row = KINDS[kind]
    return row.brm + (3 if row.extra_die else 0)  # a die brings three and a half; strengths are whole


def might(
    position: ArchmagiPosition, units: Iterable[int], hex: int, seat: int, *, magus: bool = True
) -> tuple[int, ...]:
    """Return how strong some units of a seat fight in a hex, the strongest first, its archmagus last or not at all.

    Archers and Generals count for all others; a mage brings the spells in hand that fight in a unit's place.
    """
    units = list(units)
    support, mages = 0, False
    aids = []
    for unit in units:
        row, mask = KINDS[position.kinds[unit]], MASKS[position.kinds[unit]]
        aid = row.bundle.number("archer") + bool(mask & BIT["general"])
        aids.append(aid)
        support += aid
        mages = mages or bool(mask & MAGE)
    found: list[int] = []
    last: list[int] = []
    for unit, aid in zip(units, aids, strict=True):
        kind = position.kinds[unit]
        strength = _printed(kind) + is_home(position, kind, hex) + support - aid
        gear = position.gear[unit]
        if gear:
            strength += max(ARTIFACTS[gear_kind(artifact)].row.brm for artifact in gear)
        (last if unit == position.magi[seat] else found).append(strength)
    if mages:
        found += [fighting for spell in position.spells[seat] if (fighting := _FIGHTING.get(spell))]
    found.sort(reverse=True)
    return (*found, *last) if magus else tuple(found)


_FIGHTING = {
    spell: row.brm
    for spell, row in enumerate(SPELLS)
    if row.effect in ("attack", "create") and row.brm and not row.row.defender
}
"""The strength of spells that fight in the place of a unit."""
