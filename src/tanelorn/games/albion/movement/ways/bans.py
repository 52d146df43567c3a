"""Where somebody may not go although the way is open (albion/7.9, 10.3c, 12.1e, 19.4/10, 19.5, 22.3a)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from tanelorn.games.albion.state.position import MARSHAL, AlbionPosition
from tanelorn.games.albion.state.printed.world import FOMORIAN, World
from tanelorn.games.albion.state.ratings import STARRED_PLACES, rank

Manner = Literal["land", "sea", "teleport", "retreat"]

NO_ARMIES = (7, 8, 12, 16, 17, 18)
"""Places of Power, by number, that no army CSPs may enter (19.5/07, 08, 12, 16, 17, 18)."""

NO_ESCORTS = (16,)
"""The Giant's Dance bars escorts too (19.5/16)."""

NO_SHIPS = (7,)
"""No ship enters Fir Chlis (19.5/07)."""

LANDLUBBERS = ("worm", "cait_sith", "callachs_waff")
"""Who is never embarked (12.1e)."""


class Ban(NamedTuple):
    """Hexes that a rule closes: those listed, or all but those listed where it is a `fence`."""

    hexes: frozenset[int]
    fence: bool
    why: str
    clause: str

    def closes(self, hex: int) -> bool:
        """Tell whether a hex is closed."""
        return (hex in self.hexes) != self.fence

    def among(self, hexes: Iterable[int]) -> set[int]:
        """Return the closed ones among some hexes."""
        return set(hexes) - self.hexes if self.fence else set(self.hexes.intersection(hexes))


def bar(
    position: AlbionPosition,
    seat: int,
    persons: Iterable[int],
    colours: Iterable[int],
    escorts: bool,
    hex: int,
    *,
    by: Manner = "land",
) -> tuple[str, str] | None:
    """Return why persons, and armies of some colours, that move together may not enter a hex, with the clause.

    None: they may, as far as such bans go. `escorts` tells whether any of the persons has one.
    """
    for ban in bans_on(position, seat, tuple(persons), tuple(colours), escorts, by=by):
        if ban.closes(hex):
            return ban.why, ban.clause
    return None


def bans_on(
    position: AlbionPosition,
    seat: int,
    persons: tuple[int, ...],
    colours: tuple[int, ...],
    escorts: bool,
    *,
    by: Manner = "land",
) -> list[Ban]:
    """Return the bans that hold for a group; `persons` and `colours` at sea are those aboard its ships."""
    world = position.world
    found = list(_of_places(world, position.basic, by, bool(colours), escorts))
    if position.phase == "pregame" and seat == FOMORIAN:
        found.append(_closed_kingdoms(world))
    if not position.basic:
        for person in _confined(world).intersection(persons):
            found += _personal(position, person, persons, by)
    if position.controlled:
        found += [_fortresses(position) for person in persons if person in position.controlled]
    if not all(position.roused):
        found += _sleepers(position, persons, colours)
    return found


# Places and kingdoms


@lru_cache(maxsize=256)
def _of_places(world: World, basic: bool, by: Manner, armies: bool, escorts: bool) -> tuple[Ban, ...]:
    """Return the Places of Power that ships, armies or escorts do not enter (19.5/07, 19.5/08, 19.5/12, 19.5/16,
    19.5/17, 19.5/18).
    """
    found = []
    for number, hex in enumerate(world.place_hex):
        if hex < 0 or (basic and number not in STARRED_PLACES):
            continue
        name, clause = world.place_name[number], f"albion/19.5/{number:02}"
        if by == "sea":
            if number in NO_SHIPS:
                found.append(Ban(frozenset((hex,)), False, f"No ship enters {name}.", clause))
        elif armies and number in NO_ARMIES:
            found.append(Ban(frozenset((hex,)), False, f"No army enters {name}.", clause))
        elif escorts and number in NO_ESCORTS:
            found.append(Ban(frozenset((hex,)), False, f"No escort enters {name}: leave it behind first.", clause))
    return tuple(found)


@lru_cache(maxsize=16)
def _closed_kingdoms(world: World) -> Ban:
    """Close the five kingdoms of Faerie before the first turn (22.3a)."""
    return Ban(
        frozenset(hex for hex, kingdom in enumerate(world.kingdom) if kingdom in world.faerie_realms),
        False,
        "Before the first turn the five kingdoms of Faerie are closed.",
        "albion/22.3a",
    )


