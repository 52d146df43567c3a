"""Artifacts in battle (archmagi/artifact-rule.1, .9 to .11): revealed, used, used up; one for each unit and battle."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.abilities import can_use, gear_kind, traits
from tanelorn.games.archmagi.state.carrying import drop
from tanelorn.games.archmagi.state.codes import by_artifact
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT
from tanelorn.games.archmagi.state.markers import BATTLE, ROLL, Lasting
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.telling import tell_bearer

_IN_BATTLE = sum(BIT[name] for name in ("regenerate", "surprise", "vanish", "archer", "spellcaster"))


def serves_in_battle(artifact: int) -> bool:
    """Tell whether revealing an artifact in a battle does anything (artifact-rule.12)."""
    row = ARTIFACTS[gear_kind(artifact)].row
    given = ARTIFACTS[gear_kind(artifact)].grants
    return bool(
        row.brm
        or row.stack
        or row.slay
        or given.mask & _IN_BATTLE
        or row.archer_bonus
        or row.negates
        or row.immune_on
        or row.paralyze
        or row.adds
        or row.gives
        or row.either
        or row.move
    )


def asks_more(artifact: int) -> bool:
    """Tell whether an artifact acts on others or involves a choice, so that using it takes an action of its own
    (battle.33, artifact/wand-of-illusions, artifact/staff-of-healing, artifact/sandmans-pouch, artifact/pixie-dust).
    """
    row = ARTIFACTS[gear_kind(artifact)].row
    return bool(row.paralyze or row.adds or row.gives or row.either)


def showable(position: ArchmagiPosition, unit: int) -> list[int]:
    """Return the kinds of artifact that a unit may still reveal in this battle, however many it owns: one alone
    (artifact-rule.1, artifact-rule.2, artifact-rule.3).
    """
    battle = position.battle
    assert battle is not None
    if unit in battle.aids or unit in battle.borrowed or not position.gear[unit]:
        return []
    kinds = {gear_kind(a) for a in position.gear[unit] if serves_in_battle(a) and can_use(position, unit, a)}
    return sorted(kinds)


def chit_of(position: ArchmagiPosition, unit: int, kind: int) -> int:
    """Return the artifact of a kind that a unit bears."""
    return next(artifact for artifact in position.gear[unit] if gear_kind(artifact) == kind)


def wield(position: ArchmagiPosition, unit: int, kind: int, log: Log) -> None:
    """Reveal an artifact, which helps from now on; one that can be used once is discarded at once and works for its
    time (artifact-rule.11, artifact-rule.9, artifact/mithril-armor, artifact/chaos-armor, artifact/ebon-skull,
    artifact/banner-of-valor, artifact/entwood-bow, artifact/staff-of-power, artifact/ring-of-invisibility,
    artifact/ring-of-regeneration, artifact/brooch-of-fire-resistance, artifact/mirror-of-life-trapping).
    """
    battle = position.battle
    assert battle is not None
    artifact = chit_of(position, unit, kind)
    show(position, unit)
    battle.aids[unit] = artifact
    tell_bearer(log, position, unit, artifact, "archmagi/artifact-rule.9")
    row = ARTIFACTS[kind].row
    if row.one_use:
        use_up(position, unit, artifact)
        if not asks_more(artifact):
            scale = BATTLE if row.lasts == "battle" else ROLL
            lay_on(position, unit, kind, scale)


def use_up(position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Discard an artifact that can be used once; it still counts as the unit's only one in this battle."""
    battle = position.battle
    assert battle is not None
    drop(position, unit, artifact)
    battle.aids[unit] = artifact
    position.artifact_back(artifact)


def lay_on(position: ArchmagiPosition, unit: int, kind: int, scale: int) -> None:
    """Let the effect of a used-up artifact last, on its bearer or on the whole stack
    (artifact/potion-of-giant-strength, artifact/potions-of-war, artifact/potion-of-healing, artifact/holy-water,
    artifact/arrows-of-slaying, artifact/pixie-dust).
    """
    artifact = ARTIFACTS[kind]
    if artifact.stack_bonus:
        effect = Lasting(by_artifact(kind), scale, side=position.owners[unit], brm=artifact.stack_bonus)
    else:
        effect = Lasting(by_artifact(kind), scale, unit=unit, brm=artifact.row.brm, mask=artifact.grants.mask)
    position.lasting = [*position.lasting, effect]


def artifact_brm(position: ArchmagiPosition, unit: int, artifact: int) -> int:
    """Return the plain bonus of an artifact to its bearer; it may be larger for one race (artifact-rule.10,
    artifact/thunder-hammer, artifact/vorpal-blade, artifact/rune-blade, artifact/dragon-lance, artifact/orc-bane,
    artifact/gauntlets-of-might, artifact/flaming-sword, artifact/frost-brand, artifact/displacement-cloak,
    artifact/bearskin, artifact/boots-of-speed, artifact/coral-helm, artifact/flying-carpet, artifact/obsidian-club,
    artifact/horn-of-blasting, artifact/bag-of-holding, artifact/holy-mace, artifact/blessed-ankh,
    artifact/missile-shield, artifact/chaos-armor, artifact/eldritch-sword, unit/dwarf-lord).
    """
    row = ARTIFACTS[gear_kind(artifact)]
    if row.race_mask and traits(position, unit) & row.race_mask:
        return row.race_brm
    return row.row.brm
