"""What each spell does (archmagi/spell/*): the words of the data file's `effect`, each a small function.

A function gets the position, the spell as it was announced, the units that protection has saved, and the log. It
returns True if the chit stays out: as a unit, as an Attack, or in somebody's reserve; otherwise the chit returns to
the pile (chits.4).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tanelorn.core.log import Log
from tanelorn.games.archmagi.barriers import ways_out
from tanelorn.games.archmagi.chits import DrawArtifact, DrawUnits
from tanelorn.games.archmagi.content import BIT, FIRST_IMAGE, FORMS, KIND, KINDS, SPELL, SPELLS
from tanelorn.games.archmagi.death import drop, forget_in_battle
from tanelorn.games.archmagi.nouns import ITEM, SEAT_NAMES
from tanelorn.games.archmagi.position import (
    BATTLE,
    GAME,
    LAND,
    MOST,
    MOVED,
    RESERVE_SEEN,
    ROLL,
    ROUNDS,
    SPELLS_SEEN,
    TAKEN,
    TURN,
    ArchmagiPosition,
    Lasting,
    Sighting,
    Spellcast,
)
from tanelorn.games.archmagi.recruit import CheckSurplus
from tanelorn.games.archmagi.showing import note, show
from tanelorn.games.archmagi.traits import is_immune, traits

Shielded = tuple[int, ...]
_SCALES = {"roll": ROLL, "battle": BATTLE, "turn": TURN, "1 round": ROUNDS, "land": LAND, "game": GAME}


def lasting(position: ArchmagiPosition, made: Spellcast, **on: int) -> Lasting:
    """Return what a spell leaves behind for the time that it lasts; rounds are counted on the active player's turns
    (term.9).
    """
    spell = SPELLS[made.spell]
    scale = _SCALES[spell.row.lasts]
    left, clock = (1, position.active) if scale == ROUNDS else (0, -1)
    return Lasting(made.spell, scale, mask=spell.grants.mask, left=left, clock=clock, **on)


def lay(position: ArchmagiPosition, *effects: Lasting) -> None:
    """Let effects last."""
    position.lasting = [*position.lasting, *effects]


def reachable(position: ArchmagiPosition, made: Spellcast, shielded: Shielded) -> list[int]:
    """Return the named targets that are still there and on which spells act (response.1)."""
    battle = position.battle
    return [
        unit
        for unit in made.units
        if position.owners[unit] >= 0
        and unit not in shielded
        and not is_immune(position, unit)
        and (battle is None or position.hexes[unit] == battle.hex or SPELLS[made.spell].effect == "defender")
    ]


def on_unit(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on one unit."""
    spell = SPELLS[made.spell]
    for unit in reachable(position, made, shielded):
        bonus = 0 if spell.slug == "curse" else spell.brm
        lay(position, lasting(position, made, unit=unit, brm=bonus))
    return spell.slug == "curse" and bool(reachable(position, made, shielded))


