"""The Attrition Segment: fixed wounds of Places of Power, rolls and losses (albion/5.C, 8.1, 19.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.losses.aftermath import AfterLoss
from tanelorn.games.albion.losses.attrition import command_of, force_size, liable_in, magic_of
from tanelorn.games.albion.losses.deaths import wound
from tanelorn.games.albion.losses.taking import numbers, take_losses
from tanelorn.games.albion.losses.who_is_hit import Due
from tanelorn.games.albion.pack.charts import Charts
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import SEATS_WITHIN, at_hex
from tanelorn.games.albion.state.ratings import place_of

FIXED: dict[int, tuple[int, str]] = {7: (1, "dobie"), 8: (1, "gerflax"), 12: (2, ""), 16: (1, "")}
"""Places of Power that wound whoever is there in an Attrition Segment: how often, and whom they spare (19.5)."""


class Toll(NamedTuple):
    """What two dice on the Attrition Table cost a force: of what size it is, and what is added to them."""

    due: Due
    size: int
    adds: int
    ships: bool = False

    def total(self, dice: Sequence[int]) -> int:
        """Return what the table is read with."""
        return sum(dice) + self.adds

    def letter(self, charts: Charts, dice: Sequence[int]) -> str:
        """Return the row of the Casualty Table, empty for no loss (chart/attrition)."""
        return charts.attrition(self.total(dice))

    def taken(self, charts: Charts, dice: Sequence[int]) -> Due:
        """Return what must be lost; of ships as many steps as there are wounds (8.4b, chart/casualty)."""
        loss, (due, *_) = charts.loss(self.letter(charts, dice), self.size), self
        steps = loss.wounds if self.ships else 0
        return Due(due.seat, due.hex, due.scope, loss.csp, loss.wounds, steps, dagger=loss.dagger)

    def ahead(self, charts: Charts, *, assumed: str = "") -> Odds:
        """Return what the dice may cost."""

        def end(dice: tuple[int, ...]) -> End:
            taken = self.taken(charts, dice)
            return f"costs {numbers(taken)}", taken.seat if taken.empty else 1 - taken.seat

        throws = sorted((dice for dice, _ in THROW.outcomes()), key=self.total)
        return reckon(THROW, end, map(end, throws), assumed=assumed)


THROW = Roll(2, 6, "attrition")
"""What is rolled for a force."""


def toll_of_march(position: AlbionPosition, seat: int, hex: int, persons: list[int], armies: list[Army]) -> Toll:
    """Return what a forced march costs: nothing but the Command Rating of the stack counts (5.D.3c)."""
    size = force_size(position, persons, armies, [])
    return Toll(Due(seat, hex, "march"), size, -stack_command(position, persons))


def toll_of_attrition(position: AlbionPosition, seat: int, hex: int) -> Toll:
    """Return what attrition costs all liable pieces of a side in a hex, with all that modifies the roll (8.1b, 8.2,
    8.0p, 8.4a).
    """
    liable = liable_in(position, seat, hex)
    adds = sum(liable.terms.values()) - command_of(position, liable) - magic_of(position, liable)
    size = force_size(position, liable.persons, liable.armies, liable.ships)
    return Toll(Due(seat, hex, "attrition"), size, adds, bool(liable.ships))


class Attrition(Automatic, frozen=True, tag=True):
    """One side's half of the Attrition Segment (5.C.1 to 5.C.5), with the wounds that Places of Power deal (19.5/07,
    19.5/08, 19.5/12, 19.5/16).
    """

    seat: int
    title = "Attrition"
    clause = "albion/5.C.1"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Fixed wounds come first, then one roll a hex in the order of the hexes (2.0b)."""
        position.then(NextAttrition(self.seat))
        for person in sorted(range(len(position.at)), key=lambda person: (position.at[person], person)):
            place = place_of(position, person)
            if place not in FIXED or position.side[person] != self.seat or not position.awake[person]:
                continue
            wounds, spared = FIXED[place]
            if position.world.persons[person].id != spared:
                wound(position, person, wounds, log, how="place")


class NextAttrition(Automatic, frozen=True, tag=True):
    """The next hex in which a side has liable pieces, beyond the one before (2.0b, 5.C.2)."""

    seat: int
    after: int = -1
    title = "Attrition"
    clause = "albion/5.C.2"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Find it, and have it rolled for."""
        for hex in sorted({*position.people, *position.troops, *position.fleets}):
            if hex > self.after and liable_in(position, self.seat, hex):
                position.then(AttritionRoll(self.seat, hex), NextAttrition(self.seat, hex))
                return


class AttritionRoll(Chances, frozen=True, tag=True):
    """The opponent rolls two dice for all liable pieces of a side in one hex (5.C.2, 8.1a, 5.C.3, 5.C.4)."""

    seat: int
    hex: int
    title = "Attrition"
    clause = "albion/5.C.2"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"attrition of {SEATS_WITHIN[self.seat]} at {position.world.number[self.hex]}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Modify the roll, read the table, and have the losses taken (5.C.3, 5.C.4)."""
        w, seat, hex = position.world, self.seat, self.hex
        toll = toll_of_attrition(position, seat, hex)
        letter = toll.letter(w.charts, outcome)
        if log:
            whose = f"Attrition of **{SEATS_WITHIN[seat]}** at {at_hex(w, hex)}"
            log.say(
                f"{whose}: {reading(toll.total(outcome), letter, toll.size)}.",
                clause="albion/5.C.3",
                seat=seat,
                places=(w.number[hex],),
                dice=outcome,
                knowers=(seat,),
                otherwise=f"{whose} is rolled for.",
            )
        if not letter:
            return
        position.then(AfterLoss(hex))
        take_losses(position, [toll.taken(w.charts, outcome)], how="attrition", clause="albion/5.C.4")


def reading(total: int, letter: str, size: int) -> str:
    """Return what a total reads on the Attrition Table, in words; the enemy does not hear it."""
    said = str(total).replace("-", "−")
    return f"{said} reads letter {letter} for a force of {size}" if letter else f"{said} spares it"
