"""Retreats (elric/10.7b, 10.7c) and slipping away before a battle (10.2b): where units may go, and who boards which
ship.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Step
from tanelorn.games.elric.combat.totals import the_battle
from tanelorn.games.elric.equipment.world import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.casualties import alike
from tanelorn.games.elric.losses.escapes import SettleElric, eliminate
from tanelorn.games.elric.losses.refuge import may_stand
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.melniboneans.control import bound
from tanelorn.games.elric.movement.dangerous_seas import rolls_between
from tanelorn.games.elric.movement.groups import Party
from tanelorn.games.elric.movement.random_attacks import random_attack
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.cities import enemy_controlled, enemy_in, gate_shut, holder
from tanelorn.games.elric.state.hordes import allowed
from tanelorn.games.elric.state.position import ElricPosition, whose_area
from tanelorn.games.elric.state.stacks import aboard, room
from tanelorn.games.elric.state.wilds import is_wild
from tanelorn.games.elric.state.words import button, name, plain, to_area, with_unit


def fleets_among(position: ElricPosition, units: Iterable[int]) -> list[int]:
    """Return the fleets among units."""
    kind = position.world.kind
    return [unit for unit in units if kind[unit] == FLEET]


def overland(position: ElricPosition, seat: int, area: int, units: Collection[int]) -> list[int]:
    """Return the neighbouring provinces to which units may withdraw on foot: no sea, and no enemy's
    province (10.7b).
    """
    return [land for land in position.world.land_next[area] if may_stand(position, land, seat, units)]


def by_sea(position: ElricPosition, seat: int, area: int, units: Collection[int]) -> list[int]:
    """Return where fleets may withdraw with everyone aboard: from a port, the seas of its anchors; at sea, another sea
    without enemies or an unbesieged port of their own side (10.7b, 10.7c, 10.9.4b).
    """
    world = position.world
    if area in world.lands:
        return [sea for sea in world.ports[area] if not enemy_in(position, sea, seat)]
    seas = [sea for sea in world.sea_next[area] if not enemy_in(position, sea, seat)]
    ports = [
        port
        for port in world.harbours[area]
        if holder(position, port) == seat
        and not enemy_in(position, port, seat)
        and (port != world.imrryr or not gate_shut(position, seat, units))
    ]
    return seas + ports


def swimming(position: ElricPosition, seat: int, area: int, units: Collection[int]) -> list[int]:
    """Return where units at sea without a ship may withdraw: to another sea, or ashore (7.3b, 10.7b)."""
    world = position.world
    seas = [sea for sea in world.sea_next[area] if not enemy_in(position, sea, seat)]
    return seas + [land for land in world.land_next[area] if may_stand(position, land, seat, units)]


def preferred(options: list[int], wanted: Collection[int]) -> list[int]:
    """Return the options that lead back to where a beaten attacker came from, or all if none does (10.7b)."""
    return [area for area in options if area in wanted] or options


def origins(position: ElricPosition, units: Iterable[int]) -> tuple[int, ...]:
    """Return the areas from which units entered their present one in this player-turn."""
    return tuple(sorted({position.came[unit] for unit in units} - {-1}))


def passed(position: ElricPosition, units: Iterable[int]) -> tuple[int, ...]:
    """Return the areas that units have come through in this player-turn; nobody slips away into them (10.2b)."""
    group = set(units)
    trail = {area for unit, area in map(whose_area, position.trail) if unit in group}
    return tuple(sorted(trail.union(origins(position, group))))


class Withdraw(Automatic, frozen=True, tag=True):
    """Units leave an area. Beaten ones must leave or be eliminated; those that `slip` away before a battle may stay,
    and do not enter areas in `closed`.
    """

    seat: int
    units: tuple[int, ...]
    area: int
    closed: tuple[int, ...] = ()
    slip: bool = False
    title = "Retreat"
    clause = "elric/10.7b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """At sea everyone goes together; from a port by ship and overland; elsewhere overland (10.7c)."""
        units = self.left(position)
        if not units:
            return
        if position.world.areas[self.area].sea:
            self._leave_sea(position, units, log)
            return
        same = (self.seat, self.units, self.area, self.closed, self.slip)
        sail = (PutToSea(*same),) if fleets_among(position, units) else ()
        position.then(*sail, TakeShip(*same), March(*same))

    def left(self, position: ElricPosition) -> list[int]:
        """Return the units that have not left yet."""
        return [u for u in self.units if position.area[u] == self.area and position.owner[u] == self.seat]

    def open(self, position: ElricPosition, options: list[int]) -> list[int]:
        """Return the options that are open to these units."""
        open_ways = [
            area
            for area in options
            if area not in self.closed and all(allowed(position, unit, area) for unit in self.left(position))
        ]
        return open_ways if self.slip else preferred(open_ways, origins(position, self.left(position)))

    def _leave_sea(self, position: ElricPosition, units: list[int], log: Log) -> None:
        find = by_sea if fleets_among(position, units) else swimming
        self.choose(position, units, self.open(position, find(position, self.seat, self.area, units)), log)

    def choose(self, position: ElricPosition, units: list[int], options: list[int], log: Log) -> None:
        """Take the only way, ask if there are several, or be eliminated if there is none."""
        if self.slip:
            units = self._with_elric(position, units)
        if not units:
            return
        if not options:
            if not self.slip:
                if log:
                    place = position.world.areas[self.area].name
                    log.say(f"There is no way out of {place}.", clause="elric/10.7b", seat=self.seat)
                eliminate(position, units, self.area, log)
        elif len(options) == 1 and not self.slip:
            go(position, units, options[0])
        else:
            position.then(WhereTo(self.seat, tuple(units), self.area, tuple(options), self.slip))

    def _with_elric(self, position: ElricPosition, units: list[int]) -> list[int]:
        """Return who slips away: Elric, Moonglum and, at sea, their ship go only with somebody who leads them
        (12.1.2e).
        """
        if bound(position, units) is None:
            return units
        pair = {position.world.elric, position.world.moonglum}.intersection(units)
        ships = {position.ship[unit] for unit in pair} - {-1}
        stay = pair | ships | {unit for unit in units if position.ship[unit] in ships}
        return self._with_elric(position, [unit for unit in units if unit not in stay])


class PutToSea(Withdraw, frozen=True, tag=True):
    """The fleets leave a port first, to the sea of an anchor (10.7c)."""

    title = "Retreat"
    clause = "elric/10.7c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Choose among the seas of the anchors."""
        fleets = fleets_among(position, self.left(position))
        options = by_sea(position, self.seat, self.area, fleets)
        self.choose(position, fleets, self.open(position, options), log)


