"""The (!) draws of Elric, Theleb K'aarna and Yyrkoon (elric/9.2f to 9.2h, 12.1.3d, 12.2)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import Drawing
from tanelorn.games.elric.magic.duels import meet_quaolnargn
from tanelorn.games.elric.magic.immediate import act
from tanelorn.games.elric.state.battle import Thrown
from tanelorn.games.elric.state.places import ASIDE
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import name

OPPOSITE = {"law": "chaos", "chaos": "law"}


def eats(position: ElricPosition, spell: int) -> bool:
    """Tell whether an Eater has anything to eat where the battle is fought (16.1 to 16.6)."""
    area = the_battle(position).fight.area
    return SPELLS[spell].eats_sea if area in position.world.seas else SPELLS[spell].eats_land


def what_it_does(position: ElricPosition, spell: int) -> str:
    """Return the end of a sentence about a thrown spell: empty, or that an Eater can do nothing here."""
    if SPELLS[spell].eats_land or SPELLS[spell].eats_sea:
        return "" if eats(position, spell) else ", which can do nothing here"
    return ""


def applies(position: ElricPosition, spell: int, caster: int, side: int) -> bool:
    """Tell whether a spell drawn blindly is of any use in this battle to whoever drew it (9.2h)."""
    one, world = SPELLS[spell], position.world
    if one.alignment == "melnibonean":
        return world.units[caster].dragonmaster and eats(position, spell)
    if one.fights:
        return True
    if one.kind.startswith("dispel-magic"):
        return any(not thrown.again for thrown in the_battle(position).thrown)
    if one.kind == "quaolnargn":
        return any(world.kind[unit] == 0 for unit in left(position, 1 - side))
    return eats(position, spell)


def conflicts(position: ElricPosition, spell: int, caster: int) -> bool:
    """Tell whether a drawn spell attacks its drawer, who holds one of the opposite side; Elric's never do (9.2g)."""
    against = OPPOSITE.get(SPELLS[spell].alignment)
    if caster == position.world.elric or against is None:
        return False
    return any(SPELLS[held].alignment == against for held in position.hand(caster))


class Conjure(Drawing, frozen=True, tag=True):
    """A magician with (!) draws a spell instead of throwing a held one; it must be used at once (9.2f)."""

    caster: int
    side: int
    why = "a spell conjured for a battle"
    title = "A spell is conjured"
    clause = "elric/9.2f"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the magician is still there: a nightmare may have taken one away."""
        if self.caster in left(position, self.side):
            super().run(position, log)

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Go without: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Throw it, for the other side if it conflicts; discard it if useless; let it act if it acts at once."""
        if SPELLS[spell].alignment == "immediate":
            act(position, spell, self.caster, log)
            return
        if log:
            log.say(
                f"**{name(position.world, self.caster)}** conjures **{SPELLS[spell].name}**.",
                clause=self.clause,
                seat=the_battle(position).seats[self.side],
            )
        if SPELLS[spell].kind == "quaolnargn":
            position.then(UseConjured(self.caster, self.side, spell))
            meet_quaolnargn(position, spell, self.caster, log, hold=True)
        else:
            use(position, spell, self.caster, self.side, log)


class UseConjured(Automatic, frozen=True, tag=True):
    """Whoever drew Quaolnargn and has beaten him throws him in this battle (16.2/quaolnargn)."""

    caster: int
    side: int
    spell: int
    title = "A spell is conjured"
    clause = "elric/16.2/quaolnargn"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Throw it if it was beaten."""
        if position.where[self.spell] == ASIDE:
            use(position, self.spell, self.caster, self.side, log)


def use(position: ElricPosition, spell: int, caster: int, side: int, log: Log) -> None:
    """Add a drawn spell to those thrown, or discard it if it is useless (9.2g, 9.2h)."""
    turned = conflicts(position, spell, caster)
    side = 1 - side if turned else side
    if not applies(position, spell, caster, side):
        position.discard(spell)
        if log:
            log.say(f"**{SPELLS[spell].name}** is of no use here and is discarded.", clause="elric/9.2h")
        return
    the_battle(position).thrown.append(Thrown(spell, caster, side))
    if turned and log:
        log.say(f"**{SPELLS[spell].name}** turns on **{name(position.world, caster)}**!", clause="elric/9.2g")
