"""Reading the data files of units, archmagi, artifacts and spells; what is wrong is named with file, entry and
what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import BadData, nearest
from tanelorn.games.archmagi.map.terrain import NUMBER as TERRAIN_SLUGS
from tanelorn.games.archmagi.state.traits import (
    DATA,
    Bundle,
    Slay,
    bundle,
    completed,
    completed_grant,
    mask_of,
    slay_of,
)

Row = TypeVar("Row")


class _Words(msgspec.Struct, forbid_unknown_fields=True):
    effect: list[str]
    aim: list[str]
    lasts: list[str]
    affects: list[str]
    paralyze: list[str]
    power: list[str]


WORDS = read_toml(DATA / "words.toml", _Words)
"""The words that data files may use, each for a piece of the engine."""


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


def _rows(path: Path, name: str, kind: type[Row]) -> list[Row]:
    """Read the entries [[name]] of a file; whatever is wrong with one is told with its slug."""
    tables = read_toml(path, dict[str, object])
    strange = next((other for other in tables if other != name), None)
    found = tables.get(name)
    if strange is not None or not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        why = f"has “{strange}”" if strange is not None else f"has no entries [[{name}]]"
        raise BadData(f"{path.name} {why}.", remedy=f"It holds entries [[{name}]] and nothing else.")
    types = get_type_hints(kind)
    slugs = (str(row.get("slug", f"entry {number}")) for number, row in enumerate(found, 1))
    return [_row(path.name, slug, row, kind, types) for slug, row in zip(slugs, found, strict=True)]


def _row(file: str, slug: str, row: dict[str, object], kind: type[Row], types: dict[str, object]) -> Row:
    for field in row:
        if field not in types:
            raise BadData(f"{file}, {slug}: there is no field “{field}”.", remedy=nearest(field, types))
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        missing = re.search(r"missing required field `(\w+)`", str(error))
        if missing is not None:
            fields = [field.name for field in msgspec.structs.fields(kind) if field.required]  # type: ignore[arg-type]
            remedy = f"Each entry has {', '.join(fields)}."
            raise BadData(f"{file}, {slug}: {missing[1]} is missing.", remedy=remedy) from None
        place = re.search(r"\$\.(\w+)", str(error))
        field = place[1] if place else ""
        known = get_args(types[field]) if get_origin(types.get(field)) is Literal else ()
        if known:
            raise _unknown(f"{file}, {slug}", field, str(row[field]), known) from None
        raise BadData(f"{file}, {slug}: {field} is wrong: {error}.", remedy="Compare the other entries.") from None


def _unknown(where: str, field: str, word: str, known: Iterable[str]) -> BadData:
    words = ", ".join(f"“{other}”" for other in known if other)
    return BadData(f"{where}: {field} cannot be “{word}”.", remedy=f"Known: {words}.")


def _known(where: str, field: str, word: str, known: Iterable[str]) -> None:
    if word not in known:
        raise _unknown(where, field, word, known)


def _unique(file: str, slugs: list[str], names: list[str]) -> None:
    for entries in (slugs, names):
        twice = next((entry for entry in entries if entries.count(entry) > 1), None)
        if twice is not None:
            raise BadData(f"{file} has “{twice}” twice.", remedy="Give each entry a slug and a name of its own.")


def read_units(path: Path) -> list[Kind]:
    """Read a file of units; raise BadData naming file, entry and what is allowed (chits.1)."""
    rows = _rows(path, "unit", _Unit)
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
    rows = _rows(path, "archmagus", _Archmagus)
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    for row in rows:
        for power in row.powers:
            _known(f"{path.name}, {row.slug}", "powers", power, WORDS.power)
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
    rows = _rows(path, "artifact", _Artifact)
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    artifacts = []
    for row in rows:
        where = f"{path.name}, {row.slug}"
        trait, _, bonus = row.stack.partition(" ")
        if trait and not bonus.isdigit():
            raise BadData(f"{where}: stack “{row.stack}” lacks its number.", remedy="Write “TRAIT NUMBER”.")
        for words in filter(None, (row.adds, row.gives)):
            mask_of(words, where)
        bundle(row.either, where)
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


def read_spells(path: Path) -> list[Spell]:
    """Read a file of spells; raise BadData naming file, entry and what is allowed."""
    rows = _rows(path, "spell", _Spell)
    _unique(path.name, [row.slug for row in rows], [row.name for row in rows])
    spells = []
    for row in rows:
        where = f"{path.name}, {row.slug}"
        _known(where, "effect", row.effect, WORDS.effect)
        _known(where, "aim", row.aim, WORDS.aim)
        _known(where, "lasts", row.lasts, WORDS.lasts)
        _known(where, "paralyze", row.paralyze, WORDS.paralyze)
        for word in row.affects.split():
            _known(where, "affects", word, WORDS.affects)
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
