"""Casting (archmagi/spell-rule.*): who can cast what, and when."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tanelorn.games.archmagi.casting.aims import may_aim, next_aim
from tanelorn.games.archmagi.casting.targets import Where, companies
from tanelorn.games.archmagi.state.abilities import MAGE, can_cast, can_use, gear_kind
from tanelorn.games.archmagi.state.barriers import sheltered
from tanelorn.games.archmagi.state.codes import from_scrolls, is_from_scrolls, spell_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, MASKS, SPELL, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import SPELL_CARD, UNIT, find, named
from tanelorn.games.archmagi.words.verbs import Args, Slot, Way

FARCAST, ANTIMAGIC = SPELL["farcast"], SPELL["antimagic"]
_PHASES = {
    "recruit units": "recruit",
    "recruit spells": "recruit",
    "scout": "scout",
    "move": "move",
    "battle": "battle",
}


def phase_of(position: ArchmagiPosition) -> str:
    """Return which spells can be cast now: recruit, scout, move or battle."""
    return "battle" if position.battle is not None else _PHASES.get(position.phase, "")


def no_magic(position: ArchmagiPosition) -> bool:
    """Tell whether Antimagic bars all spells here (response.8, spell/antimagic)."""
    return position.battle is not None and any(effect.source == ANTIMAGIC for effect in position.lasting)


def in_range(position: ArchmagiPosition, a: int, b: int) -> bool:
    """Tell whether two hexes are within the range usual in the phase (spell-rule.1, .5 to .7): adjacent in the
    Scout phase.
    """
    return a == b or (position.battle is None and position.phase == "scout" and b in position.land.near[a])


def hand(position: ArchmagiPosition, seat: int) -> list[int]:
    """Return the spells that a seat can cast: those of its reserve and those in its mages' scrolls (recruit-spells.3,
    artifact/ancient-scrolls).
    """
    cards = sorted(set(position.spells[seat]))
    if position.scrolls:
        for artifact in sorted(position.scrolls):
            if holder(position, seat, artifact) >= 0:
                cards += sorted({from_scrolls(spell) for spell in position.scrolls[artifact]})
    return list(dict.fromkeys(cards))


def holder(position: ArchmagiPosition, seat: int, artifact: int) -> int:
    """Return the unit of a seat that bears an artifact, -1 if none does."""
    return next((unit for unit in position.units_of(seat) if artifact in position.gear[unit]), -1)


def casters(position: ArchmagiPosition, seat: int, card: int, hexes: Sequence[int] | None) -> list[int]:
    """Return the units of a seat that can cast a card now, in some hexes or, with None, anywhere (recruit-spells.3,
    spell-rule.15, archmagus/casters, trait/spellcaster, trait/mage, trait/priest).
    """
    if is_from_scrolls(card):
        holders = [
            (holder(position, seat, artifact), artifact)
            for artifact, kept in position.scrolls.items()
            if spell_of(card) in kept
        ]
        units = [unit for unit, artifact in holders if unit >= 0 and _may_read(position, unit, artifact)]
    else:
        units = list(position.units_of(seat)) if hexes is None else [u for h in hexes for u in position.stack(h, seat)]
    spell = SPELLS[spell_of(card)]
    return [
        unit
        for unit in units
        if can_cast(position, unit)
        and (hexes is None or position.hexes[unit] in hexes)
        and not (spell.effect in ("mass-attack", "inferno") and sheltered(position, unit))
    ]


def _may_read(position: ArchmagiPosition, unit: int, artifact: int) -> bool:
    """Tell whether a unit may cast from its scrolls: in a battle they must be its one artifact, and it must be a mage
    without them (artifact-rule.1).
    """
    battle = position.battle
    if battle is None or position.hexes[unit] != battle.hex:
        return True
    return battle.aids.get(unit, artifact) == artifact and bool(MASKS[position.kinds[unit]] & MAGE)


def has_farcast(position: ArchmagiPosition, seat: int) -> bool:
    """Tell whether a seat has Farcast in its reserve or in scrolls."""
    return FARCAST in position.spells[seat] or from_scrolls(FARCAST) in hand(position, seat)


def may_farcast(position: ArchmagiPosition, seat: int) -> bool:
    """Tell from what is public whether a seat could have Farcast and a spell for it: from its count of chits, or
    scrolls anywhere.
    """
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


def _spells_now(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return the cards that a seat can cast in this phase (spell-rule.1, spell-rule.5, spell-rule.6, spell-rule.7)."""
    phase = phase_of(position)
    if no_magic(position):
        return []
    return [
        card
        for card in hand(position, seat)
        if (SPELLS[spell_of(card)].phase == phase or (phase == "battle" and _neutralizes(card)))
    ]


