"""What lies on the map besides pieces: enchantments in force, vortices, combats that are to be fought."""

from __future__ import annotations

from collections.abc import Iterator

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Mark
from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.state.printed.spells import SPELLS, Spell
from tanelorn.games.albion.state.printed.world import World

_STATE = {"": "to be rolled for", "works": "works", "fails": "fails", "void": "comes to nothing"}
_FIGHTS = {
    "battle": "a battle is to be fought here",
    "engagement": "a naval engagement is to be fought here",
    "melee": "a melee is to be fought here",
    "mental": "a duel of minds is to be fought here",
}


def draw_marks(view: AlbionView) -> tuple[Mark, ...]:
    """Say which markers lie on the map (2.3j)."""
    if view.outcome is not None:
        return ()
    w = view.seen.world
    return (*_fights(view, w), *_spells(view, w))


def _fights(view: AlbionView, w: World) -> Iterator[Mark]:
    for fight in view.seen.fights:
        if fight not in view.seen.fought:
            yield Mark("fight", w.number[fight.hex], seat=view.seen.active, note=_FIGHTS[fight.kind])


def _spells(view: AlbionView, w: World) -> Iterator[Mark]:
    """One marker a hex, with all that is in force there."""
    notes: dict[int, list[str]] = {}
    seats: dict[int, int] = {}
    for spell in view.seen.spells:
        hex = spell.hex if spell.hex >= 0 else view.seen.at[spell.person if spell.person >= 0 else spell.caster]
        if hex >= 0 and spell.done in ("", "works"):
            notes.setdefault(hex, []).append(spell_words(w, spell))
            seats.setdefault(hex, view.seen.side[spell.caster])
    for hex, (far, sky) in view.seen.elements.items():
        notes.setdefault(hex, []).append(f"{sky} weather within {amount(far, 'hex', 'hexes')}")
    for hex in view.seen.vortices:
        notes.setdefault(hex, []).append("a vortex: all here undergo attrition at +5")
    for hex in view.seen.dispelled:
        notes.setdefault(hex, []).append("magic is dispelled here")
    for hex, words in sorted(notes.items()):
        yield Mark("spell", w.number[hex], seat=seats.get(hex, -1), note="; ".join(dict.fromkeys(words)))


def spell_words(w: World, spell: Spell) -> str:
    """Say an enchantment in a few words: who casts what, at what, and how it went."""
    kind = SPELLS[spell.number - 1]
    aim = w.persons[spell.person].name if spell.person >= 0 else w.number[spell.hex] if spell.hex >= 0 else spell.word
    at = f" ({aim.replace('_', ' ')})" if aim else ""
    return f"{w.persons[spell.caster].name}: {kind.name}{at} {_STATE[spell.done]}"
