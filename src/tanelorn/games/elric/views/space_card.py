"""The card about a province or sea: its ground, its city, who stands there and with what numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tanelorn.core.about import about_space, listed
from tanelorn.core.amounts import amount
from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark
from tanelorn.core.scene import About, Card, Piece, Scene
from tanelorn.games.elric.equipment.board import City
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.state.wilderness import is_wild
from tanelorn.games.elric.views.cards import unit_card
from tanelorn.games.elric.views.piles import Pile, called, city_holder, piles_of
from tanelorn.games.elric.views.view import ElricView


def about(board: Board, legend: Legend, view: ElricView, scene: Scene, space: str) -> About:
    """Return the card about an area."""
    world = world_of(view.seen.pack)
    area = board.index[board[space].id]
    remarks = (*_ground(legend, view, world, area), *_city(legend, view, world, area), *_mountains(legend, world, area))

    piles = piles_of(view, world, area)

    def named(piece: Piece, under: Sequence[Card]) -> str:
        return _named(world, piles, piece)

    return about_space(board, legend, scene, space, remarks=remarks, named=named, printed=False)


def _ground(legend: Legend, view: ElricView, world: World, area: int) -> Iterator[Remark]:
    place = world.areas[area]
    yield from legend.remarks(place.special)
    if not place.wild and not place.special and is_wild(view.seen, area):
        yield Remark("Wilderness now", "by the Chaos that is here", "elric/13.4d")
    if place.nation >= 0:
        yield Remark("Nation", world.nations[place.nation].name)
    if place.symbol:
        yield from legend.remarks("symbol")


def _city(legend: Legend, view: ElricView, world: World, area: int) -> Iterator[Remark]:
    """Yield what the signs of its cities mean, and who has them."""
    cities = world.areas[area].cities
    if not cities:
        return
    best = max(cities, key=lambda city: city.wall)
    names = listed([city.name for city in cities])
    capital = any(city.capital for city in cities)
    if best.wall and not capital:
        yield Remark(legend.title("city"), f"{names}, walled", "elric/7.5.7a")
    for remark in legend.remarks("capital" if capital else "" if best.wall else "city"):
        yield Remark(remark.label, f"{names}: {remark.text}", remark.clause)
    for id, value in (("wall", best.wall), ("militia", max(city.militia for city in cities))):
        for remark in legend.remarks(id) if value else ():
            yield Remark(remark.label, f"{value}: {remark.text}", remark.clause)
    yield from _ports(legend, world, cities)
    seat = city_holder(view, world, area)
    yield Remark("City held by", called(view, seat) if seat >= 0 else "nobody", seat=seat)


def _ports(legend: Legend, world: World, cities: Iterable[City]) -> Iterator[Remark]:
    for city in cities:
        if city.port:
            for remark in legend.remarks("port"):
                sea = f"fleets enter from {world.areas[city.anchor].name}" if city.anchor >= 0 else remark.text
                yield Remark(remark.label, sea, remark.clause)


def _mountains(legend: Legend, world: World, area: int) -> Iterator[Remark]:
    """Yield beyond which borders nothing goes."""
    if beyond := _shut_from(world, area):
        yield Remark(legend.title("mountains"), f"no way to {beyond}", "elric/7.5.3")


@lru_cache(maxsize=1 << 10)
def _shut_from(world: World, area: int) -> str:
    """Name the areas beyond the borders of one that mountains fill."""
    id = world.areas[area].id
    names = {place.id: place.name for place in world.areas}
    shut = [border for border in world.pack.board.borders if not border.open and id in (border.a, border.b)]
    return listed([names[border.b if border.a == id else border.a] for border in shut])


def _named(world: World, piles: Iterable[Pile], piece: Piece) -> str:
    """Say what lies in an area: a pile by its counters, what marks the area in words."""
    if piece.kind == "flag":
        return ""  # it is told with the city
    if piece.kind == "siege":
        return "besieges the city"
    for pile in piles:
        if world.units[pile.units[0]].id == piece.id:
            words = [_unit(world, unit) for unit in pile.units if world.kind[unit] != ARMY]
            armies = sum(world.kind[unit] == ARMY for unit in pile.units)
            words += [f"{amount(armies, 'army', 'armies')} of combat 1"] if armies else []
            total = f"; together {piece.total}" if piece.total else ""
            return f"{', '.join(words)}{total}{', besieged' if piece.turned else ''}"
    return piece.label


def _unit(world: World, unit: int) -> str:
    """Say what the numbers of a personality or fleet are."""
    counter = world.units[unit]
    if world.kind[unit] == FLEET:
        numbers = [f"combat {counter.combat}", f"sails {counter.movement}", f"carries {counter.capacity}"]
    else:
        numbers = [f"influence {counter.combat}" if counter.influence else f"combat {counter.combat}"]
        numbers += [amount(counter.spells, "spell")] if counter.spells else []
    return f"{unit_card(world, unit).title} ({', '.join(numbers)})"
