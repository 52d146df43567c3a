"""What is added to the die in a battle roll (archmagi/battle.16, battle.41): everything that applies and is not
cancelled.
"""

from __future__ import annotations

from tanelorn.core.scene import Term
from tanelorn.games.archmagi.artifacts.wielding import artifact_brm
from tanelorn.games.archmagi.battle.support import supporters
from tanelorn.games.archmagi.state.abilities import (
    FLYING,
    LIVING,
    SITE,
    SLOW,
    artifact_in_use,
    gear_kind,
    in_battle,
    is_home,
    is_immune,
)
from tanelorn.games.archmagi.state.codes import by_artifact
from tanelorn.games.archmagi.state.content import ARTIFACT, ARTIFACTS, BIT, KINDS, SPELL, SPELLS, Slay
from tanelorn.games.archmagi.state.markers import Battle, Lasting
from tanelorn.games.archmagi.state.position import ArchmagiPosition

_SWARM, _FIRE, _EVIL, _UNDEAD, _GENERAL = (BIT[name] for name in ["swarm", "fire", "evil", "undead", "general"])
_ELEMENTS = BIT["air"] | BIT["earth"] | BIT["fire"] | BIT["water"]
_NEGATES_SITES = BIT["negate-site-bonus"]
_DETECTION, _WINDS, _HOLY_LIGHT, _CURSE, _WEAKNESS, _HIDE = (
    SPELL[slug] for slug in ["detection", "winds", "holy-light", "curse", "weakness", "hide"]
)
_DEFLECT, _ELEMENTAL_SHIELD, _NEUTRALIZE = (
    SPELL[slug] for slug in ["deflect-missiles", "elemental-shield", "neutralize-poison"]
)
STRENGTH = ("gauntlets-of-might", "potion-of-giant-strength")
_BRAVERY = ("banner-of-valor", "potions-of-war")
Terms = list[Term] | None


class Sum:
    """Adds up a side's modifiers, and notes each as a line if they are to be shown."""

    __slots__ = ("terms", "total")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.total = 0

    def begin(self, value: int, label: str, sort: str = "", off: bool = False) -> None:
        """Begin with a printed number, told even if it is 0 or does not count."""
        if not off:
            self.total += value
        if self.terms is not None:
            self.terms.append(Term(label, f"{value:+d}", sort, off))  # type: ignore[arg-type]

    def add(self, value: int, label: str, sort: str = "", off: bool = False) -> None:
        """Add a value, or note that it does not count."""
        if value:
            self.begin(value, label, sort, off)

    def slay(self, slay: Slay, mask: int, whose: str = "", sort: str = "", off: bool = False) -> None:
        """Add a Slay bonus if it hits an opponent with these traits (trait/slay)."""
        if slay.hits(mask):
            whom = slay.name.replace("|", " or ").replace("-", " ")
            self.begin(slay.value, f"{whose} vs {whom}".strip(), sort, off)


def side_total(position: ArchmagiPosition, side: int, terms: Terms = None) -> int:
    """Return everything that a side adds to its die as things stand; `terms` collects the lines (term.1, battle.16,
    battle.41, spell-rule.16).
    """
    battle = position.battle
    assert battle is not None
    total = Sum(terms)
    foe = -1 if battle.attacks[1 - side] >= 0 else battle.fighters[1 - side]
    if battle.attacks[side] >= 0:
        _attack_chit(position, battle, side, foe, total)
    else:
        unit = battle.fighters[side]
        _own(position, battle, side, unit, foe, total)
        _artifact(position, unit, foe, total)
        _lasting(position, side, unit, total)
        _stack_bonuses(position, battle, side, unit, total)
    _support(position, battle, side, foe, total)
    _against(position, foe, total)
    return max(total.total, 0)


