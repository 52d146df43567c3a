"""Taking pieces up and putting them down (albion/11.0d, 11.1, 14.2): with nobody in hand, and with a group that others
join or leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.movement.ways.group_in_hand import Hand, halt
from tanelorn.games.albion.movement.ways.groups import (
    join,
    join_points,
    leave_one,
    leave_points,
    may_change,
    may_gather,
    points_to_join,
    starters,
    take_up,
    why_not,
    why_not_join,
    why_not_sail,
)
from tanelorn.games.albion.movement.ways.move_labels import colour_labels, joining_labels, piece_label, placed
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import (
    Bar,
    button,
    counted,
    counted_with_button,
    piece_id,
    piece_word,
    plain,
    with_button,
    with_piece,
)
from tanelorn.games.albion.state.printed.pieces import colour_of, ship_code, troops_code
from tanelorn.games.albion.state.ratings import command

HALT, JOIN_ALL = plain("halt"), plain("join all")

piece_act = lru_cache(maxsize=1024)(with_piece)
button_act = lru_cache(maxsize=1024)(with_button)
counted_act = lru_cache(maxsize=4096)(counted)

# Nobody in hand


def _first(mover: Mover) -> list[Act]:
    world = mover.position.world
    return [piece_act(world, "take", code) for code in starters(*mover)]


def take_labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name who may be taken, where they are, and what is left to them."""
    labels = {}
    for act in acts:
        pick = act.path[0]
        label = piece_label(*mover, act.args[0], pick)
        labels[pick] = Pick(pick, label.label, placed(mover.position, act.args[0], label.note), label.cost)
    return labels


