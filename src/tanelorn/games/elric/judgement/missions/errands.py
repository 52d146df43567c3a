"""What single persons go out for: nations that a card musters, Elric, hidden spells, armies that nobody leads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.judgement.missions.plan import Mission, Plan
from tanelorn.games.elric.judgement.reckoning.forces import Host
from tanelorn.games.elric.judgement.reckoning.geography import FAR, swimming, walking, with_ships
from tanelorn.games.elric.judgement.reckoning.prizes import hour
from tanelorn.games.elric.judgement.reckoning.reaching import swims
from tanelorn.games.elric.melniboneans.control import outranks, standing
from tanelorn.games.elric.movement.magical_flight import carries, unmoved, usable, why_not
from tanelorn.games.elric.state.places import Lying, on_map
from tanelorn.games.elric.state.position import FLOWN, LAST_TURN, NOBODY, THIEF
from tanelorn.games.elric.state.stacks import swimmers

ELRIC = 16.0
"""What it is worth to have him."""
WALK, FLIGHT = 1.0, 0.8
"""Who needs more turns than so many flies if possible; what a flight counts for, in turns."""
SEARCH, FETCH, JOIN = 2.5, 1.2, 1.0
"""What a hidden spell is worth, an army without a leader, and a strong person beside the largest host."""


@lru_cache(maxsize=4)
def nation_worth(world: World) -> tuple[float, ...]:
    """Return by nation what it brings that is mustered: armies, persons, ships, hands of spells."""
    return tuple(
        len(nation.armies)
        + sum(
            1 + 0.7 * world.value[unit] * (not world.influence[unit]) + 1.5 * world.spells[unit]
            for unit in nation.people
        )
        + sum(1 + 0.5 * world.capacity[unit] for unit in nation.fleets)
        for nation in world.nations
    )


def errands(plan: Plan) -> None:
    """Send out who is worth more alone than with the hosts."""
    _go_to_elric(plan)
    _carry_cards(plan)


# Elric


def _go_to_elric(plan: Plan) -> None:
    position, world = plan.position, plan.world
    area, owner = position.area[world.elric], position.owner[world.elric]
    if area < 0 or owner == plan.seat or any(position.did[unit] & THIEF for unit in position.own_in(area, plan.seat)):
        return
    found = []
    for host, unit in _persons(plan):
        if owner == NOBODY:
            if area not in plan.closed and area in _ways(plan, host, unit):
                found.append((standing(world, unit), unit))
        elif outranks(position, unit) and area in _ways(plan, host, unit, thief=area):
            found.append((standing(world, unit), unit))
    if found:
        _, unit = max(found)
        plan.assign(Mission("go" if owner == NOBODY else "steal elric in", (unit,), area))
    elif plan.style.deep & 1 and owner == NOBODY and area not in plan.closed:
        for host, unit in sorted(_persons(plan), key=lambda pair: standing(world, pair[1]), reverse=True):
            if _fly(plan, host, unit, area):
                return


def _persons(plan: Plan) -> Iterator[tuple[Host, int]]:
    for host in plan.forces.hosts:
        for unit in (*host.leaders, *host.weak):
            if unit in plan.free:
                yield host, unit


def _ways(plan: Plan, host: Host, unit: int, thief: int = -1) -> dict[int, int]:
    """Return where one person gets alone in this turn."""
    closed = plan.closed - {thief}
    if swimmers(plan.world)[unit]:
        return swims(plan.forces, unit, host.area, closed)
    if host.aboard:
        return {}
    alone = host._replace(armies=())
    return plan.reach(alone, (unit,)) if thief < 0 or thief not in plan.closed else _with_open(plan, alone, unit, thief)


def _with_open(plan: Plan, host: Host, unit: int, area: int) -> dict[int, int]:
    closed, plan.closed = plan.closed, plan.closed - {area}
    found = plan.reach(host, (unit,))
    plan.closed = closed
    return found


# Cards


def _carry_cards(plan: Plan) -> None:
    """Let holders of cards go to the capitals of neutral nations, the nearest and strongest first."""
    position, world = plan.position, plan.world
    worths = nation_worth(world)
    found = []
    for host, unit in _persons(plan):
        for spell in _cards(plan, unit):
            for number in _nations(plan, spell):
                city = world.nations[number].capital
                turns = _turns(plan, host, unit, city)
                flies = bool(plan.style.deep & 1) and turns > WALK and _flyer(plan, host, unit, spell) >= 0
                if flies:
                    turns = FLIGHT
                if turns < plan.style.sight and hour(position) + turns < LAST_TURN:
                    found.append((worths[number] / (0.6 + turns), unit, city, number, host, spell if flies else -1))
    done: set[int] = set()
    for _, unit, city, number, host, spell in sorted(found, key=lambda one: (-one[0], one[1], one[2])):
        if number not in done and unit in plan.free:
            done.add(number)
            if spell < 0 or not _fly(plan, host, unit, city, spell):
                _head_for(plan, host, unit, city)


def _cards(plan: Plan, unit: int) -> list[int]:
    """Return the cards that travel with a person: their own, and Elric's if they control him."""
    cards = plan.forces.hands.get(unit, [])
    if plan.style.deep & 2 and unit == plan.position.elric_with:
        return cards + plan.forces.hands.get(plan.world.elric, [])
    return cards


