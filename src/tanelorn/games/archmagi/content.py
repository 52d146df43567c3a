"""What is in the box: kinds of unit, artifacts, spells, archmagi, as data; each trait is a bit (archmagi/chits.1,
term.8).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from tanelorn.core.data import read_toml
from tanelorn.core.errors import BadData, nearest
from tanelorn.games.archmagi.terrain import NUMBER as TERRAIN_SLUGS

DATA = Path(__file__).parent / "data"
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


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of unit: what its chit says. `home` is a terrain, -1 for none; `chits` how many there are.

    `powers` are those of an archmagus. `image_of` is the kind that a Mirror Image copies, `spell` the slug of the
    spell whose chit serves as the unit.
    """

    slug: str
    name: str
    brm: int
    bundle: Bundle
    words: tuple[str, ...]
    chits: int = 0
    home: int = -1
    home_source: str = "text"
    extra_die: bool = False
    powers: tuple[str, ...] = ()
    draw_spells: int = 3
    spell_reserve: int = 7
    unit_reserve: int = 5
    says: str = ""
    image_of: int = -1
    spell: str = ""

    @property
    def mask(self) -> int:
        """Its traits as bits."""
        return self.bundle.mask


class _Unit(msgspec.Struct, forbid_unknown_fields=True):
    slug: str
    name: str
    chits: int
    home: str
    home_source: Literal["text", "reconstructed"]
    brm: int
    traits: list[str]
    ruled: list[str] = []
    race: str = ""
    human: bool = False
    extra_die: bool = False


class _Units(msgspec.Struct, forbid_unknown_fields=True):
    unit: list[_Unit]


class _Archmagus(msgspec.Struct, forbid_unknown_fields=True):
    slug: str
    name: str
    brm: int
    traits: list[str]
    powers: list[str]
    says: str = ""
    draw_spells: int = 3
    spell_reserve: int = 7
    unit_reserve: int = 5


class _Archmagi(msgspec.Struct, forbid_unknown_fields=True):
    archmagus: list[_Archmagus]


class _RaceBonus(msgspec.Struct, forbid_unknown_fields=True):
    race: str
    brm: int


class _Artifact(msgspec.Struct, forbid_unknown_fields=True):
    slug: str
    name: str
    user: list[str]
    says: str
    brm: int = 0
    brm_if: _RaceBonus | None = None
    slay: list[str] = []
    grants: list[str] = []
    stack: str = ""
    one_use: bool = False
    lasts: Literal["", "roll", "battle"] = ""
    immune_on: int = 0
    draw_units: int = 0
    unit_reserve: int = 0
    archer_bonus: int = 0
    move: int = 0
    move_bonus: int = 0
    draw_spells: int = 0
    spell_reserve: int = 0
    paralyze: int = 0
    negates: Literal["", "archer", "fire"] = ""
    scouts_anywhere: bool = False
    passes_enemies: bool = False
    adds: str = ""
    gives: str = ""
    scrolls: int = 0
    rerolls: bool = False
    either: list[str] = []


class _Artifacts(msgspec.Struct, forbid_unknown_fields=True):
    artifact: list[_Artifact]


class Artifact(msgspec.Struct, frozen=True, kw_only=True):
    """An artifact: `users` are the masks of those who can use it, none if anybody can; the rest as in
    artifacts.toml.
    """

    slug: str
    name: str
    users: tuple[int, ...]
    user_words: str
    grants: Bundle
    stack_mask: int
    stack_bonus: int
    race_mask: int
    race_brm: int
    row: _Artifact

    def usable(self, mask: int) -> bool:
        """Tell whether a unit with these traits can use it (artifact-rule.3)."""
        return not self.users or any(mask & wanted == wanted for wanted in self.users)


class _Spell(msgspec.Struct, forbid_unknown_fields=True):
    slug: str
    name: str
    phase: Literal["recruit", "scout", "move", "battle", "any"]
    effect: str
    says: str
    aim: str = ""
    of: str = ""
    lasts: str = ""
    on: Literal["", "land", "water"] = ""
    virtue: Literal["", "strength", "bravery"] = ""
    poison: bool = False
    defender: bool = False
    brm: int = 0
    brm_source: Literal["text", "reconstructed"] = "text"
    slay: list[str] = []
    grants: list[str] = []
    element: Literal["", "fire", "water", "air", "earth", "cold"] = ""
    affects: str = ""
    paralyze: str = ""
    immune: str = ""


