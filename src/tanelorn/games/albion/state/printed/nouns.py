"""How things are written in choices and in the chronicle: hex numbers, ids with spaces, and names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.games.albion.state.printed.pieces import Code, colour_of, is_ship, is_troops, ship_of
from tanelorn.games.albion.state.printed.spells import SPELLS
from tanelorn.games.albion.state.printed.world import World

SEAT_WORDS = ("fomorian", "faerie")
"""How rule cases write the seats."""

SEAT_NAMES = ("The Fomorians", "Faerie")
"""What the seats are called in the chronicle."""

SEATS_WITHIN = ("the Fomorians", "Faerie")
"""What they are called within a sentence."""


def word(id: str) -> str:
    """Return an id as choices write it."""
    return id.replace("_", " ")


def piece_id(world: World, code: int) -> str:
    """Return the id of a piece on the page: a person's, `galetop`, `army-moray`."""
    if is_ship(code):
        return world.ships[ship_of(code)].id
    return f"army-{world.colours[colour_of(code)].id}" if is_troops(code) else world.persons[code].id


def piece_word(world: World, code: int) -> str:
    """Return how a person, ship or army of a colour is written in a choice."""
    if is_ship(code):
        return word(world.ships[ship_of(code)].id)
    return word(world.colours[colour_of(code)].id if is_troops(code) else world.persons[code].id)


def name(world: World, code: int) -> str:
    """Return a person's or ship's name for people; troops by their colour."""
    if is_ship(code):
        return world.ships[ship_of(code)].name
    return f"the men of {world.colours[colour_of(code)].name}" if is_troops(code) else world.persons[code].name


def piece_of(act: Act) -> Code:
    """Return the piece that an act names first."""
    return Code(act.args[0])


@lru_cache(maxsize=8)
def spoken_names(world: World) -> dict[str, str]:
    """Return, by the words that choices have for pieces, items and enchantments, what people call them."""
    names = {word(piece.id): piece.name for pieces in (world.persons, world.ships) for piece in pieces}
    names |= {word(colour.id): colour.name for colour in world.colours}
    names |= {word(item.id): item.name for item in world.items if item.id}
    return names | {word(spell.id): spell.name for spell in SPELLS}


@lru_cache(maxsize=8)
def hex_names(world: World) -> tuple[str, ...]:
    """Return what each hex is called: a fortress or Place of Power with its number, else the number alone."""
    names = []
    for hex, number in enumerate(world.number):
        place = world.place[hex]
        title = world.fortress_name[hex] or (world.place_name[place] if place else "")
        names.append(f"{title} ({number})" if title else number)
    return tuple(names)


def at_hex(world: World, hex: int) -> str:
    """Return what a hex is called in a sentence."""
    return hex_names(world)[hex]


def lie_of(world: World, hex: int) -> str:
    """Return what a hex is like: its terrain and whose country it is, for a number says little to who looks for it."""
    kingdom = world.kingdom[hex]
    country = (world.kingdoms[kingdom].name,) if kingdom >= 0 else ()
    return ", ".join((*(world.terrain[hex] or ("sea",)), *country))


def coast_click(world: World, hex: int, coast: int) -> str:
    """Return the click on one of the coasts of a hex, which is labelled by the water that it opens on."""
    return f"button:coast-{coast}-of-{world.number[hex]}"


def coast_label(world: World, hex: int, coast: int) -> Pick:
    """Tell which water a coast of a hex opens on."""
    opens = ", ".join(world.number[one] for one in world.berths[hex][coast])
    return Pick(coast_click(world, hex, coast), f"Coast towards {opens}")


def with_piece(world: World, verb: str, code: int, *, said: str = "") -> Act:
    """Return an act on one piece: a click on its counter."""
    return Act(verb, (code,), f"{verb} {piece_word(world, code)}", (f"piece:{piece_id(world, code)}",), said)


def with_button(world: World, verb: str, code: int, *, said: str = "") -> Act:
    """Return an act on one piece that begins with a button."""
    picks = (f"button:{verb.replace(' ', '-')}", f"piece:{piece_id(world, code)}")
    return Act(verb, (code,), f"{verb} {piece_word(world, code)}", picks, said)


def to_hex(world: World, verb: str, hex: int, *, said: str = "") -> Act:
    """Return an act that names a hex: a click on it."""
    number = world.number[hex]
    return Act(verb, (hex,), f"{verb} {number}", (f"space:{number}",), said)


def at_button(world: World, verb: str, hex: int, *, said: str = "") -> Act:
    """Return an act that names a hex and begins with a button."""
    number = world.number[hex]
    return Act(verb, (hex,), f"{verb} {number}", (f"button:{verb.replace(' ', '-')}", f"space:{number}"), said)


def with_item(world: World, verb: str, item: int, *, said: str = "") -> Act:
    """Return an act on a magic item: a click on its card."""
    id = world.items[item].id
    return Act(verb, (item,), f"{verb} {word(id)}", (f"card:{id}",), said)


def counted(world: World, verb: str, code: int, n: int, *, said: str = "") -> Act:
    """Return an act on so many points of a colour: a click on the army, then a number."""
    picks = (f"piece:{piece_id(world, code)}", f"count:{n}")
    return Act(verb, (code, n), f"{verb} {n} {piece_word(world, code)}", picks, said)


@lru_cache(maxsize=2048)
def counted_with_button(world: World, verb: str, code: int, n: int) -> Act:
    """Return an act on so many points of a colour that begins with a button; groups on the march list many."""
    act = counted(world, verb, code, n)
    return Act(act.verb, act.args, act.text, (f"button:{verb}", *act.path))


def plain(verb: str, *, said: str = "") -> Act:
    """Return an act that needs nothing more: a button."""
    return Act(verb, (), verb, (f"button:{verb.replace(' ', '-')}",), said)


def button(verb: str, label: str, *, enter: bool = False, note: str = "") -> tuple[str, Pick]:
    """Return the label of a plain act, for `Acts.labels`; `enter` makes it the button that finishes."""
    pick = f"button:{verb.replace(' ', '-')}"
    return pick, Pick(pick, label, note, key="Enter" if enter else "")


Q = TypeVar("Q")


def nothing(about: object, act: Act, log: Log) -> None:
    """What an act does after which all stays as it is."""


def ends(words: str, label: str, *, note: str = "") -> Verb[Q]:
    """Return the verb that ends a question: a button with the key Enter, after which nothing is done."""
    act, named = plain(words), dict([button(words, label, enter=True, note=note)])
    return Verb(words, fits=lambda about: (act,), does=nothing, labels=lambda about, acts: named)


class Bar(NamedTuple):
    """Why somebody may not, with the clause."""

    why: str
    clause: str


def piece_labels(world: World, acts: Iterable[Act]) -> dict[str, Pick]:
    """Return the names of the pieces that acts are about, where a button comes before the click on one."""
    return {act.path[1]: Pick(act.path[1], name(world, act.args[0])) for act in acts if len(act.path) > 1}


def hex_labels(world: World, acts: Iterable[Act]) -> dict[str, Pick]:
    """Return the names of the hexes that acts are about, where a button comes before the click on one."""
    return {act.path[1]: Pick(act.path[1], at_hex(world, act.args[0])) for act in acts if len(act.path) > 1}
