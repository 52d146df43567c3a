"""Fleets: what is known of enemy ships, what an engagement is expected to bring (albion/16.2), and who hunts whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.albion.judgement.missions.plan import Plan
from tanelorn.games.albion.judgement.reckoning.odds import Line, contest
from tanelorn.games.albion.judgement.reckoning.threats import enemy_moves
from tanelorn.games.albion.judgement.style import Style, dearness
from tanelorn.games.albion.movement.ways.costs import sea_ways
from tanelorn.games.albion.movement.ways.groups import Group, why_not_sail
from tanelorn.games.albion.movement.ways.reach import Reached, reachable
from tanelorn.games.albion.movement.ways.sailing import aboard
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Fight
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import ship_code, ship_of
from tanelorn.games.albion.state.stacks import top_at_sea
from tanelorn.games.albion.state.who_fights import Host, fleet_of
from tanelorn.games.albion.weather import CLEAR

STEPS = 2
"""What a ship takes before it sinks (7.0b)."""


# What is where


def squadron(strength: float, ships: int, steps: int, crew: float = 0.0) -> Line:
    """Return so many ships of a strength in all, with so many steps to go, as a side of an engagement."""
    return Line(strength, strength, ships, steps, STEPS * ships, strength / max(ships, 1), crew)


def own_squadron(position: AlbionPosition, ships: Iterable[int], crew: float = 0.0) -> Line:
    """Return own ships as a side of an engagement."""
    fleet = list(ships)
    steps = sum(STEPS - position.hurt[ship] for ship in fleet)
    return squadron(float(sum(position.world.s_strength[ship][0] for ship in fleet)), len(fleet), steps, crew)


def crew_of(position: AlbionPosition, fleet: Host) -> int:
    """Return what those aboard own ships add: heroes, and points under command in full (16.2.3)."""
    heroes = sum(ratings.combat(position, person) for person in fleet.counted if ratings.is_hero(position, person))
    return heroes + fleet.escorts + sum(army.n for army in fleet.armies) // (1 if fleet.persons else 2)


def prey(position: AlbionPosition, seat: int) -> dict[int, Line]:
    """Return by berth what a seat sees or guesses of enemy ships that could be engaged; those of a kingdom that sleeps
    are left alone, for an attack would wake all of it (10.0b).

    Of the ships on a coast it sees the topmost; those that it sees nowhere are thought to lie beneath others of their
    kingdom.
    """
    world, enemy = position.world, 1 - seat
    tops = {}
    for hex in position.fleets:
        for coast, berth in enumerate(world.node[hex]):
            if position.ships_of(enemy, hex, coast):
                tops[berth] = ship_of(top_at_sea(position, enemy, hex, coast))
    hidden: dict[int, list[int]] = {}
    for ship, hex in enumerate(position.ship_at):
        if hex >= 0 and world.s_side[ship] == enemy and ship not in tops.values():
            hidden.setdefault(world.s_kingdom[ship], []).append(ship)
    fleets: dict[int, int] = {}
    for top in tops.values():
        fleets[world.s_kingdom[top]] = fleets.get(world.s_kingdom[top], 0) + 1
    found = {}
    for berth, top in tops.items():
        if position.refit[top] or not position.roused[world.s_kingdom[top]]:
            continue
        beneath, share = hidden.get(world.s_kingdom[top], []), fleets[world.s_kingdom[top]]
        more = round(len(beneath) / share)
        strength = world.s_strength[top][0] + sum(world.s_strength[ship][0] for ship in beneath) / share
        ships = 1 + more
        found[berth] = squadron(strength, ships, STEPS * ships - position.hurt[top])
    return found


# Hunting


def dear_pieces(position: AlbionPosition, seat: int, style: Style) -> float:
    """Return how many points gained outweigh one that is lost where pieces fight pieces: three for whoever needs
    threefold points, since nothing but points is won there (22.5).
    """
    return dearness(position, seat, style._replace(keen=1.0))


class Hunt(NamedTuple):
    """Ships that sail to a berth: where enemy ships lie, or where none can come."""

    ships: tuple[int, ...]
    berth: int


def hunts_of(plan: Plan, spoken_for: Iterable[int]) -> list[Hunt]:
    """Return where idle ships sail to engage enemy ships, those of several berths together; some have other errands."""
    position, world, seat = plan.position, plan.world, plan.seat
    if position.phase != "movement":
        return []
    found, dear = list[Hunt](), dear_pieces(position, seat, plan.style)
    known = {berth: foe for berth, foe in prey(position, seat).items() if not plan.asleep(world.node_hex[berth])}
    fleets = [
        ([ship for ship in ships if not position.hurt[ship]], reach)
        for berth, ships, reach in _idle(position, seat, set(spoken_for))
        if berth not in known
    ]
    fleets = [one for one in fleets if one[0]]
    while fleets and known:
        best, chosen, goal = plan.edge, list[list[int]](), -1
        for berth, foe in known.items():
            able = [fleet for fleet, reach in fleets if berth in reach and not plan.rouses(reach[berth].route)]
            able.sort(key=lambda fleet: (-own_squadron(position, fleet).strength, fleet))
            base = promise(position, seat, berth, foe, (), dear)
            for count in range(1, len(able) + 1):
                ships = [ship for fleet in able[:count] for ship in fleet]
                value = promise(position, seat, berth, foe, ships, dear) - max(base, 0.0)
                if value > best + (0.1 if chosen else 0.0):
                    best, chosen, goal = value, able[:count], berth
        if goal < 0:
            break
        found += [Hunt(tuple(ships), goal) for ships in chosen]
        fleets = [one for one in fleets if one[0] not in chosen]
        del known[goal]
    return found


def _idle(position: AlbionPosition, seat: int, busy: Set[int]) -> Iterator[tuple[int, list[int], Reached]]:
    """Yield the ships of a seat by berth that carry nobody and have no other errand, with where they can go."""
    for hex in sorted(position.fleets):
        for coast, berth in enumerate(position.world.node[hex]):
            ships = [
                ship
                for ship in position.ships_of(seat, hex, coast)
                if ship not in busy and not any(aboard(position, ship)) and not why_not_sail(position, ship)
            ]
            if ships:
                yield berth, ships, reachable(position, Group(position, seat, [ship_code(ship) for ship in ships]))


def promise(position: AlbionPosition, seat: int, berth: int, foe: Line, more: Iterable[int], dear: float) -> float:
    """Return what an engagement promises to own ships at a berth, with others that come there."""
    world = position.world
    fleet = fleet_of(position, Fight(world.node_hex[berth], "engagement", world.node_coast[berth]), seat)
    own = own_squadron(position, [*fleet.ships, *more], crew_of(position, fleet))
    if not own.pieces:
        return 0.0
    return contest(world, own, foe, dear, stack_command(position, fleet.counted))


# In danger


class Sea:
    """Which enemy ships could come where in their next turn, as far as a seat knows them."""

    def __init__(self, position: AlbionPosition, seat: int) -> None:
        self.position, world = position, position.world
        self.fleets = []
        for berth, foe in prey(position, seat).items():
            top = ship_of(top_at_sea(position, 1 - seat, world.node_hex[berth], world.node_coast[berth]))
            moves = world.s_move[top][position.hurt[top]]
            self.fleets.append((berth, foe, sea_ways(world, CLEAR, berth, moves, frozenset()).cost, moves))
        self._able: dict[int, int] = {}
        self._gains: dict[tuple[int, Line], float] = {}

    def threat(self, berth: int, own: Line) -> float:
        """Return what all enemy ships that could come to a berth together would gain from own ships there."""
        able = self._able.get(berth)
        if able is None:
            able = self._able[berth] = sum(
                1 << at
                for at, (there, _, cost, moves) in enumerate(self.fleets)
                if there == berth or cost[berth] <= moves
            )
        if not able:
            return 0.0
        gain = self._gains.get((able, own))
        if gain is None:  # the same few can come to most berths
            gain = self._gains[able, own] = self._gain(able, own)
        return gain

    def _gain(self, able: int, own: Line) -> float:
        foes = [foe for at, (_, foe, _, _) in enumerate(self.fleets) if able >> at & 1]
        strength, ships, steps = (
            sum(one) for one in zip(*((foe.strength, foe.pieces, foe.steps) for foe in foes), strict=True)
        )
        return contest(self.position.world, squadron(strength, ships, steps), own, 1.0, 0)


def flights_of(plan: Plan, spoken_for: Iterable[int]) -> list[Hunt]:
    """Return where idle ships sail that enemy ships could engage: to the nearest berth where none can come, or to own
    ships beside whom they are less in danger. Bad sailers stay by a coast (8.0.2).
    """
    position, world, seat = plan.position, plan.world, plan.seat
    if position.phase != "movement" or not enemy_moves(position, seat):
        return []
    sea, foes, found = Sea(position, seat), prey(position, seat), list[Hunt]()
    for here, ships, reach in _idle(position, seat, set(spoken_for)):
        own = own_squadron(position, ships)
        stay = sea.threat(here, own)
        if stay <= plan.style.post or here in foes or any(position.ship_spent[ship] for ship in ships):
            continue
        bad = any(world.s_bad[ship] for ship in ships)
        best, goal = stay - plan.style.post, -1
        for berth in reach:
            hex = world.node_hex[berth]
            if bad and not world.land[hex]:
                continue
            beside = own
            if hex in position.fleets:
                if position.ships_of(1 - seat, hex):
                    continue
                beside = own_squadron(position, [*ships, *position.ships_of(seat, hex, world.node_coast[berth])])
            risk = sea.threat(berth, beside)
            if risk < best and not plan.rouses(reach[berth].route):
                best, goal = risk, berth
                if not risk:
                    break
        if goal >= 0:
            found.append(Hunt(tuple(ships), goal))
    return found


def refit(position: AlbionPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Refit a damaged ship that carries nobody where no enemy ships can come that would gain by it (9.1 to 9.3)."""
    sea, world = Sea(position, seat), position.world
    for act in acts:
        if act.verb != "refit" or any(aboard(position, ship_of(act.args[0]))):
            continue
        hex, coast = position.ship_at[ship_of(act.args[0])], position.coast[ship_of(act.args[0])]
        if (
            sea.threat(world.node[hex][coast], own_squadron(position, position.ships_of(seat, hex, coast)))
            <= style.post
        ):
            return act
    return acts[-1]
