"""Where the group in hand goes (elric/7.0c, 7.2, 7.3): on its way, aboard, ashore, or to take Elric away (12.1.2d)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.crossing import ComeForElric, Onward, roster
from tanelorn.games.elric.movement.dangerous_seas import passage_ahead
from tanelorn.games.elric.movement.embarking import (
    Disembark,
    Embark,
    berths,
    boarding_cost,
    why_not_board,
    why_not_land,
)
from tanelorn.games.elric.movement.groups import ABOARD, ASHORE, POINTS, SAILING, Party, can_sail
from tanelorn.games.elric.movement.picking_up import Marching, points
from tanelorn.games.elric.movement.reach import (
    GATE,
    LEADERLESS,
    MOUNTAINS,
    NO_ATTACK,
    NO_CAPTAIN,
    NO_DECK,
    NO_LAND,
    NO_PORT,
    NO_SHIP,
    Bar,
    Terrain,
    bar,
    held_up,
    ridges,
    shut,
    terrain_of,
    ways,
    ways_unopposed,
)
from tanelorn.games.elric.movement.routes import Way
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.cities import behind_wall
from tanelorn.games.elric.state.places import with_area
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import decks, room, strength
from tanelorn.games.elric.state.words import (
    area_named,
    area_words,
    in_armies,
    name,
    still,
    to_area,
    unit_named,
    unit_words,
    with_unit,
)


@lru_cache(maxsize=256)
def _by_button(act: Act) -> Act:
    """Return an act that needs a button before the click on its area, where the click alone means another act."""
    return structs.replace(act, path=(f"button:{act.verb}", *act.path))


def _tell(position: ElricPosition, party: Party, route: tuple[int, ...], log: Log) -> None:
    if log:
        areas = position.world.areas
        by = ", ".join(areas[area].name for area in route[:-1])
        log.say(
            f"{roster(position, party.movers)}: from {areas[party.here].name} to **{areas[route[-1]].name}**"
            f"{f' by {by}' if by else ''}.",
            clause="elric/7.0c",
            seat=party.seat,
            places=tuple(areas[area].id for area in (party.here, *route)),
        )


# On its way


@lru_cache(maxsize=8)
def _go_acts(world: World) -> tuple[Act, ...]:
    """Return by area the act that goes there."""
    return tuple(to_area(world, "go", area) for area in range(len(world.areas)))


def _goes(group: Marching) -> Iterable[Act]:
    """Go to an area; on a coast where the group may land, a click means landing."""
    landings, every = group.landings, _go_acts(group.position.world)
    acts = [every[area] for area in sorted(group.reached)]
    return [_by_button(act) if area_named(act) in landings else act for act in acts] if landings else acts


def _go(group: Marching, act: Act, log: Log) -> None:
    position, party = group.position, group.party
    way = group.reached[area_named(act)]
    position.marched = True
    _tell(position, party, way.route, log)
    position.then(Onward(party.seat, party.here, way.route))


def _go_labels(group: Marching, acts: Sequence[Act]) -> dict[str, Pick]:
    terrain = terrain_of(group.position, group.party)
    named = {}
    for act in acts:
        pick, to = act.path[0], area_named(act)
        at_once = len(act.path) == 1
        named[pick] = _way_label(terrain, to, group.reached[to], pick) if at_once else Pick(pick, "Without the ship …")
    return named


def _go_refused(group: Marching) -> Iterable[Refusal]:
    position, party, world = group.position, group.party, group.position.world
    open_way = ways_unopposed(position, party)
    for to, area in enumerate(world.areas):
        if to != party.here and to not in group.reached:
            why = _out_of_reach(position, party, to, open_way)
            yield Refusal(f"go {area_words(world)[to]}", why.why, why.clause, (f"space:{area.id}",))


GO = Verb("go", fits=_goes, does=_go, labels=_go_labels, refused=_go_refused)


def _way_label(terrain: Terrain, to: int, way: Way, pick: str) -> Pick:
    areas = terrain.world.areas
    notes = [f"by {', '.join(areas[area].name for area in way.route[:-1])}"] if len(way.route) > 1 else []
    risks = _dangers(terrain, way)
    battle = _battle(terrain, to)
    if battle:
        risks.append(battle)
    if to == terrain.elric:
        notes.append("Elric is there")
    route = (terrain.party.here, *way.route)
    ahead, spaces = passage_ahead(terrain.position, terrain.party, route), tuple(areas[area].id for area in route)
    note = "; ".join([*notes, *risks])
    return Pick(pick, areas[to].name, note, points(way.cost), bool(risks), way=spaces, chances=ahead)


def _dangers(terrain: Terrain, way: Way) -> list[str]:
    """Say what is rolled and drawn on a route."""
    world, party = terrain.world, terrain.party
    areas = (party.here, *way.route)
    found = []
    wild = [to for to in way.route if to in terrain.wild]
    draws = 0
    if terrain.attacks and not party.flies:
        draws = sum(to == world.straits or party.armies for to in wild)
    if draws:
        found.append("wild: draw for a random attack" + (f", {draws} times" if draws > 1 else ""))
    elif terrain.attacks and way.route[-1] in terrain.wild:
        found.append("wild: draw for a random attack if you end here")
    if world.boiling in areas and any(
        world.boiling in pair and terrain.dangers(*pair) for pair in zip(areas, way.route, strict=False)
    ):
        found.append("Boiling Sea: a die for each who passes")
    if world.teeth in way.route and party.manner == SAILING and terrain.rolling():
        found.append("Serpents Teeth: a die for each fleet")
    return found


def _battle(terrain: Terrain, to: int) -> str:
    """Say who would be fought in an area, as far as everybody can see."""
    position, party, world = terrain.position, terrain.party, terrain.world
    if not terrain.foes(to):
        return ""
    at_sea = to in world.seas
    foes = position.foes_in(to, party.seat)
    wall = 0
    if any(behind_wall(position, to, position.owner[unit]) for unit in foes):
        wall = world.wall[to]
    own = strength(position, [*party.movers, *position.own_in(to, party.seat)], at_sea)
    text = f"battle: {strength(position, foes, at_sea) + wall} against your {own}"
    return text + (f" (wall {wall})" if wall else "")


def _out_of_reach(position: ElricPosition, party: Party, to: int, open_way: Mapping[int, Way]) -> Bar:
    """Return the rule that keeps the group from going to an area, or on from one, as after an overrun (10.9.2)."""
    world, terrain = position.world, terrain_of(position, party)
    held = held_up(position, party)
    if held:
        return held
    if to == world.imrryr and shut(position, party.seat, party.movers):
        return GATE
    if (party.here, to) in ridges(world):
        return MOUNTAINS
    next_to = bar(terrain, party.here, to) if to in world.adjacent[party.here] else None
    if next_to:
        return next_to
    bound = _by_manner(terrain, to)
    if bound:
        return bound
    if terrain.foes(to) and not party.leaders:
        return NO_ATTACK
    for unit in terrain.bound:
        if not hordes.allowed(position, unit, to):
            return Bar(*hordes.why(position, unit))
    if to in open_way:
        return Bar("Enemies stand on every way there: whoever meets them fights.", "elric/7.3h")
    return _too_far(terrain)


def _by_manner(terrain: Terrain, to: int) -> Bar | None:
    world, party = terrain.world, terrain.party
    at_sea = to in world.seas
    if party.manner == SAILING:
        if not at_sea and not world.ports[to]:
            return NO_PORT
        if not party.leaders:
            return NO_CAPTAIN
        return None
    if party.flies:
        return NO_DECK if at_sea and not decks(terrain.position, to, party.seat) else None
    if at_sea and not party.swims:
        return NO_SHIP
    if party.manner == ABOARD and not party.swims:
        return NO_LAND
    if party.armies and not party.leaders:
        return NO_ATTACK if terrain.foes(to) else LEADERLESS
    return None


def _too_far(terrain: Terrain) -> Bar:
    position, party = terrain.position, terrain.party
    if party.manner == SAILING:
        return Bar("That is further than the fleet, or somebody aboard, can still go.", "elric/7.3d")
    left = max(0, POINTS - max(position.spent[unit] for unit in party.movers))
    if party.flies:
        return Bar(f"Flyers pass {POINTS} areas in a turn: {still(left)}.", "elric/7.4.1a")
    if party.swims and party.manner != ASHORE:
        return Bar(f"A sea costs two points without a ship, and {still(left)}.", "elric/7.3b")
    return Bar(f"Those on land have {POINTS} points in a turn: {still(left)}.", "elric/7.2a")


# Aboard


def _boards(group: Marching) -> Iterable[Act]:
    position, party = group.position, group.party
    for ship in berths(position, party):
        if not why_not_board(position, party, ship):
            yield with_unit(position.world, "board", ship)


def _board(group: Marching, act: Act, log: Log) -> None:
    position, party, fleet = group.position, group.party, unit_named(act)
    position.marched = True
    position.then(Embark(party.seat, party.here, fleet), TakeHelm(party.seat, fleet))


def _board_refused(group: Marching) -> Iterable[Refusal]:
    position, party, world = group.position, group.party, group.position.world
    for fleet in berths(position, party):
        why = why_not_board(position, party, fleet)
        if why:
            picks = (f"piece:{world.units[fleet].id}",)
            yield Refusal(f"board {unit_words(world)[fleet]}", why.why, why.clause, picks)


def _ship_label(position: ElricPosition, party: Party, fleet: int, pick: str) -> Pick:
    world = position.world
    cost = max(boarding_cost(position, party, unit, fleet) for unit in party.units)
    note, way = f"room for {in_armies(room(position, fleet))}", list[str]()
    if position.area[fleet] != party.here:
        here, there = world.areas[party.here], world.areas[position.area[fleet]]
        note, way = f"in the {there.name}; {note}", [here.id, there.id]
    return Pick(pick, name(world, fleet), note, points(cost), way=tuple(way))


BOARD = Verb[Marching](
    "board",
    fits=_boards,
    does=_board,
    labels=lambda group, acts: {
        act.path[0]: _ship_label(group.position, group.party, unit_named(act), act.path[0]) for act in acts
    },
    refused=_board_refused,
)


class TakeHelm(Automatic, frozen=True, tag=True):
    """Whoever has boarded may sail on at once: the fleet is then in hand (7.3f)."""

    seat: int
    fleet: int
    title = "Going aboard"
    clause = "elric/7.3f"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put the group down, and take the fleet up if it can sail."""
        fleet = self.fleet
        aboard = any(position.ship[unit] == fleet for unit in position.march)
        position.march = []
        if aboard and position.owner[fleet] == self.seat and can_sail(position, fleet):
            position.march = [fleet]


