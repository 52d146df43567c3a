"""A city's name stands for its province wherever somebody writes it (elric/7.2b); so does what the board prints."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act, Acts
from tanelorn.core.errors import Unreadable
from tanelorn.games.elric.state.words import area_words
from tanelorn.games.elric.state.world import World


@lru_cache(maxsize=16)
def provinces(world: World) -> dict[str, str]:
    """Return what else areas are called, in small letters, and how choices write them: by their cities, where those
    have names of their own, and as they stand on the board, with all signs and small words or without.
    """
    words = area_words(world)
    known = {}
    for area, place in enumerate(world.areas):
        printed = place.name.casefold()
        called = [city.id.replace("_", " ") for city in place.cities]
        called += [city.name.casefold() for city in place.cities]
        for name in (*called, printed, printed.removeprefix("the "), printed.replace(" the ", " ")):
            if name not in words:
                known[name] = words[area]
    return known


class PlaceActs(Acts):
    """Acts that name areas: what is written of a city is read as of its province."""

    world: World

    def parse(self, text: str) -> Act:
        """Read a text as it is, or with the province for what else it is called."""
        try:
            return super().parse(text)
        except Unreadable:
            plain = " ".join(text.casefold().split())
            for called, province in provinces(self.world).items():
                head = plain.removesuffix(f" {called}")
                if head != plain:
                    return super().parse(f"{head} {province}")
            raise

    def of(self, world: World) -> PlaceActs:
        """Note whose cities are named."""
        self.world = world
        return self
