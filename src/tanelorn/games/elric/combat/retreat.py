"""Retreats (elric/10.7b to 10.7d) and slipping away before a battle (10.2b): who must go, where, and who boards
which ship.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Step
from tanelorn.games.elric.combat.sieges import inside_wall, stayed_in
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.casualties import alike
from tanelorn.games.elric.losses.escapes import SettleElric, eliminate
from tanelorn.games.elric.losses.refuge import may_stand
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.melniboneans.taking_part import join_victors, wiped_out
from tanelorn.games.elric.movement.dangerous_seas import rolls_between
from tanelorn.games.elric.movement.groups import Party
from tanelorn.games.elric.movement.random_attacks import random_attack
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.cities import enemy_controlled, enemy_in, gate_shut, holder
from tanelorn.games.elric.state.hordes import allowed
from tanelorn.games.elric.state.places import whose_area
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.stacks import aboard, persons, room
from tanelorn.games.elric.state.wilderness import is_wild
from tanelorn.games.elric.state.words import (
    Asked,
    area_named,
    button,
    ends,
    name,
    plain,
    pressed,
    to_area,
    with_unit,
)


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
        """Return who slips away: Elric, Moonglum and, at sea, their ship go only with the personality that controls
        him, and together (12.1.2e, 12.1.6a).
        """
        company = {position.world.elric, *control.moonglum_with(position), position.elric_with}
        pair = company.difference([position.elric_with]).intersection(units)
        if not pair or company.issubset(units):
            return units
        ships = {position.ship[unit] for unit in pair} - {-1}
        stay = pair | ships | {unit for unit in units if position.ship[unit] in ships}
        return [unit for unit in units if unit not in stay]


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
        board = Board(self.seat, self, tuple(boats(position, self)))
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
        who = ", ".join(dict.fromkeys(name(position.world, unit) for unit in self.units))
        prompt = f"{'May slip away' if self.slip else 'Must retreat'}: {who}."
        default = plain("stay") if self.slip else to_area(position.world, RETREAT.words, self.options[0])
        return self._verbs().asked(Asked(position, self), prompt, default=default)

    def _verbs(self) -> Verbs[Asked[WhereTo]]:
        return SLIPPING if self.slip else RETREATING

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Go, or stay."""
        self._verbs().do(Asked(position, self), choice, log)


def _way(words: str) -> Verb[Asked[WhereTo]]:
    """Return the verb of going one of the ways."""

    def fits(asked: Asked[WhereTo]) -> list[Act]:
        return [to_area(asked.position.world, words, area) for area in asked.step.options]

    def refused(asked: Asked[WhereTo]) -> Iterator[Refusal]:
        (position, step), world = asked, asked.position.world
        for area in world.neighbours[step.area]:
            if area not in step.options:
                act = to_area(world, words, area)
                yield Refusal(act.text, *_no_way(position, step, area), act.path)

    return Verb(words, fits=fits, does=_go, labels=_way_labels, refused=refused)


def _go(asked: Asked[WhereTo], act: Act, log: Log) -> None:
    go(asked.position, list(asked.step.units), area_named(act))


def _way_labels(asked: Asked[WhereTo], acts: Sequence[Act]) -> dict[str, Pick]:
    position, areas, labels = asked.position, asked.position.world.areas, {}
    for act in acts:
        wild, to = is_wild(position, area_named(act)), areas[area_named(act)]
        note = "wilderness: a random attack" if wild else ""
        way = (areas[asked.step.area].id, to.id)
        labels[act.path[0]] = Pick(act.path[0], to.name, note, risk=wild, way=way)
    return labels


