"""What stands on the board: each stack as a pile of counters and what lies in it, spells, flags, sieges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Holding, Mark, Piece, Stack
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.state.places import Lying, hand_of, on_map, spells_on_map, spells_open
from tanelorn.games.elric.state.position import CAST, DONE, NOBODY
from tanelorn.games.elric.state.scenarios import TERMS
from tanelorn.games.elric.views.cards import counter_face, home_of, spell_card, spell_sign, unit_card

if TYPE_CHECKING:
    from tanelorn.games.elric.views.view import ElricView


class Pile(NamedTuple):
    """Counters of a seat that lie together, the topmost first."""

    seat: int
    area: int
    units: tuple[int, ...]


def called(view: ElricView, seat: int) -> str:
    """Return what a seat is called: the country that it chose, or its name in the scenario."""
    terms = TERMS[view.scenario]
    if terms.lots_are == "chosen" and seat < len(view.seen.lots) and view.seen.lots[seat] >= 0:
        return terms.lot[view.seen.lots[seat]].name
    return terms.seats[seat]


def piles_of(view: ElricView, world: World, at: int | None = None) -> list[Pile]:
    """Return every stack on the board, or in one area; those of one seat are apart only in wilderness (8.0)."""
    seen = view.seen
    owner, band = seen.owner, seen.band
    found: dict[tuple[int, int, int], list[int]] = {}
    for unit, area in enumerate(seen.area):
        if (area >= 0 if at is None else area == at) and owner[unit] >= NOBODY:
            found.setdefault((area, owner[unit], band[unit]), []).append(unit)
    return [Pile(seat, area, tuple(in_order(view, world, units))) for (area, seat, _), units in sorted(found.items())]


def in_order(view: ElricView, world: World, units: Iterable[int]) -> list[int]:
    """Put the counters of a stack in order: Elric, his controller (12.1.2c), other personalities, fleets, armies."""

    kinds, value = world.kind, world.value

    def rank(unit: int) -> tuple[int, int, int, int]:
        kind = kinds[unit]
        if kind == PERSON:
            first = 0 if unit == world.elric else 1 if unit == view.seen.elric_with else 2
            return first, int(world.influence[unit]), -value[unit], unit
        return 3 + (kind == ARMY), max(world.of[unit], 0), -value[unit], unit

    return sorted(units, key=rank)


def strength_of(view: ElricView, world: World, units: Iterable[int], at_sea: bool) -> int:
    """Return what counters are worth together (10.4a): at sea fleets and persons, on land armies and persons."""
    total = 0
    for unit in units:
        kind = world.kind[unit]
        if kind == PERSON:
            total += 0 if world.influence[unit] else world.value[unit]
            if view.seen.bearer.get(world.mournblade) == unit and unit != world.elric:
                total += world.value[world.mournblade]
        elif kind == (FLEET if at_sea else ARMY):
            total += world.value[unit]
    return total


# Pieces


def draw_pieces(view: ElricView, world: World, piles: Iterable[Pile]) -> tuple[Piece, ...]:
    """Say what lies on the board."""
    return (
        *_flags(view, world),
        *_sieges(view, world),
        *_cards(view, world),
        *(_pile_piece(view, world, pile) for pile in piles),
    )


def _pile_piece(view: ElricView, world: World, pile: Pile) -> Piece:
    at_sea = world.areas[pile.area].sea
    total = str(strength_of(view, world, pile.units, at_sea))
    hand_of = [unit for unit in pile.units if unit in view.seen.march]
    if hand_of and (part := str(strength_of(view, world, hand_of, at_sea))) != total:
        total = f"{part} of {total}"
    return structs.replace(
        counter_face(world, pile.units[0], pile.seat),
        space=world.areas[pile.area].id,
        high=len(pile.units),
        total=total if len(pile.units) > 1 or hand_of else "",
        held=bool(hand_of),
        turned=pile.area in view.seen.besieger and view.seen.besieger[pile.area] != pile.seat,
    )


def _flags(view: ElricView, world: World) -> Iterator[Piece]:
    """A flag at each city that somebody has, whoever stands there."""
    for area, place in enumerate(world.areas):
        seat = city_holder(view, world, area)
        if place.cities and seat >= 0:
            yield Piece(
                f"flag-{place.id}", place.id, seat, "flag", label=place.cities[0].name, coast=place.cities[0].id
            )


def city_holder(view: ElricView, world: World, area: int) -> int:
    """Return the seat that has the city of an area: who took it, else its nation's."""
    if view.seen.captured[area] >= 0:
        return view.seen.captured[area]
    nation = world.areas[area].nation
    return view.seen.nation[nation] if nation >= 0 else NOBODY


def _sieges(view: ElricView, world: World) -> Iterator[Piece]:
    for area, seat in view.seen.besieger.items():
        place = world.areas[area]
        if place.cities:
            yield Piece(f"siege-{place.id}", place.id, seat, "siege", coast=place.cities[0].id)


def _cards(view: ElricView, world: World) -> Iterator[Piece]:
    """Spells on the map: backs where one is hidden, faces where it lies open."""
    for area, place in enumerate(world.areas):
        spot = "symbol" if place.symbol else ""
        for n in range(view.backs.get(on_map(Lying.HIDDEN, area), 0)):
            id = f"hidden-{place.id}{f'-{n}' if n else ''}"
            yield Piece(id, place.id, -1, "card", label="A spell nobody has found", coast=spot)
    for spell, how, area in spells_on_map(view.seen.where):
        row, place = SPELLS[spell], world.areas[area]
        id, spot = f"lying-{row.id}", "symbol" if place.symbol else ""
        yield Piece(id, place.id, -1, "card", label=f"{row.name} {_LIES[how]}", sign=spell_sign(row), coast=spot)


