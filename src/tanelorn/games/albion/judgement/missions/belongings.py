"""Magic items: in whose hands each serves best, what is stored, and which of their own a person uses (albion/20.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.games.albion.combat.duels import trial_worth
from tanelorn.games.albion.combat.forces import melee_worth
from tanelorn.games.albion.enchantments.castable import is_enchanter
from tanelorn.games.albion.items.passing import givable, receivers
from tanelorn.games.albion.judgement.reckoning.forces import person_strength
from tanelorn.games.albion.losses.spoils import is_unworthy
from tanelorn.games.albion.state.magic_items import BURDENS, can_use, go_together, held_by, in_use, usable
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import LYING, STORED, is_person
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.ratings import command, magic
from tanelorn.games.albion.state.stacks import garrison_side, stands_in


class Serving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an item is worth to whoever uses it to the end of the long war, in Victory Points; what it adds in a kind of
    combat, besides the ratings that it raises (20.6).
    """

    worth: float = 0.0
    helps: dict[str, float] = {}


SERVING: dict[str, Serving] = read_toml(Path(__file__).parent / "items.toml", dict[str, Serving])
_NOTHING = Serving()
QUAKES, STAFF = 4.0, 0.5
"""What Dana's Torque promises an enchanter a turn; what a point is worth that Gwydion's Staff adds."""
BETTER = 0.1
"""By how much an item must serve better in other hands before it changes them."""

Key = tuple[str, tuple[int, ...]]
"""An order: its verb and its arguments."""


def service(position: AlbionPosition, item: int, person: int) -> float:
    """Return what an item is worth in the hands of a person, by itself; 0 if it does not work for them."""
    id = position.world.items[item].id
    if not can_use(position, person, item) or _deadly(position, item, person):
        return 0.0
    if id == "danas_torque":
        return QUAKES * is_enchanter(position, person)
    if id == "gwydions_staff":
        return STAFF * position.world.p_magic[person]
    value = SERVING.get(id, _NOTHING).worth
    return value / 2 if id in ("nuadas_helm", "red_cleaver") and position.world.p_hero[person] else value


def kits(world: World, items: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield which of some items a person may use at once."""
    for count in (0, 1, 2):
        yield from (kit for kit in combinations(items, count) if go_together(world, kit))


def total(position: AlbionPosition, person: int, items: Iterable[int]) -> float:
    """Return what some items are worth to a person who has them all."""
    world, held = position.world, list(items)
    worth = {item: service(position, item, person) for item in held}
    burdens = [item for item in held if world.items[item].id in BURDENS]
    used = [item for item in held if item not in burdens and worth[item]]
    return sum(worth[item] for item in burdens) + max(sum(worth[item] for item in kit) for kit in kits(world, used))


def handed(position: AlbionPosition, seat: int, hex: int, when: str) -> list[Key]:
    """Return which items change hands in a stack: each goes to whom it serves best. What lies there is taken up; what
    serves nobody is stored in a fortress, where it is not lost with its bearer (20.1, 20.5a).
    """
    safe = (
        garrison_side(position, hex) == seat and not position.world.dyke[hex] and not stands_in(position, 1 - seat, hex)
    )
    found: list[Key] = []
    for item in givable(position, seat, hex, when):
        bearer = position.bearer[item]
        codes = receivers(position, seat, hex, when, bearer)
        persons = [code for code in codes if is_person(code) and code != bearer and code not in position.controlled]
        gains = {person: _adds(position, item, person) for person in persons}
        kept = _adds(position, item, bearer) if is_person(bearer) else 0.0
        best = max(persons, key=lambda person: (gains[person], -person), default=-1)
        if best >= 0 and gains[best] > kept + BETTER:
            found.append(("give", (item, best)))
        elif safe and bearer != STORED and not kept:
            found.append(("store", (item, STORED)))
        elif bearer == LYING:
            found += [("give", (item, person)) for person in persons if not _deadly(position, item, person)][:1]
    return found


def _adds(position: AlbionPosition, item: int, person: int) -> float:
    """Return what an item adds to the others that a person has."""
    others = [other for other in held_by(position, person) if other != item]
    return total(position, person, [*others, item]) - total(position, person, others)


def _deadly(position: AlbionPosition, item: int, person: int) -> bool:
    return position.world.items[item].id == "requiter" and is_unworthy(position, person)


def preferred(position: AlbionPosition, persons: Iterable[int], kind: str) -> list[Key]:
    """Return which items persons who cannot use all of theirs at once say they use in a combat of a kind."""
    found: list[Key] = []
    for person in persons:
        held = usable(position, person)
        if not go_together(position.world, held):
            best = max(kits(position.world, held), key=lambda kit: _power(position, person, kind, kit))
            found += [("use", (person, item)) for item in best if item not in in_use(position, person)]
    return found


def _power(position: AlbionPosition, person: int, kind: str, kit: tuple[int, ...]) -> float:
    """Return what a person is worth in a combat with some of their items."""
    after, helps = position.copy(), (SERVING.get(position.world.items[item].id, _NOTHING).helps for item in kit)
    after.used[person] = kit
    worth = {"melee": melee_worth(after, person)[0], "trial": trial_worth(after, person), "duel": magic(after, person)}
    ratings = worth.get(kind, person_strength(after, person) + command(after, person))
    return ratings + sum(one.get(kind, 0.0) for one in helps)