def _no_way(position: ElricPosition, step: WhereTo, area: int) -> tuple[str, str]:
    """Say why the units may not go to a neighbouring area."""
    world, units = position.world, step.units
    if step.slip and area in passed(position, the_battle(position).sides[0]):
        return "The attackers came through it.", "elric/10.2b"
    if not all(allowed(position, unit, area) for unit in units):
        return hordes.why(position, next(unit for unit in units if not allowed(position, unit, area)))
    if fleets_among(position, units):
        if enemy_in(position, area, step.seat):
            return "Enemies are there.", "elric/10.7b"
        if area in world.lands:
            return "Beaten fleets put into a port of their own side only, by the sea of its anchor.", "elric/10.7b"
        return "A port is left by the sea that has its anchor.", "elric/7.5.9a"
    if area in world.seas:
        return "On foot nobody retreats into the sea.", "elric/10.7b"
    if area == world.imrryr and gate_shut(position, step.seat, units):
        return "Only a stack with Elric passes the sea gate of Imrryr.", "elric/7.5.9b"
    if enemy_controlled(position, area, step.seat):
        return "An enemy controls it.", "elric/10.7b"
    return "A beaten attacker goes back to where he came from while that is open.", "elric/10.7b"


RETREAT, SLIP = _way("retreat to"), _way("slip away to")

RETREATING: Verbs[Asked[WhereTo]] = Verbs(RETREAT)
SLIPPING: Verbs[Asked[WhereTo]] = Verbs(SLIP, ends("stay", "They stay"))


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
    """Who goes aboard, one by one, in which of the seas; the others go overland (10.7b, 10.7c). The `ships` stay those
    that lay ready before the first went aboard, whoever goes first.
    """

    leaving: TakeShip
    ships: tuple[int, ...]
    title = "Retreat"
    clause = "elric/10.7c"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Anybody for whom there is room, in each sea where there is, or no more."""
        asked = Asked(position, self)
        prompt = "Who goes aboard? The others go overland."
        return BOARDING.asked(asked, prompt, default=next(iter(_boards(asked)), plain("no more")))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Bring one aboard, Elric with Moonglum and his controller, and ask again while anybody is left."""
        BOARDING.do(Asked(position, self), choice, log)

    def able(self, position: ElricPosition) -> list[int]:
        """Return the units for which there is room."""
        left = self.leaving.left(position)
        return [unit for unit in left if self.together(position, unit).issubset(left) and self.roomy(position, unit)]

    def together(self, position: ElricPosition, unit: int) -> set[int]:
        """Return who goes aboard as one: Elric, Moonglum with him and his controller, if the unit is one of the first
        two (12.1.2e, 12.1.6a); his controller may leave them behind.
        """
        pair = {position.world.elric, *control.moonglum_with(position)}
        return {*pair, position.elric_with} if unit in pair else {unit}

    def roomy(self, position: ElricPosition, unit: int) -> list[int]:
        """Return the ships that an army or a personality may board, those with the fewest personalities first."""
        kind = position.world.kind
        if kind[unit] not in (ARMY, PERSON):
            return []
        ships = [ship for ship in self.ships if kind[unit] == PERSON or room(position, ship) > 0]
        return sorted(ships, key=lambda ship: sum(kind[other] == PERSON for other in aboard(position, ship)))

    def seas(self, position: ElricPosition, unit: int) -> list[int]:
        """Return the seas in which a unit may go aboard."""
        return list(dict.fromkeys(position.area[ship] for ship in self.roomy(position, unit)))


class Boarding(NamedTuple):
    """Who goes aboard in which sea."""

    unit: int
    sea: int

    @classmethod
    def of(cls, act: Act) -> Boarding:
        """Read an act of going aboard."""
        return cls(*act.args)


def _boards(asked: Asked[Board]) -> list[Act]:
    """Go aboard; in which sea is said where there are several."""
    position, step = asked
    world = position.world
    offers = {alike(position, unit): unit for unit in reversed(step.able(position))}
    acts = []
    for unit in sorted(offers.values()):
        act, seas = with_unit(world, "board", unit), step.seas(position, unit)
        for sea in seas:
            there = to_area(world, f"{act.text} in", sea) if len(seas) > 1 else None
            text, path = (there.text, (*act.path, *there.path)) if there else (act.text, act.path)
            acts.append(Act("board", Boarding(unit, sea), text, path))
    return acts