def is_weak(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit is denied strength and bravery (spell/weakness)."""
    return has_lasting(position, _WEAKNESS, unit)


def has_lasting(position: ArchmagiPosition, source: int, unit: int) -> bool:
    """Tell whether a spell lies on a unit and works: not while the unit is immune to spells (spell/spell-shield)."""
    lies = any(effect.source == source and effect.unit == unit for effect in position.lasting)
    return lies and not is_immune(position, unit)


def on_side(position: ArchmagiPosition, source: int, seat: int) -> bool:
    """Tell whether an effect lies on a side, or on the whole battle."""
    return any(effect.source == source and effect.unit < 0 and effect.side in (seat, -1) for effect in position.lasting)


def bears(position: ArchmagiPosition, unit: int, negates: str) -> bool:
    """Tell whether a unit has revealed an artifact that negates something (artifact/brooch-of-fire-resistance,
    artifact/missile-shield).
    """
    battle = position.battle
    if battle is None or unit not in battle.aids or artifact_in_use(position, unit) is None:
        return False
    return ARTIFACTS[gear_kind(battle.aids[unit])].row.negates == negates


def printed_counts(position: ArchmagiPosition, side: int) -> bool:
    """Tell whether the printed BRM of a side's combatant counts: not against a Brooch, an Elemental Shield, a Catapult
    (unit/giant-catapult, artifact/brooch-of-fire-resistance, spell/elemental-shield).
    """
    battle = position.battle
    assert battle is not None
    unit = battle.fighters[side]
    if unit < 0 or battle.attacks[side] >= 0:
        return False
    foe = -1 if battle.attacks[1 - side] >= 0 else battle.fighters[1 - side]
    mask = in_battle(position, unit)
    if mask & SITE and _catapult(position, battle, 1 - side):
        return False
    if foe < 0:
        return True
    if mask & _FIRE and bears(position, foe, "fire"):
        return False
    return not (mask & _ELEMENTS and has_lasting(position, _ELEMENTAL_SHIELD, foe))


def _catapult(position: ArchmagiPosition, battle: Battle, side: int) -> bool:
    """Tell whether a side has a revealed Giant Catapult: as combatant or as support (unit/giant-catapult)."""
    return any(
        position.owners[unit] == battle.seats[side]
        and in_battle(position, unit) & _NEGATES_SITES
        and not battle.is_idle(unit)
        for unit in battle.counting
    )


def _own(position: ArchmagiPosition, battle: Battle, side: int, unit: int, foe: int, total: Sum) -> None:
    """The combatant's own values: void for a Site under a Catapult, or against an Elemental Shield (trait/surprise,
    trait/ambush, terrain.5, spell/detection, spell/hide, artifact/ring-of-invisibility, spell/elemental-shield).
    """
    row = KINDS[position.kinds[unit]]
    mask = in_battle(position, unit)
    counts = printed_counts(position, side)
    total.begin(row.brm, row.name, off=not counts)
    silenced = (mask & SITE and _catapult(position, battle, 1 - side)) or (
        foe >= 0 and mask & _ELEMENTS and has_lasting(position, _ELEMENTAL_SHIELD, foe)
    )
    if silenced:
        return
    home = is_home(position, position.kinds[unit], battle.hex)
    total.add(int(home), "home ground")
    seat = battle.seats[side]
    given = artifact_in_use(position, unit)
    detected = on_side(position, _DETECTION, seat)
    surprise, ambush = row.bundle.number("surprise"), row.bundle.number("ambush")
    surprise += given.number("surprise") if given else 0
    surprise += _one_use(position, unit, "surprise")
    if on_side(position, _HIDE, seat) and not is_immune(position, unit):
        ambush += 3
    if side == 0:
        total.add(surprise, "surprise", off=detected)
    else:
        total.add(ambush, "ambush", off=detected)
    if foe >= 0:
        _against_kind(position, unit, foe, total)


def _one_use(position: ArchmagiPosition, unit: int, trait: str) -> int:
    """Return what a used-up artifact still gives a unit (artifact/pixie-dust)."""
    if trait != "surprise":
        return 0
    return sum(5 for effect in position.lasting if effect.unit == unit and effect.source == PIXIE_DUST)


PIXIE_DUST = by_artifact(ARTIFACT["pixie-dust"])


def _against_kind(position: ArchmagiPosition, unit: int, foe: int, total: Sum) -> None:
    """What a combatant adds against the kind of its opponent (trait/cavalry, trait/poison, trait/slay,
    spell/neutralize-poison, unit/witch-hunter, unit/nymphs, unit/gremlins, unit/barbarian-horde, unit/pikemen).
    """
    row, theirs = KINDS[position.kinds[unit]], in_battle(position, foe)
    if theirs & (SLOW | SITE) and not theirs & FLYING:
        total.add(row.bundle.number("cavalry"), "cavalry")
    if theirs & LIVING and not theirs & _SWARM:
        total.add(row.bundle.number("poison"), "poison", off=has_lasting(position, _NEUTRALIZE, unit))
    for slay in row.bundle.slays:
        total.slay(slay, theirs)


def _artifact(position: ArchmagiPosition, unit: int, foe: int, total: Sum) -> None:
    """The revealed artifact of the combatant (artifact-rule.9, .10, artifact/vorpal-blade, artifact/dragon-lance,
    artifact/thunder-hammer, artifact/orc-bane, artifact/flaming-sword, artifact/frost-brand, artifact/horn-of-blasting,
    artifact/holy-mace, artifact/blessed-ankh, artifact/mirror-of-life-trapping, artifact/rune-blade,
    artifact/gauntlets-of-might, artifact/displacement-cloak, artifact/obsidian-club, artifact/bag-of-holding).
    """
    battle = position.battle
    assert battle is not None
    given = artifact_in_use(position, unit)
    if given is None:
        return
    artifact = battle.aids[unit]
    row = ARTIFACTS[gear_kind(artifact)]
    weak = is_weak(position, unit) and row.slug in STRENGTH
    total.add(artifact_brm(position, unit, artifact), row.name, "artifact", off=weak)
    if foe >= 0:
        theirs = in_battle(position, foe)
        for slay in given.slays:
            total.slay(slay, theirs, row.name, "artifact")


def _lasting(position: ArchmagiPosition, side: int, unit: int, total: Sum) -> None:
    """What lasts on the combatant, or on all of its side: Weakness cancels strength and bravery (spell/weakness,
    spell-rule.16, spell/smite, spell/shield, spell/growth, spell/touch-of-death, spell/flaming-chariot,
    spell/blessings, spell/haste, spell/heroes-feast, artifact/holy-water, artifact/potion-of-giant-strength,
    artifact/potions-of-war).
    """
    battle = position.battle
    assert battle is not None
    weak = is_weak(position, unit)
    foe = battle.fighters[1 - side] if battle.attacks[1 - side] < 0 else -1
    for effect in position.lasting:
        if effect.is_of_spell and is_immune(position, unit):
            continue
        if effect.unit == unit:
            total.add(effect.brm, source_name(effect), _sort(effect), off=weak and virtue(effect) != "")
            if effect.artifact >= 0 and foe >= 0:
                theirs = in_battle(position, foe)
                for slay in ARTIFACTS[effect.artifact].grants.slays:
                    total.slay(slay, theirs, source_name(effect), "artifact")
        elif effect.unit < 0 and effect.side == battle.seats[side] and effect.brm:
            if effect.artifact >= 0:
                row = ARTIFACTS[effect.artifact]
                if in_battle(position, unit) & row.stack_mask:
                    total.add(effect.brm, row.name, "artifact", off=weak)
            else:
                total.add(effect.brm, source_name(effect), "spell", off=weak and virtue(effect) != "")


def source_name(effect: Lasting) -> str:
    """Name what an effect comes from."""
    if effect.is_of_spell:
        return SPELLS[effect.source].name
    return ARTIFACTS[effect.artifact].name if effect.artifact >= 0 else "a meal"


def _sort(effect: Lasting) -> str:
    return "spell" if effect.is_of_spell else "artifact" if effect.artifact >= 0 else ""


def virtue(effect: Lasting) -> str:
    """Return whether an effect works by strength, by bravery or by neither; weakness cancels both (spell/weakness)."""
    if effect.is_of_spell:
        return SPELLS[effect.source].row.virtue
    slug = ARTIFACTS[effect.artifact].slug if effect.artifact >= 0 else ""
    return "strength" if slug in STRENGTH else "bravery" if slug in _BRAVERY else ""


def _stack_bonuses(position: ArchmagiPosition, battle: Battle, side: int, unit: int, total: Sum) -> None:
    """Artifacts that help every unit of the stack with a trait; the bearer must be revealed and usable
    (artifact/mithril-armor, artifact/chaos-armor, artifact/ebon-skull, artifact/banner-of-valor).
    """
    mask = in_battle(position, unit)
    weak = is_weak(position, unit)
    for bearer, artifact in battle.aids.items():
        row = ARTIFACTS[gear_kind(artifact)]
        if (
            row.stack_bonus
            and artifact in position.gear[bearer]
            and position.owners[bearer] == battle.seats[side]
            and position.hexes[bearer] == battle.hex
            and bearer not in battle.borrowed
            and not battle.is_idle(bearer)
            and mask & row.stack_mask
            and unit not in battle.borrowed
        ):
            total.add(row.stack_bonus, row.name, "artifact", off=weak and row.slug in _BRAVERY)


def _support(position: ArchmagiPosition, battle: Battle, side: int, foe: int, total: Sum) -> None:
    """Archers and Generals (trait/archer, trait/general, spell/winds, spell/deflect-missiles, artifact/missile-shield,
    unit/hill-fort, battle.9).
    """
    winds = any(effect.source == _WINDS for effect in position.lasting)
    shielded = foe >= 0 and (bears(position, foe, "archer") or has_lasting(position, _DEFLECT, foe))
    unit = battle.fighters[side] if battle.attacks[side] < 0 else -1
    weak = unit >= 0 and is_weak(position, unit)
    catapult = _catapult(position, battle, 1 - side)
    for other in supporters(position, side):
        row = KINDS[position.kinds[other]]
        total.add(archery(position, other), f"archers: {row.name}", off=winds or shielded)
        mask = in_battle(position, other)
        if mask & _GENERAL:
            total.add(1, f"general: {row.name}", off=weak or bool(mask & SITE and catapult))


def archery(position: ArchmagiPosition, unit: int) -> int:
    """Return the archer value of a unit: printed, of its revealed artifact, of arrows that it has spent (trait/archer,
    artifact/entwood-bow, artifact/staff-of-power, artifact/arrows-of-slaying).
    """
    value = KINDS[position.kinds[unit]].bundle.number("archer")
    given = artifact_in_use(position, unit)
    value += given.number("archer") if given else 0
    for effect in position.lasting:
        if effect.unit == unit and effect.artifact >= 0:
            value += ARTIFACTS[effect.artifact].row.archer_bonus
    return value


def _against(position: ArchmagiPosition, foe: int, total: Sum) -> None:
    """Holy Light and Curse work for whoever attacks the unit (spell/holy-light, spell/curse)."""
    if foe < 0:
        return
    if in_battle(position, foe) & (_UNDEAD | _EVIL):
        for effect in position.lasting:
            if effect.source == _HOLY_LIGHT:
                total.add(SPELLS[_HOLY_LIGHT].brm, "Holy Light", "spell")
    for effect in position.lasting:
        if effect.source == _CURSE and effect.unit == foe and not is_immune(position, foe):
            total.add(SPELLS[_CURSE].brm, "Curse", "spell")


def _attack_chit(position: ArchmagiPosition, battle: Battle, side: int, foe: int, total: Sum) -> None:
    """An Attack has its number and its Slay, and what every friendly combatant has (spell-rule.4, spell-rule.17)."""
    spell = SPELLS[battle.attacks[side]]
    warded = foe >= 0 and (
        (spell.row.element == "fire" and bears(position, foe, "fire"))
        or (spell.row.element in ("fire", "water", "air", "earth") and has_lasting(position, _ELEMENTAL_SHIELD, foe))
    )
    total.begin(spell.brm, spell.name, "spell", off=warded)
    if foe >= 0:
        mask = in_battle(position, foe)
        for slay in spell.slays:
            total.slay(slay, mask, spell.name, "spell", off=warded)
    for effect in position.lasting:
        if effect.unit < 0 and effect.side == battle.seats[side] and effect.brm and effect.is_of_spell:
            total.add(effect.brm, source_name(effect), "spell")
