"""Who serves the enemy for a turn: Mind Control (albion/19.4/10, 19.4/10b) and Callach’s Waff (7.9/s44)."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.losses.deaths import kill, release
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN
from tanelorn.games.albion.state.ratings import basic_magic
from tanelorn.games.albion.state.stacks import note_meetings


def take_control(position: AlbionPosition, person: int, caster: int, log: Log, *, dice: tuple[int, ...] = ()) -> None:
    """Give a person to the caster's player for the rest of the turn (19.4/10, 19.4/10b); that alone endangers nobody
    (18.0f).
    """
    seat = position.side[caster]
    position.side[person] = seat
    position.controlled[person] = caster
    note_meetings(position, position.at[person])
    if log:
        w = position.world
        log.say(
            f"**{w.persons[person].name}** is in the power of **{w.persons[caster].name}** for this turn.",
            clause="albion/19.4/10",
            seat=seat,
            dice=dice,
        )


def contend(position: AlbionPosition, person: int, casters: list[int], log: Log) -> None:
    """Let the highest Basic Magic Strength among successful casters have the person (19.4/10); equals roll for it."""
    best = max(basic_magic(position, caster) for caster in casters)
    equal = [caster for caster in casters if basic_magic(position, caster) == best]
    if len(equal) == 1:
        take_control(position, person, equal[0], log)
    else:
        position.then(RollForControl(person, tuple(equal)))


class RollForControl(Chances, frozen=True, tag=True):
    """Casters of equal magic throw two dice each for a person; a tie is thrown again (2.0b)."""

    person: int
    casters: tuple[int, ...]
    title = "Mind Control"
    clause = "albion/19.4/10"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice for each."""
        return Roll(2 * len(self.casters), 6, "who controls the mind")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """The highest roll has the person."""
        sums = [sum(outcome[2 * n : 2 * n + 2]) for n in range(len(self.casters))]
        first = [caster for caster, total in zip(self.casters, sums, strict=True) if total == max(sums)]
        if len(first) > 1:
            position.then(RollForControl(self.person, tuple(first)))
        else:
            take_control(position, self.person, first[0], log, dice=outcome)


class EndControl(Automatic, frozen=True, tag=True):
    """At the end of the turn all are free; whoever is stacked with the controller’s pieces is killed (19.4/10)."""

    title = "Mind Control ends"
    clause = "albion/19.4/10"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Kill or free them, in the order of their codes."""
        for person in sorted(position.controlled):
            if _stacked(position, person):
                if log:
                    name = position.world.persons[person].name
                    log.say(
                        f"**{name}** is among the pieces of {SEAT_NAMES[position.side[person]]}.", clause=self.clause
                    )
                kill(position, person, log, how="control")
            release(position, person, log)


def _stacked(position: AlbionPosition, person: int) -> bool:
    """Whether the controller's own pieces are in the hex."""
    hex, seat = position.at[person], position.side[person]
    others = [one for one in position.persons_of(seat, hex) if one not in position.controlled]
    return bool(others or position.armies_of(seat, hex) or position.ships_of(seat, hex))


# Callach’s Waff


class WaffChanges(Automatic, frozen=True, tag=True):
    """Before enchantments are plotted a die says who controls the ghost in this game-turn (7.9/s44)."""

    title = "Callach’s Waff"
    clause = "albion/7.9/s44"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Push the die, if the ghost walks."""
        if position.at[position.world.person["callachs_waff"]] >= 0:
            position.then(WaffDie())


class WaffDie(Chances, frozen=True, tag=True):
    """Odd: the Fomorians; even: Faerie."""

    title = "Callach’s Waff"
    clause = "albion/7.9/s44"

    def ask(self, position: AlbionPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "whom Callach’s Waff serves")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Give the ghost to a side; a change of control alone kills nobody (18.0f)."""
        waff = position.world.person["callachs_waff"]
        seat = FOMORIAN if outcome[0] % 2 else FAERIE
        position.side[waff] = seat
        note_meetings(position, position.at[waff])
        if log:
            whom = "the Fomorians" if seat == FOMORIAN else "Faerie"
            text = f"**Callach’s Waff** serves **{whom}** in this turn."
            log.say(text, clause=self.clause, seat=seat, dice=outcome)
