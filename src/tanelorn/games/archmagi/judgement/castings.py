"""Which castings are weighed: of the spells that are worth a thought, and by one caster of each stack, for it matters
little who it is, and a list in which everybody casts the same hides what else there is.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from tanelorn.games.archmagi.casting.responses import CAST
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import find
from tanelorn.games.archmagi.words.verbs import Verb


def working(*effects: str) -> frozenset[int]:
    """Return the spells that have one of some effects."""
    return frozenset(number for number, spell in enumerate(SPELLS) if spell.effect in effects)


def castings(position: ArchmagiPosition, seat: int, spells: Container[int], verb: Verb = CAST) -> Iterator[Act]:
    """Yield the castings of some spells."""
    acts = Acts(position, seat, (verb,), "")
    for card in acts.following(verb, ()):
        if spell_of(card) in spells:
            effect = SPELLS[spell_of(card)].effect
            for caster in _casters(position, seat, acts.following(verb, (card,)), effect):
                yield from acts.beginning(verb, (card, caster))


def _casters(position: ArchmagiPosition, seat: int, refs: Sequence[int], effect: str) -> Iterable[int]:
    """Return of those in the same hex the one who has the least to lose by being seen; through a door the archmagus
    goes himself.
    """
    if len(refs) < 2:
        return refs
    battle, magus = position.battle, position.magi[seat]
    shown = battle.shown if battle is not None else ()
    best: dict[int, tuple[bool, bool, int]] = {}
    for ref in refs:
        unit = find(position, seat, ref)
        hex = position.hexes[unit]
        found = (unit not in shown, (unit == magus) != (effect == "door"), ref)
        if hex not in best or found[:2] < best[hex][:2]:
            best[hex] = found
    return [ref for _, _, ref in best.values()]