_LIES = {Lying.HIDDEN: "hidden", Lying.FACE_UP: "lies here", Lying.LURKING: "lurks here"}


# What lies in a pile


def draw_stacks(view: ElricView, world: World, piles: Iterable[Pile]) -> tuple[Stack, ...]:
    """Say what an open stack shows."""
    stacks = [_stack(view, world, pile) for pile in piles]
    for spell, area in spells_open(view.seen.where):
        row, place = SPELLS[spell], world.areas[area]
        card = spell_card(world, spell)
        stacks.append(Stack(f"lying-{row.id}", f"{row.name} in {place.name}", (card,)))
    return tuple(stacks)


def _stack(view: ElricView, world: World, pile: Pile) -> Stack:
    place = world.areas[pile.area]
    cards = [*unit_cards(view, world, pile.units), *_borne(view, world, pile), *_spells_of(view, world, pile)]
    whose = called(view, pile.seat) if pile.seat >= 0 else "Nobody’s"
    return Stack(world.units[pile.units[0]].id, f"{whose} in {place.name}", tuple(cards))


def unit_cards(view: ElricView, world: World, units: Iterable[int]) -> list[Card]:
    """Return counters as cards, equal armies as one: those that have done the same since the turn began."""
    seen = view.seen
    alike: dict[tuple[object, ...], list[int]] = {}
    for unit in units:
        key: tuple[object, ...] = (unit,)
        if world.kind[unit] == ARMY:
            done = (seen.band[unit], seen.spent[unit], seen.did[unit], seen.led[unit], seen.came[unit])
            key = (world.of[unit], seen.owner[unit], seen.ship[unit], *done, unit in seen.march)
        alike.setdefault(key, []).append(unit)
    return [_card(view, world, same) for same in alike.values()]


def _card(view: ElricView, world: World, same: list[int]) -> Card:
    unit, seen = same[0], view.seen
    ship, did, moving = seen.ship[unit], seen.did[unit], seen.phase == "move"
    notes = []
    if ship >= 0:
        notes.append(_aboard(view, world, ship))
    if seen.laid and any(laid.caster == unit for laid in seen.laid):
        notes.append("spell laid")
    if moving and seen.spent[unit]:
        notes.append(f"moved {seen.spent[unit]}")
    text = [home_of(world, unit) + "."]
    if unit == seen.elric_with:
        text.append("Controls Elric.")
    if ship >= 0:
        text.append(f"Aboard {world.units[ship].name}.")
    if unit in seen.bearer.values():
        text += [f"Bears {world.units[item].name}." for item, bearer in sorted(seen.bearer.items()) if bearer == unit]
    if did & CAST:
        text.append("Has cast in this turn.")
    return unit_card(
        world,
        unit,
        seen.owner[unit],
        count=len(same),
        note=", ".join(notes),
        text=" ".join(text),
        held=unit in seen.march,
        spent=moving and bool(did & DONE),
    )


def _aboard(view: ElricView, world: World, ship: int) -> str:
    """Say which of several fleets of a stack carries somebody."""
    there = (view.seen.area[ship], view.seen.owner[ship])
    fleets = [
        unit
        for unit, kind in enumerate(world.kind)
        if kind == FLEET and (view.seen.area[unit], view.seen.owner[unit]) == there
    ]
    name = unit_card(world, ship).title
    return f"aboard {name[0].lower() + name[1:]}" if len(fleets) > 1 else "aboard"


def _borne(view: ElricView, world: World, pile: Pile) -> Iterator[Card]:
    """The artifacts that are carried in a pile."""
    for item, bearer in sorted(view.seen.bearer.items()):
        if bearer in pile.units:
            yield unit_card(world, item, pile.seat, note=world.units[bearer].name)


def _spells_of(view: ElricView, world: World, pile: Pile) -> Iterator[Card]:
    """The spells that others' magicians hold: faces that the viewer knows, else backs with their number."""
    magicians = [unit for unit in pile.units if world.kind[unit] == PERSON and pile.seat != view.viewer]
    for unit in magicians:
        name = world.units[unit].name
        for spell in view.seen.hand(unit):
            yield spell_card(world, spell, note=name)
        if hidden := view.backs.get(hand_of(unit), 0):
            words = f"{amount(hidden, 'spell')} of {name}, unseen"
            yield Card("", words, "back", note=name, seat=pile.seat, count=hidden)


# Marks


def draw_holdings(view: ElricView) -> tuple[Holding, ...]:
    """Provinces whose city was taken by force, washed in the captor's colour (7.5.2)."""
    world = world_of(view.seen.pack)
    return tuple(Holding(world.areas[area].id, seat) for area, seat in enumerate(view.seen.captured) if seat >= 0)


def draw_marks(view: ElricView) -> tuple[Mark, ...]:
    """Where battles are to be fought."""
    world = world_of(view.seen.pack)
    if view.outcome is not None:
        return ()
    areas = dict.fromkeys(fight.area for fight in (*view.seen.fights, *view.seen.found))
    return tuple(
        Mark("fight", world.areas[area].id, seat=view.seen.active, note="a battle is to be fought here")
        for area in areas
    )
