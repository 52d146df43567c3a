"""Boarding ships, changing ships and landing (elric/7.1b, 7.3c, 7.3j to 7.3m)."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.elric.equipment.counters import ARMY, PERSON
from tanelorn.games.elric.movement.crossing import Settle, arrive, attach_armies, rally, roster
from tanelorn.games.elric.movement.dangerous_seas import deck_rolls
from tanelorn.games.elric.movement.groups import ABOARD, ASHORE, POINTS, SAILING, Party, can_shift, commanded
from tanelorn.games.elric.movement.reach import ALONE, GATE, NO_ATTACK, Bar, held_up, shut, terrain_of
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.places import with_area
from tanelorn.games.elric.state.position import SHIFTED, ElricPosition
from tanelorn.games.elric.state.stacks import decks, room
from tanelorn.games.elric.state.words import called, in_armies, name

PORT_COST, COAST_COST, PERSON_COST = 1, 4, 1
"""What going aboard costs an army from a port and from another coast, and a personality (7.3k, 7.3m)."""


def berths(position: ElricPosition, party: Party) -> list[int]:
    """Return the fleets that a group could board: in its port, off its coast, or in its sea (7.3j)."""
    if party.manner == SAILING:
        return []
    near = (party.here, *(position.world.sea_next[party.here] if party.manner == ASHORE else ()))
    return [fleet for area in near if area in position.stacks for fleet in decks(position, area, party.seat)]


def boarding_cost(position: ElricPosition, party: Party, unit: int, fleet: int) -> int:
    """Return what boarding a fleet costs a unit; what counts is whether it leaves from a port, wherever the fleet lies
    (7.3k, 7.3m).
    """
    world = position.world
    if party.manner != ASHORE:
        return 0
    if world.kind[unit] == PERSON:
        return PERSON_COST
    here, there = party.here, position.area[fleet]
    return PORT_COST if (here == there or there in world.ports[here]) else COAST_COST


def why_not_board(position: ElricPosition, party: Party, fleet: int) -> Bar | None:
    """Return the rule that keeps a group from boarding a fleet, None if it may: its room counts for armies alone, not
    for personalities (7.1b, 3.2e).
    """
    world = position.world
    who = name(world, fleet)
    armies = [unit for unit in party.units if world.kind[unit] == ARMY]
    if fleet in {position.ship[unit] for unit in party.units}:
        return Bar(f"Somebody of the group is already aboard {who}.", "elric/7.3m")
    if len(armies) > room(position, fleet):
        return Bar(
            f"{called(world, fleet)} has room for {in_armies(room(position, fleet))}: more would sink it.",
            "elric/7.1b",
        )
    if any(world.kind[unit] == ARMY and position.ship[unit] == world.chaos_ship for unit in party.units):
        return Bar("Armies never leave the Chaos Ship.", "elric/16.8/chaos-ship")
    if party.manner == ABOARD and not all(can_shift(position, unit) for unit in party.units):
        return Bar("Whoever has changed ships in this sea stays aboard until it sails.", "elric/7.3e")
    first = party.units[0]
    if position.area[fleet] == party.here and position.band[fleet] != position.band[first] and position.came[first] < 0:
        return Bar(f"{called(world, fleet)} is in another stack of this wilderness: search for it first.", "elric/8.0e")
    return _why_not_embark(position, party, fleet) if party.manner == ASHORE else None


def _why_not_embark(position: ElricPosition, party: Party, fleet: int) -> Bar | None:
    world = position.world
    there = position.area[fleet]
    if party.armies and not party.leaders:
        return Bar("Armies go aboard with a leader.", "elric/7.2c")
    for unit in party.units:
        cost = boarding_cost(position, party, unit, fleet)
        if position.spent[unit] + cost > POINTS:
            clause = "elric/7.3m" if world.kind[unit] == PERSON else "elric/7.3k"
            points = amount(cost, "point")
            return Bar(
                f"Going aboard costs {name(world, unit)} {points}: {position.spent[unit]} of {POINTS} are spent.",
                clause,
            )
    if there == party.here:
        return _alone(position, party)
    held = held_up(position, party)
    if held:
        return held
    if terrain_of(position, party).foes(there) and not party.leaders:
        return NO_ATTACK
    return _bound(position, party, there)


def _alone(position: ElricPosition, party: Party) -> Bar | None:
    world = position.world
    if world.elric in party.units and not any(
        world.kind[unit] == PERSON and unit not in (world.elric, world.moonglum) for unit in party.units
    ):
        return ALONE
    return None


def _bound(position: ElricPosition, party: Party, to: int) -> Bar | None:
    """Return the rule that binds a horde to its place (11.0h, 11.0i), or Elric to another personality (12.1.2e)."""
    for unit in party.units:
        if not hordes.allowed(position, unit, to):
            return Bar(*hordes.why(position, unit))
    return _alone(position, party)


class Embark(Automatic, frozen=True, tag=True):
    """The group in hand boards a fleet, which is then in hand if somebody can make it sail."""

    seat: int
    here: int
    fleet: int
    title = "Going aboard"
    clause = "elric/7.3j"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Board; whoever leaves the Chaos Ship must escape it first (16.8/chaos-ship)."""
        rally(position, self.seat, self.here)
        if position.march:
            party = Party(position, position.march, self.seat)
            position.then(*deck_rolls(position, party), Aboard(self.seat, self.here, self.fleet))


