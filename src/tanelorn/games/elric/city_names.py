"""A city's name stands for its province wherever somebody writes it (elric/7.2b)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.errors import Unreadable
from tanelorn.games.elric.acts import Act, Acts
from tanelorn.games.elric.nouns import area_words
from tanelorn.games.elric.world import World


@lru_cache(maxsize=16)
def provinces(world: World) -> dict[str, str]:
    """Return by the names of cities, as they are written in choices, those of their provinces where they differ."""
    words = area_words(world)
    return {
        city.id.replace("_", " "): words[area]
        for area, place in enumerate(world.areas)
        for city in place.cities
        if city.id.replace("_", " ") not in words
    }


class PlaceActs(Acts):
    """Acts that name areas: what is written of a city is read as of its province."""

    world: World

    def parse(self, text: str) -> Act:
        """Read a text as it is, or with the province for the city."""
        try:
            return super().parse(text)
        except Unreadable:
            plain = " ".join(text.casefold().split())
            for city, province in provinces(self.world).items():
                head = plain.removesuffix(f" {city}")
                if head != plain:
                    return super().parse(f"{head} {province}")
            raise

    def of(self, world: World) -> PlaceActs:
        """Note whose cities are named."""
        self.world = world
        return self
