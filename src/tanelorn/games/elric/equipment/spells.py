"""The spell counters as data: 66 entries of the index, 69 counters (elric/16.0). They belong to no pack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from tanelorn.core.content.data import read_toml

Type = Literal["law", "chaos", "neutral", "special", "immediate", "melnibonean", "elric"]
"""The seven types (9.3a): Law, Chaos and Neutral (9.3.5), special ones (9.3.2), those that act at once (9.3.1a), and
those that serve Melniboneans (9.3.3) or Elric (9.3.4) alone."""


class Muster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name along the lower edge: what the spell may muster (11.0a)."""

    kind: Literal["nation", "horde", "person", "artifact"]
    id: str


class Spell(msgspec.Struct, frozen=True):
    """A spell counter (3.2h, 9.3a). `kind` is its entry in the index (16.0); copies of one entry differ in `id` alone.

    It `fights` if its value is added in combat, and is `printed` with a number or none. It `flies` so many persons, any
    number if -1.
    """

    id: str
    name: str
    kind: str
    alignment: Type
    value: int
    fights: bool
    printed: bool
    musters: tuple[Muster, ...]
    eats_land: bool
    eats_sea: bool
    flies: int
    flies_armies: int
    text: str
    section: str
    aliases: tuple[str, ...]

    @property
    def clause(self) -> str:
        """The clause of its entry in the index."""
        return f"elric/{self.section}/{self.kind}"


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    section: str
    alignment: Type
    text: str
    value: int | None = None
    brackets: bool = False
    copies: int = 1
    musters: tuple[Muster, ...] = ()
    eats: tuple[Literal["land", "sea"], ...] = ()
    flies: int = 0
    flies_armies: int = 0
    aliases: tuple[str, ...] = ()


class _File(msgspec.Struct):
    spell: list[_Entry]


def _counters(entry: _Entry) -> Iterator[Spell]:
    value = entry.value or 0
    for copy in range(1, entry.copies + 1):
        yield Spell(
            id=f"{entry.id}#{copy}" if entry.copies > 1 else entry.id,
            name=entry.name,
            kind=entry.id,
            alignment=entry.alignment,
            value=value,
            fights=value > 0 and not entry.brackets,
            printed=entry.value is not None,
            musters=entry.musters,
            eats_land="land" in entry.eats,
            eats_sea="sea" in entry.eats,
            flies=entry.flies,
            flies_armies=entry.flies_armies,
            text=entry.text,
            section=entry.section,
            aliases=entry.aliases,
        )


SPELLS: tuple[Spell, ...] = tuple(
    spell
    for entry in read_toml(Path(__file__).parents[1] / "data" / "spells.toml", _File).spell
    for spell in _counters(entry)
)
SPELL: dict[str, int] = {spell.id: number for number, spell in enumerate(SPELLS)}
