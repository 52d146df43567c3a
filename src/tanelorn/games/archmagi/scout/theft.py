"""Thefts of artifacts (archmagi/scout.4 to scout.10, spell/steal)."""

from __future__ import annotations

from tanelorn.core.chance import Ask
from tanelorn.core.chance import Roll as Dice
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, AsksOne, Automatic, Chances, Step
from tanelorn.games.archmagi.artifacts.death import drop, give, kill
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import MOST, STOLE, ArchmagiPosition
from tanelorn.games.archmagi.state.traits import GUARDS, can_bear, gear_kind, is_immune, traits
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES, UNIT, find, named
from tanelorn.games.archmagi.words.telling import tell_receiver
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, plain, steps, verb

CAUGHT_UPTO = STOLEN_UPTO = 2


def loot(position: ArchmagiPosition, hex: int, seat: int, spared: Args = ()) -> dict[int, int]:
    """Return the artifacts in a stack with their bearers; a spell cannot take from one who is immune to spells."""
    return {
        artifact: unit for unit in position.stack(hex, seat) if unit not in spared for artifact in position.gear[unit]
    }


def declare(position: ArchmagiPosition, hex: int, seat: int, thief: int, log: Log) -> None:
    """The owner names the artifacts in the stack to the thief's player alone, not their bearers (scout.8)."""
    artifacts = sorted(loot(position, hex, seat))
    position.learn()
    for artifact in artifacts:
        position.known_gear[artifact] = position.known_gear.get(artifact, 0) | 1 << thief
    if log:
        names = ", ".join(ITEM.text(artifact) for artifact in artifacts) or "no artifact"
        id = position.land.ids[hex]
        log.say(
            f"**{SEAT_NAMES[seat]}** declares in {id}: {names}.",
            clause="archmagi/scout.8",
            seat=seat,
            knowers=(thief, seat),
            otherwise=f"**{SEAT_NAMES[thief]}** asks **{SEAT_NAMES[seat]}** for the artifacts in {id}.",
        )