class _Spells(msgspec.Struct, forbid_unknown_fields=True):
    spell: list[_Spell]


class Spell(msgspec.Struct, frozen=True, kw_only=True):
    """A spell: `of` is the mask that its target must have, `grants` what it gives; the rest as in spells.toml."""

    slug: str
    name: str
    phase: str
    effect: str
    aim: str
    of: int
    brm: int
    grants: Bundle
    slays: tuple[Slay, ...]
    immune: int
    row: _Spell


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
    """Read traits as the data files write them ("guard", "archer 2", "slay cold|wood 5"); raise BadData."""
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
    """Add what the glossary makes of printed traits: implied ones, living, male, human (term.5, hero.2)."""
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
    if not mask & (BIT["female"] | BIT["site"]):
        mask |= BIT["male"]
    if human or (mask & BIT["hero"] and not mask & _NOT_HUMAN):
        mask |= BIT["human"]
    if not mask & (BIT["swift"] | BIT["very-swift"]):
        mask |= BIT["slow"]
    return Bundle(mask, given.numbers, given.slays)


def _unique(file: str, slugs: list[str], names: list[str]) -> None:
    for entries in (slugs, names):
        twice = next((entry for entry in entries if entries.count(entry) > 1), None)
        if twice is not None:
            raise BadData(f"{file} has “{twice}” twice.", remedy="Give each entry a slug and a name of its own.")


def read_units(path: Path) -> list[Kind]:
    """Read a file of units; raise BadData naming file, entry and what is allowed."""
    rows = read_toml(path, _Units).unit
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    kinds = []
    for row in rows:
        where = f"{path.name}, {row.slug}"
        if row.home not in TERRAIN_SLUGS:
            raise BadData(f"{where}: there is no terrain “{row.home}”.", remedy=nearest(row.home, TERRAIN_SLUGS))
        if row.chits < 1:
            raise BadData(f"{where}: {row.chits} chits are none.", remedy="Give a whole number from 1.")
        words = [*row.traits, *row.ruled, *([row.race] if row.race else [])]
        kinds.append(
            Kind(
                slug=row.slug,
                name=row.name,
                brm=row.brm,
                bundle=completed(bundle(words, where), row.human),
                words=tuple(row.traits),
                chits=row.chits,
                home=TERRAIN_SLUGS[row.home],
                home_source=row.home_source,
                extra_die=row.extra_die,
            )
        )
    return kinds


def read_archmagi(path: Path) -> list[Kind]:
    """Read a file of archmagi; raise BadData naming file, entry and what is allowed."""
    rows = read_toml(path, _Archmagi).archmagus
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    return [
        Kind(
            slug=row.slug,
            name=row.name,
            brm=row.brm,
            bundle=completed(bundle(row.traits, f"{path.name}, {row.slug}")),
            words=tuple(row.traits),
            chits=1,
            powers=tuple(row.powers),
            draw_spells=row.draw_spells,
            spell_reserve=row.spell_reserve,
            unit_reserve=row.unit_reserve,
            says=row.says,
        )
        for row in rows
    ]


def read_artifacts(path: Path) -> list[Artifact]:
    """Read a file of artifacts; raise BadData naming file, entry and what is allowed."""
    rows = read_toml(path, _Artifacts).artifact
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    artifacts = []
    for row in rows:
        where = f"{path.name}, {row.slug}"
        trait, _, bonus = row.stack.partition(" ")
        slays = tuple(slay_of(text, where) for text in row.slay)
        granted = bundle(row.grants, where)
        artifacts.append(
            Artifact(
                slug=row.slug,
                name=row.name,
                users=() if row.user == ["any"] else tuple(mask_of(user, where) for user in row.user),
                user_words=" or ".join(user.replace("+", " ") for user in row.user),
                grants=Bundle(completed_grant(granted.mask), granted.numbers, slays),
                stack_mask=mask_of(trait, where) if trait else 0,
                stack_bonus=int(bonus) if trait else 0,
                race_mask=mask_of(row.brm_if.race, where) if row.brm_if else 0,
                race_brm=row.brm_if.brm if row.brm_if else 0,
                row=row,
            )
        )
    return artifacts


