"""Thieves (archmagi/scout.4 to scout.10). The spells Steal and Spell Steal are in `spells.thefts`."""

from __future__ import annotations

from tanelorn.core.chance import Ask
from tanelorn.core.chance import Roll as Dice
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.scout.looking import near_stacks
from tanelorn.games.archmagi.state.abilities import GUARDS, can_bear, gear_kind, traits
from tanelorn.games.archmagi.state.carrying import drop, give
from tanelorn.games.archmagi.state.codes import NO_SEATS, StackKey, declared, hex_and_seat, hex_of, joined, seat_of
from tanelorn.games.archmagi.state.content import BIT, MASKS
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.state.numbers import Unit
from tanelorn.games.archmagi.state.position import STOLE, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import topic_of
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES, STACK, UNIT, all_units, find, stack_meant
from tanelorn.games.archmagi.words.telling import has_seen, is_open
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, clicked, steps, verb

CAUGHT_UPTO = STOLEN_UPTO = 2


_STEAL = BIT["steal"]


def _thieves(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Return by name the units that may still steal in this phase, with a stack to rob (scout.7, trait/steal)."""
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if MASKS[position.kinds[unit]] & _STEAL
        and not position.done[unit] & STOLE
        and can_bear(position, unit)
        and near_stacks(position, position.hexes[unit], seat)
    ]


def _robbed(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return near_stacks(position, position.hexes[find(position, seat, args[0])], seat)


def begin_theft(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Let the owner declare what there is; then the thief names what it is after (scout.4, scout.1, trait/steal)."""
    unit = find(position, seat, args[0])
    key = stack_meant(position, args[1])
    hex, owner = hex_and_seat(key)
    declare(position, hex, owner, seat, log)
    if loot(position, hex, owner):
        position.then(Robbery(seat, unit, key))


STEAL = verb(
    Verb(
        "steal",
        "Steal an artifact",
        steps(
            Slot("with", UNIT, "Which unit steals?", _thieves, "archmagi/scout.4"),
            Slot("from", STACK, "From which stack?", _robbed, "archmagi/scout.4"),
        ),
        "archmagi/scout.4",
        weight=2,
        does=begin_theft,
    )
)


def loot(position: ArchmagiPosition, hex: int, seat: int, spared: Args = ()) -> dict[int, int]:
    """Return the artifacts in a stack with their bearers, except those whom a spell spares."""
    return {
        artifact: unit for unit in position.stack(hex, seat) if unit not in spared for artifact in position.gear[unit]
    }


def declare(position: ArchmagiPosition, hex: int, seat: int, thief: int, log: Log) -> None:
    """Let the owner name the artifacts in the stack to the thief's player alone, but not who bears them (scout.8)."""
    artifacts = sorted(loot(position, hex, seat))
    position.seen[thief][declared(topic_of(position, hex, seat))] = Sighting((), tuple(artifacts), position.round)
    for artifact in artifacts:
        position.known_gear[artifact] = joined(position.known_gear.get(artifact, NO_SEATS), thief)
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
    return sorted({gear_kind(artifact) for artifact in loot(position, hex_of(step.key), seat_of(step.key))})


TAKE = clicked(
    "take",
    "Steal",
    Slot("", ITEM, "Which artifact is to be stolen?", _declared, "archmagi/scout.4"),
    clause="archmagi/scout.4",
    chances=lambda position, seat, args: theft_ahead(position, seat),
)


class Robbery(AsksOne, frozen=True, tag=True):
    """The thief names one of the declared artifacts (scout.4, scout.8)."""

    thief: Unit
    key: StackKey
    title = "Theft"
    clause = "archmagi/scout.4"
    still_asked = "what was declared to the thief is hidden from the others"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each artifact declared."""
        first = _declared(position, seat, ())
        return Acts(position, seat, (TAKE,), "Which artifact is to be stolen?", Act("take", (first[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Face the guards first, if there are any; then try."""
        hex, owner = hex_and_seat(self.key)
        artifact = next(a for a in loot(position, hex, owner) if gear_kind(a) == choice.args[0])
        position.done[self.thief] |= STOLE
        guarded = any(traits(position, unit) & GUARDS for unit in position.stack(hex, owner))
        attempt = Attempt(self.thief, artifact, hex)
        position.then(*((GuardRoll(self.thief, hex),) if guarded else ()), attempt)


def theft_ahead(position: ArchmagiPosition, seat: int) -> Odds:
    """Return what a theft may bring, with the guards that the thief's player has seen (scout.5, scout.6)."""
    step = position.agenda[-1]
    hex, owner = hex_and_seat(step.key)
    stack = [unit for unit in position.stack(hex, owner) if is_open(position, unit) or has_seen(position, seat, unit)]
    watched = any(traits(position, unit) & GUARDS for unit in stack)
    caught, stolen = ("the guards catch the thief", owner), ("the theft works", seat)
    fails = ("the theft fails", -1)

    def end(dice: tuple[int, ...]) -> End:
        if watched and dice[0] <= CAUGHT_UPTO:
            return caught
        return stolen if dice[-1] <= STOLEN_UPTO else fails

    assumed = "No die is thrown again" if watched else "No guards watch the stack, and no die is thrown again"
    return reckon(Dice(1 + watched, 6, "the theft"), end, (stolen, fails, caught), assumed=assumed)


class GuardRoll(Chances, frozen=True, tag=True):
    """One roll for the stack: Guards catch and kill the thief on 1 or 2 (scout.6, scout.10, trait/guard.2)."""

    thief: Unit
    hex: int
    title = "Theft"
    clause = "archmagi/scout.6"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Dice(1, 6, "whether the guards catch the thief")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say("Guards watch the stack.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("the guards", outcome, self.hex), Caught(self.thief))


class Caught(Automatic, frozen=True, tag=True):
    """Neither Regenerate nor Martyr helps a thief who is caught (scout.6)."""

    thief: Unit
    dice: tuple[int, ...] = ()
    title = "Theft"
    clause = "archmagi/scout.6"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Kill the thief, for all to see (view.3)."""
        if self.dice[0] <= CAUGHT_UPTO:
            kill(position, self.thief, log, "is caught stealing", clause=self.clause)


class Attempt(Automatic, frozen=True, tag=True):
    """A thief who is still alive tries."""

    thief: Unit
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

    thief: Unit
    artifact: int
    hex: int
    title = "Theft"
    clause = "archmagi/scout.5"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Dice(1, 6, "whether the theft works")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say("A theft is tried.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("the theft", outcome, self.hex), Stolen(self.thief, self.artifact))


class Stolen(Automatic, frozen=True, tag=True):
    """The artifact goes to the thief (scout.9); which it is, both players know."""

    thief: Unit
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


# By a spell
