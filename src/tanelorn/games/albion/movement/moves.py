"""The Movement Phase (albion/5.D.3a, 11.0, 12.0): taking pieces up, marching, sailing, and what is done on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tanelorn.core.acts import Act, Verb, Verbs
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.items import looking, search
from tanelorn.games.albion.movement import embarking, going, overrun, picking_up
from tanelorn.games.albion.movement.rearranging import arranging
from tanelorn.games.albion.movement.teleporting import teleport
from tanelorn.games.albion.movement.ways import move_labels, sailing
from tanelorn.games.albion.movement.ways.costs import Way
from tanelorn.games.albion.movement.ways.group_in_hand import Hand, begun, halt
from tanelorn.games.albion.movement.ways.groups import Group, in_hand, rally, rate, set_down
from tanelorn.games.albion.movement.ways.reach import held, recall
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.command import assign_all
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import ends, plain
from tanelorn.games.albion.state.printed.pieces import is_ship

DONE_ACT = plain("done")


def _spends(verb: Verb[Mover]) -> Verb[Mover]:
    """Return a verb by which a group in hand has begun to move."""
    return replace(verb, does=partial(_begin, verb))


def _begin(verb: Verb[Mover], mover: Mover, act: Act, log: Log) -> None:
    if mover.position.march:
        begun(*mover)
    verb.does(mover, act, log)


def _looked_at(*verbs: Verb[Hand]) -> tuple[Verb[Hand], ...]:
    """Return verbs after which it is looked at who of the group is still there and can go on."""
    return tuple(replace(verb, does=partial(_look_after, verb)) for verb in verbs)


def _look_after(verb: Verb[Hand], hand: Hand, act: Act, log: Log) -> None:
    hand.position.then(OnTheMarch(hand.seat))
    verb.does(hand, act, log)


_KEEPING: tuple[Verb[Mover], ...] = (
    _spends(overrun.BY_OVERRUN),
    _spends(search.SEARCH),
    teleport.TELEPORT,
    _spends(looking.LOOK),
    looking.QUESTION,
)
BESIDES: tuple[Verb[Mover], ...] = (*_KEEPING, arranging.REARRANGE)
"""What may be done in movement besides going, with a group in hand or without."""

IDLE: Verbs[Mover] = Verbs(picking_up.TAKE, *BESIDES, ends("done", "End movement"))
"""What may be done in the Movement Phase with nobody in hand."""

ON_LAND: Verbs[Hand] = Verbs(
    picking_up.JOIN, picking_up.LEAVE, *_looked_at(going.GO, embarking.BOARD, *BESIDES), picking_up.TO_HALT
)
"""What a group on land may do."""

_SHIPPING = (embarking.LOAD, embarking.LAND, embarking.TO_LAND_ALL)

AT_SEA: Verbs[Hand] = Verbs(
    picking_up.JOIN,
    picking_up.TO_JOIN_ALL,
    picking_up.LEAVE,
    *_looked_at(*_SHIPPING, going.SAIL, *BESIDES),
    picking_up.TO_HALT,
)
"""What ships in hand may do."""

DRAFTING: Verbs[Hand] = Verbs(*_looked_at(*_SHIPPING, embarking.TO_GO_ABOARD, embarking.TO_GO_ASHORE))
"""What ships in hand may do while it is said who goes aboard or ashore together."""

BUSY: Verbs[Mover] = Verbs(*_KEEPING)
"""For what a group is kept in hand that may not go on."""


def begin_movement(position: AlbionPosition, seat: int) -> None:
    """Begin a Movement Phase: nobody is in hand, and all troops lie under somebody who may command them (14.2b)."""
    position.march = []
    position.marched = False
    assign_all(position, seat)


class Moves(AsksOne, frozen=True, tag=True):
    """One act of movement after the other, until the player is done (11.0d, 12.0)."""

    title = "Movement"
    clause = "albion/5.D.3a"
    still_asked = "how far a group can go tells what it is, which is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> move_labels.Marches:
        """What the group in hand can do, or who can be taken in hand."""
        group = in_hand(position, seat)
        if group is not None:
            return group_choices(position, group)
        prompt = "Take a person or ship to move it, or end your movement."
        return IDLE.listed(move_labels.Marches, Mover(position, seat), prompt, default=DONE_ACT)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice == DONE_ACT:
            return
        position.then(self)
        carry_out(position, seat, choice, log)


# A group in hand


def group_choices(position: AlbionPosition, group: Group) -> move_labels.Marches:
    """Return what the group in hand can do."""
    hand = Hand(position, group.seat)
    hand.hold(group)
    draft = position.desk[group.seat].draft
    if draft:
        landing = not draft[0].goes_aboard
        text = embarking.roll_of(position, draft).replace("**", "")
        return DRAFTING.listed(
            move_labels.Marches,
            hand,
            f"{'Ashore' if landing else 'Aboard'} go: {text}. Who else?",
            default=embarking.GO_ASHORE if landing else embarking.GO_ABOARD,
        )

    def prompt(acts: Sequence[Act]) -> str:
        return move_labels.prompt(position, group, stuck=len(acts) == 1)

    listed = _verbs(hand).listed(move_labels.Marches, hand, prompt, default=picking_up.HALT)
    hexes = position.world.hex
    return listed.telling(
        lambda number: move_labels.why_not_go(position, group, hexes[number]) if number in hexes else None
    )


def _verbs(hand: Hand) -> Verbs[Hand]:
    """Return what the group in hand is asked."""
    if hand.position.desk[hand.seat].draft:
        return DRAFTING
    return AT_SEA if is_ship(hand.position.march[0]) else ON_LAND


def carry_out(position: AlbionPosition, seat: int, act: Act, log: Log) -> None:
    """Carry out one act of movement; the step that asks must be on the agenda already."""
    known = recall(position)
    if not position.march:
        IDLE.do(Mover(position, seat), act, log)
        return
    hand = Hand(position, seat)
    hand.known = known
    _verbs(hand).do(hand, act, log)


def march_on(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Let the group in hand go a way that is written down (19.4/03)."""
    position.then(OnTheMarch(group.seat))
    if group.ships:
        sailing.go(position, group, way, log)
    else:
        going.go(position, group, way, log)


class OnTheMarch(Automatic, frozen=True, tag=True):
    """Only who is still there stays in hand; a group that can do nothing more is put down."""

    seat: int
    title = "On the march"
    clause = "albion/11.0d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Look."""
        rally(position, self.seat)
        if position.phase == "forced march" and any(position.spent[code] for code in position.march):
            begun(position, self.seat)
        group = in_hand(position, self.seat)
        if group is None:
            set_down(position)
            rate(position)
        elif position.desk[self.seat].draft or group.ships:
            if not position.desk[self.seat].draft and not group.points:
                halt(position, group)
        elif not group.points or (held(position, group) and not BUSY.fitting(Mover(position, self.seat))):
            halt(position, group)