class Aboard(Automatic, frozen=True, tag=True):
    """The units that board are now aboard."""

    seat: int
    here: int
    fleet: int
    title = "Going aboard"
    clause = "elric/7.3j"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Take aboard everyone of the group who is still there."""
        rally(position, self.seat, self.here)
        units, fleet = position.march[:], self.fleet
        if not units or position.area[fleet] < 0:
            return
        party = Party(position, units, self.seat)
        to = position.area[fleet]
        costs = {unit: boarding_cost(position, party, unit, fleet) for unit in units}
        if log:
            log.say(
                f"{roster(position, units)}: aboard **{name(position.world, fleet)}**.",
                clause=self.clause,
                seat=self.seat,
                places=(position.world.areas[to].id,),
            )
        if party.manner == ASHORE:
            attach_armies(position, units, party.leaders)
        if to == self.here:
            for unit in units:
                position.ship[unit] = fleet
                position.spent[unit] += costs[unit]
                position.band[unit] = position.band[fleet]
                if party.manner == ABOARD:
                    position.did[unit] |= SHIFTED
            position.then(Settle())
        else:
            position.then(Rally(self.seat, to))
            arrive(position, units, to, self.here, costs, dict.fromkeys(units, fleet))


class Rally(Automatic, frozen=True, tag=True):
    """Only units that are still there stay in hand."""

    seat: int
    area: int
    title = "On the march"
    clause = "elric/7.0c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Keep them, and drop the others."""
        rally(position, self.seat, self.area)


# Going ashore


def why_not_land(position: ElricPosition, party: Party, to: int, *, thief: bool = False) -> Bar | None:
    """Return the rule that keeps a group of passengers from landing in a province, None if it may (7.3l). A `thief`
    comes for Elric and does not fight (12.1.2d).
    """
    world = position.world
    if to not in world.land_next[party.here]:
        return Bar("It is not a coast of this sea.", "elric/7.0c")
    for unit in party.units:
        ship = position.ship[unit]
        if ship == world.chaos_ship and world.kind[unit] == ARMY:
            return Bar("Armies never leave the Chaos Ship.", "elric/16.8/chaos-ship")
        why = _too_far(position, unit, ship, to)
        if why:
            return why
    if party.armies and not party.leaders:
        return Bar("Armies go ashore with a leader.", "elric/7.2c")
    if any(world.kind[unit] == ARMY and not commanded(position, unit, party.leaders) for unit in party.units):
        return Bar("An army of the group was led by another in this turn, or set down.", "elric/7.3e")
    terrain = terrain_of(position, party)
    if terrain.foes(party.here) and position.came[party.units[0]] >= 0:
        return Bar("Enemies are in this sea: whoever has entered it fights.", "elric/7.3h")
    if terrain.foes(to) and not party.leaders and not thief:
        return NO_ATTACK
    if to == world.imrryr and shut(position, party.seat, party.movers):
        return GATE
    return _bound(position, party, to)


def _too_far(position: ElricPosition, unit: int, ship: int, to: int) -> Bar | None:
    """Return a bar if the fleet cannot pay its point for a new landing place, or a passenger would
    exceed its movement.
    """
    world = position.world
    speed = world.speed[ship]
    pays = with_area(ship, to) not in position.landed
    if position.spent[ship] + pays > speed:
        return Bar(f"Landing costs {name(world, ship)} a point, and it has sailed all its {speed}.", "elric/7.3l")
    if position.spent[unit] + 1 > speed:
        return Bar(f"{called(world, unit)} has gone as far as {name(world, ship)} can: {speed}.", "elric/7.3d")
    return None


def coasts(position: ElricPosition, party: Party) -> list[int]:
    """Return the provinces where a group of passengers may land."""
    if party.manner != ABOARD:
        return []
    return [to for to in position.world.land_next[party.here] if not why_not_land(position, party, to)]


class Disembark(Automatic, frozen=True, tag=True):
    """Passengers land; their fleets pay for it, they themselves do not (7.3l)."""

    seat: int
    here: int
    to: int
    title = "Going ashore"
    clause = "elric/7.3l"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Land everyone of the group who is still there; from the Chaos Ship only those who escape it."""
        rally(position, self.seat, self.here)
        if position.march:
            party = Party(position, position.march, self.seat)
            position.then(
                *deck_rolls(position, party), Ashore(self.seat, self.here, self.to), Rally(self.seat, self.to)
            )


class Ashore(Automatic, frozen=True, tag=True):
    """Passengers step on land."""

    seat: int
    here: int
    to: int
    title = "Going ashore"
    clause = "elric/7.3l"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Charge each fleet once per province."""
        rally(position, self.seat, self.here)
        units = position.march[:]
        if not units:
            return
        for ship in sorted({position.ship[unit] for unit in units}):
            if with_area(ship, self.to) not in position.landed:
                position.landed = [*position.landed, with_area(ship, self.to)]
                position.spent[ship] += 1
        party = Party(position, units, self.seat)
        attach_armies(position, units, party.leaders)
        free = dict.fromkeys(units, 0)
        arrive(position, units, self.to, self.here, free, dict.fromkeys(units, -1))


def put_ashore(position: ElricPosition, seat: int) -> None:
    """Land everyone who lies in port aboard a fleet when movement ends: they are in the city (7.2b, 7.3l). Units that
    came to attack a port by sea stay aboard (10.9.5), and nobody leaves the Chaos Ship this way.
    """
    world, ship = position.world, position.ship
    for unit in position.units_of(seat):
        area = position.area[unit]
        if ship[unit] < 0 or area in world.seas or ship[unit] == world.chaos_ship:
            continue
        if position.came[unit] < 0 or not position.foes_in(area, seat):
            ship[unit] = -1
