"""Why others do not go along, and why the group in hand does not go to a hex (albion/11.0 to 12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act
from tanelorn.core.choices import Refusal
from tanelorn.games.albion.movement import embarking
from tanelorn.games.albion.movement.bans import Ban
from tanelorn.games.albion.movement.groups import (
    STOPPED,
    Group,
    halted,
    joiners,
    may_change,
    may_gather,
    terms_of,
    tied,
    why_not,
    why_not_join,
)
from tanelorn.games.albion.movement.reach import Reached, bans_of, held, sea_sky, why_no_step
from tanelorn.games.albion.movement.step_costs import lanes, roads
from tanelorn.games.albion.movement.ways import FAR, LIMITS, land_ways, sea_ways
from tanelorn.games.albion.state.nouns import Bar, piece_id, piece_word
from tanelorn.games.albion.state.position import IN_HAND, SHIP, TROOPS, AlbionPosition

NEAR = 2
"""How far from what can be reached people are told, unasked, why they cannot go on."""

AFAR = 48
"""How far away the cost of a way on land is told."""


def group_refusals(position: AlbionPosition, group: Group, acts: Sequence[Act], reached: Reached) -> list[Refusal]:
    """Say why others do not go along, and why the group does not go to the hexes just out of reach."""
    world = position.world
    offered = {act.text for act in acts}
    found = _companions(position, group)
    hexes = {world.node_hex[place] if group.ships else place for place in reached}
    near = {to for hex in [group.here, *hexes] for to in world.near[hex]} | set(world.within(group.here, NEAR))
    bans = bans_of(position, group)
    for hex in sorted(near - hexes - {group.here}):
        bar = why_not_go(position, group, hex, bans)
        if bar is not None and f"go {world.number[hex]}" not in offered:
            found.append(Refusal(f"go {world.number[hex]}", bar.why, bar.clause, (f"space:{world.number[hex]}",)))
    return [one for one in found if one.text not in offered]


def draft_refusals(position: AlbionPosition, group: Group, acts: Sequence[Act]) -> list[Refusal]:
    """Say why others do not go aboard, or ashore, with those who do."""
    offered = {act.text for act in acts}
    return [one for one in embarking.refusals(position, group) if one.text not in offered]


def _companions(position: AlbionPosition, group: Group) -> list[Refusal]:
    """Say why others in the hex do not join or stay behind, and why nobody goes aboard."""
    if group.ships:
        return embarking.refusals(position, group)
    found = [*_no_joins(position, group), *_no_boards(position, group)]
    return found if may_change(position) else [*found, *_no_partings(position, group)]


def _no_joins(position: AlbionPosition, group: Group) -> list[Refusal]:
    world, here, seat = position.world, group.here, group.seat
    together = None if may_gather(position) else Bar("A stack that is on its way gathers nobody.", "albion/12.4b")
    able = joiners(position, group)
    found = []
    for person in position.ashore(seat, here):
        if person not in group.persons and person not in able:
            bar = together or why_not(position, person) or Bar("He was left behind a moment ago.", "albion/11.0d")
            picks = (f"piece:{piece_id(world, person)}",)
            found.append(Refusal(f"join {piece_word(world, person)}", bar.why, bar.clause, picks))
    for army in position.armies_of(seat, here):
        if army.did & IN_HAND or army.ship >= 0:
            continue
        no = together or why_not_join(position, group, army)
        if no:
            clicks = (f"piece:{piece_id(world, TROOPS + army.colour)}", f"count:{army.n}")
            text = f"join {army.n} {piece_word(world, TROOPS + army.colour)}"
            found.append(Refusal(text, no.why, no.clause, clicks))
    return found


def _no_boards(position: AlbionPosition, group: Group) -> list[Refusal]:
    world, found = position.world, []
    for ship in position.ships_of(group.seat, group.here):
        bar = embarking.why_not_board(position, group, ship)
        if bar:
            picks = (f"piece:{piece_id(world, SHIP + ship)}",)
            found.append(Refusal(f"board {piece_word(world, SHIP + ship)}", bar.why, bar.clause, picks))
    return found


def _no_partings(position: AlbionPosition, group: Group) -> list[Refusal]:
    """A stack on a forced march stays together (12.4b)."""
    world, why, found = position.world, "A stack on a forced march stays together.", []
    for person in group.persons:
        picks = ("button:leave", f"piece:{piece_id(world, person)}")
        found.append(Refusal(f"leave {piece_word(world, person)}", why, "albion/12.4b", picks))
    for army in group.armies:
        code = TROOPS + army.colour
        clicks = ("button:leave", f"piece:{piece_id(world, code)}", f"count:{army.n}")
        found.append(Refusal(f"leave {army.n} {piece_word(world, code)}", why, "albion/12.4b", clicks))
    return found


def why_not_go(position: AlbionPosition, group: Group, to: int, bans: Sequence[Ban] | None = None) -> Bar | None:
    """Return why a group does not go to a hex, None if nothing is known against it."""
    if to == group.here:
        return Bar("The group is there already.", "albion/11.0b")
    for ban in bans_of(position, group) if bans is None else bans:
        if ban.closes(to):
            return Bar(ban.why, ban.clause)
    return _not_by_sea(position, group, to) if group.ships else _not_by_land(position, group, to)


def _not_by_land(position: AlbionPosition, group: Group, to: int) -> Bar | None:
    world = position.world
    bar = tied(position, group)
    if bar is not None:
        return bar
    if held(position, group):
        did = [position.did[person] for person in group.persons] + [army.did for army in group.armies]
        return halted(next(bits for bits in did if bits & STOPPED))
    terms = terms_of(position, group.seat, group.persons, group.colours)
    if to in world.near[group.here]:
        cost = dict(roads(world, terms).row(group.here)).get(to)
        if cost is None:
            return why_no_step(position, terms, group.here, to)
        return _too_dear(group, cost)
    tree = land_ways(world, terms, group.here, AFAR)
    far = tree.cost[to]
    if far == FAR and not world.land[to]:
        return Bar("Only ships enter a hex without land.", "albion/11.8b")
    if far == FAR:
        return Bar(f"That is further than the {group.points} Movement Points left.", "albion/11.0a")
    if far <= group.points:
        return Bar(
            "The ways there lead through enemies, who would be met first, or through closed hexes.", "albion/11.2a"
        )
    return _too_dear(group, far)


def _too_dear(group: Group, cost: int) -> Bar | None:
    if cost <= group.points:
        return None
    return Bar(f"The way there costs {cost} Movement Points; {group.points} are left.", "albion/11.0a")


def _not_by_sea(position: AlbionPosition, group: Group, to: int) -> Bar | None:
    world = position.world
    if not world.sea[to]:
        return Bar("Ships go nowhere without sea.", "albion/11.8a")
    sky = sea_sky(position, group)
    start = world.node[group.here][group.coast]
    if start in lanes(world, sky).frozen:
        return Bar("The port is frozen: no ship leaves it.", "albion/6.3.4")
    if to in world.near[group.here] and not any(world.node_hex[node] == to for node in world.sea_near[start]):
        side = world.border(group.here, to)
        if side.dry or len(world.berths[group.here]) == 1:
            return Bar("There is only land between the two.", "albion/11.8f")
        return Bar("The ship lies on another coast of its hex: it must go around.", "albion/12.1f")
    tree = sea_ways(world, sky, start, LIMITS[-1], frozenset())
    costs = [tree.cost[node] for node in world.node[to] if tree.cost[node] != FAR]
    if not costs:
        return Bar("No way leads there by sea.", "albion/11.8a")
    if min(costs) <= group.points:
        return Bar("Every way there leads through a closed hex.", "albion/11.8a")
    return _too_dear(group, min(costs))
