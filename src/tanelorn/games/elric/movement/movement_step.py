"""The Movement step (elric/7.0): units are taken up, march, sail or fly; then what is due when movement ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.world import ARMY, PERSON, World
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement import labels, magical_flight
from tanelorn.games.elric.movement.crossing import ComeForElric, Onward, Settle, roster
from tanelorn.games.elric.movement.embarking import (
    Disembark,
    Embark,
    berths,
    coasts,
    put_ashore,
    why_not_board,
    why_not_land,
)
from tanelorn.games.elric.movement.groups import (
    ABOARD,
    Party,
    armies_to_join,
    bound_to_elric,
    can_sail,
    in_hand,
    joiners,
    starters,
)
from tanelorn.games.elric.movement.random_attacks import draw_due
from tanelorn.games.elric.movement.reach import ways
from tanelorn.games.elric.state.position import ATTACKED, FLOWN, LEFT, PUT_BACK, ElricPosition
from tanelorn.games.elric.state.wilds import wilderness
from tanelorn.games.elric.state.words import PlaceActs, area_words, plain, to_area, with_button, with_unit

DONE_ACT, HALT, ALL_ARMIES = plain("done"), plain("halt"), plain("take all armies")


class Movement(Automatic, frozen=True, tag=True):
    """The active player moves as many units as they like (7.0a); then what is due at the end happens."""

    seat: int
    title = "Movement"
    clause = "elric/7.0a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Begin with nobody in hand. Stacks are kept apart only in wilderness, which an area may have ceased to be
        (13.4d).
        """
        wild = wilderness(position)
        for unit, band in enumerate(position.band):
            if band and not wild[position.area[unit]]:
                position.band[unit] = 0
        position.march = []
        position.marched = False
        position.landed = []
        position.then(Moves(self.seat), EndMoves(self.seat))


class Moves(AsksOne, frozen=True, tag=True):
    """One small act of Movement after another, until the player is done."""

    title = "Movement"
    clause = "elric/7.0a"
    still_asked = "who is taken up and can go nowhere is told why; the step ends when its player says so"

    def forced(self, position: ElricPosition) -> bool:
        """A group that has marched and can do nothing more halts."""
        return position.marched and bool(position.march)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """What the group in hand can do, or which units can be taken up."""
        party = in_hand(position, seat)
        return self._idle(position, seat) if party is None else self._group(position, party)

    def _idle(self, position: ElricPosition, seat: int) -> Acts:
        world = position.world
        first = starters(position, seat)
        acts = _take_acts(position, first, tell_places=True)
        acts += [with_button(world, "fly from", unit) for unit in magical_flight.casters(position, seat)]
        acts += control.handovers(position, seat)
        acts.append(DONE_ACT)
        return Acts(
            acts,
            "Take a personality or fleet to move it, or end the movement step.",
            labels=lambda: labels.idle_labels(position, acts),
            refused=lambda: labels.idle_refusals(position, seat, set(first)),
            default=DONE_ACT,
        )

    def _group(self, position: ElricPosition, party: Party) -> Acts:
        world = position.world
        joining = joiners(position, party)
        acts = _take_acts(position, joining)
        if any(world.kind[unit] == ARMY for unit in joining) and len(armies_to_join(position, party)) > 1:
            acts.append(ALL_ARMIES)
        reached = ways(position, party)
        landings = coasts(position, party)
        acts += _goes(world, sorted(reached), landings)
        acts += [
            with_unit(world, "board", ship)
            for ship in berths(position, party)
            if not why_not_board(position, party, ship)
        ]
        acts += [to_area(world, "land", area) for area in landings]
        acts += [_by_button(to_area(world, "steal elric in", area)) for area in theft(position, party)]
        acts.append(HALT)
        who = roster(position, party.movers).replace("**", "")
        return PlaceActs(
            acts,
            f"{who}: {'where to?' if len(acts) > 1 else 'no way from here.'}",
            labels=lambda: labels.group_labels(position, party, acts, reached),
            refused=lambda: labels.group_refusals(position, party, acts, joining),
            default=HALT,
        ).of(world)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if choice.verb == "done":
            return
        position.then(self)
        if choice.verb == "take":
            _take_up(position, choice.args[0])
        elif choice.verb == "fly from":
            position.then(magical_flight.Flight(seat, choice.args[0], ()))
        elif choice.verb == "hand elric to":
            control.hand_over(position, choice, log)
        else:
            _march(position, seat, choice, log)


