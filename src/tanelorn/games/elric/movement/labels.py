"""What the choices of Movement are called: costs, routes and dangers, and why other places are out of reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tanelorn.core.acts import Act
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Pick, Refusal
from tanelorn.games.elric.equipment.world import ARMY, FLEET, PERSON
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement import magical_flight
from tanelorn.games.elric.movement.embarking import berths, boarding_cost, why_not_board, why_not_land
from tanelorn.games.elric.movement.groups import ABOARD, ASHORE, POINTS, SAILING, Party, leaders_aboard, take_refusals
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
    ways_unopposed,
)
from tanelorn.games.elric.movement.routes import Way
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.cities import behind_wall
from tanelorn.games.elric.state.position import NOBODY, PUT_BACK, ElricPosition
from tanelorn.games.elric.state.stacks import decks, room, strength
from tanelorn.games.elric.state.words import area_words, button, in_armies, name, still, unit_words

# Nobody in hand


_WAYS = {"button:go": "Without the ship …", "button:steal elric in": "Take Elric away …"}
_BUTTONS = {"fly from": "Fly by the magic of …", "hand elric to": "Hand Elric over to …"}


def idle_labels(position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name the units that may be taken up, with the points they have left."""
    labels = dict([button("done", "End movement", enter=True)])
    for act in acts:
        if act.verb == "take":
            labels[act.path[0]] = _unit_label(position, act.args[0], act.path[0])
        elif act.verb in _BUTTONS:
            labels[act.path[0]] = Pick(act.path[0], _BUTTONS[act.verb])
            labels.setdefault(act.path[1], Pick(act.path[1], name(position.world, act.args[0])))
    return labels


def idle_refusals(position: ElricPosition, seat: int, offered: set[int]) -> list[Refusal]:
    """Say why other units stay, and why magicians with flying spells do not use them."""
    return take_refusals(position, seat, None, offered) + magical_flight.refusals(position, seat)


def _unit_label(position: ElricPosition, unit: int, pick: str) -> Pick:
    world = position.world
    most = world.speed[unit] if world.kind[unit] == FLEET else POINTS
    ship = position.ship[unit]
    if ship >= 0 and world.kind[unit] != FLEET:
        most = world.speed[ship]
    if world.kind[unit] == ARMY and ship < 0 and position.led[unit] < 0:
        most = POINTS if position.march else 1
    notes = []
    if world.kind[unit] == PERSON:
        notes.append("cannot lead" if world.influence[unit] else f"value {world.value[unit]}")
    elif world.kind[unit] == FLEET and not leaders_aboard(position, unit):
        notes.append("nobody leads it: only home")
    return Pick(pick, name(world, unit), "; ".join(notes), f"{_points(max(most - position.spent[unit], 0))} left")


# A group in hand


def group_labels(
    position: ElricPosition, party: Party, acts: Sequence[Act], reached: Mapping[int, Way]
) -> dict[str, Pick]:
    """Name the places the group can go, with route, cost and danger."""
    world = position.world
    first = name(world, party.units[0])
    stays = not position.marched and position.did[party.units[0]] & PUT_BACK
    note = f"{first} then only goes along with others" if stays else ""
    labels = dict([button("halt", "Halt here", enter=True, note=note)])
    labels["button:take all armies"] = Pick("button:take all armies", "Take all armies")
    terrain = terrain_of(position, party)
    for act in acts:
        pick = act.path[-1]
        if act.path[0] in _WAYS:
            labels[act.path[0]] = Pick(act.path[0], _WAYS[act.path[0]])
        if act.verb == "take":
            labels[pick] = _unit_label(position, act.args[0], pick)
        elif act.verb == "go" and len(act.path) == 1:
            labels[pick] = _way_label(terrain, act.args[0], reached[act.args[0]], pick)
        elif act.verb == "board":
            labels[pick] = _ship_label(position, party, act.args[0], pick)
        elif act.verb == "land":
            labels[pick] = _coast_label(terrain, act.args[0], pick)
    return labels


def _points(cost: int) -> str:
    return amount(cost, "point")


def _way_label(terrain: Terrain, to: int, way: Way, pick: str) -> Pick:
    areas = terrain.world.areas
    notes = [f"by {', '.join(areas[area].name for area in way.route[:-1])}"] if len(way.route) > 1 else []
    risks = _dangers(terrain, way)
    battle = _battle(terrain, to)
    if battle:
        risks.append(battle)
    if to == terrain.elric:
        notes.append("Elric is there")
    return Pick(pick, areas[to].name, "; ".join([*notes, *risks]), _points(way.cost), bool(risks))


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


def _ship_label(position: ElricPosition, party: Party, fleet: int, pick: str) -> Pick:
    world = position.world
    cost = max(boarding_cost(position, party, unit, fleet) for unit in party.units)
    where = "" if position.area[fleet] == party.here else f"in the {world.areas[position.area[fleet]].name}; "
    return Pick(pick, name(world, fleet), f"{where}room for {in_armies(room(position, fleet))}", _points(cost))


def _coast_label(terrain: Terrain, to: int, pick: str) -> Pick:
    position, party = terrain.position, terrain.party
    risks = []
    if to in terrain.wild and terrain.attacks:
        risks.append("wild: draw for a random attack" + ("" if party.armies else " if you end here"))
    battle = _battle(terrain, to)
    if battle:
        risks.append(battle)
    pays = any(position.ship[unit] * 1000 + to not in position.landed for unit in party.units)
    cost = "the fleet pays 1 point" if pays else "no further point"
    return Pick(pick, position.world.areas[to].name, "; ".join(risks), cost, bool(risks))


# Refusals


def group_refusals(position: ElricPosition, party: Party, acts: Sequence[Act], joining: Sequence[int]) -> list[Refusal]:
    """Say why the group cannot go elsewhere, and why other units cannot join it."""
    world = position.world
    found = take_refusals(position, party.seat, party, set(joining))
    words, units = area_words(world), unit_words(world)
    offered = {str(act) for act in acts}
    open_way = ways_unopposed(position, party)
    for to, area in enumerate(world.areas):
        if to != party.here and f"go {words[to]}" not in offered:
            why = _out_of_reach(position, party, to, open_way)
            found.append(Refusal(f"go {words[to]}", why.why, why.clause, (f"space:{area.id}",)))
        if party.manner == ABOARD and not area.sea and f"land {words[to]}" not in offered:
            land = why_not_land(position, party, to)
            if land:
                found.append(Refusal(f"land {words[to]}", land.why, land.clause, (f"space:{area.id}",)))
    for fleet in berths(position, party):
        no_berth = why_not_board(position, party, fleet)
        if no_berth:
            picks = (f"piece:{world.units[fleet].id}",)
            found.append(Refusal(f"board {units[fleet]}", no_berth.why, no_berth.clause, picks))
    if not any(act.verb == "steal elric in" for act in acts):
        found += _no_theft(position, party)
    return found


def _no_theft(position: ElricPosition, party: Party) -> list[Refusal]:
    """Say why the group cannot take Elric away (12.1.2d)."""
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


def _out_of_reach(position: ElricPosition, party: Party, to: int, open_way: Mapping[int, Way]) -> Bar:
    """Return the rule that keeps the group from going to an area."""
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
