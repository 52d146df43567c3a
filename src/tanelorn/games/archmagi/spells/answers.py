"""Spells that answer spells and dice, and Farcast, which carries another spell (archmagi/spell-rule.13, .14).

Spell Steal, which answers too, is in `spells.thefts`.
"""

from __future__ import annotations

import msgspec

from tanelorn.core.log import Log
from tanelorn.games.archmagi.casting.rerolls import throw_again
from tanelorn.games.archmagi.casting.responses import Shielded, announce, reachable
from tanelorn.games.archmagi.spells.lasting import lay
from tanelorn.games.archmagi.state.codes import by_spell
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import ROLL, Lasting, Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition


def neutralize(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """As an answer it cancels Poisonous Mists; as an action, a unit's poison for one battle roll
    (spell/neutralize-poison).
    """
    if made.answers:
        return counter(position, made, shielded, log)
    for unit in reachable(position, made, shielded):
        lay(position, Lasting(by_spell(made.spell), ROLL, unit=unit))
    return False


def counter(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath has no effect (spell/counterspell)."""
    if position.chain:
        beaten = position.chain.pop()
        position.spell_back(beaten.spell)
        if log:
            log.say(f"**{SPELLS[beaten.spell].name}** has no effect.", clause="archmagi/spell/counterspell")
    return False


def turn(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The spell beneath gets a new target and now works for the player who has turned it (spell/spell-turn)."""
    if not position.chain:
        return False
    below = position.chain.pop()
    turned = msgspec.structs.replace(below, seat=made.seat)
    if SPELLS[below.spell].effect != "attack":
        turned = msgspec.structs.replace(
            turned,
            units=made.units,
            hexes=made.hexes,
            stacks=made.stacks,
            kinds=made.kinds,
            artifact=made.artifact,
            flag=made.flag,
        )
    position.chain.append(turned)
    if log:
        log.say(f"**{SPELLS[below.spell].name}** is turned.", clause="archmagi/spell/spell-turn", seat=made.seat)
    return False


def farcast(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The same mage at once casts the spell that Farcast carries, if its chit is still in hand (spell/farcast,
    response.7).
    """
    carried = made.carried
    if carried is not None:
        held = position.spells[made.seat] if carried.scrolls < 0 else position.scrolls.get(carried.scrolls, [])
        if carried.spell in held:
            announce(position, carried, log)
    return False


def reroll(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A die is thrown again (spell/probability-shift)."""
    throw_again(position, made.flag)
    return False
