"""Who is aboard whom (archmagi/trait/carry, trait/transport, move.14), and who bears what (artifact-rule.4)."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from tanelorn.games.archmagi.state.abilities import HERO, MONSTER, SHIP, SITE, number
from tanelorn.games.archmagi.state.content import MASKS
from tanelorn.games.archmagi.state.position import ArchmagiPosition


def is_carrier(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit can carry others (artifact/dragon-harness, artifact/flying-carpet, spell/flaming-chariot)."""
    return number(position, unit, "transport") > 0 or number(position, unit, "carry") > 0


def has_place(position: ArchmagiPosition, carrier: int, unit: int) -> bool:
    """Tell whether a carrier of the same stack has a place for a unit (trait/carry, trait/transport).

    Transport takes any number of heroes and so many units that are no monsters; Carry takes so many heroes. Sites,
    Ships and units that carry others themselves are not carried.
    """
    if carrier == unit or position.carriers[carrier] >= 0 or unit in position.carriers:
        return False
    return _holds(position, carrier, [*(other for other in _aboard(position, carrier) if other != unit), unit])


def unload(position: ArchmagiPosition, carrier: int) -> None:
    """Set down everybody aboard a unit, if it can no longer carry them all (move.14)."""
    aboard = _aboard(position, carrier)
    if not _holds(position, carrier, aboard):
        for unit in aboard:
            position.carriers[unit] = -1


def _aboard(position: ArchmagiPosition, carrier: int) -> list[int]:
    return [unit for unit, by in enumerate(position.carriers) if by == carrier]


def _holds(position: ArchmagiPosition, carrier: int, units: list[int]) -> bool:
    """Tell whether a carrier can have all of these units aboard."""
    masks = [MASKS[position.kinds[unit]] for unit in units]
    places = number(position, carrier, "transport")
    heroes = sum(1 for mask in masks if mask & HERO)
    if any(mask & (SITE | SHIP) for mask in masks):
        return False
    if places:
        return all(mask & HERO or not mask & MONSTER for mask in masks) and len(masks) - heroes <= places
    return heroes == len(masks) and heroes <= number(position, carrier, "carry")


def let_go(position: ArchmagiPosition, unit: int) -> None:
    """Take everybody off a unit, and the unit off its carrier."""
    for other, carrier in enumerate(position.carriers):
        if carrier == unit:
            position.carriers[other] = -1
    position.carriers[unit] = -1


def give(position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Let a unit bear an artifact, however many it has (artifact-rule.2)."""
    position.gear[unit] = tuple(sorted((*position.gear[unit], artifact)))


def drop(position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Take an artifact from its bearer; it no longer helps in a battle, and without a harness nobody is carried."""
    position.gear[unit] = tuple(other for other in position.gear[unit] if other != artifact)
    unload(position, unit)
    if position.battle is not None and position.battle.aids.get(unit) == artifact:
        del position.battle.aids[unit]


Args = tuple[int, ...]


class Hold(NamedTuple):
    """Who could go along, by name in the order of the stack and whether a hero; and the places for heroes and for
    others.
    """

    riders: tuple[tuple[int, bool], ...]
    heroes: int
    others: int

    def crews(self, crew: Args = ()) -> Iterator[Args]:
        """Yield every crew that there are places for, its names in order; the largest come first."""
        for ref, hero in self.riders:
            if (not crew or ref > crew[-1]) and (self.heroes if hero else self.others):
                left = self._replace(heroes=self.heroes - hero, others=self.others - (not hero))
                yield from left.crews((*crew, ref))
        yield crew

    def ways(self) -> int:
        """Count the crews without listing them."""
        heroes = sum(hero for _, hero in self.riders)
        return _up_to(heroes, self.heroes) * _up_to(len(self.riders) - heroes, self.others)


def _up_to(there: int, places: int) -> int:
    return sum(comb(there, going) for going in range(min(there, places) + 1))


def hold(position: ArchmagiPosition, carrier: int, riders: dict[int, int]) -> Hold:
    """Return what a carrier has room for, and who of the riders by name could go along."""
    flags = tuple((ref, bool(MASKS[position.kinds[unit]] & HERO)) for ref, unit in riders.items())
    places = number(position, carrier, "transport")
    return Hold(flags, len(flags) if places else number(position, carrier, "carry"), places)