class TakeShip(Withdraw, frozen=True, tag=True):
    """Units leaving a port may board ships that have put to sea; units that landed, the ships that
    landed them (10.7c).
    """

    title = "Retreat"
    clause = "elric/10.7c"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask while there is room for anybody."""

        board = Board(self.seat, self)
        if board.able(position):
            position.then(board)


class March(Withdraw, frozen=True, tag=True):
    """The remaining units go overland (10.7b)."""

    title = "Retreat"
    clause = "elric/10.7b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Choose among the provinces; fleets that could not sail stay if they may."""
        units = self.left(position)
        walkers = [unit for unit in units if unit not in fleets_among(position, units)]
        if walkers:
            options = overland(position, self.seat, self.area, walkers)
            self.choose(position, walkers, self.open(position, options), log)


class WhereTo(AsksOne, frozen=True, tag=True):
    """Where units withdraw; units that slip away may still stay (10.2b, 10.7b)."""

    units: tuple[int, ...]
    area: int
    options: tuple[int, ...]
    slip: bool
    title = "Retreat"
    clause = "elric/10.7b"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """One of the ways."""
        world = position.world
        verb = "slip away to" if self.slip else "retreat to"
        acts = [to_area(world, verb, area) for area in self.options]
        if self.slip:
            acts.append(plain("stay"))
        who = ", ".join(dict.fromkeys(name(world, unit) for unit in self.units))
        prompt = f"{'May slip away' if self.slip else 'Must retreat'}: {who}."
        return Acts(
            acts,
            prompt,
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refused(position, verb),
            default=acts[-1 if self.slip else 0],
        )

    def _refused(self, position: ElricPosition, verb: str) -> list[Refusal]:
        world = position.world
        found = []
        for area in world.neighbours[self.area]:
            if area not in self.options:
                why, clause = self._why_not(position, area)
                act = to_area(world, verb, area)
                found.append(Refusal(act.text, why, clause, act.path))
        return found

    def _why_not(self, position: ElricPosition, area: int) -> tuple[str, str]:
        """Say why the units may not go to a neighbouring area."""
        world, units = position.world, self.units
        if self.slip and area in passed(position, the_battle(position).sides[0]):
            return "The attackers came through it.", "elric/10.2b"
        if not all(allowed(position, unit, area) for unit in units):
            return hordes.why(position, next(unit for unit in units if not allowed(position, unit, area)))
        if fleets_among(position, units):
            if enemy_in(position, area, self.seat):
                return "Enemies are there.", "elric/10.7b"
            if area in world.lands:
                return "Beaten fleets put into a port of their own side only, by the sea of its anchor.", "elric/10.7b"
            return "A port is left by the sea that has its anchor.", "elric/7.5.9a"
        if area in world.seas:
            return "On foot nobody retreats into the sea.", "elric/10.7b"
        if area == world.imrryr and gate_shut(position, self.seat, units):
            return "Only a stack with Elric passes the sea gate of Imrryr.", "elric/7.5.9b"
        if enemy_controlled(position, area, self.seat):
            return "An enemy controls it.", "elric/10.7b"
        return "A beaten attacker goes back to where he came from while that is open.", "elric/10.7b"

    def _labels(self, position: ElricPosition, acts: list[Act]) -> dict[str, Pick]:
        labels = dict([button("stay", "They stay", enter=True)]) if self.slip else {}
        for act in acts:
            if act.args:
                area = position.world.areas[act.args[0]]
                wild = is_wild(position, act.args[0])
                note = "wilderness: a random attack" if wild else ""
                labels[act.path[0]] = Pick(act.path[0], area.name, note, risk=wild)
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Go, or stay."""
        if choice.args:
            go(position, list(self.units), choice.args[0])


def go(position: ElricPosition, units: list[int], area: int) -> None:
    """Withdraw units to an area, passengers with their ships; a dangerous sea takes its dice (7.5.1a, 7.5.4)."""
    old = position.area[units[0]]
    seat = position.owner[units[0]]
    world = position.world
    before: list[Step] = []
    after: list[Step] = []
    if old == world.boiling or area in (world.boiling, world.teeth):
        fleets = fleets_among(position, units)
        alone = [unit for unit in units if unit not in fleets and position.ship[unit] not in fleets]
        for group in (fleets, alone):
            if group:
                leaving, entering = rolls_between(position, Party(position, group, seat), old, area)
                before += leaving
                after += entering
    position.then(*before, Arrive(seat, tuple(units), old, area), *after, SettleElric())


class Arrive(Automatic, frozen=True, tag=True):
    """Withdrawn units reach another area; wilderness attacks them at once (10.7b)."""

    seat: int
    units: tuple[int, ...]
    old: int
    area: int
    title = "Retreat"
    clause = "elric/10.7b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Move whoever is still there."""
        world, area, old = position.world, self.area, self.old
        units = [unit for unit in self.units if position.area[unit] == old and position.owner[unit] == self.seat]
        units += [u for u in position.units_in(old) if position.ship[u] in units and u not in units]
        if not units:
            return
        ships = {unit: position.ship[unit] for unit in units}
        wild = is_wild(position, area)
        band = position.new_band() if wild else 0
        for unit, ship in ships.items():
            position.put(unit, area)
            position.band[unit] = band
            position.came[unit] = old
            if world.areas[area].sea or ship == world.chaos_ship:
                position.ship[unit] = ship
        if log:
            self._tell(position, units, log)
        if wild:
            random_attack(position, units, area, -1)

    def _tell(self, position: ElricPosition, units: list[int], log: Log) -> None:
        world = position.world
        place, left = world.areas[self.area], world.areas[self.old]
        who = ", ".join(f"**{one}**" for one in dict.fromkeys(name(world, unit) for unit in units))
        log.say(
            f"{who}: from {left.name} to **{place.name}**.",
            clause="elric/10.7b",
            seat=self.seat,
            places=(left.id, place.id),
        )


