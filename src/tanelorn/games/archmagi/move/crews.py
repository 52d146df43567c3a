"""Whom a carrier takes along (archmagi/trait/carry, trait/transport): every crew, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from tanelorn.games.archmagi.state.content import MASKS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.traits import HERO, number
from tanelorn.games.archmagi.words.verbs import Args


class Hold(NamedTuple):
    """Who could go along, by name in the order of the stack and whether a hero; places for heroes and for others."""

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
    """Return what a carrier has room for, of riders by name."""
    flags = tuple((ref, bool(MASKS[position.kinds[unit]] & HERO)) for ref, unit in riders.items())
    places = number(position, carrier, "transport")
    return Hold(flags, len(flags) if places else number(position, carrier, "carry"), places)
