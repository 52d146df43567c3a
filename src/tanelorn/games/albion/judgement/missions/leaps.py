"""Teleports: who is alone in a Place of Power goes where they are safe, can search, or come to own troops (12.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.enchantments.castable import CHANCES, THROWS
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.missions.quests import hopes, sites
from tanelorn.games.albion.judgement.reckoning.forces import person_strength, side_of
from tanelorn.games.albion.judgement.reckoning.hosts import Host
from tanelorn.games.albion.judgement.reckoning.odds import PERSON, Side
from tanelorn.games.albion.movement.teleporting.teleport import ALONG, ATTEMPT, ROLL, able
from tanelorn.games.albion.movement.teleporting.teleport_destinations import in_range
from tanelorn.games.albion.movement.ways.bans import bar
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.ratings import magic, person_points

COMES = 0.2
"""What each point of strength is worth that somebody brings to own troops."""
TROOPS = 3
"""So many points are worth coming to."""


class Leap(NamedTuple):
    """A person who teleports to a Place of Power."""

    person: int
    goal: int


@dataclass
class Alone:
    """Somebody as they are when they have teleported."""

    position: AlbionPosition
    hex: int
    persons: list[int]
    points: dict[int, int]

    def side(self, terrain: str) -> Side:
        """Return them as a side of a battle."""
        return side_of(self.position, self.persons, self.points, terrain)


def leaps_of(plan: Plan) -> list[Leap]:
    """Return who teleports where; they have no other mission."""
    position, found = plan.position, list[Leap]()
    if position.phase != "movement":
        return found
    for host in list(plan.free):
        if host.points or not position.world.place[host.hex]:
            continue
        options = [
            (worth, Leap(person, goal))
            for person in host.persons
            if able(position, plan.seat, person)
            for goal in in_range(position, host.hex, magic(position, person))
            if (worth := gain(plan, host, person, goal)) > plan.style.post
        ]
        if options:
            found.append(max(options)[1])
            plan.free.remove(host)
    return found


def gain(plan: Plan, host: Host, person: int, goal: int) -> float:
    """Return what a person gains by trying to teleport to a Place of Power, with what a failure costs."""
    position, seat = plan.position, plan.seat
    boxes = position.world.p_combat[person] - position.wounds[person]
    if goal in plan.foes or boxes <= 1 or bar(position, seat, (person,), (), False, goal, by="teleport") is not None:
        return 0.0
    chance = CHANCES[min(magic(position, person), 12)] / THROWS
    left = person_points(position, person) - ATTEMPT
    there = [other for other in position.ashore(seat, goal) if position.awake[other]]
    value = -plan.exposure([Alone(position, host.hex, [person], {})], goal)
    if goal in sites(position, seat):
        value += hopes(position, seat, goal, [*there, person], left)
    if (
        plan.troops_near(host.tree_from(goal, left), goal, left)
        >= TROOPS
        > plan.troops_near(host.tree(), host.hex, host.moves)
    ):
        value += COMES * person_strength(position, person)
    return chance * value - (1 - chance) * (plan.style.wound + PERSON / boxes**2)


def roll(acts: Sequence[Act], wanted: bool) -> Act:
    """Return that they roll, with their own escort if that can come along; else that they give it up."""
    if not wanted:
        return acts[-1]
    return next((act for act in acts if act in (ALONG, ROLL)), acts[-1])


def land(acts: Sequence[Act], goals: Sequence[int]) -> Act:
    """Return where somebody goes whose teleport has worked: to their goal if they have one still, else nowhere."""
    return next((act for act in acts if act.verb == "go" and act.args[0] in goals), acts[-1])
