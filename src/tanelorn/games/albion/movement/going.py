"""Marching and sailing from place to place (albion/11.0, 11.2, 11.7a): the verb `go`, on land and at sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import structs

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.losses.attrition_segment import toll_of_march
from tanelorn.games.albion.movement.ways import sailing
from tanelorn.games.albion.movement.ways.costs import Way
from tanelorn.games.albion.movement.ways.group_in_hand import Hand, begun
from tanelorn.games.albion.movement.ways.groups import Group, spent_something, transfer
from tanelorn.games.albion.movement.ways.move_labels import way_label, why_not_go
from tanelorn.games.albion.movement.ways.reach import bans_of
from tanelorn.games.albion.stacks.entering import enter, left, pass_through
from tanelorn.games.albion.state.deeds import WALKED
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, coast_click, coast_label, name, to_hex
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.stacks import top_ashore

NEAR = 2
"""How far from what can be reached people are told, unasked, why they cannot go on."""


# Which places


@lru_cache(maxsize=8)
def go_acts(world: World) -> tuple[Act, ...]:
    """Return by hex the act that goes there on land."""
    return tuple(to_hex(world, "go", hex) for hex in range(len(world.number)))


@lru_cache(maxsize=8)
def sail_acts(world: World) -> tuple[Act, ...]:
    """Return by berth the act that sails there; one of several coasts of a hex is named by its number."""
    acts = []
    for node, hex in enumerate(world.node_hex):
        number, coast = world.number[hex], world.node_coast[node]
        if len(world.berths[hex]) > 1:
            picks = (f"space:{number}", coast_click(world, hex, coast))
            acts.append(Act("go", (hex, coast), f"go {number} coast {coast}", picks))
        else:
            acts.append(Act("go", (hex, 0), f"go {number}", (f"space:{number}",)))
    return tuple(acts)


def _fits(hand: Hand) -> Iterable[Act]:
    return map(go_acts(hand.position.world).__getitem__, hand.reached)


def _sails(hand: Hand) -> Iterable[Act]:
    return map(sail_acts(hand.position.world).__getitem__, hand.reached)


def _labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name where the group can go, at what cost and danger."""
    position, group, reached = hand.position, hand.group, hand.reached
    labels = {act.path[0]: way_label(position, group, reached[act.args[0]], act.path[0], reached) for act in acts}
    if position.phase != "forced march" or position.marched:
        return labels
    toll = toll_of_march(position, hand.seat, group.here, list(group.persons), list(group.armies))
    ahead = toll.ahead(position.world.charts, assumed="All of the stack is still there when its march is paid for")
    return {pick: structs.replace(label, chances=ahead) for pick, label in labels.items()}


def _sea_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name where the ships can go, and of a hex with several coasts which water each opens on."""
    position, group, reached, world = hand.position, hand.group, hand.reached, hand.position.world
    single = {world.node_hex[node] for node in reached if len(world.berths[world.node_hex[node]]) == 1}
    labels = {}
    for act in acts:
        hex, coast = act.args
        labels[act.path[0]] = way_label(position, group, reached[world.node[hex][coast]], act.path[0], single)
        if len(act.path) > 1:
            labels[act.path[1]] = coast_label(world, hex, coast)
    return labels


def _refused(hand: Hand) -> list[Refusal]:
    """Say why the group does not go to the hexes just out of reach."""
    position, group = hand.position, hand.group
    world = position.world
    hexes = {world.node_hex[place] if group.ships else place for place in hand.reached}
    near = {to for hex in [group.here, *hexes] for to in world.near[hex]} | set(world.within(group.here, NEAR))
    bans, found = bans_of(position, group), []
    for hex in sorted(near - hexes - {group.here}):
        bar = why_not_go(position, group, hex, bans)
        if bar is not None:
            act = to_hex(world, "go", hex)
            found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    return found


# Going there


def _go(hand: Hand, act: Act, log: Log) -> None:
    go(hand.position, hand.group, hand.way(act.args[0]), log)


def _sail(hand: Hand, act: Act, log: Log) -> None:
    hex, coast = act.args
    sailing.go(hand.position, hand.group, hand.way(hand.position.world.node[hex][coast]), log)


def go(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Let the group in hand march on a way, and meet what is there."""
    seat, to = group.seat, way.route[-1]
    before = way.route[-2] if len(way.route) > 1 else group.here
    spent_something(position, seat)
    begun(position, seat)
    group = Group(position, seat, position.march)
    codes = group.codes
    transfer(position, group, to, way.cost, WALKED)
    note(position.desk, seat, entry=(-1, -1))
    if log:
        _tell(position, group, way, log)
    left(position, seat, group.here)
    pass_through(position, seat, way.route[:-1], log)
    enter(position, seat, to, log, moved=codes, frm=before, march=True)


def _tell(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    world, seat, to = position.world, group.seat, way.route[-1]
    where = f"from {at_hex(world, group.here)} to **{at_hex(world, to)}**"
    words = [f"**{world.persons[person].name}**" for person in group.persons]
    words += [f"{army.n} {world.colours[army.colour].name.removeprefix('The ')}" for army in group.armies]
    top = name(world, top_ashore(position, seat, to))
    log.say(
        f"{', '.join(words)}: {where}, for {way.cost} point{'s' * (way.cost != 1)}.",
        clause="albion/11.0a",
        seat=seat,
        places=tuple(world.number[hex] for hex in (group.here, *way.route)),
        knowers=(seat,),
        otherwise=f"{SEAT_NAMES[seat]}: {where}, with **{top}** on top.",
    )


GO: Verb[Hand] = Verb("go", _fits, _go, _labels, _refused)
SAIL: Verb[Hand] = Verb("go", _sails, _sail, _sea_labels, _refused)
