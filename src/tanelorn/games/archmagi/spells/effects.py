"""What each spell does (archmagi/spell/*): the words of the data file's `effect`, each a small function.

A function gets the position, the spell as it was announced, the units that protection has saved, and the log. It
returns True if the chit stays out: as a unit, as an Attack, or in somebody's reserve; otherwise the chit returns to
the pile (chits.4).
"""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.log import Log
from tanelorn.games.archmagi.casting.reaching import Shielded
from tanelorn.games.archmagi.spells.answers import counter, farcast, neutralize, reroll, spell_steal, turn
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
from tanelorn.games.archmagi.spells.insight import foretell, read_minds, scry, steal, vortex
from tanelorn.games.archmagi.spells.lasting import chasm, on_battle, on_hex, on_side, on_stack, on_unit
from tanelorn.games.archmagi.spells.striking import (
    attack,
    banish,
    charm,
    control,
    darkness,
    destroy,
    disenchant,
    fear,
    mass_attack,
    paralyze,
)
from tanelorn.games.archmagi.spells.travel import defender, door, teleport
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition

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