# Ashore


def _land(group: Marching, act: Act, log: Log) -> None:
    position, party, to = group.position, group.party, area_named(act)
    position.marched = True
    _tell(position, party, (to,), log)
    position.then(Disembark(party.seat, party.here, to))


def _land_labels(group: Marching, acts: Sequence[Act]) -> dict[str, Pick]:
    terrain = terrain_of(group.position, group.party)
    return {act.path[0]: _coast_label(terrain, area_named(act), act.path[0]) for act in acts}


def _land_refused(group: Marching) -> Iterable[Refusal]:
    position, party, world = group.position, group.party, group.position.world
    if party.manner != ABOARD:
        return
    for to in sorted(world.lands):
        why = why_not_land(position, party, to)
        if why:
            yield Refusal(f"land {area_words(world)[to]}", why.why, why.clause, (f"space:{world.areas[to].id}",))


def _coast_label(terrain: Terrain, to: int, pick: str) -> Pick:
    position, party, areas = terrain.position, terrain.party, terrain.world.areas
    risks = []
    if to in terrain.wild and terrain.attacks:
        risks.append("wild: draw for a random attack" + ("" if party.armies else " if you end here"))
    battle = _battle(terrain, to)
    if battle:
        risks.append(battle)
    pays = any(with_area(position.ship[unit], to) not in position.landed for unit in party.units)
    cost = "the fleet pays 1 point" if pays else "no further point"
    return Pick(pick, areas[to].name, "; ".join(risks), cost, bool(risks), way=(areas[party.here].id, areas[to].id))