def _declared(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    return sorted({gear_kind(artifact) for artifact in loot(position, step.key // MOST, step.key % MOST)})


TAKE = verb(
    Verb(
        "take",
        "Steal",
        steps(Slot("", ITEM, "Which artifact is to be stolen?", _declared, "archmagi/scout.4")),
        "archmagi/scout.4",
        button=False,
        words="take",
    )
)


class Robbery(AsksOne, frozen=True, tag=True):
    """The thief names his target among the declared artifacts (scout.4, scout.8)."""

    thief: int
    key: int
    title = "Theft"
    clause = "archmagi/scout.4"
    still_asked = "what was declared to the thief is hidden from the others"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each artifact declared."""
        first = _declared(position, seat, ())
        return Acts(position, seat, (TAKE,), "Which artifact is to be stolen?", Act("take", (first[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Meet the guards first, if there are any; then try."""
        hex, owner = divmod(self.key, MOST)
        artifact = next(a for a in loot(position, hex, owner) if gear_kind(a) == choice.args[0])
        position.done[self.thief] |= STOLE
        guarded = any(traits(position, unit) & GUARDS for unit in position.stack(hex, owner))
        attempt = Attempt(self.thief, artifact, hex)
        position.then(*((GuardRoll(self.thief, hex),) if guarded else ()), attempt)


class GuardRoll(Chances, frozen=True, tag=True):
    """One roll for the stack: Guards catch and kill the thief on 1 or 2 (scout.6)."""

    thief: int
    hex: int
    title = "Theft"
    clause = "archmagi/scout.6"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Dice(1, 6, "whether the guards catch the thief")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the die be answered before it counts."""
        if log:
            log.say("Guards watch the stack.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("the guards", outcome, self.hex), Caught(self.thief))


class Caught(Automatic, frozen=True, tag=True):
    """Neither Regenerate nor Martyr helps a thief who is caught (scout.6)."""

    thief: int
    dice: tuple[int, ...] = ()
    title = "Theft"
    clause = "archmagi/scout.6"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Kill the thief, for all to see (view.3)."""
        if self.dice[0] <= CAUGHT_UPTO:
            kill(position, self.thief, log, "is caught stealing", clause=self.clause)


class Attempt(Automatic, frozen=True, tag=True):
    """A thief who is alive tries."""

    thief: int
    artifact: int
    hex: int
    title = "Theft"
    clause = "archmagi/scout.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Roll, unless the guards have killed the thief."""
        if position.owners[self.thief] >= 0:
            position.then(TheftRoll(self.thief, self.artifact, self.hex))


class TheftRoll(Chances, frozen=True, tag=True):
    """The theft works on 1 or 2 (scout.5)."""

    thief: int
    artifact: int
    hex: int
    title = "Theft"
    clause = "archmagi/scout.5"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Dice(1, 6, "whether the theft works")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let the die be answered before it counts."""
        if log:
            log.say("A theft is tried.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("the theft", outcome, self.hex), Stolen(self.thief, self.artifact))


class Stolen(Automatic, frozen=True, tag=True):
    """The artifact goes to the thief (scout.9); which it is, both players know."""

    thief: int
    artifact: int
    dice: tuple[int, ...] = ()
    title = "Theft"
    clause = "archmagi/scout.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Hand it over, or not."""
        robbed = next((u for u, gear in enumerate(position.gear) if self.artifact in gear), -1)
        if self.dice[0] > STOLEN_UPTO or robbed < 0:
            return
        seat, owner = position.owners[self.thief], position.owners[robbed]
        drop(position, robbed, self.artifact)
        give(position, self.thief, self.artifact)
        if log:
            log.say(
                f"**{SEAT_NAMES[seat]}** has stolen the {ITEM.text(self.artifact)}.",
                clause="archmagi/scout.9",
                seat=seat,
                knowers=(seat, owner),
                otherwise="",
            )


def declared_to(seat: int, step: Step) -> int:
    """Return the stack whose artifacts a pending theft has made known to a seat, -1 if none (scout.8)."""
    if isinstance(step, Robbery) and step.seat == seat:
        return step.key
    return step.made.stacks[0] if isinstance(step, SpellTheft) and step.made.seat == seat else -1


# By a spell


def _spell_loot(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return sorted({gear_kind(artifact) for artifact in position.agenda[-1].seizable(position)})


def _receivers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = position.agenda[-1]
    hex = position.hexes[step.made.unit]
    return [ref for ref, unit in named(position, hex, seat).items() if can_bear(position, unit)]


SEIZE = verb(
    Verb(
        "seize",
        "Seize",
        steps(
            Slot("", ITEM, "Which artifact?", _spell_loot, "archmagi/spell/steal"),
            Slot("for", UNIT, "Which of your units gets it?", _receivers, "archmagi/spell/steal"),
        ),
        "archmagi/spell/steal",
        button=False,
        words="seize",
        weight=9,
    )
)
NOTHING_MORE = plain("nothing", "Nothing", key="Enter")


class SpellTheft(Asks, frozen=True, tag=True):
    """The owner names what there is and can be taken, the caster's player picks it and who gets it; no roll
    (spell/steal). Who is not told is not `offered` anything in his view.
    """

    made: Spellcast
    shielded: tuple[int, ...] = ()
    offered: tuple[int, ...] | None = None
    title = "Theft"
    clause = "archmagi/spell/steal"
    still_asked = "what the stack holds is hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The caster's player."""
        return (self.made.seat,)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each artifact of the stack that can be taken."""
        return Acts(position, seat, (SEIZE, NOTHING_MORE), "Which artifact is seized?", Act(NOTHING_MORE.name))

    def seizable(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """Return the artifacts that can be taken: of bearers neither shielded nor immune to spells."""
        if self.offered is not None:
            return self.offered
        found = loot(position, *divmod(self.made.stacks[0], MOST), self.shielded)
        return tuple(artifact for artifact, unit in found.items() if not is_immune(position, unit))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over; what hangs on its loss shows more of the stack."""
        position.learn()
        if choice.verb == NOTHING_MORE.name:
            return
        artifact = next(a for a in self.seizable(position) if gear_kind(a) == choice.args[0])
        drop(position, loot(position, *divmod(self.made.stacks[0], MOST))[artifact], artifact)
        unit = find(position, seat, choice.args[1])
        give(position, unit, artifact)
        if log:
            log.say(
                f"**{SEAT_NAMES[seat]}** seizes the {ITEM.text(artifact)}.",
                clause=self.clause,
                seat=seat,
                knowers=(seat, self.made.stacks[0] % MOST),
            )
        tell_receiver(log, position, unit, artifact)