@lru_cache(maxsize=64)
def _lands(world: World, *realms: str) -> frozenset[int]:
    """Return the hexes of some kingdoms."""
    wanted = {world.realm[realm] for realm in realms}
    return frozenset(hex for hex, kingdom in enumerate(world.kingdom) if kingdom in wanted)


def _sleepers(position: AlbionPosition, persons: tuple[int, ...], colours: tuple[int, ...]) -> list[Ban]:
    """Nothing crosses out of its own kingdom while that sleeps (10.3c)."""
    world = position.world
    realms = {world.p_kingdom[person] for person in persons if not position.awake[person]}
    realms |= {world.c_kingdom[colour] for colour in colours if not position.roused[world.c_kingdom[colour]]}
    return [
        Ban(
            _lands(world, world.kingdoms[realm].id),
            True,
            f"{world.kingdoms[realm].name} sleeps: its pieces stay inside it.",
            "albion/10.3c",
        )
        for realm in sorted(realms)
        if realm >= 0
    ]


def _fortresses(position: AlbionPosition) -> Ban:
    """Who is under Mind Control enters no standing fortress; the Dyke is open to them (19.4/10, 17.6)."""
    ruined = position.ruined
    return Ban(
        frozenset(hex for hex in position.world.fortresses if hex not in ruined),
        False,
        "Who is under Mind Control enters no standing fortress.",
        "albion/19.4/10",
    )


# Persons who are not free to go where they like


@lru_cache(maxsize=16)
def _confined(world: World) -> frozenset[int]:
    return frozenset(world.person[id] for id in ("colleran", "cormac", "sean"))


def _personal(position: AlbionPosition, person: int, persons: tuple[int, ...], by: Manner) -> list[Ban]:
    """Return what binds Colleran, Cormac and Sean (7.9/e02, 7.9/m33, 7.9/a34)."""
    world = position.world
    match world.persons[person].id:
        case "colleran":
            if any(one != person and rank(position, one) >= MARSHAL for one in persons):
                return []
            return [_colleran(world)]
        case "cormac":
            return [] if world.person["imric"] in persons else [_cormac(position, person)]
        case _:
            return [_sean(world, by)]


@lru_cache(maxsize=16)
def _colleran(world: World) -> Ban:
    home = {world.realm[realm] for realm in ("albion", "the_weald", "eastmarch")}
    return Ban(
        frozenset(hex for hex, kingdom in enumerate(world.kingdom) if kingdom >= 0 and kingdom not in home),
        False,
        "Colleran leaves Albion, The Weald and The Eastmarch only with another Marshal or a King.",
        "albion/7.9/e02",
    )


def _cormac(position: AlbionPosition, cormac: int) -> Ban:
    """Without Imric, Cormac goes only where Imric stands, or, if abroad, nearer to Imric or to home."""
    world = position.world
    imric = world.person["imric"]
    home = _lands(world, "the_weald", "albion", "curwyllan")
    open = set(home)
    friend = position.at[imric] if position.side[imric] == position.side[cormac] else -1
    if friend >= 0:
        open.add(friend)
    here = position.at[cormac]
    if here not in home:
        back = _from_home(world)
        open |= {hex for hex in range(len(world.number)) if back[hex] < back[here]}
        if friend >= 0:
            open |= set(world.within(friend, max(world.distance(friend, here) - 1, 0)))
    return Ban(
        frozenset(open),
        True,
        "Cormac leaves The Weald, Albion and Curwyllan only with Imric; left alone he follows or returns.",
        "albion/7.9/m33",
    )


@lru_cache(maxsize=16)
def _from_home(world: World) -> tuple[int, ...]:
    """Return by hex how far it is from the lands where Cormac is free."""
    home = _lands(world, "the_weald", "albion", "curwyllan")
    far = dict.fromkeys(home, 0)
    front = sorted(home)
    for here in front:
        for to in world.near[here]:
            if to not in far:
                far[to] = far[here] + 1
                front.append(to)
    return tuple(far[hex] for hex in range(len(world.number)))


@lru_cache(maxsize=16)
def _sean(world: World, by: Manner) -> Ban:
    open = _lands(world, "the_weald")
    if by == "teleport":
        open |= frozenset(world.places)
    return Ban(open, True, "Sean leaves The Weald only by teleport between Places of Power.", "albion/7.9/a34")
