"""Weather (albion/5.A, 6.0): the segment, and which weather a hex has by the track, enchantments and Gerflax’ Wand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.state.magic_items import in_play
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import is_person, is_piece, is_ship, ship_of
from tanelorn.games.albion.state.printed.world import World

NOWHERE = -1


class Sky(NamedTuple):
    """All that the weather of the map depends on: the track, the map under Fimbulwinter (19.4/06) and Rainmaking
    (19.4/07), the Elements (19.4/04), storms (19.4/05), Dispelling (19.4/11).

    `clear` is the hex of the Wand, which is clear whatever holds elsewhere (20.6/14), -1 for none.
    """

    track: str
    sky: str
    elements: tuple[tuple[int, int, str], ...]
    storms: tuple[int, ...]
    dispelled: tuple[int, ...]
    clear: int


CLEAR = Sky("clear", "clear", (), (), (), NOWHERE)
"""Clear weather everywhere."""


def weather_at(position: AlbionPosition, hex: int, seat: int = -1) -> str:
    """Return the weather of a hex: clear, rain or snow (6.0, 6.1).

    A seat knows of the Wand where its own side bears it, and reckons with no other.
    """
    sky = weather_key(position, seat)
    return "clear" if sky is CLEAR else weathers(position.world, sky)[hex]


def storm_at(position: AlbionPosition, hex: int, seat: int = -1) -> bool:
    """Tell whether Storm Calling rages in a hex (19.4/05)."""
    return bool(position.storms) and storms(position.world, weather_key(position, seat))[hex]


def weather_key(position: AlbionPosition, seat: int = -1) -> Sky:
    """Return all that the weather depends on; alike for all hexes, so that tables by it can be kept."""
    sky = position.sky
    if sky == "clear" and not position.elements and not position.storms and not position.dispelled:
        return CLEAR
    track = position.world.turns[position.turn].weather
    elements = tuple(sorted((hex, far, word) for hex, (far, word) in position.elements.items()))
    key = Sky(track, sky, elements, tuple(position.storms), tuple(position.dispelled), wand_hex(position, seat))
    return CLEAR if sky == track == "clear" and not elements and not position.storms else key


def wand_hex(position: AlbionPosition, seat: int = -1) -> int:
    """Return the hex where somebody awake bears Gerflax' Wand (20.6/14), -1 if none does; a seat knows of its own."""
    wand = position.world.item["gerflax_wand"]
    bearer = position.bearer[wand]
    if not is_piece(bearer) or not in_play(position, wand):
        return NOWHERE
    if seat >= 0 and position.seat_of(bearer) != seat:
        return NOWHERE
    if is_person(bearer):
        return position.at[bearer] if position.awake[bearer] and position.at[bearer] >= 0 else NOWHERE
    return position.ship_at[ship_of(bearer)] if is_ship(bearer) else position.item_at[wand]


@lru_cache(maxsize=64)
def weathers(world: World, sky: Sky) -> tuple[str, ...]:
    """Return the weather of every hex.

    The Elements prevail over storms, Fimbulwinter and Rainmaking (19.4/04); where storms are called there is no snow of
    Fimbulwinter (19.4/06); Dispelling leaves the weather of the track (19.4/11).
    """
    found = [sky.sky] * len(world.number)
    if sky.sky == "snow" and sky.storms:
        for hex, zone in enumerate(world.zone):
            if zone in sky.storms and not world.land[hex]:
                found[hex] = sky.track
    for centre, far, word in sky.elements:
        for hex in world.within(centre, far):
            found[hex] = word
    for hex in sky.dispelled:
        found[hex] = sky.track
    if sky.clear >= 0:
        found[sky.clear] = "clear"
    return tuple(found)


@lru_cache(maxsize=64)
def storms(world: World, sky: Sky) -> tuple[bool, ...]:
    """Return by hex whether a storm rages: in all-sea hexes of its zone (19.4/05), not under the Elements (19.4/04)."""
    found = [not land and zone in sky.storms for land, zone in zip(world.land, world.zone, strict=True)]
    for centre, far, _ in sky.elements:
        for hex in world.within(centre, far):
            found[hex] = False
    for hex in sky.dispelled:
        found[hex] = False
    if sky.clear >= 0:
        found[sky.clear] = False
    return tuple(found)


# The Weather Segment

SKIES = {"clear": "the sky is clear", "rain": "it rains", "snow": "it snows"}


class WeatherSegment(Automatic, frozen=True, tag=True):
    """The Game-Turn Record Track is read (5.A, chart/track), which never brings snow (6.4)."""

    title = "Weather"
    clause = "albion/5.A"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Set mana and weather of the turn."""
        turn = position.world.turns[position.turn]
        position.mana = turn.mana
        position.sky = turn.weather
        if log:
            log.say(f"Mana is **{turn.mana}**; {SKIES[turn.weather]}.", clause=self.clause)
