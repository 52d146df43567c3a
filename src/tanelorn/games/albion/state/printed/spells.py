"""The thirteen enchantments as data; one as it is plotted; what a look has shown; plans under Scrying (albion/19.4)."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml


class Enchantment(msgspec.Struct, frozen=True):
    """One of the thirteen.

    `aim` is what must be named: nothing, a hex, an enemy stack, an enemy person, a friend in the caster's hex, a sort
    of weather, or a sea. `reach` multiplies the caster's Current Magic Strength into its range, 0 for no range. `basic`
    is the Basic Magic Strength it needs; `places` the Places of Power where alone it can be cast, `item` what the
    caster must have. `starred` ones belong to the basic game (21.0b).
    """

    number: int
    id: str
    name: str
    short: str
    aim: str
    reach: int = 0
    basic: int = 0
    places: tuple[int, ...] = ()
    item: str = ""
    starred: bool = False


class Sight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Vision cast from a Place of Power shows besides its range; `of_the_seated`: to the three of Moray."""

    place: int
    realms: tuple[str, ...] = ()
    everywhere: bool = False
    of_the_seated: bool = False


class EnchantmentsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of the enchantments."""

    enchantment: tuple[Enchantment, ...]
    sight: tuple[Sight, ...]


_FILE = read_toml(Path(__file__).parents[2] / "data" / "enchantments.toml", EnchantmentsFile)

SPELLS = _FILE.enchantment
"""In the order of their numbers, 1 to 13."""

SIGHTS = {sight.place: sight for sight in _FILE.sight}
"""By the number of the Place of Power."""

SHAKE_EARTH, FARCALLING, SCRYING, ELEMENTS, STORM, FIMBULWINTER, RAINMAKING = range(1, 8)

MENTAL_ATTACK, VORTEX, MIND_CONTROL, DISPELLING, STRENGTH, VISION = range(8, 14)


class Spell(msgspec.Struct, frozen=True):
    """Who casts which of the thirteen enchantments (19.4), at which hex or person, and what else must be said.

    `word` is the weather that the Elements bring or the zone of a storm. `done` is "" before the roll, "works" or
    "fails", or "void" where its target proved impossible when all was revealed.
    """

    caster: int
    number: int
    hex: int = -1
    person: int = -1
    word: str = ""
    done: str = ""


class Look(msgspec.Struct, frozen=True):
    """What a player once saw of enemy pieces in a hex, and in which turn (19.4/13b).

    `persons` with 1 for an escort; `armies` as colour, points and commander; `ships` with 1 for a damaged one; `cargo`
    as the code of a person or of troops, how many points (1 for a person), and the ship that carries them.
    """

    turn: int
    persons: tuple[tuple[int, int], ...] = ()
    armies: tuple[tuple[int, int, int], ...] = ()
    ships: tuple[tuple[int, int], ...] = ()
    items: tuple[tuple[int, int], ...] = ()
    cargo: tuple[tuple[int, int, int], ...] = ()


class Asked(Enum):
    """Which question of movement a line of a plan answers."""

    MOVEMENT = "movement"
    TELEPORT = "teleport"
    ARRIVAL = "arrival"
    SEARCH = "search"


class Line(msgspec.Struct, frozen=True):
    """One line of a plan under Scrying (19.4/03): an act of movement as it is written.

    `route` is the way of a march or voyage from where it begins: hexes on land, berths at sea. `idle` tells that nobody
    was in hand.
    """

    text: str
    verb: str
    args: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    idle: bool = False
    asked: Asked = Asked.MOVEMENT


class Plan(msgspec.Struct, frozen=True):
    """How a player has written down that a stack will move, for all to read: the codes of its persons and ships, its
    army points by colour, and the lines.
    """

    seat: int
    hex: int
    codes: tuple[int, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    lines: tuple[Line, ...] = ()
