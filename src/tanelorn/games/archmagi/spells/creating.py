"""Units that spells create, fetch from the reserve or change (archmagi/spell-rule.3, .6, .19), and chits that
spells draw.
"""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.battle.presence import add_for_battle, joins
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.recruit.draws import DrawArtifact, DrawUnits
from tanelorn.games.archmagi.recruit.units import CheckSurplus
from tanelorn.games.archmagi.spells.lasting import RoundsRoll
from tanelorn.games.archmagi.state.abilities import is_immune
from tanelorn.games.archmagi.state.carrying import unload
from tanelorn.games.archmagi.state.content import FORMS, KIND, KINDS, SPELLS, image_of
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import take_off
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES
from tanelorn.games.archmagi.words.telling import say_of_units


def create(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit joins the caster's stack face up, and fights at once if the caster wishes (spell-rule.3,
    spell/fire-elemental, spell/air-elemental, spell/earth-elemental, spell/water-elemental, spell/ice-elemental,
    spell/invisible-stalker, spell/wall-of-fire).
    """
    battle = position.battle
    if battle is None or made.seat not in battle.seats:
        return False
    unit = position.add(KIND[SPELLS[made.spell].slug], made.seat, battle.hex)
    joins(position, unit, made)
    if SPELLS[made.spell].row.lasts == "d6 rounds":
        position.then(RoundsRoll(made.spell, made.hex, unit=unit))
    return True


def mirror(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A copy of the opposing combatant: printed number and traits, nothing else (spell/mirror-image)."""
    battle = position.battle
    if battle is None or made.seat not in battle.seats:
        return False
    original = battle.fighters[1 - battle.side(made.seat)]
    if original < 0 or battle.attacks[1 - battle.side(made.seat)] >= 0 or is_immune(position, original):
        return False
    kind = position.kinds[original]
    unit = position.add(image_of(kind), made.seat, battle.hex)
    position.masters[unit] = original
    joins(position, unit, made)
    return True


def illusion(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit of the reserve joins for this battle (spell/illusion, spell-rule.19)."""
    if made.kinds and made.kinds[0] in position.reserve[made.seat]:
        add_for_battle(position, made.seat, made.kinds[0], bool(made.flag))
    return False


def deploy(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit of the reserve is deployed in the caster's hex (spell/call-dragon, spell/call-hero,
    spell/call-animals, spell/animate-dead).
    """
    kind = made.kinds[0]
    if kind in position.reserve[made.seat]:
        position.reserve[made.seat].remove(kind)
        position.add(kind, made.seat, made.hex)
        _told_to_owner(
            log, made.seat, f"deploys {KINDS[kind].name}", "deploys a unit", f"archmagi/spell/{SPELLS[made.spell].slug}"
        )
    return False


def _told_to_owner(log: Log, seat: int, text: str, otherwise: str, clause: str) -> None:
    if log:
        who = SEAT_NAMES[seat]
        log.say(f"**{who}** {text}.", clause=clause, seat=seat, knowers=(seat,), otherwise=f"**{who}** {otherwise}.")


def transmute(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is discarded with everything that lay on it or depended on it; one from the reserve takes its place and
    its artifacts (spell/transmutation).
    """
    kind = made.kinds[0]
    for unit in reachable(position, made, shielded):
        if kind in position.reserve[made.seat]:
            position.reserve[made.seat].remove(kind)
            new = position.add(kind, made.seat, position.hexes[unit])
            position.gear[new], position.gear[unit] = position.gear[unit], ()
            for other, master in enumerate(position.masters):
                if master == unit:
                    kill(position, other, log, "goes with its mage", clause="archmagi/spell/familiar")
            take_off(position, unit)
            _told_to_owner(
                log, made.seat, f"now has {KINDS[kind].name}", "replaces a unit", "archmagi/spell/transmutation"
            )
    return False


def polymorph(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit takes the shape of one of the caster's reserve until the end of the turn (spell/polymorph)."""
    kind = made.kinds[0]
    for unit in reachable(position, made, shielded):
        if kind in position.reserve[made.seat]:
            position.reserve[made.seat].remove(kind)
            position.shapes[unit] = position.kinds[unit]
            position.kinds[unit] = kind
            unload(position, unit)
            say_of_units(
                log,
                position,
                "It takes the shape of {}.",
                unit,
                otherwise="It takes another shape.",
                clause="archmagi/spell/polymorph",
                seat=made.seat,
            )
    return False


def familiar(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A permanent unit bound to its mage (spell/familiar)."""
    if position.owners[made.unit] != made.seat:
        return False
    unit = position.add(KIND[f"familiar {FORMS[made.flag]}"], made.seat, position.hexes[made.unit])
    position.masters[unit] = made.unit
    return True


def forge(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """An artifact is drawn (spell/forge)."""
    position.then(DrawArtifact(made.seat))
    return False


def call_to_arms(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit chit is drawn; the limit of the reserve is checked at the end of the phase, or at once in the later
    one (spell/call-to-arms, recruit-units.7).
    """
    after = () if position.phase == "recruit units" else (CheckSurplus(made.seat),)
    position.then(DrawUnits(made.seat, 1), *after)
    return False


def revive(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Waits for the end of the battle (spell/resurrection, spell/reincarnation)."""
    if position.battle is not None:
        position.battle.revive.append((made.seat, made.spell, made.unit, made.far))
    return False