@lru_cache(maxsize=256)
def _by_button(act: Act) -> Act:
    """Return an act that needs a button before the click on its area, where the click alone means another act."""
    return structs.replace(act, path=(f"button:{act.verb}", *act.path))


def _goes(world: World, areas: Iterable[int], landings: list[int]) -> list[Act]:
    """Return the acts of going to areas; on a coast where the group may land, a click means landing."""
    acts = [to_area(world, "go", area) for area in areas]
    return [_by_button(act) if act.args[0] in landings else act for act in acts] if landings else acts


def _take_acts(position: ElricPosition, units: list[int], *, tell_places: bool = False) -> list[Act]:
    """Return the acts of taking units up; armies of one nation that differ are told apart by place or number."""
    world = position.world
    acts: list[Act] = []
    seen: dict[tuple[int, int], int] = {}
    for unit in units:
        if world.kind[unit] != ARMY:
            acts.append(with_unit(world, "take", unit))
            continue
        place = position.area[unit] if tell_places else -1
        like = world.of[unit], place
        seen[like] = seen.get(like, 0) + 1
        acts.append(_take_army(world, unit, place, seen[like]))
    return acts


@lru_cache(maxsize=4096)
def _take_army(world: World, unit: int, place: int, number: int) -> Act:
    act = with_unit(world, "take", unit)
    text = f"{act.text} at {area_words(world)[place]}" if place >= 0 else act.text
    return structs.replace(act, text=f"{text} {number}" if number > 1 else text)


def _take_up(position: ElricPosition, unit: int) -> None:
    """Add a unit to the group; Moonglum goes where Elric goes (12.1.6a), and attached units join the stack (8.0e)."""
    world = position.world
    added, moonglum = [unit], world.moonglum
    if unit == world.elric and moonglum not in position.march and bound_to_elric(position, moonglum):
        added.append(moonglum)
    if position.march:
        for one in added:
            position.band[one] = position.band[position.march[0]]
    else:
        position.marched = False
    position.march = position.march + added


def _march(position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
    """Carry out an act of the group in hand."""
    party = Party(position, position.march, seat)
    match choice.verb:
        case "take all armies":
            for unit in armies_to_join(position, party):
                _take_up(position, unit)
        case "halt":
            if not position.marched:
                first = position.march[0]
                position.did[first] |= LEFT if position.did[first] & PUT_BACK else PUT_BACK
            position.march = []
        case "go":
            _go(position, party, choice.args[0], log)
        case "board":
            position.marched = True
            fleet = choice.args[0]
            position.then(Embark(seat, party.here, fleet), TakeHelm(seat, fleet))
        case "land":
            position.marched = True
            _tell(position, party, (choice.args[0],), log)
            position.then(Disembark(seat, party.here, choice.args[0]))
        case _:
            _steal(position, party, choice.args[0])


def _go(position: ElricPosition, party: Party, area: int, log: Log) -> None:
    way = ways(position, party)[area]
    position.marched = True
    _tell(position, party, way.route, log)
    position.then(Onward(party.seat, party.here, way.route))


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


def _steal(position: ElricPosition, party: Party, area: int) -> None:
    unit = party.units[0]
    position.marched = True
    arrived = ComeForElric(party.seat, unit, area)
    if party.manner == ABOARD and not why_not_land(position, party, area, thief=True):
        position.then(Disembark(party.seat, party.here, area), arrived)
        return
    way = ways(position, party, thief=area)[area]
    position.then(Onward(party.seat, party.here, way.route, area), arrived)


# The end of the step


class EndMoves(Automatic, frozen=True, tag=True):
    """Units in port land, and personalities who have ended in wilderness draw for random attacks (7.5.8)."""

    seat: int
    title = "End of movement"
    clause = "elric/7.5.8"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push a draw for each such stack, area by area."""
        position.march = []
        put_ashore(position, self.seat)
        position.then(Settle())
        draw_due(position, stragglers(position, self.seat))


def stragglers(position: ElricPosition, seat: int) -> list[list[int]]:
    """Return, stack by stack, the units that have entered wilderness this turn and not been attacked there."""
    wild = wilderness(position)
    found: dict[tuple[int, int], list[int]] = {}
    kind, did = position.world.kind, position.did
    for unit in position.units_of(seat):
        area = position.area[unit]
        if wild[area] and position.came[unit] >= 0 and kind[unit] == PERSON and not did[unit] & (ATTACKED | FLOWN):
            found.setdefault((area, position.band[unit]), []).append(unit)
    return [units for _, units in sorted(found.items())]
