"""What is in the box: kinds of unit, artifacts, spells, archmagi, as data; each trait is a bit (archmagi/chits.1,
term.8).
"""

from __future__ import annotations

from tanelorn.games.archmagi.state.reading import (
    Artifact,
    Kind,
    Spell,
    read_archmagi,
    read_artifacts,
    read_spells,
    read_units,
)
from tanelorn.games.archmagi.state.traits import BATTLE, BIT, DATA, TRAITS, Bundle, Slay, bundle, completed

__all__ = [
    "ARCHMAGI",
    "ARTIFACT",
    "ARTIFACTS",
    "BATTLE",
    "BIT",
    "CHITS",
    "FORMS",
    "KIND",
    "KINDS",
    "MASKS",
    "SPELL",
    "SPELLS",
    "TRAITS",
    "UNITS",
    "Artifact",
    "Bundle",
    "Kind",
    "Slay",
    "Spell",
    "image_of",
    "is_image",
    "is_of_pile",
    "read_archmagi",
    "read_artifacts",
    "read_spells",
    "read_units",
]

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
        mask &= ~(BIT["archmagus"] | BIT["mage"] | BIT["priest"] | BIT["spellcaster"] | BIT["vanish"])
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
_FIRST_IMAGE = len(_MADE)
MASKS: tuple[int, ...] = tuple(kind.mask for kind in KINDS)
CHITS: tuple[int, ...] = tuple(kind.chits for kind in KINDS[:UNITS])


def is_of_pile(kind: int) -> bool:
    """Tell whether the chits of a kind are drawn from the unit pile: it is no archmagus, and no spell makes it."""
    return 0 <= kind < UNITS


def is_image(kind: int) -> bool:
    """Tell whether a kind is the image of another (spell/mirror-image)."""
    return kind >= _FIRST_IMAGE


def image_of(kind: int) -> int:
    """Return the kind of a kind's image; that of an image is the same."""
    return kind if is_image(kind) else _FIRST_IMAGE + kind
