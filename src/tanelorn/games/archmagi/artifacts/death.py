"""What happens when units are destroyed: to what depends on them, to their artifacts, and who inherits those
(archmagi/artifact-rule.5 to .8).
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.state.abilities import HEIRS, SHIP, can_bear, is_created
from tanelorn.games.archmagi.state.carrying import give
from tanelorn.games.archmagi.state.content import KINDS, MASKS, is_of_pile
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import take_off
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES, UNIT, find, named
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain

LOST_UPTO = 3


def kill(position: ArchmagiPosition, unit: int, log: Log, why: str, *, drops: bool = True, clause: str = "") -> None:
    """Destroy a unit, with everything that depends on it, for all to see; its artifacts are rolled for, or lost at
    once.

    Dependent on a unit are its Familiar, its image, and the passengers of a sinking ship (trait/ship.2).
    """
    seat, hex = position.owners[unit], position.hexes[unit]
    if log:
        log.say(
            f"**{SEAT_NAMES[seat]}**: {KINDS[position.kinds[unit]].name} {why}.",
            clause=clause or "archmagi/battle.17",
            seat=seat,
            places=(position.land.ids[hex],),
            shows=(Mark("loss", position.land.ids[hex], seat=seat, count=1),),
        )
    hangers = [other for other, master in enumerate(position.masters) if master == unit and position.owners[other] >= 0]
    if MASKS[position.kinds[unit]] & SHIP:
        hangers += [other for other, carrier in enumerate(position.carriers) if carrier == unit]
    gear = position.gear[unit]
    _note_fallen(position, unit)
    take_off(position, unit)
    if drops:
        position.then(*(LostOrLeft(artifact, seat, hex) for artifact in gear))
    else:
        for artifact in gear:
            position.artifact_back(artifact)
    for other in hangers:
        if position.owners[other] >= 0:
            kill(position, other, log, "goes with it", drops=drops, clause="archmagi/trait/ship.2")


def _note_fallen(position: ArchmagiPosition, unit: int) -> None:
    """Remember who fell in this battle, for Resurrection and Reincarnation."""
    battle = position.battle
    if battle is None or position.hexes[unit] != battle.hex or unit in battle.added or is_created(position, unit):
        return
    kind = position.shapes[unit] if position.shapes[unit] >= 0 else position.kinds[unit]
    if is_of_pile(kind):
        battle.fallen.append((position.owners[unit], kind))


class LostOrLeft(Chances, frozen=True, tag=True):
    """An artifact of a destroyed unit is lost on 1 to 3; otherwise an heir may take it (artifact-rule.5)."""

    artifact: int
    seat: int
    hex: int
    title = "Artifacts"
    clause = "archmagi/artifact-rule.5"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die for each artifact."""
        return Roll(1, 6, f"whether the {ITEM.text(self.artifact)} is lost")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts (response.6)."""
        if log:
            log.say(f"The {ITEM.text(self.artifact)} rolls for its fate.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("artifact", outcome, self.hex), Fate(self.artifact, self.seat, self.hex))


class Fate(Automatic, frozen=True, tag=True):
    """The die is final."""

    artifact: int
    seat: int
    hex: int
    dice: tuple[int, ...] = ()
    title = "Artifacts"
    clause = "archmagi/artifact-rule.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Lose the artifact, or look for heirs: friends first, then foes (artifact-rule.6, .7)."""
        if self.dice[0] <= LOST_UPTO:
            lose(position, self.artifact, log)
        elif heirs(position, self.seat, self.hex):
            position.then(Heir(self.artifact, self.seat, self.hex))
        else:
            battle = position.battle
            foes = [s for s in (battle.seats if battle else position.foes_in(self.hex, self.seat)) if s != self.seat]
            foe = next((s for s in foes if heirs(position, s, self.hex)), -1)
            if foe < 0:
                lose(position, self.artifact, log)
            else:
                position.then(Heir(self.artifact, foe, self.hex, enemy=True))


def lose(position: ArchmagiPosition, artifact: int, log: Log) -> None:
    """Return an artifact to the pile for all to see (artifact-rule.8)."""
    position.artifact_back(artifact)
    if log:
        log.say(f"The {ITEM.text(artifact)} is lost.", clause="archmagi/artifact-rule.8")


def heirs(position: ArchmagiPosition, seat: int, hex: int) -> list[int]:
    """Return the units of a seat in a hex that may inherit an artifact (artifact-rule.6)."""
    battle = position.battle
    return [
        unit
        for unit in position.stack(hex, seat)
        if MASKS[position.kinds[unit]] & HEIRS
        and can_bear(position, unit)
        and not (battle is not None and battle.is_held(unit))
    ]


def _heir_names(position: ArchmagiPosition, seat: int, args: tuple[int, ...]) -> list[int]:
    step = position.agenda[-1]
    able = heirs(position, seat, step.hex)
    return [ref for ref, unit in named(position, step.hex, seat, away=position.battle is None).items() if unit in able]


INHERIT = clicked(
    "take it with",
    "Let a unit take it",
    Slot("", UNIT, "Which unit takes the artifact?", _heir_names, "archmagi/artifact-rule.6"),
    clause="archmagi/artifact-rule.6",
    weight=4,
)
LEAVE_IT = plain("leave it", "Leave it", clause="archmagi/artifact-rule.7", key="Enter")


class Heir(Asks, frozen=True, tag=True):
    """The owner, or failing that an enemy, names the unit that inherits an artifact; a friendly heir stays hidden
    (view.7).
    """

    artifact: int
    seat: int
    hex: int
    enemy: bool = False
    title = "Artifacts"
    clause = "archmagi/artifact-rule.6"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The seat of the heirs."""
        return (self.seat,) if self.seat not in position.gone else ()

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any fitting unit in the hex, or nobody."""
        prompt = f"Who takes the **{ITEM.text(self.artifact)}**?"
        return Acts(position, seat, _INHERITING.verbs, prompt, Act(LEAVE_IT.name))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand the artifact over, or lose it, for good; who is asked next depends on what others hide."""
        position.close()
        _INHERITING.do(self, position, seat, choice, log)

    def leave(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Nobody takes it (artifact-rule.7)."""
        lose(position, self.artifact, log)

    def inherit(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Let the unit that is named take it; an enemy's is revealed (artifact-rule.6)."""
        unit = find(position, seat, args[0])
        give(position, unit, self.artifact)
        if self.enemy:
            show(position, unit)
        who, what = f"**{SEAT_NAMES[seat]}**", f"takes the {ITEM.text(self.artifact)} over"
        say_of_units(
            log, position, f"{who}: {{}} {what}.", unit, otherwise=f"{who} {what}.", clause=self.clause, seat=seat
        )


_INHERITING = Verbs((INHERIT, Heir.inherit), (LEAVE_IT, Heir.leave))