def _neutralizes(card: int) -> bool:
    return SPELLS[spell_of(card)].effect == "neutralize"


def _spells_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _spells_now(position, seat, args) if has_farcast(position, seat) else []


def _casters_near(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _able(position, seat, args[0], [position.battle.hex] if position.battle else None, False)


def _casters_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _able(position, seat, args[0], None, True)


def _able(position: ArchmagiPosition, seat: int, card: int, hexes: list[int] | None, far: bool) -> list[int]:
    spell = SPELLS[spell_of(card)]
    able = far_casters(position, seat, card) if far else casters(position, seat, card, hexes)
    units = [unit for unit in able if may_aim(position, spell, Where(seat, unit, position.hexes[unit], far))]
    return caster_names(position, seat, units)


def cast_plan(far: bool) -> Callable[[Args], Slot | None]:
    """Return what a spell needs: the chit, its caster, then its aims (spell-rule.10)."""
    first = Slot("", SPELL_CARD, "Which spell?", _spells_afar if far else _spells_now, "archmagi/spell-rule.10")
    second = Slot("by", UNIT, "Who casts it?", _casters_afar if far else _casters_near, "archmagi/spell-rule.15")

    def plan(args: Args) -> Slot | None:
        if len(args) < 2:
            return second if args else first
        spell = SPELLS[spell_of(args[0])]
        found = next_aim(spell, args[2:])
        if found is None:
            return None
        aim, more = found

        def options(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
            unit = find(position, seat, args[1])
            return aim.options(position, spell, Where(seat, unit, position.hexes[unit], far), args[2:])

        def ways(position: ArchmagiPosition, seat: int, args: Args) -> dict[int, Way]:
            unit = find(position, seat, args[1])
            return aim.ways(position, spell, Where(seat, unit, position.hexes[unit], far), args[2:])

        return Slot("and" if more else aim.word, aim.noun, aim.prompt, options, f"archmagi/spell/{spell.slug}", ways)

    return plan


def casts_begun(position: ArchmagiPosition, seat: int, args: Args) -> int | None:
    """Count the ways through a door without listing them: each hero doubles them."""
    if len(args) != 2 or SPELLS[spell_of(args[0])].aim != "heroes+hex":
        return None
    unit = find(position, seat, args[1])
    where = Where(seat, unit, position.hexes[unit], False)
    return companies(position, SPELLS[spell_of(args[0])], where)


def cast_with(position: ArchmagiPosition, made: Spellcast) -> None:
    """Count casting in a battle from the Ancient Scrolls, or by virtue of an artifact, as using it, for all to see
    (artifact/eldritch-sword).
    """
    battle, unit = position.battle, made.unit
    if battle is None or position.hexes[unit] != battle.hex:
        return
    if made.scrolls >= 0:
        battle.aids[unit] = made.scrolls
    elif not MASKS[position.kinds[unit]] & MAGE and unit not in battle.aids:
        able = [a for a in position.gear[unit] if can_use(position, unit, a)]
        battle.aids[unit] = next(a for a in able if ARTIFACTS[gear_kind(a)].grants.mask & MAGE)
