"""What a unit can do where it is: printed traits, and what artifacts, spells and carriers add (trait/*,
artifact-rule.*).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tanelorn.games.archmagi.map.terrain import COASTAL, UNKNOWN, is_coastal, is_land, is_water
from tanelorn.games.archmagi.state.content import ARCHMAGI, ARTIFACTS, BIT, KINDS, MASKS, SPELL, SPELLS, Bundle
from tanelorn.games.archmagi.state.markers import BATTLE
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.reading import Artifact

ARCHMAGUS, MAGE, HERO, SITE, SHIP, MONSTER, UNDEAD, LIVING = (
    BIT[name] for name in ["archmagus", "mage", "hero", "site", "ship", "monster", "undead", "living"]
)
FLYING, SWIMMER, SEA, SWIFT, VERY_SWIFT, SLOW = (
    BIT[name] for name in ["flying", "swimmer", "sea", "swift", "very-swift", "slow"]
)
IMMUNE, GUARDS, MARTYR, VANISH, SKIRMISH, REGENERATE = (
    BIT[name] for name in ["spell-immune", "guard", "martyr", "vanish", "skirmish", "regenerate"]
)
HUMAN, HUMANOID, DEMIHUMAN = (BIT[name] for name in ["human", "humanoid", "demihuman"])
HEIRS = HUMAN | HERO | DEMIHUMAN | HUMANOID
"""Who may take an artifact over: any of these (artifact-rule.6)."""
ARTIFACT_KINDS = len(ARTIFACTS)
_ON_THE_MAP = {"flying", "swift", "very-swift", "swimmer", "scout", "rogue", "spellcaster", "priest", "mage", "carry"}
MAP_EFFECTS = sum(BIT[name] for name in _ON_THE_MAP)
"""What an artifact gives without being revealed: the rest works in battle only, once revealed (artifact-rule.12)."""
_SHIELD = SPELL["spell-shield"]


def gear_kind(artifact: int) -> int:
    """Return which artifact a chit is: with several copies of each, every 52nd is the same (chits.3)."""
    return artifact % ARTIFACT_KINDS


def granted(position: ArchmagiPosition, unit: int) -> int:
    """Return the traits that a unit's artifacts give it on the map, one opening another (artifact-rule.13,
    artifact/eldritch-sword, artifact/figurines-of-wonder, artifact/bearskin, artifact/boots-of-speed,
    artifact/coral-helm, artifact/flying-carpet).
    """
    gear = position.gear[unit]
    return _granted(position.kinds[unit], gear) if gear else 0


@lru_cache(maxsize=50_000)
def _granted(kind: int, gear: tuple[int, ...]) -> int:
    given = 0
    artifacts = [ARTIFACTS[gear_kind(artifact)] for artifact in gear]
    for _ in artifacts:
        for artifact in artifacts:
            if artifact.usable(MASKS[kind] | given):
                given |= artifact.grants.mask & MAP_EFFECTS
    return given


def traits(position: ArchmagiPosition, unit: int) -> int:
    """Return a unit's traits as bits: printed, given on the map by artifacts and carriers, and by what lasts on it
    (trait/artifacts).

    Artifacts give more once they are revealed in a battle; see `in_battle`.
    """
    mask = MASKS[position.kinds[unit]]
    if _is_plain(position, unit):
        return mask
    if position.gear[unit]:
        mask |= granted(position, unit)
    return _with_effects(position, unit, mask, traits)


def _with_effects(
    position: ArchmagiPosition, unit: int, mask: int, of_carrier: Callable[[ArchmagiPosition, int], int]
) -> int:
    """Add what lasts on a unit and what its carrier gives it; whoever is swift is not slow (spell/levitate,
    spell/haste, spell/cloud-walk, trait/carry).
    """
    for effect in position.lasting:
        if effect.mask and (effect.unit == unit or (effect.unit < 0 and effect.side == position.owners[unit])):
            if effect.scale <= BATTLE and not _fights(position, unit):
                continue
            if effect.is_of_spell and is_immune(position, unit):
                continue
            mask |= effect.mask
    carrier = position.carriers[unit]
    if carrier >= 0 and _carries_now(position, unit, carrier):
        mask |= of_carrier(position, carrier) & (FLYING | SWIFT | VERY_SWIFT)
    if mask & (SWIFT | VERY_SWIFT) and mask & SLOW:
        mask &= ~SLOW
    return mask


def _carries_now(position: ArchmagiPosition, unit: int, carrier: int) -> bool:
    """Carrier and passenger, who are always in one stack, are not paralysed (trait/carry.3, unit/war-elephants,
    paralyze.6).
    """
    battle = position.battle
    return battle is None or not (battle.is_held(unit) or battle.is_held(carrier))


def _fights(position: ArchmagiPosition, unit: int) -> bool:
    battle = position.battle
    return (
        battle is not None
        and position.hexes[unit] == battle.hex
        and (position.owners[unit] in battle.seats or unit in battle.borrowed)
    )


def in_battle(position: ArchmagiPosition, unit: int) -> int:
    """Return a unit's traits in battle: of its artifacts only the revealed one grants any (artifact-rule.12,
    artifact/ring-of-invisibility, artifact/ring-of-regeneration).
    """
    if not position.gear[unit] and position.carriers[unit] < 0:
        return traits(position, unit)
    if not _fights(position, unit):
        return traits(position, unit)
    mask = MASKS[position.kinds[unit]]
    artifact = artifact_in_use(position, unit)
    if artifact is not None:
        mask |= artifact.mask
    mask = _with_effects(position, unit, mask, in_battle)
    if artifact is not None and position.battle is not None:
        # Who moves four hexes is not slow (artifact/amulet-of-planeswalking).
        mask &= ~(SLOW if ARTIFACTS[gear_kind(position.battle.aids[unit])].row.move else 0)
    return mask


def artifact_in_use(position: ArchmagiPosition, unit: int) -> Bundle | None:
    """Return what the artifact that a unit has revealed in this battle grants it, None without one.

    A borrowed unit's artifacts do not count (spell/charm), nor those that it cannot use.
    """
    battle = position.battle
    if battle is None or unit not in battle.aids or unit in battle.borrowed:
        return None
    artifact = ARTIFACTS[gear_kind(battle.aids[unit])]
    return artifact.grants if battle.aids[unit] in position.gear[unit] else None


def is_immune(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether no spell acts on a unit: it is immune by nature, or shielded (trait/immune-to-spells,
    spell/spell-shield).
    """
    if MASKS[position.kinds[unit]] & IMMUNE:
        return True
    return any(effect.unit == unit and effect.source == _SHIELD for effect in position.lasting)


