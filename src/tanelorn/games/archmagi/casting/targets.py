"""What a spell may be aimed at (archmagi/spell-rule.5 to .9, .21), as far as its caster knows."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.games.archmagi.map.terrain import is_land, is_water
from tanelorn.games.archmagi.state.abilities import (
    ARCHMAGUS,
    HERO,
    SITE,
    gear_kind,
    in_battle,
    is_created,
    is_home,
    is_immune,
    kind_fits,
    stands,
    traits,
)
from tanelorn.games.archmagi.state.barriers import blighted, ways_out, wholly_sheltered
from tanelorn.games.archmagi.state.codes import NO_SEATS, code_and_seat, includes, stack_key, stack_ref
from tanelorn.games.archmagi.state.content import KINDS, MASKS, Spell
from tanelorn.games.archmagi.state.position import MOVED, ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import find, named, shown, ways_out_of
from tanelorn.games.archmagi.words.verbs import END, Args, Way

_HARMFUL_TO_HANDS = ("control", "paralyze", "banish")


class Where(NamedTuple):
    """Where a spell is aimed from, and for whom: the seat that gains, the caster, its hex, and whether Farcast lifts
    the range.
    """

    seat: int
    unit: int
    hex: int
    far: bool


def _here(position: ArchmagiPosition, where: Where) -> list[int]:
    """The hexes in range (spell-rule.1, spell-rule.5, spell-rule.7)."""
    if position.battle is not None:
        return [position.battle.hex]
    if where.far:
        return list(range(len(position.terrain)))
    if position.phase == "scout":
        return [where.hex, *position.land.near[where.hex]]
    return [where.hex]


def _fit_target(position: ArchmagiPosition, spell: Spell, unit: int) -> bool:
    if is_immune(position, unit):
        return False
    mask = in_battle(position, unit)
    if spell.of and mask & spell.of != spell.of and not (spell.effect == "neutralize" and _poisons(position, unit)):
        return False
    if spell.effect in _HARMFUL_TO_HANDS and mask & ARCHMAGUS:
        return False
    return not (spell.immune and mask & spell.immune)


def _poisons(position: ArchmagiPosition, unit: int) -> bool:
    return KINDS[position.kinds[unit]].bundle.number("poison") > 0


def own_units(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own units in range: they may always be targeted (spell-rule.9)."""
    return [
        ref
        for hex in _here(position, where)
        for ref, unit in named(position, hex, where.seat, away=position.battle is None).items()
        if _fit_target(position, spell, unit)
    ]


