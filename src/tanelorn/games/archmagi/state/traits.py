"""Traits as bits (archmagi/trait/*): how the data files write them (term.8), and what the glossary makes of them
(term.5).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import BadData, nearest

DATA = Path(__file__).parents[1] / "data"
BATTLE = 99
"""A paralysis without a number lasts to the end of the battle (paralyze.3)."""


class _Trait(msgspec.Struct, forbid_unknown_fields=True):
    name: str = ""
    number: bool = False
    target: bool = False
    implies: list[str] = []
    not_with: str = ""


class _Traits(msgspec.Struct):
    trait: dict[str, _Trait]


TRAITS = read_toml(DATA / "traits.toml", _Traits).trait
BIT = {slug: 1 << number for number, slug in enumerate(TRAITS)}
"""The bit of each trait."""


class Slay(msgspec.Struct, frozen=True):
    """More against opponents of a type: each entry of `masks` will do, all bits of it are wanted (trait/slay)."""

    name: str
    masks: tuple[int, ...]
    value: int

    def hits(self, mask: int) -> bool:
        """Tell whether a unit with these traits is of the type."""
        return any(mask & wanted == wanted for wanted in self.masks)


class Bundle(msgspec.Struct, frozen=True):
    """Traits as the engine reads them: bits, the numbers that go with some of them, and whom they slay."""

    mask: int = 0
    numbers: dict[str, int] = {}
    slays: tuple[Slay, ...] = ()

    def number(self, trait: str) -> int:
        """Return the number that goes with a trait, 0 without it."""
        return self.numbers.get(trait, 0)


def mask_of(words: str, where: str) -> int:
    """Return the bits of traits joined by + or -, such as "hero+mage" or "human-male-hero"."""
    if words in BIT:
        return BIT[words]
    mask = 0
    for word in words.replace("+", "-").split("-"):
        if word not in BIT:
            raise BadData(f"{where}: there is no trait “{word}”.", remedy=nearest(word, BIT))
        mask |= BIT[word]
    return mask


def bundle(words: Iterable[str], where: str) -> Bundle:
    """Read traits as the data files write them ("guard", "archer 2", "slay cold|wood 5"); raise BadData (term.8)."""
    mask, numbers, slays = 0, {}, []
    for text in words:
        name, *rest = text.split()
        if name not in TRAITS:
            raise BadData(f"{where}: there is no trait “{name}”.", remedy=nearest(name, TRAITS))
        trait = TRAITS[name]
        if len(rest) > trait.number + trait.target or any(not word.isdigit() for word in rest[trait.target :]):
            raise BadData(f"{where}: “{text}” is no trait with its number.", remedy=_pattern(name))
        if trait.number and name != "paralyze" and not rest[trait.target :]:
            raise BadData(f"{where}: “{text}” lacks its number.", remedy=_pattern(name))
        if name == "slay":
            slays.append(slay_of(" ".join(rest), where))
            continue
        mask |= BIT[name]
        if trait.number:
            numbers[name] = int(rest[0]) if rest else BATTLE
    return Bundle(mask, numbers, tuple(slays))


def _pattern(name: str) -> str:
    trait = TRAITS[name]
    return f"Write “{' '.join([name, *['TYPE'] * trait.target, *['NUMBER'] * trait.number])}”."


def slay_of(text: str, where: str) -> Slay:
    """Read "giant 4" or "cold|wood 5"."""
    target, _, value = text.rpartition(" ")
    if not target or not value.isdigit():
        raise BadData(f"{where}: “slay {text}” lacks its number.", remedy=_pattern("slay"))
    # Whoever can cast counts as a spellcaster (unit/witch-hunter, term.7).
    masks = tuple(mask_of("mage" if word == "spellcaster" else word, where) for word in target.split("|"))
    return Slay(target, masks, int(value))


_NOT_HUMAN = sum(
    BIT[name]
    for name in [
        "demihuman",
        "humanoid",
        "undead",
        "demon",
        "construct",
        "fey",
        "monster",
        "giant",
        "animal",
        "dragon",
        "elemental",
        "plant",
    ]
)


def completed(given: Bundle, human: bool = False) -> Bundle:
    """Add what the glossary makes of printed traits: implied ones, living, male, human (term.5, trait/hero.2,
    trait/ship, trait/construct, trait/demihuman, trait/demon, trait/dragon, trait/elemental, trait/giant, trait/hero,
    trait/humanoid, trait/monster, trait/nonliving, trait/plant, trait/undead, trait/water, trait/female,
    trait/archmagus, unit/phoenix, unit/peasant-rabble, term.6, trait/priest, trait/spellcaster, trait/mage).
    """
    mask = given.mask
    before = -1
    while mask != before:
        before = mask
        for name, trait in TRAITS.items():
            if mask & BIT[name] and not (trait.not_with and mask & BIT[trait.not_with]):
                for implied in trait.implies:
                    mask |= BIT[implied]
    if not mask & BIT["nonliving"]:
        mask |= BIT["living"]
    if not mask & (BIT["female"] | BIT["site"] | BIT["negate-site-bonus"]):  # nor has the Giant Catapult a sex (term.6)
        mask |= BIT["male"]
    if human or (mask & BIT["hero"] and not mask & _NOT_HUMAN):
        mask |= BIT["human"]
    if not mask & (BIT["swift"] | BIT["very-swift"]):
        mask |= BIT["slow"]
    return Bundle(mask, given.numbers, given.slays)


def completed_grant(mask: int) -> int:
    """Add what granted traits imply: a granted Priest is a spellcaster (trait/priest)."""
    for name in ("priest", "spellcaster", "archmagus"):
        if mask & BIT[name]:
            mask |= BIT["mage"] | (BIT["spellcaster"] if name == "priest" else 0)
    return mask
