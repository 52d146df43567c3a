"""Cards to read: units, artifacts and spells with their numbers, texts and clauses."""

from __future__ import annotations

from tanelorn.core.scene import Card, Tray
from tanelorn.games.archmagi.map.terrain import TERRAINS
from tanelorn.games.archmagi.state.abilities import gear_kind
from tanelorn.games.archmagi.state.codes import from_scrolls
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, BIT, KINDS, SPELLS, UNITS
from tanelorn.games.archmagi.words.nouns import card_of_artifact, card_of_kind, card_of_spell, trait_words

_SIGNS = [
    "archmagus",
    "ship",
    "site",
    "dragon",
    "giant",
    "undead",
    "demon",
    "elemental",
    "swarm",
    "plant",
    "fey",
    "construct",
    "sea",
    "humanoid",
    "elf",
    "dwarf",
    "animal",
    "mage",
    "rogue",
    "warrior",
    "hero",
    "monster",
    "archer",
    "cavalry",
]
_DRAWN = {"animal": "beast", "humanoid": "goblin", "cavalry": "horse"}
_OWN = {
    "djinn": "elemental",
    "invisible-stalker": "elemental",
    "lizard-men": "goblin",
    "troglodytes": "goblin",
    "trolls": "troll",
    "wall-of-fire": "elemental",
}
"""Kinds that their traits would draw as something else."""
_WINGED = ("beast", "man", "monster")
_PHASES = {"recruit": "recruit", "scout": "scout", "move": "move", "battle": "battle", "any": "any phase"}


SPELL_PHASES = tuple(_PHASES)
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """Write a number in Roman figures, as banners wear it."""
    text = ""
    for value, sign in _ROMAN:
        while number >= value:
            text, number = text + sign, number - value
    return text


def sign_of(kind: int) -> str:
    """Return the picture of a kind: its own, or that of the first of its traits that has one; what flies, wings."""
    row = KINDS[row_of(kind)]
    if row.slug in _OWN:
        return _OWN[row.slug]
    found = next((trait for trait in _SIGNS if row.mask & BIT[trait] or row.bundle.number(trait)), "man")
    sign = _DRAWN.get(found, found)
    return "bird" if sign in _WINGED and row.mask & BIT["flying"] else sign


def unit_clause(kind: int) -> str:
    """Return the clause that a card of a kind cites: its own, its archmagus', or the trait that it prints first."""
    row = KINDS[row_of(kind)]
    if row.powers or row.mask & BIT["archmagus"]:
        return f"archmagi/archmagus/{row.slug}"
    return "archmagi/term.1"


def row_of(kind: int) -> int:
    """Return the kind that an image copies, or the kind itself."""
    return KINDS[kind].image_of if KINDS[kind].image_of >= 0 else kind


def home_of(kind: int) -> str:
    """Name the terrain from which a kind is recruited."""
    home = KINDS[kind].home
    return TERRAINS[home].name.lower() if home >= 0 else ""


def unit_card(
    kind: int,
    id: str,
    *,
    seat: int = -1,
    gear: tuple[int, ...] = (),
    note: str = "",
    spent: bool = False,
    lost: bool = False,
) -> Card:
    """A unit's sheet; its artifacts stand below its traits."""
    row = KINDS[kind]
    text = trait_words(kind) + "."
    if row.says:
        text += f" {row.says}"
    if gear:
        text += f" Bears {' and '.join(ARTIFACTS[gear_kind(artifact)].name for artifact in gear)}."
    return Card(
        id=id,
        title=row.name,
        kind="unit",
        value=f"+{row.brm}",
        note=note or home_of(kind),
        text=text,
        sign=sign_of(kind),
        clause=unit_clause(kind),
        seat=seat,
        spent=spent,
        lost=lost,
    )


def reserve_card(kind: int, count: int) -> Card:
    """A chit of the reserve."""
    row = KINDS[kind]
    return Card(
        id=card_of_kind(kind),
        title=row.name,
        kind="unit",
        value=f"+{row.brm}",
        note=home_of(kind),
        text=trait_words(kind) + ".",
        sign=sign_of(kind),
        clause=unit_clause(kind),
        count=count,
    )


def artifact_card(artifact: int) -> Card:
    """An artifact."""
    row = ARTIFACTS[gear_kind(artifact)]
    user = f"{row.user_words.capitalize()}: " if row.users else ""
    return Card(
        id=card_of_artifact(artifact),
        title=row.name,
        kind="artifact",
        value=f"+{row.row.brm}" if row.row.brm else "",
        note="artifact",
        text=f"{user}{row.row.says}",
        sign="artifact",
        clause=f"archmagi/artifact/{row.slug}",
    )


def spell_card(spell: int, count: int = 1, *, scroll: bool = False) -> Card:
    """A spell of the hand, or in the Ancient Scrolls."""
    row = SPELLS[spell]
    return Card(
        id=card_of_spell(from_scrolls(spell) if scroll else spell),
        title=row.name,
        kind="spell",
        note=_PHASES[row.phase],
        text=row.row.says,
        sign=f"spell-{row.phase}",
        clause=f"archmagi/spell/{row.slug}",
        count=count,
    )


def lists() -> tuple[Tray, ...]:
    """Return the lists that all may look up at any time: every unit, archmagus, artifact and spell (chits.6)."""
    units = tuple(reserve_card(kind, KINDS[kind].chits) for kind in range(UNITS))
    magi = tuple(unit_card(kind, card_of_kind(kind)) for kind in ARCHMAGI)
    artifacts = tuple(artifact_card(artifact) for artifact in range(len(ARTIFACTS)))
    spells = tuple(spell_card(spell) for spell in range(len(SPELLS)))
    return (
        Tray("Units", units, f"{len(units)} kinds", "archmagi/chits.1"),
        Tray("Archmagi", magi, "", "archmagi/setup.1"),
        Tray("Artifacts", artifacts, "", "archmagi/chits.3"),
        Tray("Spells", spells, "", "archmagi/chits.3", "large"),
    )