def foe_units(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Revealed enemy units in the battle (spell-rule.9, battle.21)."""
    battle = position.battle
    if battle is None or where.seat not in battle.seats:
        return []
    foe = battle.seats[1 - battle.side(where.seat)]
    return [ref for ref, unit in shown(position, foe).items() if _fit_target(position, spell, unit)]


def any_units(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own units and revealed enemy ones."""
    return own_units(position, spell, where, args) + foe_units(position, spell, where, args)


def stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Stacks of any player in range, on the ground that the spell needs, except those that a Sanctuary covers from a
    mass attack; only what is public decides (spell-rule.21).
    """
    codes = position.land.codes
    return [
        stack_ref(codes[hex], seat)
        for hex in _here(position, where)
        if _ground(position, spell, hex)
        for seat in position.owners_in(hex)
        if stack_ref(codes[hex], seat) not in args
        and not (spell.effect == "mass-attack" and wholly_sheltered(position, stack_key(hex, seat)))
    ]


def _ground(position: ArchmagiPosition, spell: Spell, hex: int) -> bool:
    on = spell.row.on or ("land" if spell.aim == "land stack" else "")
    return not on or (is_land(position, hex) if on == "land" else is_water(position, hex))


def foe_stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Enemy stacks in range."""
    return [ref for ref in stacks(position, spell, where, args) if code_and_seat(ref)[1] != where.seat]


def own_stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own stacks in range."""
    return [ref for ref in stacks(position, spell, where, args) if code_and_seat(ref)[1] == where.seat]


def up_to_three(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Up to three stacks, then the end of the list (spell/scry)."""
    more = stacks(position, spell, where, args) if len(args) < 3 else []
    return [*more, END] if args else more


def hexes(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Hexes in range."""
    return [position.land.codes[hex] for hex in _here(position, where)]


def empty_hexes(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Hexes in range in which nobody stands."""
    return [position.land.codes[hex] for hex in _here(position, where) if not position.owners_in(hex)]


def edges(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """The hexes beside the caster's own; Farcast makes no difference, for the border is the caster's (response.7)."""
    return [position.land.codes[hex] for hex in position.land.near[where.hex]]


def reserve(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Chits of the reserve with the trait that can be in the caster's hex; if only for one battle, the ground does not
    matter.
    """
    kinds = [kind for kind in sorted(set(position.reserve[where.seat])) if MASKS[kind] & spell.of == spell.of]
    if spell.effect == "illusion":
        return [kind for kind in kinds if not MASKS[kind] & SITE]
    return [kind for kind in kinds if kind_fits(position, kind, where.hex) and not blighted(position, where.hex)]


def changeable(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Units in the caster's hex that Transmutation or Polymorph can change: no archmagus, Site or created unit."""
    found = named(position, where.hex, where.seat)
    if spell.effect == "polymorph":
        for foe in position.foes_in(where.hex, where.seat):
            found |= {
                ref: unit
                for ref, unit in named(position, where.hex, foe, own=False).items()
                if includes(position.glimpses.get(unit, NO_SEATS), where.seat)
            }
    return [
        ref
        for ref, unit in found.items()
        if not traits(position, unit) & (ARCHMAGUS | SITE)
        and not is_created(position, unit)
        and position.shapes[unit] < 0
        and not is_immune(position, unit)
    ]


def forms(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Chits of the reserve that can take a unit's place: a Site only at home, and never as a form."""
    return [
        kind
        for kind in sorted(set(position.reserve[where.seat]))
        if kind_fits(position, kind, where.hex)
        and (not MASKS[kind] & SITE or (spell.effect == "transmute" and is_home(position, kind, where.hex)))
    ]


def unmoved(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own units in the caster's hex that have not moved (spell/teleport)."""
    return [
        ref
        for ref, unit in named(position, where.hex, where.seat).items()
        if not position.done[unit] & MOVED and not traits(position, unit) & SITE and not is_immune(position, unit)
    ]


def teleports(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Empty, identified hexes that the unit can be in."""
    unit = find(position, where.seat, args[0])
    return [
        position.land.codes[hex]
        for hex, terrain in enumerate(position.terrain)
        if terrain >= 0 and not position.owners_in(hex) and not blighted(position, hex) and stands(position, unit, hex)
    ]


def teleport_ways(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> dict[int, Way]:
    """Return by hex how the unit gets there: at once."""
    start = position.hexes[find(position, where.seat, args[0])]
    return ways_out_of(position, start, teleports(position, spell, where, args))


def heroes(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Heroes of the caster's stack who may go through the door too, then the end of the list."""
    battle = position.battle
    assert battle is not None
    common = _exits(position, where, args)
    if where.hex != battle.hex or not common:
        return []
    able = [
        ref
        for ref, unit in named(position, battle.hex, where.seat, away=False).items()
        if unit != where.unit
        and ref not in args
        and traits(position, unit) & HERO
        and not is_immune(position, unit)
        and not battle.is_held(unit)
        and unit not in battle.added
        and common & set(ways_out(position, unit))
    ]
    return [*able, END]


def companies(position: ArchmagiPosition, spell: Spell, where: Where) -> int:
    """Count the ways through the door: to each hex, with any of the heroes who can leave for it."""
    able = [find(position, where.seat, ref) for ref in heroes(position, spell, where, ()) if ref != END]
    exits = [set(ways_out(position, unit)) for unit in able]
    aside = position.battle is not None and where.hex != position.battle.hex
    return 0 if aside else sum(2 ** sum(hex in out for out in exits) for hex in _exits(position, where, ()))


def _exits(position: ArchmagiPosition, where: Where, going: Args) -> set[int]:
    units = [where.unit, *(find(position, where.seat, ref) for ref in going if ref != END)]
    return set.intersection(*(set(ways_out(position, unit)) for unit in units))


def doors(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Hexes into which all who go can vanish together."""
    return [position.land.codes[hex] for hex in sorted(_exits(position, where, args))]


def door_ways(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> dict[int, Way]:
    """Return by hex how those who go through the door get there: at once."""
    return ways_out_of(position, where.hex, doors(position, spell, where, args))


def borne(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Revealed enemy units with an artifact that is revealed or known (spell/disenchant)."""
    return [
        ref
        for ref in foe_units(position, spell, where, args)
        if _known_items(position, where.seat, find(position, where.seat, ref))
    ]


def items(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """The artifacts of the unit that are revealed or known."""
    return sorted({gear_kind(a) for a in _known_items(position, where.seat, find(position, where.seat, args[0]))})


def _known_items(position: ArchmagiPosition, seat: int, unit: int) -> list[int]:
    battle = position.battle
    aid = battle.aids.get(unit) if battle else None
    return [a for a in position.gear[unit] if a == aid or includes(position.known_gear.get(a, NO_SEATS), seat)]


def defenders(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own units anywhere else that can be in the hex of the battle (spell/call-defender)."""
    battle = position.battle
    assert battle is not None
    return [
        ref
        for hex in position.hexes_of(where.seat)
        if hex != battle.hex
        for ref, unit in named(position, hex, where.seat).items()
        if not traits(position, unit) & SITE
        and stands(position, unit, battle.hex)
        and not blighted(position, battle.hex)
        and not is_immune(position, unit)
    ]


def call_ways(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> dict[int, Way]:
    """Return by unit how it gets into the battle: at once."""
    battle, ids = position.battle, position.land.ids
    assert battle is not None
    called = {ref: find(position, where.seat, ref) for ref in defenders(position, spell, where, args)}
    return {ref: Way((ids[position.hexes[unit]], ids[battle.hex])) for ref, unit in called.items()}


def at_once(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Whether a new unit fights at once: not in the place of an Attack (spell-rule.4)."""
    battle = position.battle
    assert battle is not None
    side = battle.side(where.seat)
    return [0] if battle.attacks[side] >= 0 else [0, 1]


def all_forms(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """The six forms of a Familiar."""
    return list(range(6))