LAND = Verb[Marching](
    "land",
    fits=lambda group: [to_area(group.position.world, "land", area) for area in group.landings],
    does=_land,
    labels=_land_labels,
    refused=_land_refused,
)


# Taking Elric away (12.1.2d)


def theft(position: ElricPosition, party: Party) -> list[int]:
    """Return Elric's area if the group is a single personality who can go there and take him away."""
    unit = party.units[0]
    if len(party.movers) != 1 or position.world.kind[unit] != PERSON or not control.outranks(position, unit):
        return []
    area = position.area[position.world.elric]
    if area < 0:
        return []
    if party.manner == ABOARD and not why_not_land(position, party, area, thief=True):
        return [area]
    return [area] if area in ways(position, party, thief=area) else []


def _steals(group: Marching) -> Iterable[Act]:
    for area in theft(group.position, group.party):
        yield _by_button(to_area(group.position.world, "steal elric in", area))


def _steal(group: Marching, act: Act, log: Log) -> None:
    position, party, area = group.position, group.party, area_named(act)
    unit = party.units[0]
    position.marched = True
    arrived = ComeForElric(party.seat, unit, area)
    if party.manner == ABOARD and not why_not_land(position, party, area, thief=True):
        position.then(Disembark(party.seat, party.here, area), arrived)
        return
    way = ways(position, party, thief=area)[area]
    position.then(Onward(party.seat, party.here, way.route, area), arrived)


def _steal_refused(group: Marching) -> Iterable[Refusal]:
    """Say why the group cannot take Elric away (12.1.2d)."""
    position, party = group.position, group.party
    if theft(position, party):
        return []
    world, area = position.world, position.area[position.world.elric]
    if area < 0 or position.owner[world.elric] in (NOBODY, party.seat):
        return []
    text, picks = f"steal elric in {area_words(world)[area]}", (f"space:{world.areas[area].id}",)
    if len(party.movers) > 1:
        return [Refusal(text, "Whoever comes to take Elric away comes alone.", "elric/12.1.2d", picks)]
    if not control.outranks(position, party.units[0]):
        holder = name(world, position.elric_with) if position.elric_with >= 0 else "who controls him"
        return [Refusal(text, f"Only one who is greater than {holder} can take Elric away.", "elric/12.1.2d", picks)]
    return [Refusal(text, "Elric is too far away.", "elric/7.2a", picks)]


STEAL = Verb[Marching](
    "steal elric in",
    fits=_steals,
    does=_steal,
    labels=lambda group, acts: {act.path[0]: Pick(act.path[0], "Take Elric away …") for act in acts},
    refused=_steal_refused,
)
