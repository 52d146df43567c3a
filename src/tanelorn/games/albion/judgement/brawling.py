"""Persons against persons: what a melee is expected to bring (albion/16.3)."""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.games.albion.combat.forces import melee_worth
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.reckoning.forces import Foe
from tanelorn.games.albion.judgement.reckoning.odds import PERSON, Line, contest
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.position import AlbionPosition

UNHURT = 4
"""How many wounds somebody hidden is thought to bear."""
STAND = 0.5
"""How likely enemies whom somebody comes upon cannot evade."""


def champions(position: AlbionPosition, persons: Iterable[int]) -> Line:
    """Return own persons as a side of a melee."""
    able, printed = list(persons), position.world.p_combat
    worths = [melee_worth(position, person) for person in able]
    whole = sum(printed[person] for person in able)
    steps = whole - sum(position.wounds[person] for person in able)
    return _line(
        float(sum(worth for worth, _ in worths)), float(sum(face for _, face in worths)), len(able), steps, whole
    )


def _line(strength: float, size: float, pieces: int, steps: int, whole: int) -> Line:
    # What wounds have taken is in the strength already: `contest` takes their share off what all would be worth whole.
    share = steps / whole if steps else 1.0
    return Line(strength / share, size, pieces, steps, whole, PERSON)


def brawl(position: AlbionPosition, persons: Iterable[int], foe: Foe, dear: float) -> float:
    """Return what a melee of persons with enemies who are seen, or thought to be there, promises."""
    able, world = list(persons), position.world
    worths = [_seen(position, person) for person in foe.persons]
    bodies = sum(world.p_combat[person] for person in foe.persons)
    more = foe.hidden > UNHURT or not foe.persons
    strength = sum(worth for worth, _ in worths) + max(foe.hidden, UNHURT * more)
    size, whole = sum(face for _, face in worths) + UNHURT * more, bodies + UNHURT * more
    theirs = Line(float(strength), float(size), len(foe.persons) + more, whole, whole, PERSON)
    term = stack_command(position, able) - max(stack_command(position, foe.persons), 1)
    return contest(world, champions(position, able), theirs, dear, term) if able else 0.0


def brawls(plan: Plan) -> None:
    """Send persons who have no troops, and nothing better to do, against enemies who have none either, where a melee
    promises enough although the enemies may evade it first (18.0).
    """
    rumour = plan.position.rumour[1 - plan.seat]
    for host in list(plan.free) if plan.position.phase == "movement" else ():
        if host.size:
            continue
        best, goal = plan.edge - plan.style.edge + plan.style.push, -1
        for hex in host.reach():
            foe = plan.foes.get(hex)
            if foe is not None and foe.persons and not rumour.get(hex, 0) and not foe.fort:
                value = STAND * brawl(plan.position, host.persons, foe, plan.dear)
                value -= max(plan.exposure([host], hex, hex), 0.0)
                if value > best:
                    best, goal = value, hex
        if goal >= 0:
            plan.send(host, goal)


def _seen(position: AlbionPosition, person: int) -> tuple[float, int]:
    """Return what an enemy who is seen is worth in a melee, unhurt, and as a size: wounds and items are hidden."""
    world = position.world
    blows = world.p_combat[person] * (2 if world.p_hero[person] else 1)
    spells = magic_seen(position, person)
    return (float(blows), world.p_combat[person]) if blows >= spells else (float(spells), world.p_magic[person])


def magic_seen(position: AlbionPosition, person: int) -> int:
    """Return the magic of an enemy who is seen, by the counter and the mana."""
    return ratings.magic(position, person, position.world.p_magic[person])