def boats(position: ElricPosition, leaving: TakeShip) -> list[int]:
    """Return the fleets that may be boarded: those of the stack that have put to sea, and those in a sea from which
    these units landed.
    """
    world = position.world
    gone = [unit for unit in fleets_among(position, leaving.units) if position.owner[unit] == leaving.seat]
    seas = {position.area[unit] for unit in gone if position.area[unit] in world.seas}
    seas.update(area for area in origins(position, leaving.left(position)) if area in world.seas)
    found: list[int] = []
    for sea in sorted(seas - set(leaving.closed)):
        if sea in world.adjacent[leaving.area]:
            found += fleets_among(position, position.own_in(sea, leaving.seat))
    return found


class Board(AsksOne, frozen=True, tag=True):
    """Who goes aboard, one by one; the others go overland (10.7c)."""

    leaving: TakeShip
    title = "Retreat"
    clause = "elric/10.7c"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Anybody for whom there is room, or no more."""
        world = position.world
        offers = {alike(position, unit): unit for unit in reversed(self.able(position))}
        acts = [with_unit(world, "board", unit) for unit in sorted(offers.values())]
        acts.append(plain("no more"))
        return Acts(
            acts,
            "Who goes aboard? The others go overland.",
            labels=lambda: self._labels(position, acts),
            default=acts[0],
        )

    def able(self, position: ElricPosition) -> list[int]:
        """Return the units for which there is room."""
        kind = position.world.kind
        ships = boats(position, self.leaving)
        space = any(room(position, ship) > 0 for ship in ships)
        return [
            unit
            for unit in self.leaving.left(position)
            if (kind[unit] == PERSON and ships and self._follows(position, unit, ships))
            or (kind[unit] == ARMY and space)
        ]

    def _follows(self, position: ElricPosition, unit: int, ships: Sequence[int]) -> bool:
        """Tell whether a personality may go aboard: Elric and Moonglum only with or after Elric's
        controller (12.1.2e).
        """
        world, controller = position.world, position.elric_with
        if unit not in (world.elric, *control.moonglum_with(position)) or controller < 0:
            return True
        return position.area[controller] in {self.leaving.area, *(position.area[ship] for ship in ships)}

    def _labels(self, position: ElricPosition, acts: Sequence[Act]) -> dict[str, Pick]:
        world = position.world
        left = self.leaving.left(position)
        ways = overland(position, self.seat, self.leaving.area, left)
        note = "" if ways or self.leaving.slip else "they have no way out and are eliminated"
        labels = dict([button("no more", "The others go overland", enter=True, note=note)])
        for act in acts[:-1]:
            labels[act.path[0]] = Pick(act.path[0], name(world, act.args[0]))
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Bring one aboard, Elric with Moonglum and his controller, and ask again while anybody is left."""
        if not choice.args:
            return
        world, unit = position.world, choice.args[0]
        company = {world.elric, world.moonglum, position.elric_with}
        elrics = unit in (world.elric, world.moonglum)
        together = [other for other in self.leaving.left(position) if other in company] if elrics else [unit]
        for one in together:
            self._embark(position, one)
        control.settle(position, log)
        if self.able(position):
            position.then(self)

    def _embark(self, position: ElricPosition, unit: int) -> None:
        """An army boards a fleet with room for it, a personality the one with the fewest personalities."""
        kind = position.world.kind
        ships = boats(position, self.leaving)
        if kind[unit] == ARMY:
            ships = [ship for ship in ships if room(position, ship) > 0]
        ship = min(ships, key=lambda ship: sum(kind[other] == PERSON for other in aboard(position, ship)))
        old = position.area[unit]
        position.put(unit, position.area[ship])
        position.ship[unit] = ship
        position.band[unit] = position.band[ship]
        position.came[unit] = old
