"""A position drawn from all that fit a view: the faces of spells that the viewer does not know are dealt again."""

from __future__ import annotations

import random

from tanelorn.core.fields import UNKNOWN
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import SIDES, is_bound
from tanelorn.games.elric.state.battle import Laid
from tanelorn.games.elric.state.places import ASIDE, UNSEEN, Place, hand_of, holder_of, spells_held
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import stack_of
from tanelorn.games.elric.views.view import ElricView

TRIES = 40


def deal_spells(position: ElricPosition, view: ElricView, rng: random.Random) -> None:
    """Deal the spells that a viewer does not know anew, each to a place where one is known to be (9.0a)."""
    unseen = [spell for spell, place in enumerate(position.where) if place == UNSEEN]
    places = sorted(place for place, count in view.backs.items() for _ in range(count))
    for spell in unseen:
        position.where[spell] = ASIDE
    for _ in range(TRIES):
        _deal(position, unseen, places, rng)
        if _stable(position, unseen):
            break
    for spell in unseen:
        holder = position.holder(spell)
        seat = position.owner[holder] if holder >= 0 else -1
        position.known[spell] = 1 << seat if seat >= 0 else 0
    _lay_again(position, view, rng)


def _deal(position: ElricPosition, unseen: list[int], places: list[Place], rng: random.Random) -> None:
    """Deal the unseen spells: nobody holds one that acts at once, and who can holds only what goes together (9.5)."""
    left = unseen[:]
    rng.shuffle(left)
    world = position.world
    sides = _sides(position, unseen)
    held = [unit for unit in map(holder_of, places) if unit >= 0]
    rng.shuffle(held)
    for unit in held:
        bound, key = is_bound(world, unit), _company(position, unit)
        if bound and key not in sides:
            sides[key] = rng.choice(SIDES)
        wanted = sides.get(key, "") if bound else ""
        spell = next((spell for spell in left if _fits(spell, wanted)), left[0])
        left.remove(spell)
        position.where[spell] = hand_of(unit)
    for place in places:
        if holder_of(place) < 0:
            position.where[left.pop()] = place


def _sides(position: ElricPosition, unseen: list[int]) -> dict[int, str]:
    """Return which of Law and Chaos the spells that are known bind each stack to (9.5c)."""
    dealt = set(unseen)
    return {
        _company(position, unit): SPELLS[spell].alignment
        for spell, unit in spells_held(position.where)
        if spell not in dealt and is_bound(position.world, unit) and SPELLS[spell].alignment in SIDES
    }


def _company(position: ElricPosition, unit: int) -> int:
    """Return a number that those share whose spells must go together."""
    return min(stack_of(position, unit), default=unit) if position.area[unit] >= 0 else unit


def _fits(spell: int, wanted: str) -> bool:
    alignment = SPELLS[spell].alignment
    if alignment == "immediate":
        return False
    return not wanted or alignment not in SIDES or alignment == wanted


def _stable(position: ElricPosition, unseen: list[int]) -> bool:
    return not any(SPELLS[spell].alignment == "immediate" and position.holder(spell) >= 0 for spell in unseen)


def _lay_again(position: ElricPosition, view: ElricView, rng: random.Random) -> None:
    """Say which of the dealt spells lie face down; a magician who can conjure may have laid a marker (9.2f)."""
    world = position.world
    lying, position.laid = position.laid, []
    for laid in lying:
        spell = laid.spell
        if spell == UNKNOWN:
            hand = [spell for spell in position.hand(laid.caster) if view.seen.where[spell] == UNSEEN]
            useful = [spell for spell in hand if SPELLS[spell].fights] or hand
            marker = world.conjures[laid.caster] and (not hand or rng.random() < 0.5)
            spell = -1 if marker or not hand else rng.choice(useful)
            laid = Laid(laid.fight, laid.seat, laid.caster, spell)
        position.laid = [*position.laid, laid]