def is_magus(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit is an archmagus (also while nothing else shows it)."""
    return position.kinds[unit] in ARCHMAGI


def is_created(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a spell chit serves as the unit."""
    return bool(KINDS[position.kinds[unit]].spell)


def can_bear(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit may be given artifacts: no created one, none added for a battle (spell-rule.3,
    spell-rule.19).
    """
    battle = position.battle
    return not is_created(position, unit) and (battle is None or unit not in battle.added)


def can_use(position: ArchmagiPosition, unit: int, artifact: int) -> bool:
    """Tell whether a unit fulfils an artifact's condition, with what others grant it (artifact-rule.3,
    artifact-rule.13).
    """
    return ARTIFACTS[gear_kind(artifact)].usable(MASKS[position.kinds[unit]] | granted(position, unit))


def fits(position: ArchmagiPosition, mask: int, hex: int) -> bool:
    """Tell whether a unit with these traits can be in a hex by itself (terrain.6, move.9, trait/sea, trait/flying,
    trait/swimmer, trait/water).
    """
    if mask & (FLYING | SWIMMER):
        return True
    if mask & SEA:
        return is_water(position, hex)
    return is_land(position, hex)


def _is_plain(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether nothing can add to a unit's printed traits: most units, most of the time."""
    return not (position.gear[unit] or position.lasting or position.carriers[unit] >= 0)


def stands(position: ArchmagiPosition, unit: int, hex: int) -> bool:
    """Tell whether a unit can be in a hex by itself, without its carrier."""
    if fits(position, MASKS[position.kinds[unit]], hex):
        return True
    if _is_plain(position, unit):
        return False
    carrier = position.carriers[unit]
    position.carriers[unit] = -1
    mask = traits(position, unit)
    position.carriers[unit] = carrier
    return fits(position, mask, hex)


def kind_fits(position: ArchmagiPosition, kind: int, hex: int) -> bool:
    """Tell whether a chit of a kind could stand in a hex (recruit-units.15)."""
    return fits(position, MASKS[kind], hex)


def is_home(position: ArchmagiPosition, kind: int, hex: int) -> bool:
    """Tell whether a hex is of the terrain from which a kind is recruited (recruit-units.2, terrain.5)."""
    home = KINDS[kind].home
    if home == COASTAL:
        return is_coastal(position, hex)
    return home >= 0 and position.terrain[hex] == home and home != UNKNOWN


def number(position: ArchmagiPosition, unit: int, trait: str) -> int:
    """Return the number of a trait, with what a usable artifact or a spell on the unit adds (trait/carry,
    trait/transport, artifact/flying-carpet, artifact/dragon-harness, spell/flaming-chariot).
    """
    total = KINDS[position.kinds[unit]].bundle.number(trait)
    for artifact in position.gear[unit]:
        given = ARTIFACTS[gear_kind(artifact)].grants.number(trait)
        if given and can_use(position, unit, artifact):
            total += given
    for effect in position.lasting:
        if effect.unit == unit and effect.is_of_spell:
            total += SPELLS[effect.source].grants.number(trait)
    return total


def can_cast(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit can cast spells at this moment (term.7, spell-rule.15): not paralysed, not forgetful
    (archmagus/casters, recruit-spells.3, spell/forget, trait/spellcaster, trait/mage, trait/priest, paralyze.2).
    """
    if not traits(position, unit) & MAGE:
        return False
    battle = position.battle
    if battle is not None and (battle.is_idle(unit) or unit in battle.borrowed):
        return False
    forget = SPELL["forget"]
    if any(effect.unit == unit and effect.source == forget for effect in position.lasting):
        return False
    return MASKS[position.kinds[unit]] & MAGE != 0 or _casts_by_artifact(position, unit)


def _casts_by_artifact(position: ArchmagiPosition, unit: int) -> bool:
    """In a battle, casting by grace of an artifact is using it: it must not have used another
    (artifact/eldritch-sword).
    """
    battle = position.battle
    if battle is None or unit not in battle.aids or position.hexes[unit] != battle.hex:
        return True
    return bool(ARTIFACTS[gear_kind(battle.aids[unit])].grants.mask & MAGE)


def added(position: ArchmagiPosition, seat: int, by: Callable[[Artifact], int]) -> int:
    """Return what the artifacts that the units of a seat can use add up to."""
    bearers = [(unit, gear) for unit, gear in enumerate(position.gear) if gear and position.owners[unit] == seat]
    worths = [(by(ARTIFACTS[gear_kind(artifact)]), unit, artifact) for unit, gear in bearers for artifact in gear]
    return sum([worth for worth, unit, artifact in worths if worth and can_use(position, unit, artifact)])


def powers(position: ArchmagiPosition, seat: int) -> tuple[str, ...]:
    """Return the powers of a seat's archmagus."""
    magus = position.magi[seat]
    return KINDS[position.kinds[magus]].powers if magus >= 0 else ()
