"""The Reaction Phase (albion/13.0): stacks of the inactive player that are near enough to enemy troops may move.

That player is told which stacks these are (`position.reactors`), and what keeps those in contact where they are
(`position.barring`). The question is put whenever both players see stacks within reach of each other, so that being
asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.movement import moves
from tanelorn.games.albion.movement.picking_up import take_labels
from tanelorn.games.albion.movement.rearranging import arranging
from tanelorn.games.albion.movement.ways import move_labels
from tanelorn.games.albion.movement.ways.groups import in_hand, take_up, why_not
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.command import assign_all, stack_command
from tanelorn.games.albion.state.deeds import BOUND, DONE
from tanelorn.games.albion.state.position import CSPS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import ends, with_piece
from tanelorn.games.albion.state.printed.pieces import ship_code
from tanelorn.games.albion.state.ratings import command
from tanelorn.games.albion.state.stacks import holds, stands_in

RANGE = 6
"""How near enemy troops must be (13.0a)."""


class Reaction(Automatic, frozen=True, tag=True):
    """The inactive player, whose seat is `seat`, moves stacks by their Command Ratings (5.D.4, 12.0)."""

    seat: int
    title = "Reaction"
    clause = "albion/13.0a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Tell the player which stacks may react, and ask."""
        if not near_enough(position, self.seat):
            return
        assign_all(position, self.seat)
        position.reactors = reactors(position, self.seat)
        position.barring = barring(position, self.seat)
        position.then(React(self.seat))


def own_hexes(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes where a seat has something ashore, which lies open."""
    return [hex for hex in sorted({*position.people, *position.troops}) if stands_in(position, seat, hex)]


def near_enough(position: AlbionPosition, seat: int) -> bool:
    """Tell whether any stack of a seat is within six hexes of an enemy stack, as both see."""
    distance = position.world.distance
    enemies = own_hexes(position, 1 - seat)
    return any(distance(hex, foe) <= RANGE for hex in own_hexes(position, seat) for foe in enemies)


def reactors(position: AlbionPosition, seat: int) -> dict[int, int]:
    """Return by hex the Command Rating by which a stack of a seat may react: enemy troops are that near (13.0a)."""
    distance = position.world.distance
    enemies = [hex for hex in own_hexes(position, 1 - seat) if holds(position, 1 - seat, hex) & CSPS]
    found = {}
    for hex in own_hexes(position, seat):
        rating = stack_command(position, reacting(position, seat, hex))
        if rating and any(distance(hex, foe) <= min(rating, RANGE) for foe in enemies):
            found[hex] = rating
    return found


def reacting(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    """Return the persons of a stack who could react: active, and no casters of this turn (10.3c, 19.3a)."""
    return [
        person for person in position.ashore(seat, hex) if position.awake[person] and not position.did[person] & BOUND
    ]


def barring(position: AlbionPosition, seat: int) -> dict[int, int]:
    """Return by hex with enemy troops the highest Command Rating of an enemy person there, 0 for nobody (13.0c)."""
    found = {}
    for hex in own_hexes(position, seat):
        if holds(position, 1 - seat, hex) & CSPS:
            found[hex] = max((command(position, person) for person in position.ashore(1 - seat, hex)), default=0)
    return found


# Who reacts


def _able(mover: Mover) -> list[Act]:
    position, seat = mover
    left = position.desk[seat].left
    near = [person for hex in position.reactors for person in position.ashore(seat, hex)]
    able = sorted(
        person for person in near if person not in left and position.awake[person] and not why_not(position, person)
    )
    return [with_piece(position.world, "take", person) for person in able]


def _take(mover: Mover, act: Act, log: Log) -> None:
    """Take somebody up, who may go as far as the Command Rating of the stack in which they began (13.0e)."""
    position, seat = mover
    position.allowance = position.reactors[position.at[act.args[0]]]
    take_up(position, seat, act.args[0])


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    position, labels = mover.position, take_labels(mover, acts)
    for act in acts:
        pick, rating = act.path[0], position.reactors[position.at[act.args[0]]]
        labels[pick] = Pick(pick, position.world.persons[act.args[0]].name, labels[pick].note, f"{rating} MP")
    return labels


def _refused(mover: Mover) -> list[Refusal]:
    """Say why others do not react (13.0a, 13.0d)."""
    position, seat = mover
    w, found = position.world, []
    for person, hex in enumerate(position.at):
        if hex >= 0 and position.side[person] == seat:
            act = with_piece(w, "take", person)
            found.append(Refusal(act.text, *_why_not(position, person), act.path))
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and w.s_side[ship] == seat:
            act = with_piece(w, "take", ship_code(ship))
            found.append(Refusal(act.text, "Ships do not react.", "albion/13.0d", act.path))
    return found


def _why_not(position: AlbionPosition, person: int) -> tuple[str, str]:
    if position.aboard[person] >= 0:
        return "Who is aboard a ship does not react.", "albion/13.0d"
    if not position.awake[person]:
        return "Who is not active does not react.", "albion/10.3c"
    if position.did[person] & BOUND:
        return "Who has tried to cast does nothing else in this turn.", "albion/19.3a"
    if position.did[person] & DONE:
        return "This person has reacted already.", "albion/13.0b"
    if position.at[person] not in position.reactors:
        why = "No enemy troops ashore are within the Command Rating of the stack, and within six hexes."
        return why, "albion/13.0a"
    return "Set down without having moved: move something else first, or take that back.", "albion/11.0d"


IDLE: Verbs[Mover] = Verbs(
    Verb("take", _able, _take, _labels, _refused), arranging.REARRANGE, ends("done", "End the reaction")
)
"""What may be done in reaction with nobody in hand."""


class React(AsksOne, frozen=True, tag=True):
    """One act of reaction after the other, until the player is done (13.0b)."""

    title = "Reaction"
    clause = "albion/13.0b"
    still_asked = "how far a group can go tells what it is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> move_labels.Marches:
        """What the group in hand can do, or who may react."""
        group = in_hand(position, self.seat)
        if group is not None:
            return moves.group_choices(position, group)
        prompt = "Take a person of a stack that may react, or end the reaction."
        return IDLE.listed(move_labels.Marches, Mover(position, self.seat), prompt, default=moves.DONE_ACT)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice == moves.DONE_ACT:
            position.reactors, position.barring = {}, {}
            assign_all(position, self.seat)
            return
        position.then(Reacted(self.seat), self)
        if position.march:
            moves.carry_out(position, self.seat, choice, log)
        else:
            IDLE.do(Mover(position, self.seat), choice, log)


class Reacted(Automatic, frozen=True, tag=True):
    """A group that has moved and been put down has reacted: each piece reacts once."""

    seat: int
    title = "Reaction"
    clause = "albion/13.0b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Mark who has spent points, unless a group is still in hand."""
        if position.march:
            return
        position.allowance = -1
        for person, spent in enumerate(position.spent):
            if spent and position.side[person] == self.seat:
                position.did[person] |= DONE
        c_side = position.world.c_side
        moved = [
            hex
            for hex, armies in position.troops.items()
            for army in armies
            if army.spent and not army.did & DONE and c_side[army.colour] == self.seat
        ]
        for hex in dict.fromkeys(moved):
            armies = position.troops[hex]
            position.set_troops(
                hex,
                [
                    army._replace(did=army.did | DONE) if army.spent and c_side[army.colour] == self.seat else army
                    for army in armies
                ],
            )