def _nations(plan: Plan, spell: int) -> Iterator[int]:
    """Yield the nations that a card could muster in their capitals as things stand."""
    position, world = plan.position, plan.world
    if spell in position.flights or spell in position.maintained:
        return
    for named in SPELLS[spell].musters:
        if named.kind != "nation":
            continue
        number = world.nation[named.id]
        city = world.nations[number].capital
        if position.nation[number] != NOBODY or position.captured[city] not in (NOBODY, plan.seat):
            continue
        if city not in plan.closed and not any(rising == number for rising, _ in position.rising):
            yield number


# Magical flight


def _flyer(plan: Plan, host: Host, unit: int, card: int = -1) -> int:
    """Return a magician beside a person who could let them fly by another spell than the card that they carry, -1 if
    there is none.
    """
    position = plan.position
    if host.aboard or host.area in plan.world.seas or not unmoved(position, unit):
        return -1
    for caster in (unit, *(other for other in host.leaders if other in plan.free and other != unit)):
        spells = usable(position, caster) if position.band[caster] == position.band[unit] else ()
        if any(spell != card and carries(position, spell, (unit,)) for spell in spells):
            return caster
    return -1


def _fly(plan: Plan, host: Host, unit: int, area: int, card: int = -1) -> bool:
    """Let a person fly to an area; the magician who does it flies no other in this turn."""
    caster = _flyer(plan, host, unit, card)
    if caster < 0 or why_not(plan.position, plan.seat, (unit,), area) is not None:
        return False
    plan.assign(Mission("fly", (caster, unit) if caster != unit else (unit,), area))
    plan.free.discard(unit)
    return True


def _turns(plan: Plan, host: Host, unit: int, city: int) -> float:
    world = plan.world
    if swimmers(world)[unit]:
        return swimming(world)[host.area][city]
    turns = walking(world)[host.area][city]
    if turns >= FAR and host in plan.voyages:
        return with_ships(world)[host.area][city]
    return turns


def _head_for(plan: Plan, host: Host, unit: int, city: int) -> None:
    """Go as near to a city as one gets in this turn, by ship if there is no other way."""
    world = plan.world
    if host.area == city:
        plan.free.discard(unit)
        return
    swimmer = swimmers(world)[unit]
    far = swimming(world) if swimmer else walking(world)
    if swimmer or far[host.area][city] < FAR:
        ways = _ways(plan, host, unit)
        toward = [far[area][city] for area in range(len(world.areas))]
        goal = city if city in ways else plan.closer(ways, host.area, toward, city)
        if goal >= 0:
            plan.assign(Mission("go", (unit,), goal))
        return
    voyage = plan.voyages.get(host)
    if voyage is None or world.influence[unit]:
        return
    crew = (unit,)
    if city in voyage.coasts:
        plan.ferry(host, voyage, crew, city)
        return
    toward = [with_ships(world)[area][city] for area in range(len(world.areas))]
    sea = plan.closer(voyage.seas, host.area, toward, city)
    if sea >= 0:
        plan.sail(host, voyage, crew, sea)


# Loners


def loners(plan: Plan) -> None:
    """Let persons without armies fetch some, search for spells, or join the largest host."""
    world = plan.world
    position = plan.position
    idle = _idle_armies(plan)
    symbols = [area for area in world.symbols if on_map(Lying.HIDDEN, area) in position.where]
    sought = {area: _searcher(plan, area) for area in symbols}
    for host, unit in list(_persons(plan)):
        if unit not in plan.free or host.aboard or position.did[unit] & FLOWN:
            continue
        if any(army in plan.free for army in host.armies) and not world.influence[unit]:
            continue
        goal = _errand_of(plan, host, unit, idle, [area for area in symbols if sought[area] in (-1, unit)])
        if goal >= 0 and goal != host.area:
            _head_for(plan, host, unit, goal)
            if goal in symbols:
                symbols.remove(goal)
            idle.pop(goal, None)
        elif goal == host.area:
            plan.free.discard(unit)


def _searcher(plan: Plan, area: int) -> int:
    """Return who stands where a spell lies and has room for it, -1 if nobody does: one searches for all (8.0b)."""
    return next((unit for unit in plan.position.own_in(area, plan.seat) if _room(plan, unit) > 0), -1)


def _room(plan: Plan, unit: int) -> int:
    """Return how many spells more a person can hold."""
    world = plan.world
    if world.kind[unit] != PERSON:
        return 0
    return max(1, world.spells[unit]) - len(plan.forces.hands.get(unit, ()))


def _errand_of(plan: Plan, host: Host, unit: int, idle: dict[int, int], symbols: list[int]) -> int:
    world = plan.world
    far = swimming(world) if swimmers(world)[unit] else walking(world)
    best, goal = 0.25, -1
    if _room(plan, unit) > 0:
        for area in symbols:
            worth = SEARCH / (0.8 + far[host.area][area])
            if worth > best:
                best, goal = worth, area
    if not world.influence[unit]:
        for area, count in idle.items():
            worth = FETCH * count / (0.5 + far[host.area][area])
            if worth > best:
                best, goal = worth, area
    return goal


def _idle_armies(plan: Plan) -> dict[int, int]:
    """Return by area how many armies stand there that nobody leads and that need not stay."""
    found: dict[int, int] = {}
    for host in plan.forces.hosts:
        count = sum(army in plan.free for army in host.armies)
        if count and not host.leaders and not host.aboard:
            found[host.area] = count
    return found