def _board(asked: Asked[Board], act: Act, log: Log) -> None:
    """Board the ship there that carries the fewest personalities."""
    (position, step), boarding = asked, Boarding.of(act)
    ship = next(ship for ship in step.roomy(position, boarding.unit) if position.area[ship] == boarding.sea)
    for unit in step.together(position, boarding.unit):
        old = position.area[unit]
        position.put(unit, position.area[ship])
        position.ship[unit] = ship
        position.band[unit] = position.band[ship]
        position.came[unit] = old
    control.settle(position, log)
    if step.able(position):
        position.then(step)


def _board_labels(asked: Asked[Board], acts: Sequence[Act]) -> dict[str, Pick]:
    world, labels = asked.position.world, {}
    for act in acts:
        unit, sea = Boarding.of(act)
        labels[act.path[0]] = Pick(act.path[0], name(world, unit))
        for pick in act.path[1:]:
            labels[pick] = Pick(pick, world.areas[sea].name)
    return labels


def _no_more_label(asked: Asked[Board]) -> tuple[str, Pick]:
    position, leaving = asked.position, asked.step.leaving
    ways = overland(position, leaving.seat, leaving.area, leaving.left(position))
    note = "" if ways or leaving.slip else "they have no way out and are eliminated"
    return button("no more", "The others go overland", enter=True, note=note)


BOARDING: Verbs[Asked[Board]] = Verbs(
    Verb("board", fits=_boards, does=_board, labels=_board_labels),
    pressed("no more", lambda asked, act, log: None, _no_more_label),
)


class RetreatBeaten(Automatic, frozen=True, tag=True):
    """The losing stack retreats, but not from within a wall; if only Melniboneans who took no part are left of it, they
    join the winner (10.7b, 10.7d, 12.0c).
    """

    title = "Retreat"
    clause = "elric/10.7b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Send them off. Victorious ships drive away ships only; where those need not leave, the victors return to sea
        (10.9.5).
        """
        battle = the_battle(position)
        if battle.winner not in (0, 1):
            return
        battle.segment = "retreat"
        control.settle(position, log)
        loser = 1 - battle.winner
        if wiped_out(position, battle, loser):
            join_victors(position, log)
        units = left(position, loser)
        if battle.match == "fleets" and battle.winner == 0:
            if inside_wall(position, loser):
                position.then(BackToSea())
            units = fleets_among(position, units)
        if battle.result != "retreat" or inside_wall(position, loser):
            return
        units = [unit for unit in units if not stayed_in(position, unit)]
        if units:
            position.then(Withdraw(battle.seats[loser], tuple(units), battle.fight.area))


class BackToSea(Automatic, frozen=True, tag=True):
    """Attackers who have beaten the ships of a walled port return to the sea of its anchor (10.9.5)."""

    title = "Combat in port"
    clause = "elric/10.9.5"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put all aboard, and the ships to sea."""
        units = left(position, 0)
        fleets = fleets_among(position, units)
        seas = [area for area in origins(position, fleets) if area in position.world.seas]
        if fleets and seas:
            embark(position, units, fleets)
            go(position, fleets, seas[0])


def embark(position: ElricPosition, units: list[int], fleets: list[int]) -> None:
    """Bring units in a port aboard the ships that brought them, as far as there is room."""
    kind = position.world.kind
    for unit in units:
        if kind[unit] == FLEET or position.ship[unit] >= 0:
            continue
        ships = [fleet for fleet in fleets if kind[unit] != ARMY or room(position, fleet) > 0]
        if ships:
            position.ship[unit] = min(ships, key=lambda ship: len(persons(position, aboard(position, ship))))
