"""Forced marches (albion/12.4, 5.D.3b, 5.D.3c): stacks go on by a Command Rating, and pay when all have marched."""

from __future__ import annotations

from tanelorn.core.acts import Act, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.albion.losses.aftermath import AfterLoss
from tanelorn.games.albion.losses.attrition_segment import reading, toll_of_march
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import marching, stack_hex
from tanelorn.games.albion.movement import moves
from tanelorn.games.albion.movement.picking_up import TAKE_TO_MARCH
from tanelorn.games.albion.movement.ways import move_labels
from tanelorn.games.albion.movement.ways.groups import in_hand
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEATS_WITHIN, at_hex, ends, plain


def begin_forced_march(position: AlbionPosition) -> None:
    """Begin a Forced March Phase: what was spent is forgotten, what was done is not (12.4b)."""
    position.spent = [0] * len(position.spent)
    for hex, armies in list(position.troops.items()):
        if any(army.spent for army in armies):
            position.set_troops(hex, [army._replace(spent=0) for army in armies])
    position.march, position.marched, position.allowance = [], False, -1


IDLE: Verbs[Mover] = Verbs(TAKE_TO_MARCH, ends("done", "No more forced marches"))
"""What may be done in a forced march with nobody in hand."""


class Marches(AsksOne, frozen=True, tag=True):
    """One act of a forced march after the other, until the player is done (5.D.3b, 12.4, 12.4b)."""

    title = "Forced march"
    clause = "albion/5.D.3b"
    still_asked = "how far a group can go tells what it is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> move_labels.Marches:
        """Who leads a stack on a forced march, or where the one in hand goes."""
        group = in_hand(position, seat)
        if group is not None:
            return moves.group_choices(position, group)
        prompt = "Take who leads a stack on a forced march, or go on."
        return IDLE.listed(move_labels.Marches, Mover(position, seat), prompt, default=moves.DONE_ACT)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice == moves.DONE_ACT:
            return
        position.then(self)
        if position.march:
            moves.carry_out(position, seat, choice, log)
        else:
            IDLE.do(Mover(position, seat), choice, log)


# The losses


class MarchLosses(Automatic, frozen=True, tag=True):
    """All stacks have marched: their losses are rolled for one by one, in the order of their hexes (2.0b, 5.D.3c)."""

    seat: int
    title = "Losses of the forced march"
    clause = "albion/5.D.3c"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Take the stack of the lowest hex that is left; those that are no more are forgotten."""
        position.march, position.marched, position.allowance = [], False, -1
        stacks = [stack for stack in position.desk[self.seat].stacks if stack_hex(position, self.seat, stack) >= 0]
        stacks.sort(key=lambda stack: (stack_hex(position, self.seat, stack), stack))
        note(position.desk, self.seat, stacks=tuple(stacks))
        if stacks:
            hex = stack_hex(position, self.seat, stacks[0])
            position.then(MarchRoll(self.seat, hex), EndOfLosses(self.seat), self)


class EndOfLosses(Automatic, frozen=True, tag=True):
    """A stack has paid for its forced march."""

    seat: int
    title = "Losses of the forced march"
    clause = "albion/5.D.3c"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Forget it."""
        note(position.desk, self.seat, stacks=position.desk[self.seat].stacks[1:])


class MarchRoll(Chances, frozen=True, tag=True):
    """The active player rolls two dice for one stack; nothing but its Command Rating modifies them (5.D.3c)."""

    seat: int
    hex: int
    title = "Losses of the forced march"
    clause = "albion/5.D.3c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"forced march to {at_hex(position.world, self.hex)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Subtract, read the table, have the losses taken."""
        world, seat, hex = position.world, self.seat, self.hex
        stack = marching(position, seat, hex)
        toll = toll_of_march(position, seat, hex, list(stack.persons), list(stack.armies))
        letter = toll.letter(world.charts, outcome)
        if log:
            whose = f"Forced march of **{SEATS_WITHIN[seat]}** to {at_hex(world, hex)}"
            log.say(
                f"{whose}: {reading(toll.total(outcome), letter, toll.size)}.",
                clause=self.clause,
                seat=seat,
                places=(world.number[hex],),
                dice=outcome,
                knowers=(seat,),
                otherwise=f"{whose}: its price is rolled for.",
            )
        if letter:
            position.then(AfterLoss(hex))
            take_losses(position, [toll.taken(world.charts, outcome)], how="march", clause=self.clause)


FORCED_MARCH = plain("forced march")
