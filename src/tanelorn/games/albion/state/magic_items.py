"""Magic items: who has them, who may use them, and where they lie (albion/20.0 to 20.2)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.log import Log
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, is_person, is_ship, ship_of
from tanelorn.games.albion.state.printed.world import FAERIE, World

RAISES: dict[str, tuple[str, ...]] = {
    "nuadas_helm": ("command", "combat"),
    "lymes_hammer": ("combat",),
    "trollbane": ("combat",),
    "gwydions_staff": ("magic",),
    "requiter": ("command",),
}
"""Which ratings an item raises: its bearer must have 1 in each (20.2.1). Dana's Torque sets one, and is free."""

BURDENS = ("brans_curse", "finns_rade")
"""What acts without being used: no benefit, and no part of the two that count (20.2.4)."""


def held_by(position: AlbionPosition, person: int) -> list[int]:
    """Return the items that a person has, by number."""
    return [item for item, bearer in enumerate(position.bearer) if bearer == person and item]


def bears(position: AlbionPosition, person: int, item: str) -> bool:
    """Tell whether a person carries an item, used or not."""
    number = position.world.item[item]
    return position.bearer[number] == person and in_play(position, number)


def in_play(position: AlbionPosition, item: int) -> bool:
    """Tell whether an item has any effect: in the basic game only those with a star have (21.0b)."""
    return not position.basic or position.world.items[item].star


def can_use(position: AlbionPosition, person: int, item: int) -> bool:
    """Tell whether a person is one for whom an item they have works (20.0b, 20.2.1): by colour (20.6/11, 20.6/12), by
    rating (20.6/07, 20.6/14), not the Worm (20.6/23), and who has the Scrying Glass by right (20.6/20).
    """
    w = position.world
    thing = w.items[item]
    if not in_play(position, item):
        return False
    if thing.colour >= 0 and w.p_colour[person] != thing.colour:
        return False
    printed = {"command": w.p_command[person], "combat": w.p_combat[person], "magic": w.p_magic[person]}
    if any(printed[rating] < 1 for rating in RAISES.get(thing.id, ())):
        return False
    if thing.id == "gwydions_staff":
        return position.side[person] == FAERIE and w.p_magic[person] >= 5
    if thing.id == "gerflax_wand":
        return w.p_magic[person] >= 3
    if thing.id == "teeth_of_the_dragon":
        return w.persons[person].id != "worm"
    if thing.id == "scrying_glass":
        return position.attuned == person
    return True


def usable(position: AlbionPosition, person: int) -> list[int]:
    """Return the items of a person that do something if they are used (20.2.1), by number."""
    items = position.world.items
    held = held_by(position, person)
    return [item for item in held if can_use(position, person, item) and items[item].id not in BURDENS]


def go_together(world: World, items: Sequence[int]) -> bool:
    """Tell whether a person may use some items at once: two at most, one weapon, one staff (20.2.2, 20.2.3, 20.2.4)."""
    things = [world.items[item] for item in items]
    return len(things) <= 2 and sum(one.weapon for one in things) < 2 and sum(one.staff for one in things) < 2


def in_use(position: AlbionPosition, person: int) -> tuple[int, ...]:
    """Return what a person benefits from in this phase: of all that they can use what goes together (20.2.2 to 20.2.4).

    Where there are more, the owner picks (`position.used`); until then those of the lowest numbers count.
    """
    if person not in position.bearer:
        return ()
    chosen = position.used.get(person, ())
    taken: list[int] = []
    for item in sorted(usable(position, person), key=lambda item: (item not in chosen, item)):
        if go_together(position.world, (*taken, item)):
            taken.append(item)
    return tuple(taken)


def uses(position: AlbionPosition, person: int, item: str) -> bool:
    """Tell whether a person benefits from an item in this phase."""
    number = position.world.item[item]
    return position.bearer[number] == person and number in in_use(position, person)


def user_among(position: AlbionPosition, persons: list[int], item: str) -> int:
    """Return who among some persons benefits from an item, -1 if nobody does."""
    number = position.world.item[item]
    bearer = position.bearer[number]
    return bearer if bearer in persons and number in in_use(position, bearer) else -1


def item_hex(position: AlbionPosition, item: int) -> int:
    """Return the hex where an item is, whoever has it; negative if it is on no hex."""
    bearer, at = position.bearer[item], position.at
    if 0 <= bearer < len(at):
        return at[bearer]
    return position.ship_at[ship_of(bearer)] if is_ship(bearer) else position.item_at[item]


def let_lie(position: AlbionPosition, item: int, hex: int, log: Log) -> None:
    """Let an item lie in a hex, for whoever comes (20.1c)."""
    position.bearer[item], position.item_at[item] = LYING, hex
    if log:
        w = position.world
        log.say(f"**{w.items[item].name}** lies at {at_hex(w, hex)}.", clause="albion/20.1c", places=(w.number[hex],))


def destroy_item(position: AlbionPosition, item: int, hex: int, log: Log, *, clause: str = "albion/7.5c") -> None:
    """Take an item out of play for good."""
    position.bearer[item], position.item_at[item] = BROKEN, -1
    if log:
        w = position.world
        places = (w.number[hex],) if hex >= 0 else ()
        log.say(f"**{w.items[item].name}** is lost for ever.", clause=clause, places=places)


def attune(position: AlbionPosition) -> None:
    """Attune the Scrying Glass, when it obeys nobody, to the first bearer of Basic Magic 1 or more (20.6/20)."""
    bearer = position.bearer[position.world.item["scrying_glass"]]
    if position.attuned < 0 and is_person(bearer) and position.world.p_magic[bearer] >= 1:
        position.attuned = bearer
