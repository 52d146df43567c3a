"""The thirteen enchantments as data (albion/19.4): names, and what they ask of their caster."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tanelorn.core.data import read_toml


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


_FILE = read_toml(Path(__file__).parents[1] / "data" / "enchantments.toml", EnchantmentsFile)
SPELLS = _FILE.enchantment
"""In the order of their numbers, 1 to 13."""

SIGHTS = {sight.place: sight for sight in _FILE.sight}
"""By the number of the Place of Power."""

SHAKE_EARTH, FARCALLING, SCRYING, ELEMENTS, STORM, FIMBULWINTER, RAINMAKING = range(1, 8)
MENTAL_ATTACK, VORTEX, MIND_CONTROL, DISPELLING, STRENGTH, VISION = range(8, 14)
