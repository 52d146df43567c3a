"""What spells do to the units of a battle: attack, control, paralyse, drive out (archmagi/spell-rule.4, .8, .11)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.artifacts.death import drop
from tanelorn.games.archmagi.casting.reaching import Shielded, reachable
from tanelorn.games.archmagi.spells.travel import let_go
from tanelorn.games.archmagi.state.barriers import ways_out
from tanelorn.games.archmagi.state.content import BIT, KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import TAKEN, Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.state.traits import traits
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES
from tanelorn.games.archmagi.words.telling import tell


def attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The chit takes the place of the combatant for one roll (spell-rule.4)."""
    battle = position.battle
    if battle is None or made.seat not in battle.seats or battle.attacks[battle.side(made.seat)] >= 0:
        return False
    battle.attacks[battle.side(made.seat)] = made.spell
    return True


def mass_attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Every unit of a group is attacked (spell-rule.11)."""
    from tanelorn.games.archmagi.spells.attacks import struck_by

    position.then(*struck_by(position, made, shielded))
    return False


def control(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit changes sides for good (control.1)."""
    for unit in reachable(position, made, shielded):
        take_control(position, unit, made.seat, log)
    return False


def take_control(position: ArchmagiPosition, unit: int, seat: int, log: Log) -> None:
    """Let a unit and its Familiar change sides, revealed; passengers stay behind (control.1)."""
    battle = position.battle
    position.learn()  # what it has done in this turn shows
    let_go(position, unit)
    followers = [
        other
        for other, master in enumerate(position.masters)
        if master == unit
        and position.owners[other] == position.owners[unit]
        and KINDS[position.kinds[other]].spell == "familiar"
    ]
    for each in (unit, *followers):
        if battle is not None:
            battle.fighters = [-1 if fighter == each else fighter for fighter in battle.fighters]
            if each in battle.borrowed:
                battle.borrowed.remove(each)
        if battle is not None and position.hexes[each] != battle.hex:
            continue
        position.hand_over(each, seat)
        show(position, each)
        if battle is not None:
            battle.use(each, TAKEN)
    what = f"**{SEAT_NAMES[seat]}** takes control of"
    tell(log, position, f"{what} {{}}.", unit, otherwise=f"{what} a unit.", clause="archmagi/control.1", seat=seat)


def paralyze(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is paralysed for so many battle rounds (spell-rule.8, paralyze.3)."""
    from tanelorn.games.archmagi.spells.spelldice import WebRoll

    for unit in reachable(position, made, shielded):
        rounds = SPELLS[made.spell].row.paralyze
        if rounds == "d6":
            position.then(WebRoll(made.hex, unit))
        else:
            hold(position, unit, int(rounds))
    return False


def hold(position: ArchmagiPosition, unit: int, rounds: int) -> None:
    """Paralyse a unit for battle rounds, the current one included; the later end counts (paralyze.3)."""
    battle = position.battle
    if battle is not None:
        battle.held[unit] = max(battle.held.get(unit, -1), battle.round + rounds - 1)


def destroy(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is destroyed without a roll; a Martyr may step in, Regenerate does not help (spell/turn-undead)."""
    from tanelorn.games.archmagi.battle.saving import Doomed

    position.then(*(Doomed(unit, "destroyed") for unit in reachable(position, made, shielded)))
    return False


def fear(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit must vanish or is destroyed; the owner chooses the hex (spell/fear)."""
    from tanelorn.games.archmagi.battle.saving import Doomed, Flee

    battle = position.battle
    for unit in reachable(position, made, shielded):
        held = battle is not None and battle.is_held(unit)
        can_go = not held and not traits(position, unit) & BIT["site"] and ways_out(position, unit)
        position.then(Flee(unit) if can_go else Doomed(unit, "destroyed"))
    return False


def banish(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit goes back to the reserve of its controller; created ones end (spell/banish)."""
    from tanelorn.games.archmagi.battle.saving import send_back

    for unit in reachable(position, made, shielded):
        send_back(position, unit, log)
    return False


def disenchant(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """An artifact is destroyed."""
    for unit in reachable(position, made, shielded):
        if made.artifact in position.gear[unit]:
            drop(position, unit, made.artifact)
            position.artifact_back(made.artifact)
            if log:
                log.say(f"The {ITEM.text(made.artifact)} is destroyed.", clause="archmagi/spell/disenchant")
    return False


def darkness(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The battle ends at once."""
    if position.battle is not None:
        position.battle.over = True
    return False


def charm(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A random unit of the opponent fights for the caster (spell/charm)."""
    from tanelorn.games.archmagi.spells.spelldice import CharmLot, charmable

    if position.battle is not None and made.seat in position.battle.seats and charmable(position, made.seat):
        position.then(CharmLot(made))
    return False
