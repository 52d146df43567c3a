"""Casting (archmagi/spell-rule.*): who can cast what when, and at what a spell may be aimed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tanelorn.core.log import Log
from tanelorn.games.archmagi.acts import END, Args, Noun, Slot, Verb, in_order, verb
from tanelorn.games.archmagi.barriers import blighted, sheltered, ways_out
from tanelorn.games.archmagi.content import KINDS, MASKS, SPELL, SPELLS, Spell
from tanelorn.games.archmagi.nouns import (
    ARTIFACT_CHIT,
    FORM,
    HEX,
    ITEM,
    RESERVE,
    SPELL_CARD,
    STACK,
    UNIT,
    find,
    named,
    shown,
    words,
)
from tanelorn.games.archmagi.position import MOST, MOVED, ArchmagiPosition
from tanelorn.games.archmagi.traits import (
    ARCHMAGUS,
    HERO,
    MAGE,
    SITE,
    can_cast,
    gear_kind,
    in_battle,
    is_created,
    is_home,
    is_immune,
    is_land,
    is_water,
    kind_fits,
    stands,
    traits,
)

FARCAST, ANTIMAGIC = SPELL["farcast"], SPELL["antimagic"]
_PHASES = {
    "recruit units": "recruit",
    "recruit spells": "recruit",
    "scout": "scout",
    "move": "move",
    "battle": "battle",
}
_HARMFUL_TO_HANDS = ("control", "paralyze", "banish")


class Where(NamedTuple):
    """From where and for whom a spell is aimed: the seat that gains, the caster, his hex, whether range does not
    matter.
    """

    seat: int
    unit: int
    hex: int
    far: bool


Options = Callable[[ArchmagiPosition, Spell, Where, Args], list[int]]


class Aim(NamedTuple):
    """One thing that a spell is aimed at."""

    word: str
    noun: Noun
    prompt: str
    options: Options


def phase_of(position: ArchmagiPosition) -> str:
    """Return which spells can be cast now: recruit, scout, move or battle."""
    return "battle" if position.battle is not None else _PHASES.get(position.phase, "")


def no_magic(position: ArchmagiPosition) -> bool:
    """Tell whether Antimagic bars all spells here (response.8)."""
    return position.battle is not None and any(effect.source == ANTIMAGIC for effect in position.lasting)


def in_range(position: ArchmagiPosition, a: int, b: int) -> bool:
    """Tell whether two hexes are within the range usual in the phase (spell-rule.1, .5 to .7): adjacent in the
    Scout phase.
    """
    return a == b or (position.battle is None and position.phase == "scout" and b in position.land.near[a])


def hand(position: ArchmagiPosition, seat: int) -> list[int]:
    """Return the spells that a seat can use: its reserve, and those in scrolls that a mage of his holds, marked by
    1000.
    """
    cards = sorted(set(position.spells[seat]))
    if position.scrolls:
        for artifact in sorted(position.scrolls):
            if holder(position, seat, artifact) >= 0:
                cards += sorted({spell + ARTIFACT_CHIT for spell in position.scrolls[artifact]})
    return list(dict.fromkeys(cards))


def holder(position: ArchmagiPosition, seat: int, artifact: int) -> int:
    """Return the unit of a seat that bears an artifact, -1 if none does."""
    return next((unit for unit in position.units_of(seat) if artifact in position.gear[unit]), -1)


def casters(position: ArchmagiPosition, seat: int, card: int, hexes: Sequence[int] | None) -> list[int]:
    """Return the units of a seat that can cast a card now, in some hexes (None: anywhere)."""
    if card >= ARTIFACT_CHIT:
        holders = [
            (holder(position, seat, artifact), artifact)
            for artifact, kept in position.scrolls.items()
            if card - ARTIFACT_CHIT in kept
        ]
        units = [unit for unit, artifact in holders if unit >= 0 and _may_read(position, unit, artifact)]
    else:
        units = list(position.units_of(seat)) if hexes is None else [u for h in hexes for u in position.stack(h, seat)]
    spell = SPELLS[card % ARTIFACT_CHIT]
    return [
        unit
        for unit in units
        if can_cast(position, unit)
        and (hexes is None or position.hexes[unit] in hexes)
        and not (spell.effect in ("mass-attack", "inferno") and sheltered(position, unit))
    ]


def _may_read(position: ArchmagiPosition, unit: int, artifact: int) -> bool:
    """In a battle the scrolls are the one artifact of their holder, who then casts by nature (artifact-rule.1)."""
    battle = position.battle
    if battle is None or position.hexes[unit] != battle.hex:
        return True
    return battle.aids.get(unit, artifact) == artifact and bool(MASKS[position.kinds[unit]] & MAGE)


def has_farcast(position: ArchmagiPosition, seat: int) -> bool:
    """Tell whether a seat has Farcast in its reserve or in scrolls."""
    return FARCAST in position.spells[seat] or FARCAST + ARTIFACT_CHIT in hand(position, seat)


def may_farcast(position: ArchmagiPosition, seat: int) -> bool:
    """Tell from what is public whether a seat could have Farcast and a spell for it: chits, or scrolls somewhere."""
    return len(position.spells[seat]) > 1 or any(position.gear)


def far_casters(position: ArchmagiPosition, seat: int, card: int) -> list[int]:
    """Return the units of a seat that can cast Farcast and then a card; scrolls serve their holder only."""
    units = casters(position, seat, card, None)
    if FARCAST in position.spells[seat]:
        return units
    return [unit for unit in units if farcast_scrolls(position, seat, unit) >= 0]


def farcast_scrolls(position: ArchmagiPosition, seat: int, unit: int) -> int:
    """Return the scrolls from which a unit casts Farcast, -1 if it is in the reserve."""
    if FARCAST in position.spells[seat]:
        return -1
    kept = position.scrolls
    return next(
        (a for a in position.gear[unit] if FARCAST in kept.get(a, ()) and _may_read(position, unit, a)),
        -1,
    )


def caster_names(position: ArchmagiPosition, seat: int, units: Sequence[int]) -> list[int]:
    """Name casters: those in the battle without their hex."""
    names = []
    for hex in dict.fromkeys(position.hexes[unit] for unit in units):
        away = position.battle is None or hex != position.battle.hex
        names += [ref for ref, unit in named(position, hex, seat, away=away).items() if unit in units]
    return names


# What may be aimed at


def _here(position: ArchmagiPosition, where: Where) -> list[int]:
    """The hexes in range."""
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
    """Revealed enemy units in the battle (spell-rule.9)."""
    battle = position.battle
    if battle is None or where.seat not in battle.seats:
        return []
    foe = battle.seats[1 - battle.side(where.seat)]
    return [ref for ref, unit in shown(position, foe).items() if _fit_target(position, spell, unit)]


def any_units(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own units and revealed enemy ones."""
    return own_units(position, spell, where, args) + foe_units(position, spell, where, args)


def stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Stacks in range, of any player, on the ground that the spell asks for; only what is public decides
    (spell-rule.21).
    """
    codes = position.land.codes
    return [
        codes[hex] * MOST + seat
        for hex in _here(position, where)
        if _ground(position, spell, hex)
        for seat in position.owners_in(hex)
        if codes[hex] * MOST + seat not in args
    ]


def _ground(position: ArchmagiPosition, spell: Spell, hex: int) -> bool:
    on = spell.row.on or ("land" if spell.aim == "land stack" else "")
    return not on or (is_land(position, hex) if on == "land" else is_water(position, hex))


def foe_stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Enemy stacks in range."""
    return [key for key in stacks(position, spell, where, args) if key % MOST != where.seat]


def own_stacks(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Own stacks in range."""
    return [key for key in stacks(position, spell, where, args) if key % MOST == where.seat]


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
    """The hexes beside the caster's own; Farcast does not lift this, for the border is his (response.7)."""
    return [position.land.codes[hex] for hex in position.land.near[where.hex]]


def reserve(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Chits of the reserve with the trait, that can be in the caster's hex; for one battle the ground does not
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
                if position.glimpses.get(unit, 0) >> where.seat & 1
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


def heroes(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Heroes of the caster's stack who may go through the door with him, then the end of the list."""
    battle = position.battle
    assert battle is not None
    if where.hex != battle.hex or not ways_out(position, where.unit):
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
        and set(ways_out(position, unit)) & set(ways_out(position, where.unit))
    ]
    return [*able, END]


def doors(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Hexes into which all who go can vanish together."""
    going = [where.unit, *(find(position, where.seat, ref) for ref in args if ref != END)]
    common = set.intersection(*(set(ways_out(position, unit)) for unit in going))
    return [position.land.codes[hex] for hex in sorted(common)]


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
    return [a for a in position.gear[unit] if a == aid or position.known_gear.get(a, 0) >> seat & 1]


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


def at_once(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """Whether a new unit fights at once: not in the place of an Attack (spell-rule.3)."""
    battle = position.battle
    assert battle is not None
    side = battle.side(where.seat)
    return [0] if battle.attacks[side] >= 0 else [0, 1]


def all_forms(position: ArchmagiPosition, spell: Spell, where: Where, args: Args) -> list[int]:
    """The six forms of a Familiar."""
    return list(range(6))


_AT_ONCE = Aim("", words("in reserve", "to fight"), "Does it fight at once?", at_once)
_UNIT = "At which unit?"
AIMS: dict[str, tuple[Aim, ...]] = {
    "": (),
    "self": (),
    "foes": (),
    "own": (),
    "own unit": (Aim("on", UNIT, "On which of your units?", own_units),),
    "foe unit": (Aim("on", UNIT, _UNIT, foe_units),),
    "unit": (Aim("on", UNIT, _UNIT, any_units),),
    "stack": (Aim("at", STACK, "At which stack?", stacks),),
    "land stack": (Aim("at", STACK, "At which stack?", stacks),),
    "foe stack": (Aim("at", STACK, "At which stack?", foe_stacks),),
    "own stack": (Aim("on", STACK, "On which of your stacks?", own_stacks),),
    "stacks": (Aim("at", STACK, "At which stacks? Up to three.", up_to_three),),
    "hex": (Aim("at", HEX, "At which hex?", hexes),),
    "empty hex": (Aim("at", HEX, "At which empty hex?", empty_hexes),),
    "edge": (Aim("towards", HEX, "Towards which hex does the chasm open?", edges),),
    "reserve": (Aim("for", RESERVE, "Which chit of your reserve?", reserve),),
    "form": (Aim("as", FORM, "Which form does it have?", all_forms),),
    "own unit+reserve": (
        Aim("of", UNIT, "Which of your units?", changeable),
        Aim("into", RESERVE, "Into which chit of your reserve?", forms),
    ),
    "seen unit+reserve": (
        Aim("of", UNIT, "Which unit?", changeable),
        Aim("into", RESERVE, "Into which chit of your reserve?", forms),
    ),
    "own unit+hex": (
        Aim("of", UNIT, "Which of your units?", unmoved),
        Aim("to", HEX, "To which empty hex?", teleports),
    ),
    "heroes+hex": (
        Aim("with", UNIT, "Which heroes go along?", heroes),
        Aim("to", HEX, "To which hex?", doors),
    ),
    "artifact": (
        Aim("on", UNIT, "Whose artifact?", borne),
        Aim("with", ITEM, "Which artifact?", items),
    ),
    "far unit": (Aim("for", UNIT, "Which unit is called?", defenders),),
}
_LISTS = ("stacks", "heroes+hex")


def aims_of(spell: Spell) -> tuple[Aim, ...]:
    """Return what a spell is aimed at, one after the other; what it creates or calls may fight at once."""
    more = (_AT_ONCE,) if spell.effect in ("create", "mirror", "illusion", "defender") else ()
    return (*AIMS[spell.aim], *more)


def next_aim(spell: Spell, tail: Args) -> tuple[Aim, bool] | None:
    """Return what is aimed at next, and whether it goes on with a list; None if all is named."""
    aims = aims_of(spell)
    if spell.aim in _LISTS:
        if END not in tail:
            return aims[0], bool(tail)
        place = 1 + len(tail) - tail.index(END) - 1
        return (aims[place], False) if place < len(aims) else None
    return (aims[len(tail)], False) if len(tail) < len(aims) else None


def may_aim(position: ArchmagiPosition, spell: Spell, where: Where) -> bool:
    """Tell whether a spell can be cast at all from somewhere: defenders' spells, ground, something to do."""
    battle = position.battle
    if battle is not None:
        side = battle.side(where.seat)
        if spell.row.defender and side != 1:
            return False
        if spell.effect == "attack" and battle.attacks[side] >= 0:
            return False
        if spell.effect == "inferno" and not is_land(position, battle.hex):
            return False
        if spell.effect == "revive":
            return False
        if spell.effect == "mirror" and (battle.attacks[1 - side] >= 0 or battle.fighters[1 - side] < 0):
            return False
    return not (spell.effect == "forge" and not position.artifact_pile)


def _spells_now(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    phase = phase_of(position)
    if no_magic(position):
        return []
    return [
        card
        for card in hand(position, seat)
        if (SPELLS[card % ARTIFACT_CHIT].phase == phase or (phase == "battle" and _neutralizes(card)))
    ]


def _neutralizes(card: int) -> bool:
    return SPELLS[card % ARTIFACT_CHIT].effect == "neutralize"


def _spells_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _spells_now(position, seat, args) if has_farcast(position, seat) else []


def _casters_near(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _able(position, seat, args[0], [position.battle.hex] if position.battle else None, False)


def _casters_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _able(position, seat, args[0], None, True)


def _able(position: ArchmagiPosition, seat: int, card: int, hexes: list[int] | None, far: bool) -> list[int]:
    spell = SPELLS[card % ARTIFACT_CHIT]
    able = far_casters(position, seat, card) if far else casters(position, seat, card, hexes)
    units = [unit for unit in able if may_aim(position, spell, Where(seat, unit, position.hexes[unit], far))]
    return caster_names(position, seat, units)


def _plan(far: bool) -> Callable[[Args], Slot | None]:
    first = Slot("", SPELL_CARD, "Which spell?", _spells_afar if far else _spells_now, "archmagi/spell-rule.10")
    second = Slot("by", UNIT, "Who casts it?", _casters_afar if far else _casters_near, "archmagi/spell-rule.15")

    def plan(args: Args) -> Slot | None:
        if len(args) < 2:
            return second if args else first
        spell = SPELLS[args[0] % ARTIFACT_CHIT]
        found = next_aim(spell, args[2:])
        if found is None:
            return None
        aim, more = found

        def options(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
            unit = find(position, seat, args[1])
            return aim.options(position, spell, Where(seat, unit, position.hexes[unit], far), args[2:])

        return Slot("and" if more else aim.word, aim.noun, aim.prompt, options, f"archmagi/spell/{spell.slug}")

    return plan


def ordered(args: Args, start: int = 2) -> Args:
    """Put the list of a spell's targets in order: three stacks, or the heroes that go along."""
    if len(args) <= start or SPELLS[args[0] % ARTIFACT_CHIT].aim not in _LISTS:
        return args
    tail = args[start:]
    upto = tail.index(END) if END in tail else len(tail)
    return (*args[:start], *in_order(tail[:upto]), *tail[upto:])


CAST = verb(
    Verb(
        "cast",
        "Cast a spell",
        _plan(False),
        "archmagi/spell-rule.10",
        button=False,
        words="cast",
        weight=8,
        canonical=ordered,
    )
)
FARCAST_VERB = verb(
    Verb(
        "farcast",
        "Farcast: a spell at any range",
        _plan(True),
        "archmagi/response.7",
        weight=2,
        canonical=ordered,
        possible=lambda position, seat: has_farcast(position, seat) and not no_magic(position),
    )
)


def play_cast(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Announce a spell of one's own (response.1)."""
    from tanelorn.games.archmagi.responses import announce, spellcast

    announce(position, spellcast(position, seat, args, far=False), log)


def play_farcast(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Announce Farcast with the spell that it carries (response.7)."""
    from tanelorn.games.archmagi.responses import announce_far, spellcast

    announce_far(position, spellcast(position, seat, args, far=True), log)