def on_side(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on one side of the battle: the caster's, or his opponent's."""
    battle, spell = position.battle, SPELLS[made.spell]
    if battle is not None and made.seat in battle.seats:
        side = battle.side(made.seat)
        seat = battle.seats[1 - side] if spell.aim == "foes" else made.seat
        lay(position, lasting(position, made, side=seat, brm=spell.brm))
    return False


def on_battle(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on the whole battle."""
    lay(position, lasting(position, made))
    return False


def on_stack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on all units that are in a stack now, and goes with them (spell-rule.18)."""
    spell = SPELLS[made.spell]
    key = made.stacks[0] if made.stacks else position.hexes[made.unit] * MOST + made.seat
    bound = made.unit if spell.slug in ("breathe-water", "sanctuary") else -1
    for unit in position.stacks.get(key, []):
        if traits(position, unit) & spell.of == spell.of and not is_immune(position, unit):
            lay(position, lasting(position, made, unit=unit, bound=bound, brm=spell.brm))
    return False


def on_hex(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A hex is closed, flooded or fogged for a time."""
    from tanelorn.games.archmagi.spelldice import RoundsRoll

    hex = made.hexes[0] if made.hexes else made.stacks[0] // MOST
    if SPELLS[made.spell].row.lasts == "d6 rounds":
        if not position.owners_in(hex):
            position.then(RoundsRoll(made.spell, hex=hex))
    else:
        lay(position, lasting(position, made, hex=hex))
    return False


def chasm(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Nobody crosses between the caster's hex and one beside it."""
    lay(position, lasting(position, made, hex=made.hex, other=made.hexes[0]))
    return False


def attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The chit takes the place of the combatant for one roll (spell-rule.4)."""
    battle = position.battle
    if battle is None or made.seat not in battle.seats or battle.attacks[battle.side(made.seat)] >= 0:
        return False
    battle.attacks[battle.side(made.seat)] = made.spell
    return True


def mass_attack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Every unit of a group is attacked (spell-rule.11)."""
    from tanelorn.games.archmagi.mass import struck_by

    position.then(*struck_by(position, made, shielded))
    return False


def create(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit joins the caster's stack face up, and fights at once if he wishes (spell-rule.3)."""
    from tanelorn.games.archmagi.spelldice import RoundsRoll

    battle = position.battle
    if battle is None or made.seat not in battle.seats:
        return False
    unit = position.add(KIND[SPELLS[made.spell].slug], made.seat, battle.hex)
    _joins(position, unit, made)
    if SPELLS[made.spell].row.lasts == "d6 rounds":
        position.then(RoundsRoll(made.spell, unit=unit))
    return True


def _joins(position: ArchmagiPosition, unit: int, made: Spellcast) -> None:
    battle = position.battle
    assert battle is not None
    show(position, unit)
    side = battle.side(made.seat)
    if made.flag and battle.attacks[side] < 0:
        battle.fighters[side] = unit


def mirror(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A copy of the opposing combatant: printed number and traits, nothing else (spell/mirror-image)."""
    battle = position.battle
    if battle is None or made.seat not in battle.seats:
        return False
    original = battle.fighters[1 - battle.side(made.seat)]
    if original < 0 or battle.attacks[1 - battle.side(made.seat)] >= 0 or is_immune(position, original):
        return False
    kind = position.kinds[original]
    unit = position.add(kind if kind >= FIRST_IMAGE else FIRST_IMAGE + kind, made.seat, battle.hex)
    position.masters[unit] = original
    _joins(position, unit, made)
    return True


def illusion(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit of the reserve joins for this battle (spell/illusion, spell-rule.19)."""
    if made.kinds and made.kinds[0] in position.reserve[made.seat]:
        add_for_battle(position, made.seat, made.kinds[0], bool(made.flag))
    return False


def add_for_battle(position: ArchmagiPosition, seat: int, kind: int, at_once: bool) -> None:
    """Bring a unit of the reserve into the battle; the ground does not matter (spell-rule.19)."""
    battle = position.battle
    assert battle is not None
    position.reserve[seat].remove(kind)
    unit = position.add(kind, seat, battle.hex)
    battle.added.append(unit)
    show(position, unit)
    side = battle.side(seat)
    if at_once and battle.attacks[side] < 0:
        battle.fighters[side] = unit


def control(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit changes sides for good (control.1)."""
    for unit in reachable(position, made, shielded):
        take_control(position, unit, made.seat, log)
    return False


def take_control(position: ArchmagiPosition, unit: int, seat: int, log: Log) -> None:
    """Let a unit and its Familiar change sides, revealed; passengers stay behind (control.1)."""
    battle = position.battle
    for other, carrier in enumerate(position.carriers):
        if carrier == unit:
            position.carriers[other] = -1
    position.carriers[unit] = -1
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
    if log:
        log.say(
            f"**{SEAT_NAMES[seat]}** takes control of {KINDS[position.kinds[unit]].name}.",
            clause="archmagi/control.1",
            seat=seat,
        )


def paralyze(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is paralysed for so many battle rounds (spell-rule.8, paralyze.3)."""
    from tanelorn.games.archmagi.spelldice import WebRoll

    for unit in reachable(position, made, shielded):
        rounds = SPELLS[made.spell].row.paralyze
        if rounds == "d6":
            position.then(WebRoll(unit))
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
    from tanelorn.games.archmagi.saving import Doomed

    position.then(*(Doomed(unit, "destroyed") for unit in reachable(position, made, shielded)))
    return False


def fear(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit must vanish or is destroyed; the owner chooses the hex (spell/fear)."""
    from tanelorn.games.archmagi.saving import Doomed, Flee

    battle = position.battle
    for unit in reachable(position, made, shielded):
        held = battle is not None and battle.is_held(unit)
        can_go = not held and not traits(position, unit) & BIT["site"] and ways_out(position, unit)
        position.then(Flee(unit) if can_go else Doomed(unit, "destroyed"))
    return False


def banish(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit goes back to the reserve of its controller; created ones end (spell/banish)."""
    from tanelorn.games.archmagi.saving import send_back

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
    from tanelorn.games.archmagi.spelldice import CharmLot, charmable

    if position.battle is not None and made.seat in position.battle.seats and charmable(position, made.seat, shielded):
        position.then(CharmLot(made.seat, shielded))
    return False


def door(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The caster and heroes vanish together to one hex; no Vanish trait is used up (spell/dimension-door)."""
    hex = made.hexes[0]
    for unit in (made.unit, *reachable(position, made, shielded)):
        if hex in ways_out(position, unit):
            leave_battle(position, unit, hex)
    return False


def leave_battle(position: ArchmagiPosition, unit: int, hex: int) -> None:
    """Move a unit out of the battle into a neighbouring hex; it fights no more this turn (battle.40)."""
    forget_in_battle(position, unit)
    for other, carrier in enumerate(position.carriers):
        if carrier == unit:
            position.carriers[other] = -1
    position.carriers[unit] = -1
    position.move_unit(unit, hex)


def teleport(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit is moved to an empty hex, its move for this turn (spell/teleport)."""
    for unit in reachable(position, made, shielded):
        if not position.owners_in(made.hexes[0]):
            position.carriers[unit] = -1
            position.move_unit(unit, made.hexes[0])
            position.done[unit] |= MOVED
    return False


def defender(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit from anywhere joins this stack, revealed, and fights at once if the caster wishes; its passengers stay
    where they are (spell/call-defender).
    """
    battle = position.battle
    if battle is not None:
        for unit in reachable(position, made, shielded):
            for other, carrier in enumerate(position.carriers):
                if carrier == unit:
                    position.carriers[other] = -1
            position.carriers[unit] = -1
            position.move_unit(unit, battle.hex)
            _joins(position, unit, made)
    return False


def deploy(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit of the reserve is deployed in the caster's hex (spell/call-*, spell/animate-dead)."""
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
    """A unit is discarded and one of the reserve takes its place and its artifacts (spell/transmutation)."""
    kind = made.kinds[0]
    for unit in reachable(position, made, shielded):
        if kind in position.reserve[made.seat]:
            position.reserve[made.seat].remove(kind)
            position.to_pile(position.kinds[unit])
            position.kinds[unit] = kind
            position.carriers[unit] = -1
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
            if log:
                log.say(f"It takes the shape of {KINDS[kind].name}.", clause="archmagi/spell/polymorph", seat=made.seat)
    return False


def forge(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """An artifact is drawn."""
    position.then(DrawArtifact(made.seat))
    return False


def call_to_arms(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A unit chit is drawn; the limit of the reserve is checked at the end of the phase, or at once in the later
    one (recruit-units.7).
    """
    after = () if position.phase == "recruit units" else (CheckSurplus(made.seat),)
    position.then(DrawUnits(made.seat, 1), *after)
    return False


def familiar(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A permanent unit bound to its mage (spell/familiar)."""
    if position.owners[made.unit] != made.seat:
        return False
    unit = position.add(KIND[f"familiar {FORMS[made.flag]}"], made.seat, position.hexes[made.unit])
    position.masters[unit] = made.unit
    return True


def scry(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at up to three stacks, artifacts too (spell/scry, scout.2)."""
    for key in made.stacks:
        if key in position.stacks:
            look_at(position, made.seat, key // MOST, key % MOST, log, gear=True)
    return False


def look_at(position: ArchmagiPosition, viewer: int, hex: int, seat: int, log: Log, *, gear: bool) -> None:
    """Let a player see a stack: kept in mind, and known in this Scout phase (spell-rule.21)."""
    units = position.stack(hex, seat)
    artifacts = [artifact for unit in units for artifact in position.gear[unit]] if gear else []
    note(position, [viewer], hex, seat, units, artifacts)
    for unit in units:
        position.glimpses[unit] = position.glimpses.get(unit, 0) | 1 << viewer
    for artifact in artifacts:
        position.known_gear[artifact] = position.known_gear.get(artifact, 0) | 1 << viewer
    if log:
        names = [KINDS[position.kinds[unit]].name for unit in units] + [ITEM.text(artifact) for artifact in artifacts]
        who, place = SEAT_NAMES[viewer], f"{SEAT_NAMES[seat]}’s stack in {position.land.ids[hex]}"
        log.say(
            f"**{who}** sees {place}: {', '.join(names)}.",
            clause="archmagi/scout.2",
            seat=viewer,
            places=(position.land.ids[hex],),
            knowers=(viewer,),
            otherwise=f"**{who}** looks at {place}.",
        )


def read_minds(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at all opponents' spells (spell/read-minds)."""
    for seat in position.playing():
        if seat != made.seat:
            seen = Sighting(tuple(position.spells[seat]), (), position.round)
            position.seen[made.seat][SPELLS_SEEN + seat] = seen
    _read(
        position,
        made.seat,
        log,
        "archmagi/spell/read-minds",
        lambda seat: [SPELLS[s].name for s in position.spells[seat]],
    )
    return False


def foretell(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at all opponents' reserves, stored artifacts too (spell/foretell)."""

    def names(seat: int) -> list[str]:
        return [KINDS[kind].name for kind in position.reserve[seat]] + [ITEM.text(a) for a in position.stored[seat]]

    for seat in position.playing():
        if seat != made.seat:
            seen = Sighting(tuple(position.reserve[seat]), tuple(position.stored[seat]), position.round)
            position.seen[made.seat][RESERVE_SEEN + seat] = seen
    _read(position, made.seat, log, "archmagi/spell/foretell", names)
    return False


def _read(position: ArchmagiPosition, viewer: int, log: Log, clause: str, names: Callable[[int], list[str]]) -> None:
    position.learn()
    if log:
        for seat in position.clockwise(viewer):
            if seat != viewer:
                text = f"**{SEAT_NAMES[seat]}** holds {', '.join(names(seat)) or 'nothing'}."
                log.say(text, clause=clause, seat=seat, knowers=(viewer,))


def vortex(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """All players discard as many spells as a die says, each his own (spell/vortex)."""
    from tanelorn.games.archmagi.spelldice import VortexRoll

    position.then(VortexRoll(tuple(position.clockwise(position.active - 1))))
    return False


def steal(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The owner names the artifacts of the stack, the caster's player takes one without a roll (spell/steal)."""
    from tanelorn.games.archmagi.theft import SpellTheft, declare, loot

    hex, seat = divmod(made.stacks[0], MOST)
    declare(position, hex, seat, made.seat, log)
    if loot(position, hex, seat, shielded) and position.owners[made.unit] >= 0:
        position.then(SpellTheft(made, shielded))
    return False


def revive(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Waits for the end of the battle (spell/resurrection, spell/reincarnation)."""
    if position.battle is not None:
        position.battle.revive.append((made.seat, made.spell, made.unit, made.far))
    return False


def neutralize(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """As an answer it cancels Poisonous Mists; as an action, a unit's poison for one battle roll
    (spell/neutralize-poison).
    """
    if made.answers:
        return counter(position, made, shielded, log)
    for unit in reachable(position, made, shielded):
        lay(position, Lasting(made.spell, ROLL, unit=unit))
    return False


def counter(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath has no effect (spell/counterspell)."""
    from tanelorn.games.archmagi.responses import return_chits

    if position.chain:
        beaten = position.chain.pop()
        return_chits(position, beaten)
        if log:
            log.say(f"**{SPELLS[beaten.spell].name}** has no effect.", clause="archmagi/spell/counterspell")
    return False


def spell_steal(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath is countered and its chit goes to the stealing player's reserve (spell/spell-steal)."""
    if position.chain:
        beaten = position.chain.pop()
        position.spells[made.seat] = sorted((*position.spells[made.seat], beaten.spell))
        if log:
            log.say(f"**{SPELLS[beaten.spell].name}** is stolen.", clause="archmagi/spell/spell-steal", seat=made.seat)
    return False


def turn(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath gets a new target, and gains for the player who has turned it (spell/spell-turn)."""
    if not position.chain:
        return False
    below = position.chain.pop()
    turned = msgspec.structs.replace(below, seat=made.seat)
    if made.units:
        turned = msgspec.structs.replace(turned, units=made.units)
    if made.stacks:
        turned = msgspec.structs.replace(turned, stacks=made.stacks)
    if made.hexes:
        turned = msgspec.structs.replace(turned, hexes=made.hexes)
    position.chain.append(turned)
    if log:
        log.say(f"**{SPELLS[below.spell].name}** is turned.", clause="archmagi/spell/spell-turn", seat=made.seat)
    return False


def farcast(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The same mage casts the spell that it carries at once, if its chit is still his (response.7)."""
    from tanelorn.games.archmagi.responses import announce

    carried = made.carried
    if carried is not None:
        held = position.spells[made.seat] if carried.scrolls < 0 else position.scrolls.get(carried.scrolls, [])
        if carried.spell in held:
            announce(position, carried, log)
    return False


def reroll(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A die is thrown again (spell/probability-shift)."""
    from tanelorn.games.archmagi.rerolls import throw_again

    throw_again(position, made.flag)
    return False


Effect = Callable[[ArchmagiPosition, Spellcast, Shielded, Log], bool]
EFFECTS: dict[str, Effect] = {
    "unit": on_unit,
    "side": on_side,
    "battle": on_battle,
    "antimagic": on_battle,
    "stack": on_stack,
    "hex": on_hex,
    "chasm": chasm,
    "attack": attack,
    "mass-attack": mass_attack,
    "inferno": mass_attack,
    "create": create,
    "mirror": mirror,
    "illusion": illusion,
    "control": control,
    "paralyze": paralyze,
    "destroy": destroy,
    "fear": fear,
    "banish": banish,
    "destroy-artifact": disenchant,
    "darkness": darkness,
    "charm": charm,
    "door": door,
    "teleport": teleport,
    "defender": defender,
    "deploy": deploy,
    "transmute": transmute,
    "polymorph": polymorph,
    "forge": forge,
    "call-to-arms": call_to_arms,
    "familiar": familiar,
    "scry": scry,
    "read-minds": read_minds,
    "foretell": foretell,
    "vortex": vortex,
    "steal": steal,
    "revive": revive,
    "neutralize": neutralize,
    "counter": counter,
    "spell-steal": spell_steal,
    "turn": turn,
    "farcast": farcast,
    "reroll": reroll,
}
CURSE = SPELL["curse"]
