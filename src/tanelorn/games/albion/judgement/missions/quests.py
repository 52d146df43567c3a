"""Quests: who can be spared goes where an artifact lies that would help, and searches (albion/20.3, 20.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.items.search import LEAST, MOST, ROD_ADDS, WITH, can_seek, read, strength_of, unfound
from tanelorn.games.albion.items.search import why_not as why_no_search
from tanelorn.games.albion.judgement.missions.belongings import service
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.reckoning.hosts import Host
from tanelorn.games.albion.judgement.reckoning.odds import DICE
from tanelorn.games.albion.judgement.style import Style
from tanelorn.games.albion.movement.ways.bans import bar
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN
from tanelorn.games.albion.state.command import may_command
from tanelorn.games.albion.state.magic_items import user_among
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import UNFOUND
from tanelorn.games.albion.state.ratings import person_points

LASTING = {"danas_torque": 10, "gwydions_staff": 4}
"""For how many turns at most an item is thought to serve that is worth something each turn."""
PATIENT = 0.7
"""How much of a quest's worth is left for each turn that the way takes."""


class Quest(NamedTuple):
    """Persons who search a hex."""

    hex: int
    persons: tuple[int, ...]


def worth(position: AlbionPosition, item: int, person: int) -> float:
    """Return what an artifact would be worth in the hands of a person, to the end of the game."""
    left = LAST_TURN[position.scenario] - max(position.turn, 1)
    most = LASTING.get(position.world.items[item].id)
    return service(position, item, person) * (min(left, most) if most else min(left, 5) / 5)


def hopes(position: AlbionPosition, seat: int, hex: int, persons: Sequence[int], points: int) -> float:
    """Return what searches of a hex by persons who have so many Movement Points left promise in this turn."""
    return max(tries(position, seat, hex, persons, points).values(), default=0.0)


def tries(position: AlbionPosition, seat: int, hex: int, persons: Sequence[int], points: int) -> dict[int, float]:
    """Return what is promised by a search with so many points and those that can follow it, by how many."""
    strength = strength_of(position, tuple(persons))
    rod = ROD_ADDS * (user_among(position, list(persons), "mishas_rod") >= 0)
    best = {item: max(worth(position, item, person) for person in persons) for item in unfound(position, hex)}
    one = {n: _one(position, hex, strength, n - LEAST + rod, best) for n in range(LEAST, min(points, MOST) + 1)}
    later = [0.0] * (points + 1)
    for left in range(LEAST, points + 1):
        later[left] = max([0.0, *(value + later[left - n] for n, value in one.items() if n <= left)])
    return {n: value + later[points - n] for n, value in one.items()}


def _one(position: AlbionPosition, hex: int, strength: int, adds: int, best: dict[int, float]) -> float:
    """Return what one search promises, by what is added to the roll."""
    value = 0.0
    for total, chance in DICE.items():
        cell, found = read(position, hex, strength, total + adds)
        value += chance * max((best[item] for item in found), default=0.0)
        value -= chance * (cell.curse or 3.5 * cell.die)
    return value


def sites(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes that a seat could search, if it had somebody there."""
    hexes = {position.item_at[item] for item, bearer in enumerate(position.bearer) if bearer == UNFOUND}
    return sorted(hex for hex in hexes if why_no_search(position, seat, hex) is None)


def quests_of(plan: Plan) -> list[Quest]:
    """Return who searches where they are, having nothing else to do."""
    position, seat, found = plan.position, plan.seat, list[Quest]()
    for hex in sites(position, seat) if position.phase == "movement" else ():
        there = [person for person in position.ashore(seat, hex) if can_seek(position, person)]
        staying = [host for host in plan.free if host.hex == hex and not host.points]
        value, seekers = _seekers(position, seat, hex, there)
        if staying and value > plan.style.push:
            for host in staying:
                plan.send(host, hex)
            found.append(Quest(hex, seekers))
    return found


def _seekers(position: AlbionPosition, seat: int, hex: int, able: Sequence[int]) -> tuple[float, tuple[int, ...]]:
    """Return what is promised by the best of those who could search a hex, and who they are: all spend as much, so who
    has few Movement Points left may be one too many (20.3a).
    """
    points = {person: person_points(position, person) for person in able}
    groups = [(least, tuple(one for one in able if points[one] >= least)) for least in sorted({*points.values()})]
    return max(((hopes(position, seat, hex, group, least), group) for least, group in groups), default=(0.0, ()))


def set_out(plan: Plan) -> None:
    """Send those who can be spared to where they could search, the best for each place."""
    for hex in sites(plan.position, plan.seat) if plan.position.phase == "movement" else ():
        if hex not in plan.foes:
            _send(plan, hex, [one for one in plan.position.ashore(plan.seat, hex) if can_seek(plan.position, one)])


def _send(plan: Plan, hex: int, there: Sequence[int]) -> None:
    """Send those to a hex who are worth more there than where they are."""
    position, seat = plan.position, plan.seat
    best, chosen, spared = plan.edge, None, None
    for host in plan.free:
        group = _spare(plan, host) if host.rested and host.hex != hex else None
        if group is None or bar(position, seat, group.persons, (), _escorted(position, group), hex) is not None:
            continue
        turns = plan.turns(group, hex)
        if turns + 1 > plan.left:
            continue
        left = group.moves - group.reach().cost(hex) if hex in group.reach() else MOST
        value = hopes(position, seat, hex, [*there, *group.persons], left) * PATIENT**turns
        value -= plan.exposure([group], hex)
        if value > best:
            best, chosen, spared = value, host, group
    if chosen is None or spared is None:
        return
    rest = [person for person in chosen.persons if person not in spared.persons]
    plan.free.remove(chosen)
    if rest:
        plan.free.append(Host(position, seat, chosen.hex, rest, chosen.colours, chosen.left))
    plan.free.append(spared)
    plan.send(spared, hex if hex in spared.reach() else plan.closer(spared, hex))


def _escorted(position: AlbionPosition, group: Host) -> bool:
    return any(position.escort[person] for person in group.persons)


def _spare(plan: Plan, host: Host) -> Host | None:
    """Return those of a host whom its troops can do without; None if they need all."""
    if not host.points:
        return host
    position = plan.position
    rest = host.persons[1:]
    if not rest or not all(may_command(position, host.leader, colour) for colour in host.points):
        return None
    return Host(position, plan.seat, host.hex, rest, set(), 0)


# The acts


def party(position: AlbionPosition, seat: int, acts: Sequence[Act], quest: Quest | None) -> Act:
    """Return who is left out of a search, or with how many points those on the quest search."""
    for act in acts:
        if quest is not None and act.verb == "without" and act.args[0] not in quest.persons:
            return act
    efforts = {act.args[0]: act for act in acts if act.verb == WITH}
    if quest is None or not efforts:
        return acts[-1]
    points = min(person_points(position, person) for person in quest.persons)
    found = tries(position, seat, quest.hex, quest.persons, points)
    return efforts[max(efforts, key=lambda n: (found.get(n, 0.0), -n))]


def finder(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Give a find to whom it serves best."""
    given = [act for act in acts if act.verb == "give"]
    return max(given, key=lambda act: worth(position, *act.args)) if given else acts[0]
