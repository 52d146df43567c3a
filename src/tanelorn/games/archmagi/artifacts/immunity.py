"""Spell Shield and Amulet of Spellturning (archmagi/artifact-rule.14): revealed when an enemy spell is about to
take effect.
"""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances, Step
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.state.abilities import ARTIFACT_KINDS, can_use, gear_kind
from tanelorn.games.archmagi.state.content import ARTIFACTS, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import NOTHING, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, UNIT, caller
from tanelorn.games.archmagi.words.telling import tell_bearer
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain


def affected(position: ArchmagiPosition, made: Spellcast) -> list[int]:
    """Return the units on which a spell is about to act, as far as it names or covers them."""
    battle = position.battle
    units = [unit for unit in made.units if position.owners[unit] >= 0]
    for key in made.stacks:
        units += position.stacks.get(key, [])
    if SPELLS[made.spell].effect == "mass-attack":
        units += [unit for hex in made.hexes for seat in position.owners_in(hex) for unit in position.stack(hex, seat)]
    if battle is not None and SPELLS[made.spell].effect == "inferno":
        units += [unit for seat in battle.seats for unit in position.stack(battle.hex, seat)]
    return units


def artifacts_borne(position: ArchmagiPosition) -> int:
    """Return how many artifacts are on the map, which everybody can count."""
    return ARTIFACT_KINDS * position.copies - len(position.artifact_pile) - sum(map(len, position.stored))


def protected(position: ArchmagiPosition, made: Spellcast) -> list[Step]:
    """Return a question for each opponent whose units the spell is about to reach; being passed over tells nothing."""
    if SPELLS[made.spell].phase == "any" or not artifacts_borne(position):
        return []
    owners = {position.owners[unit] for unit in affected(position, made)} - {made.seat}
    return [Shielding(seat, made) for seat in position.clockwise(made.seat) if seat in owners and asks(position, seat)]


def asks(position: ArchmagiPosition, seat: int) -> bool:
    """Tell whether a seat wants to be asked about spells at all."""
    return position.word[seat] > NOTHING and not position.hush[seat]


def shields(position: ArchmagiPosition, seat: int, units: list[int]) -> dict[int, tuple[int, int]]:
    """Return by name the units that can reveal a protecting artifact, with unit and artifact (artifact-rule.14,
    artifact/spell-shield, artifact/amulet-of-spellturning).
    """
    found = {}
    battle = position.battle
    for unit in units:
        if position.owners[unit] != seat:
            continue
        for artifact in position.gear[unit]:
            if not ARTIFACTS[gear_kind(artifact)].row.immune_on or not can_use(position, unit, artifact):
                continue
            if (
                battle is not None
                and position.hexes[unit] == battle.hex
                and battle.aids.get(unit, artifact) != artifact
            ):
                continue
            found[caller(position, seat, unit)] = (unit, artifact)
    return found


def _able(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    return list(shields(position, seat, step.reached(position)))


PROTECT = clicked(
    "protect",
    "Reveal a protection",
    Slot("", UNIT, "Who is protected from the spell?", _able, "archmagi/artifact-rule.14"),
    clause="archmagi/artifact-rule.14",
    weight=3,
)
LET_IT = plain("let it come", "Let it come", key="Enter")


class Shielding(Asks, frozen=True, tag=True):
    """The owner of units that a spell is about to reach may reveal a protection; they are asked whether they have one
    or not.
    """

    seat: int
    made: Spellcast
    spared: Units = ()
    title = "Immunity"
    clause = "archmagi/artifact-rule.14"
    still_asked = "what the units bear is hidden"

    def reached(self, position: ArchmagiPosition) -> list[int]:
        """The units that the spell is about to reach and that have not rolled yet: one die for each spell."""
        return [unit for unit in affected(position, self.made) if unit not in self.spared]

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The owner of the units."""
        return (self.seat,) if self.seat not in position.gone else ()

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Protect one of them, or let it come."""
        prompt = f"**{SPELLS[self.made.spell].name}** is about to take effect on your units."
        return Acts(position, seat, _SHIELDING.verbs, prompt, Act(LET_IT.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Reveal the artifact and roll, or decline; the spell then takes effect, on what others hide as well."""
        position.close()
        _SHIELDING.do(self, position, seat, choice, log)

    def protect(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Reveal the artifact; of a spell on several units the others may be protected too (artifact-rule.14)."""
        unit, artifact = shields(position, seat, self.reached(position))[args[0]]
        reveal_shield(position, unit, artifact, log)
        again = () if len(self.made.units) == 1 else (Shielding(seat, self.made, (*self.spared, unit)),)
        position.then(ShieldRoll(unit, artifact), *again)


_SHIELDING = Verbs((PROTECT, Shielding.protect), LET_IT)


def reveal_shield(position: ArchmagiPosition, unit: int, artifact: int, log: Log) -> None:
    """Reveal the artifact; in a battle it is then the bearer's only one (artifact-rule.14)."""
    battle = position.battle
    if battle is not None and position.hexes[unit] == battle.hex:
        show(position, unit)
        battle.aids[unit] = artifact
    tell_bearer(log, position, unit, artifact, "archmagi/artifact-rule.14")


class ShieldRoll(Chances, frozen=True, tag=True):
    """One die for each spell: it protects on what the artifact prints (artifact-rule.14, artifact/spell-shield,
    artifact/amulet-of-spellturning).
    """

    unit: Unit
    artifact: int
    title = "Immunity"
    clause = "archmagi/artifact-rule.14"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, f"whether the {ITEM.text(self.artifact)} protects")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say(f"The {ITEM.text(self.artifact)} rolls.", clause=self.clause, dice=outcome)
        throw = Throw("immunity", outcome, position.hexes[self.unit])
        ask_for_rerolls(position, throw, Shielded(self.unit, self.artifact))


class Shielded(Automatic, frozen=True, tag=True):
    """The die is final."""

    unit: Unit
    artifact: int
    dice: tuple[int, ...] = ()
    title = "Immunity"
    clause = "archmagi/artifact-rule.14"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let the spell that waits on the agenda pass the unit over."""
        if self.dice[0] > ARTIFACTS[gear_kind(self.artifact)].row.immune_on:
            return
        if log:
            log.say("The spell does not touch it.", clause=self.clause)
        for at in range(len(position.agenda) - 1, -1, -1):
            step = position.agenda[at]
            if hasattr(step, "shielded"):
                position.agenda[at] = msgspec.structs.replace(step, shielded=(*step.shielded, self.unit))
                return