def march_labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name who may lead a forced march, how far, and what it costs (12.4b)."""
    position, seat = mover
    labels = {}
    for act in acts:
        pick, far = act.path[0], f"{command(position, act.args[0])} MP, then 2d6 for losses"
        label = piece_label(position, seat, act.args[0], pick)
        labels[pick] = Pick(pick, label.label, placed(position, act.args[0], label.note), far)
    return labels


def _take(mover: Mover, act: Act, log: Log) -> None:
    take_up(*mover, act.args[0])


def take_refusals(mover: Mover) -> list[Refusal]:
    """Say why the other pieces of a seat stay where they are."""
    position, seat = mover
    world, found = position.world, []
    for person, hex in enumerate(position.at):
        if hex >= 0 and position.side[person] == seat:
            found.append(_no_take(position, person, why_not(position, person) or _SET_DOWN))
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and world.s_side[ship] == seat:
            found.append(_no_take(position, ship_code(ship), why_not_sail(position, ship) or _SET_DOWN))
    for colour, side in enumerate(world.c_side):
        if side == seat:
            found.append(_no_take(position, troops_code(colour), _BY_LEADERS))
    return found


_SET_DOWN = Bar("Set down without having moved: move something else first, or take that back.", "albion/11.0d")
_BY_LEADERS = Bar("Troops move with a person who may command them: take that person up first.", "albion/11.1")


def _no_take(position: AlbionPosition, code: int, bar: Bar) -> Refusal:
    world = position.world
    return Refusal(f"take {piece_word(world, code)}", bar.why, bar.clause, (f"piece:{piece_id(world, code)}",))


TAKE: Verb[Mover] = Verb("take", _first, _take, take_labels, take_refusals)
TAKE_TO_MARCH: Verb[Mover] = Verb("take", _first, _take, march_labels, take_refusals)

# Who goes along


def _joins(hand: Hand) -> list[Act]:
    position, group = hand.position, hand.group
    world = position.world
    acts = [piece_act(world, "join", code) for code in hand.joining]
    for colour, n in points_to_join(position, group).items():
        acts += [counted_act(world, "join", troops_code(colour), some) for some in range(1, n + 1)]
    return acts


def _join(hand: Hand, act: Act, log: Log) -> None:
    if len(act.args) > 1:
        join_points(hand.position, hand.group, colour_of(act.args[0]), act.args[1])
    else:
        join(hand.position, [act.args[0]])


def _join_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    return joining_labels(hand.position, hand.seat, acts, "how many go along?")


def _no_joins(hand: Hand) -> list[Refusal]:
    """Say why others in the hex do not join."""
    position, group = hand.position, hand.group
    if group.ships:
        return []
    world, here, seat = position.world, group.here, group.seat
    together = None if may_gather(position) else Bar("A stack that is on its way gathers nobody.", "albion/12.4b")
    able = hand.joining
    found = []
    for person in position.ashore(seat, here):
        if person not in group.persons and person not in able:
            bar = together or why_not(position, person) or Bar("This person has just been left behind.", "albion/11.0d")
            picks = (f"piece:{piece_id(world, person)}",)
            found.append(Refusal(f"join {piece_word(world, person)}", bar.why, bar.clause, picks))
    for army in position.armies_of(seat, here):
        if army.did & IN_HAND or army.ship >= 0:
            continue
        no = together or why_not_join(position, group, army)
        if no:
            clicks = (f"piece:{piece_id(world, troops_code(army.colour))}", f"count:{army.n}")
            text = f"join {army.n} {piece_word(world, troops_code(army.colour))}"
            found.append(Refusal(text, no.why, no.clause, clicks))
    return found


def _joins_all(hand: Hand) -> list[Act]:
    return [JOIN_ALL] if hand.group.ships and len(hand.joining) > 1 else []


def _join_all(hand: Hand, act: Act, log: Log) -> None:
    join(hand.position, hand.joining)


JOIN: Verb[Hand] = Verb("join", _joins, _join, _join_labels, _no_joins)
TO_JOIN_ALL: Verb[Hand] = Verb(
    JOIN_ALL.verb, _joins_all, _join_all, lambda hand, acts: {JOIN_ALL.path[0]: Pick(JOIN_ALL.path[0], "Let all join")}
)

# Who stays behind


def _leaves(hand: Hand) -> list[Act]:
    position, group = hand.position, hand.group
    if not may_change(position):
        return []
    world, acts = position.world, []
    if len(position.march) > 1:
        acts += [button_act(world, "leave", code) for code in position.march]
    points: dict[int, int] = {}
    for army in group.armies:
        points[army.colour] = points.get(army.colour, 0) + army.n
    for colour, n in points.items():
        acts += [counted_with_button(world, "leave", troops_code(colour), some) for some in range(1, n + 1)]
    return acts


def _leave(hand: Hand, act: Act, log: Log) -> None:
    if len(act.args) > 1:
        leave_points(hand.position, hand.group, colour_of(act.args[0]), act.args[1])
    else:
        leave_one(hand.position, hand.group, act.args[0])


def _leave_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    pick = "button:leave"
    return {pick: Pick(pick, "Leave behind"), **colour_labels(hand.position.world, acts)}


def _no_partings(hand: Hand) -> list[Refusal]:
    """A stack on a forced march stays together (12.4b)."""
    position, group = hand.position, hand.group
    if may_change(position):
        return []
    world, why, found = position.world, "A stack on a forced march stays together.", []
    for person in group.persons:
        picks = ("button:leave", f"piece:{piece_id(world, person)}")
        found.append(Refusal(f"leave {piece_word(world, person)}", why, "albion/12.4b", picks))
    for army in group.armies:
        code = troops_code(army.colour)
        clicks = ("button:leave", f"piece:{piece_id(world, code)}", f"count:{army.n}")
        found.append(Refusal(f"leave {army.n} {piece_word(world, code)}", why, "albion/12.4b", clicks))
    return found


LEAVE: Verb[Hand] = Verb("leave", _leaves, _leave, _leave_labels, _no_partings)

# Putting them down


def _halt_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    note = "" if hand.position.marched else "it may be taken again once another has moved"
    return dict([button("halt", "Halt here", enter=True, note=note)])


TO_HALT: Verb[Hand] = Verb(
    HALT.verb, lambda hand: (HALT,), lambda hand, act, log: halt(hand.position, hand.group), _halt_labels
)