def completed_grant(mask: int) -> int:
    """Add what granted traits imply: a granted Priest is a spellcaster (trait/priest)."""
    for name in ("priest", "spellcaster", "archmagus"):
        if mask & BIT[name]:
            mask |= BIT["mage"] | (BIT["spellcaster"] if name == "priest" else 0)
    return mask


def read_spells(path: Path) -> list[Spell]:
    """Read a file of spells; raise BadData naming file, entry and what is allowed."""
    rows = read_toml(path, _Spells).spell
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    spells = []
    for row in rows:
        where = f"{path.name}, {row.slug}"
        spells.append(
            Spell(
                slug=row.slug,
                name=row.name,
                phase=row.phase,
                effect=row.effect,
                aim=row.aim,
                of=mask_of(row.of, where) if row.of else 0,
                brm=row.brm,
                grants=bundle(row.grants, where),
                slays=tuple(slay_of(text, where) for text in row.slay),
                immune=mask_of(row.immune, where) if row.immune else 0,
                row=row,
            )
        )
    return spells


FORMS = tuple(f"{beast}, {gift}" for beast in ("animal", "demon") for gift in ("flying", "swimmer", "poison 1"))
"""The forms of a Familiar: Animal or Demon; flying, swimming or poison (spell/familiar)."""


def _created(spells: list[Spell]) -> list[Kind]:
    """The kinds whose chit is a spell's (spell-rule.3); a Familiar has a kind for each of its forms."""
    kinds = []
    for spell in spells:
        if spell.effect == "create":
            words = [*spell.row.grants, *(f"slay {text}" for text in spell.row.slay)]
            kinds.append(_creature(spell, spell.slug, spell.name, words))
        if spell.effect == "familiar":
            for form in FORMS:
                name = f"{spell.name} ({form.replace('poison 1', 'poisonous')})"
                kinds.append(_creature(spell, f"familiar {form}", name, [*spell.row.grants, *form.split(", ")]))
    return kinds


def _creature(spell: Spell, slug: str, name: str, words: list[str]) -> Kind:
    made = completed(bundle(words, spell.slug))
    return Kind(slug=slug, name=name, brm=spell.brm, bundle=made, words=tuple(words), spell=spell.slug)


def _image(number: int, kind: Kind) -> Kind:
    """The image of an archmagus is a plain hero: no powers, no casting, no immunity (spell/mirror-image)."""
    mask = kind.mask
    if mask & BIT["archmagus"]:
        mask &= ~(BIT["archmagus"] | BIT["mage"] | BIT["priest"] | BIT["spellcaster"])
    return Kind(
        slug=f"image of {kind.slug}",
        name=f"Image of {kind.name}",
        brm=kind.brm,
        bundle=Bundle(mask, kind.bundle.numbers, kind.bundle.slays),
        words=kind.words,
        extra_die=kind.extra_die,
        image_of=number,
        spell="mirror-image",
    )


SPELLS: tuple[Spell, ...] = tuple(read_spells(DATA / "spells.toml"))
SPELL: dict[str, int] = {spell.slug: number for number, spell in enumerate(SPELLS)}
ARTIFACTS: tuple[Artifact, ...] = tuple(read_artifacts(DATA / "artifacts.toml"))
ARTIFACT: dict[str, int] = {artifact.slug: number for number, artifact in enumerate(ARTIFACTS)}
_UNITS = read_units(DATA / "units.toml")
_MAGI = read_archmagi(DATA / "archmagi.toml")
_MADE = [*_UNITS, *_MAGI, *_created(list(SPELLS))]
KINDS: tuple[Kind, ...] = (*_MADE, *(_image(number, kind) for number, kind in enumerate(_MADE)))
"""All kinds: the units, the archmagi, what spells create, then the images of all these."""
KIND: dict[str, int] = {kind.slug: number for number, kind in enumerate(KINDS)}
UNITS = len(_UNITS)
ARCHMAGI = range(UNITS, UNITS + len(_MAGI))
FIRST_IMAGE = len(_MADE)
MASKS: tuple[int, ...] = tuple(kind.mask for kind in KINDS)
CHITS: tuple[int, ...] = tuple(kind.chits for kind in KINDS[:UNITS])
