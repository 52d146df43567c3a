"""What a spell leaves behind for a time: on a unit, a side, a battle, a stack, a hex (archmagi/spell-rule.2, .18,
term.9).
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.casting.responses import Shielded, reachable
from tanelorn.games.archmagi.state.abilities import is_immune, traits
from tanelorn.games.archmagi.state.codes import by_spell, hex_of, stack_key
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import BATTLE, GAME, LAND, ROLL, ROUNDS, TURN, Lasting, Spellcast
from tanelorn.games.archmagi.state.numbers import Unit
from tanelorn.games.archmagi.state.position import ArchmagiPosition

_SCALES = {"roll": ROLL, "battle": BATTLE, "turn": TURN, "1 round": ROUNDS, "land": LAND, "game": GAME}


def lasting(position: ArchmagiPosition, made: Spellcast, **on: int) -> Lasting:
    """Return the effect that a spell leaves behind, for its time; rounds are counted on the active player's turns
    (term.9, term.4, spell-rule.2).
    """
    spell = SPELLS[made.spell]
    scale = _SCALES[spell.row.lasts]
    left, clock = (1, position.active) if scale == ROUNDS else (0, -1)
    return Lasting(by_spell(made.spell), scale, mask=spell.grants.mask, left=left, clock=clock, **on)


def lay(position: ArchmagiPosition, *effects: Lasting) -> None:
    """Let effects last."""
    position.lasting = [*position.lasting, *effects]


def on_unit(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on one unit: a bonus, traits, a Curse, what it is denied (spell/smite, spell/shield,
    spell/growth, spell/touch-of-death, spell/flaming-chariot, spell/defender, spell/water-walk, spell/curse,
    spell/forget, spell/weakness, spell/spell-shield, spell/deflect-missiles, spell/elemental-shield).
    """
    spell = SPELLS[made.spell]
    for unit in reachable(position, made, shielded):
        bonus = 0 if spell.slug == "curse" else spell.brm
        lay(position, lasting(position, made, unit=unit, brm=bonus))
    return spell.slug == "curse" and bool(reachable(position, made, shielded))


def on_side(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on one side of the battle: the caster's or the opponent's (spell/blessings, spell/healing-magic,
    spell/levitate, spell/hide, spell/detection, spell/confusion).
    """
    battle, spell = position.battle, SPELLS[made.spell]
    if battle is not None and made.seat in battle.seats:
        side = battle.side(made.seat)
        seat = battle.seats[1 - side] if spell.aim == "foes" else made.seat
        lay(position, lasting(position, made, side=seat, brm=spell.brm))
    return False


def on_battle(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on the whole battle (spell/winds, spell/holy-light, spell/antimagic)."""
    lay(position, lasting(position, made))
    return False


def on_stack(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Something lasts on all units that are in a stack now, and goes with them (spell-rule.18, spell/haste,
    spell/cloud-walk, spell/heroes-feast, spell/breathe-water, spell/sanctuary).
    """
    spell = SPELLS[made.spell]
    key = made.stacks[0] if made.stacks else stack_key(position.hexes[made.unit], made.seat)
    bound = made.unit if spell.slug in ("breathe-water", "sanctuary") else -1
    for unit in position.stacks.get(key, []):
        if traits(position, unit) & spell.of == spell.of and not is_immune(position, unit):
            lay(position, lasting(position, made, unit=unit, bound=bound, brm=spell.brm))
    return False


def on_hex(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """A hex is closed, flooded or fogged for a time (spell/blight, spell/flood, spell/fog)."""
    hex = made.hexes[0] if made.hexes else hex_of(made.stacks[0])
    if SPELLS[made.spell].row.lasts == "d6 rounds":
        if not position.owners_in(hex):
            position.then(RoundsRoll(made.spell, made.hex, hex=hex))
    else:
        lay(position, lasting(position, made, hex=hex))
    return False


def chasm(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """Nobody crosses between the caster's hex and one beside it (spell/chasm)."""
    lay(position, lasting(position, made, hex=made.hex, other=made.hexes[0]))
    return False


class RoundsRoll(Chances, frozen=True, tag=True):
    """How many Rounds a Blight or an Invisible Stalker lasts; thrown when the spell takes effect (term.9)."""

    spell: int
    at: int
    hex: int = -1
    unit: Unit = -1
    title = "Spell"
    clause = "archmagi/term.9"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, f"how long {SPELLS[self.spell].name} lasts")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say(f"{SPELLS[self.spell].name} rolls for its time.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("duration", outcome, self.at), RoundsSet(self.spell, self.hex, self.unit))


class RoundsSet(Automatic, frozen=True, tag=True):
    """The die is final."""

    spell: int
    hex: int
    unit: Unit
    dice: tuple[int, ...] = ()
    title = "Spell"
    clause = "archmagi/term.9"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let the effect last so many rounds, counted on the active player's turns."""
        effect = Lasting(
            by_spell(self.spell), ROUNDS, unit=self.unit, hex=self.hex, left=self.dice[0], clock=position.active
        )
        position.lasting = [*position.lasting, effect]
