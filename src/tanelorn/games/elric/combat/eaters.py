"""What removes units before the totals (elric/10.4b): Eaters, and Quaolnargn thrown at an enemy."""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.counters import FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.magic.duels import attack_with_quaolnargn
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.words import name, plain, unit_named, with_unit


def eats(position: ElricPosition, spell: int) -> bool:
    """Tell whether an Eater has anything to eat where the battle is fought: on land the Noose of Flesh and Kyreenee, at
    sea h'Haarshanns, on both the Mirror of Memory and the Dragons (10.4b, 16.1/noose-of-flesh, 16.2/kyreenee,
    16.3/h-haarshanns, 16.3/mirror-of-memory, 16.6/dragons).
    """
    area = the_battle(position).fight.area
    return SPELLS[spell].eats_sea if area in position.world.seas else SPELLS[spell].eats_land


def what_it_does(position: ElricPosition, spell: int) -> str:
    """Return the end of a sentence about a thrown spell: empty, or that an Eater can do nothing here."""
    if SPELLS[spell].eats_land or SPELLS[spell].eats_sea:
        return "" if eats(position, spell) else ", which can do nothing here"
    return ""


class QuaolnargnAt(Automatic, frozen=True, tag=True):
    """Quaolnargn is thrown at one enemy personality (16.2/quaolnargn)."""

    at: int
    title = "Quaolnargn"
    clause = "elric/16.2/quaolnargn"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask for the victim, if anybody is there and nothing holds him off."""
        battle = the_battle(position)
        thrown = battle.thrown[self.at]
        seat = battle.seats[thrown.side]
        found = victims(position, self.at)
        if thrown.off or not found:
            return
        if len(found) == 1 or seat == NOBODY:
            strike(position, self.at, found[0], log)
        else:
            position.then(ChooseVictim(seat, self.at))


def victims(position: ElricPosition, at: int) -> list[int]:
    """Return the personalities that Quaolnargn may be thrown at."""
    side = the_battle(position).thrown[at].side
    return [unit for unit in left(position, 1 - side) if position.world.kind[unit] == PERSON]


def strike(position: ElricPosition, at: int, victim: int, log: Log) -> None:
    """Let a victim fight Quaolnargn (16.2/quaolnargn)."""
    thrown = the_battle(position).thrown
    thrown[at] = structs.replace(thrown[at], target=victim)
    attack_with_quaolnargn(position, thrown[at].spell, victim, log)


class ChooseVictim(AsksOne, frozen=True, tag=True):
    """Which enemy personality Quaolnargn is thrown at, chosen by the player he works for (16.2/quaolnargn)."""

    at: int
    title = "Quaolnargn"
    clause = "elric/16.2/quaolnargn"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Any personality of the enemy."""
        world = position.world
        acts = [with_unit(world, "throw quaolnargn at", unit) for unit in victims(position, self.at)]
        return Acts(
            acts or [plain("nobody")],
            "Whom does Quaolnargn attack?",
            labels=lambda: {act.path[0]: Pick(act.path[0], name(world, unit_named(act))) for act in acts},
            default=acts[0] if acts else None,
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Attack that personality."""
        if (victim := unit_named(choice)) >= 0:
            strike(position, self.at, victim, log)


class Eat(Automatic, frozen=True, tag=True):
    """All Eaters take effect together, before the totals; personalities eaten may escape after the battle (10.4b)."""

    title = "Eaters"
    clause = "elric/10.4b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Eliminate what the Eaters of both sides eat."""
        battle = the_battle(position)
        eaten: list[int] = []
        for thrown in battle.thrown:
            if not thrown.off and eats(position, thrown.spell):
                found = [unit for unit in prey(position, thrown.spell, 1 - thrown.side) if unit not in eaten]
                eaten += found
                if log and found:
                    log.say(
                        f"**{SPELLS[thrown.spell].name}** eats all that stands against it.",
                        clause=SPELLS[thrown.spell].clause,
                        places=(position.world.areas[battle.fight.area].id,),
                    )
        if eaten:
            eliminate(position, eaten, battle.fight.area, log)


def prey(position: ElricPosition, spell: int, side: int) -> list[int]:
    """Return the units of a side that an Eater removes: on land armies and personalities, and fleets in port only if it
    also eats fleets; at sea fleets with everyone aboard, and units without a ship only if it also eats armies
    (16.6/dragons).
    """
    world, units = position.world, left(position, side)
    one = SPELLS[spell]
    if one.eats_land and one.eats_sea:
        return units
    if the_battle(position).fight.area in world.lands:
        return [unit for unit in units if world.kind[unit] != FLEET]
    return [unit for unit in units if world.kind[unit] == FLEET or position.ship[unit] >= 0]
