"""Spells take effect (archmagi/response.2, spell-rule.10): each word of the data file's `effect` is a small function.

A function gets the position, the spell as it was announced, the units that a protection has saved, and the log. It
returns True if the chit stays out: as a unit, as an Attack, or in somebody's reserve; otherwise the chit returns to
the pile (chits.4).
"""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.archmagi.artifacts.immunity import protected
from tanelorn.games.archmagi.casting.responses import Shielded, Window
from tanelorn.games.archmagi.move.stranding import Stranded
from tanelorn.games.archmagi.recruit.spells import CheckSpells
from tanelorn.games.archmagi.spells.answers import counter, farcast, neutralize, reroll, turn
from tanelorn.games.archmagi.spells.attacks import attack, mass_attack
from tanelorn.games.archmagi.spells.control import charm, control, paralyze
from tanelorn.games.archmagi.spells.creating import (
    call_to_arms,
    create,
    deploy,
    familiar,
    forge,
    illusion,
    mirror,
    polymorph,
    revive,
    transmute,
)
from tanelorn.games.archmagi.spells.destroying import banish, darkness, destroy, disenchant, fear, vortex
from tanelorn.games.archmagi.spells.lasting import chasm, on_battle, on_hex, on_side, on_stack, on_unit
from tanelorn.games.archmagi.spells.scrying import foretell, read_minds, scry
from tanelorn.games.archmagi.spells.teleporting import defender, door, teleport
from tanelorn.games.archmagi.spells.thefts import spell_steal, steal
from tanelorn.games.archmagi.state.content import SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.steps import Effect, TakeEffect
from tanelorn.games.archmagi.victory import CheckMagi

Doing = Callable[[ArchmagiPosition, Spellcast, Shielded, Log], bool]
EFFECTS: dict[str, Doing] = {
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


def take_effect(step: TakeEffect, position: ArchmagiPosition, log: Log) -> None:
    """Take the spell off the chain and do what it does, after rolls for immunity."""
    made = position.chain.pop()
    position.then(*protected(position, made), Effect(made), NextInChain())


def do_effect(step: Effect, position: ArchmagiPosition, log: Log) -> None:
    """Look the effect up by its word and carry it out."""
    made = step.made
    kept = EFFECTS[SPELLS[made.spell].effect](position, made, step.shielded, log)
    if not kept:
        position.spell_back(made.spell)


class NextInChain(Automatic, frozen=True, tag=True):
    """The spell beneath gets a fresh window, if it is still there; otherwise the chain is over."""

    title = "Spell"
    clause = "archmagi/response.2"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Go on down the chain, or close it: surplus spells are discarded, units that a Scout spell has left where they
        cannot be are looked for (move.14), eliminations are settled.
        """
        if position.chain:
            position.then(Window())
        else:
            stranded = (Stranded(),) if position.phase == "scout" else ()
            position.then(CheckSpells(), *stranded, CheckMagi())
