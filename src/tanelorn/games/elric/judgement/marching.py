"""How the Movement step is played: the missions of the plan, one act after the other."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act
from tanelorn.games.elric.equipment.counters import ARMY
from tanelorn.games.elric.judgement.missions.approaching import approach, gather
from tanelorn.games.elric.judgement.missions.errands import errands, loners
from tanelorn.games.elric.judgement.missions.founding import found
from tanelorn.games.elric.judgement.missions.plan import Mission, Plan
from tanelorn.games.elric.judgement.reading import of_verb, the
from tanelorn.games.elric.judgement.strikes import strike
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.movement.magical_flight import Course
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.words import unit_named

_known: dict[tuple[object, ...], list[Mission]] = {}
_KEPT = 64


def missions(position: ElricPosition, seat: int, style: Style) -> list[Mission]:
    """Return the missions of a seat, in the order in which they are carried out."""
    key = (
        position.scenario,
        position.turn,
        position.doom,
        seat,
        style,
        tuple(position.area),
        tuple(position.owner),
        tuple(position.ship),
        tuple(position.did),
        tuple(position.spent),
        tuple(position.where),
        tuple(position.captured),
    )
    found = _known.get(key)
    if found is None:
        found = _made(position, seat, style)
        while len(_known) >= _KEPT:
            del _known[next(iter(_known))]
        _known[key] = found
    return found


def _made(position: ElricPosition, seat: int, style: Style) -> list[Mission]:
    plan = Plan(position, seat, style)
    if terms_of(position).victory == "founding":
        found(plan)
    else:
        errands(plan)
        strike(plan)
        approach(plan)
        loners(plan)
        gather(plan)
    order = {"board": 0, "sail": 1, "land": 2}
    return sorted(plan.missions, key=lambda mission: order.get(mission.kind, 3))


def move(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Return the next act of the Movement step."""
    by_text = {(act.verb, act.args): act for act in acts}
    found = missions(position, seat, style)
    if not position.march:
        for mission in found:
            act = by_text.get(("fly from" if mission.kind == "fly" else "take", mission.units[:1]))
            if act is None and mission.kind != "fly":
                act = _alike(position, mission.units[0], acts)
            if act is not None:
                return act
        return by_text["done", ()]
    halt = by_text["halt", ()]
    own = next((mission for mission in found if _leads(position, mission)), None)
    if own is None or (position.marched and own.kind != "sail"):
        return halt
    if position.marched and any(mission.kind == "board" for mission in found):
        return halt
    onward = by_text.get((own.kind, (own.goal,))) or by_text.get(("go", (own.goal,)), halt)
    return _joining(position, own, acts, by_text) or onward


def fly(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Choose passenger and place of a magical flight as the plan has it."""
    step = position.agenda[-1]
    mission = next((m for m in missions(position, seat, style) if m.kind == "fly" and m.units[0] == step.caster), None)
    if mission is not None:
        passenger = mission.units[-1]
        for act in acts:
            if act.verb == "take" and not step.chosen and unit_named(act) == passenger:
                return act
            if act.verb == "fly" and step.chosen and Course.of(act)[1:] == (mission.goal, False):
                return act
    return the(acts, "call off")


def _leads(position: ElricPosition, mission: Mission) -> bool:
    first, leader = position.march[0], mission.units[0]
    if first == leader:
        return True
    return position.world.kind[first] == ARMY and first in mission.units and position.world.kind[leader] == ARMY


def _alike(position: ElricPosition, unit: int, acts: Sequence[Act]) -> Act | None:
    """Return the act that takes an army like this one: equal armies are offered once."""
    world = position.world
    if world.kind[unit] != ARMY:
        return None
    for act in of_verb(acts, "take"):
        army = unit_named(act)
        if world.kind[army] == ARMY and position.area[army] == position.area[unit]:
            return act
    return None


def _joining(
    position: ElricPosition, mission: Mission, acts: Sequence[Act], by_text: dict[tuple[str, tuple[int, ...]], Act]
) -> Act | None:
    """Return who is still to be taken along, None if all are."""
    world = position.world
    for unit in mission.units:
        if world.kind[unit] != ARMY and unit not in position.march and ("take", (unit,)) in by_text:
            return by_text["take", (unit,)]
    if world.elric not in position.march and position.elric_with in position.march:
        elric = by_text.get(("take", (world.elric,)))
        if elric is not None:
            return elric
    wanted = sum(world.kind[unit] == ARMY for unit in mission.units)
    taken = sum(world.kind[unit] == ARMY for unit in position.march)
    if mission.kind == "sail" or taken >= wanted:
        return None
    here = sum(
        world.kind[unit] == ARMY and unit not in position.march
        for unit in position.own_in(position.area[position.march[0]], position.owner[position.march[0]])
    )
    every = by_text.get(("take all armies", ()))
    if every is not None and here <= wanted - taken:
        return every
    return next((act for act in of_verb(acts, "take") if world.kind[unit_named(act)] == ARMY), None)
