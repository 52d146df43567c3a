"""How things are written in choices and in the chronicle: ids with spaces, names, and what else an area is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from tanelorn.core.acts import Act, Acts, Q, Verb
from tanelorn.core.choices import Pick
from tanelorn.core.content.verbs import titled
from tanelorn.core.errors import Unreadable
from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.equipment.nations import Nation
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import seat_title

SEAT_WORDS = ("first", "second", "third", "fourth")
"""How rule cases write the seats."""


@lru_cache(maxsize=8)
def unit_words(world: World) -> tuple[str, ...]:
    """Return how each unit is written in a choice: `fadan`, `pan tang fleet 1`, `org army` (armies are alike)."""
    words = []
    for unit, counter in enumerate(world.units):
        id = counter.id.rpartition("_")[0] if world.kind[unit] == ARMY else counter.id
        words.append(id.replace("_", " "))
    return tuple(words)


@lru_cache(maxsize=8)
def area_words(world: World) -> tuple[str, ...]:
    """Return how each area is written in a choice: `western tarkesh`."""
    return tuple(area.id.replace("_", " ") for area in world.areas)


@lru_cache(maxsize=8)
def spoken_names(world: World) -> dict[str, str]:
    """Return, by the words that choices have for counters, nations, areas and spells, what people call them."""
    units = titled(unit.replace(" ", "_") for unit in unit_words(world))
    nations = {nation.id.replace("_", " "): nation.name for nation in world.nations}
    areas = {area.id.replace("_", " "): area.name for area in world.areas}
    return units | nations | areas | {spell.id.replace("_", " "): spell.name for spell in SPELLS}


def brought(nations: Iterable[Nation]) -> str:
    """Return what nations have when they enter play: `1 personality, 5 armies`."""
    kinds = (("people", "personality", "personalities"), ("fleets", "fleet", "fleets"), ("armies", "army", "armies"))
    taken = tuple(nations)
    counts = [(sum(len(getattr(nation, kind)) for nation in taken), one, many) for kind, one, many in kinds]
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)


def in_armies(n: int) -> str:
    """Return a number of armies in words."""
    return f"{n} {'army' if n == 1 else 'armies'}"


def still(n: int) -> str:
    """Return how much is left in words."""
    return f"{n or 'none'} {'are' if n > 1 else 'is'} left"


SPELL_WORDS = tuple(spell.id.replace("-", " ") for spell in SPELLS)


@lru_cache(maxsize=4096)
def name(world: World, unit: int) -> str:
    """Return a unit's name for people: Fadan; an admiral, priest or fleet with its nation."""
    counter = world.units[unit]
    if world.kind[unit] == ARMY and counter.nation >= 0:
        return f"an army of {world.nations[counter.nation].name}"
    if world.kind[unit] == FLEET and counter.nation >= 0 and counter.nation != world.nation["melnibone"]:
        return f"a fleet of {world.nations[counter.nation].name}"
    alike = [other for other in world.units if other.name == counter.name]
    return f"{counter.name} of {world.nations[counter.nation].name}" if len(alike) > 1 else counter.name


def called(world: World, unit: int) -> str:
    """Return a unit's name as a sentence begins with it."""
    text = name(world, unit)
    return text[0].upper() + text[1:]


@lru_cache(maxsize=4096)
def with_unit(world: World, verb: str, unit: int, *, said: str = "") -> Act:
    """Return an act on one unit: a click on its counter."""
    return Act(verb, (unit,), f"{verb} {unit_words(world)[unit]}", (f"piece:{world.units[unit].id}",), said)


@lru_cache(maxsize=1024)
def with_button(world: World, verb: str, unit: int) -> Act:
    """Return an act on one unit that begins with a button, where a click on the counter alone means something else."""
    picks = (f"button:{verb}", f"piece:{world.units[unit].id}")
    return Act(verb, (unit,), f"{verb} {unit_words(world)[unit]}", picks)


@lru_cache(maxsize=4096)
def to_area(world: World, verb: str, area: int, *, said: str = "") -> Act:
    """Return an act that names an area: a click on it."""
    return Act(verb, (area,), f"{verb} {area_words(world)[area]}", (f"space:{world.areas[area].id}",), said)


def area_labels(world: World, acts: Iterable[Act]) -> dict[str, Pick]:
    """Return the names of the areas of acts that each are a click on one."""
    places = [world.areas[area_named(act)] for act in acts]
    return {f"space:{place.id}": Pick(f"space:{place.id}", place.name) for place in places}


def with_spell(verb: str, spell: int, *, said: str = "") -> Act:
    """Return an act on one spell: a click on its card."""
    return Act(verb, (spell,), f"{verb} {SPELL_WORDS[spell]}", (f"card:{SPELLS[spell].id}",), said)


@lru_cache(maxsize=256)
def plain(verb: str, *, said: str = "") -> Act:
    """Return an act that needs nothing more: a button."""
    return Act(verb, (), verb, (f"button:{verb}",), said)


def button(verb: str, label: str, *, enter: bool = False, note: str = "") -> tuple[str, Pick]:
    """Return the label of a plain act, for `Acts.labels`; `enter` makes it the button that finishes."""
    pick = f"button:{verb}"
    return pick, Pick(pick, label, note, key="Enter" if enter else "")


def ends(words: str, label: str, *, note: str = "") -> Verb[Q]:
    """Return the verb that ends a question: a button with the key Enter, after which nothing is done."""
    act, named = plain(words), dict([button(words, label, enter=True, note=note)])
    return Verb(words, fits=lambda about: (act,), does=lambda about, act, log: None, labels=lambda about, acts: named)


def pressed(words: str, does: Callable[[Q, Act, Log], None], says: Callable[[Q], tuple[str, Pick]]) -> Verb[Q]:
    """Return the verb of an act that is always possible: a button, with the label that `says` gives."""
    act = plain(words)
    return Verb(words, fits=lambda about: (act,), does=does, labels=lambda about, acts: dict([says(about)]))


S = TypeVar("S")
"""The step that asks a question."""


class Asked(NamedTuple, Generic[S]):
    """What a question is about that its step alone knows: the position, and the step."""

    position: ElricPosition
    step: S


def _thing(act: Act) -> int:
    return act.args[0] if act.args else -1


def unit_named(act: Act) -> int:
    """Return the unit of an act on one unit, -1 of an act that needs nothing more."""
    return _thing(act)


def area_named(act: Act) -> int:
    """Return the area of an act that names one, -1 of an act that needs nothing more."""
    return _thing(act)


def nation_named(act: Act) -> int:
    """Return the nation of an act that names one, -1 of an act that needs nothing more."""
    return _thing(act)


def spell_named(act: Act) -> int:
    """Return the spell of an act on one spell, -1 of an act that needs nothing more."""
    return _thing(act)


def seat_name(position: ElricPosition, seat: int) -> str:
    """Return what a seat is called in the chronicle: the nation with which it began."""
    return seat_title(position, seat)


@lru_cache(maxsize=16)
def provinces(world: World) -> dict[str, str]:
    """Return what else areas are called, in lower case, and how choices write them: by cities with names of their own,
    and as printed on the board, with or without signs and small words.
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
    """Acts that name areas; a city's name is read as its province."""

    world: World

    def parse(self, text: str) -> Act:
        """Read a text as it is, or with the province in place of another name for it."""
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
        """Note the world whose cities may be named."""
        self.world = world
        return self
