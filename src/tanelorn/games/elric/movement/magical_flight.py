"""Magical flight (elric/7.4.2): spells that carry personalities, and the Ship of Land and Sea, to any province."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Step
from tanelorn.games.elric import balance
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.crossing import ComeForElric, Settle, enter, roster, set_down
from tanelorn.games.elric.movement.dangerous_seas import BOILING, SHIP, personal_rolls
from tanelorn.games.elric.movement.groups import AT_REST
from tanelorn.games.elric.movement.picking_up import Idle, by_button
from tanelorn.games.elric.movement.random_attacks import random_attack
from tanelorn.games.elric.movement.reach import GATE, NO_ATTACK, Bar, shut
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.dominance import maintained_by
from tanelorn.games.elric.state.position import CAST, DONE, FLOWN, GROUNDED, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import leaders, stack_of, strength
from tanelorn.games.elric.state.wilderness import wilderness
from tanelorn.games.elric.state.words import (
    SPELL_WORDS,
    PlaceActs,
    area_words,
    button,
    name,
    plain,
    unit_named,
    unit_words,
    with_button,
    with_unit,
)

FLYING = tuple(spell for spell, what in enumerate(SPELLS) if what.flies)
"""The six spells that fly."""

FLIGHTS, TURNS = 2, 3
"""A flying spell stays with its user for so many flights or turns, the turn of the first use counted (7.4.2b)."""


def casters(position: ElricPosition, seat: int) -> list[int]:
    """Return a seat's magicians who hold a flying spell that they may use now (7.4.2a)."""
    if not terms_of(position).magic:
        return []
    owner = position.owner
    held = {position.holder(spell) for spell in FLYING} - {-1}
    return sorted(
        unit for unit in held if owner[unit] == seat and usable(position, unit) and passengers(position, unit, ())
    )


def usable(position: ElricPosition, caster: int) -> list[int]:
    """Return the flying spells that a magician may use now: one cast per turn, and none beside a maintained one (9.2c,
    13.4a).
    """
    if not position.world.spells[caster] or position.did[caster] & (CAST | GROUNDED) or position.area[caster] < 0:
        return []
    kept = maintained_by(position, caster)
    return [spell for spell in FLYING if position.holder(spell) == caster and kept in (-1, spell)]


def carries(position: ElricPosition, spell: int, units: tuple[int, ...]) -> bool:
    """Tell whether a spell carries that many personalities and armies (7.4.2c, 16.1/jeweled-bird, 16.2/oonai,
    16.3/boatmen-of-xerlerenes, 16.3/nihrain-horses, 16.3/ship-of-land-and-sea, 16.3/teleport).
    """
    kind = position.world.kind
    people = sum(kind[unit] == PERSON for unit in units)
    armies = sum(kind[unit] == ARMY for unit in units)
    most = SPELLS[spell].flies
    return (most < 0 or people <= most) and armies <= SPELLS[spell].flies_armies and people + armies == len(units)


def unmoved(position: ElricPosition, unit: int) -> bool:
    """Tell whether a unit has not moved in this turn: a flight takes a passenger's whole move (7.4.2a)."""
    still = not position.spent[unit] and position.came[unit] < 0 and not position.did[unit] & (AT_REST | FLOWN)
    return still and (position.led[unit] < 0 or position.world.kind[unit] != ARMY)


def passengers(position: ElricPosition, caster: int, chosen: tuple[int, ...]) -> list[int]:
    """Return which units of the caster's stack may still be carried, the caster included; equal armies once."""
    world = position.world
    spells = usable(position, caster)
    found: list[int] = []
    armies: set[int] = set()
    for unit in stack_of(position, caster):
        if unit in chosen or not unmoved(position, unit):
            continue
        if world.kind[unit] == ARMY and (world.of[unit] in armies or position.ship[unit] == world.chaos_ship >= 0):
            continue
        if any(carries(position, spell, (*chosen, unit)) for spell in spells):
            found.append(unit)
            if world.kind[unit] == ARMY:
                armies.add(world.of[unit])
    return found


def why_not(position: ElricPosition, seat: int, units: tuple[int, ...], to: int, *, thief: bool = False) -> Bar | None:
    """Return the rule that keeps passengers out of a province, None if they may land there (7.4.2a)."""
    if to == position.world.imrryr and shut(position, seat, list(units)):
        return GATE
    for unit in units:
        if not hordes.allowed(position, unit, to):
            return Bar(*hordes.why(position, unit))
    if position.foes_in(to, seat) and not wilderness(position)[to] and not thief and not leaders(position, units):
        return NO_ATTACK
    return None


def unfit(position: ElricPosition, units: tuple[int, ...]) -> Refusal | None:
    """Return why passengers cannot fly as they are: armies without a leader, or Elric without another personality
    (7.2c, 12.1.2e).
    """
    kind = position.world.kind
    if any(kind[unit] == ARMY for unit in units) and not leaders(position, units):
        return Refusal("", "Armies fly with a leader.", "elric/7.2c")
    return control.bound(position, units)


def _no_flight(idle: Idle) -> Iterable[Refusal]:
    """Say why magicians who hold a flying spell cannot use it now."""
    position, seat = idle.position, idle.seat
    able = casters(position, seat)
    for unit in position.units_of(seat):
        held = [spell for spell in FLYING if position.holder(spell) == unit]
        if not held or unit in able:
            continue
        why, clause = "Nobody in this stack is still to move: a flight takes a whole move.", "elric/7.4.2a"
        if not position.world.spells[unit] or not terms_of(position).magic:
            why, clause = "Only a magician uses a flying spell.", "elric/9.5a"
        elif position.did[unit] & CAST:
            why, clause = "A magician casts one spell in a turn, and a flight is one.", "elric/9.2c"
        elif position.did[unit] & GROUNDED:
            why = "This magician has called a flight off in this turn."
        elif not usable(position, unit):
            why, clause = "Who maintains a spell casts no other.", "elric/13.4a"
        act = with_unit(position.world, "fly from", unit)
        yield Refusal(act.text, why, clause, act.path)


FLY_FROM = Verb[Idle](
    "fly from",
    fits=lambda idle: [
        with_button(idle.position.world, "fly from", unit) for unit in casters(idle.position, idle.seat)
    ],
    does=lambda idle, act, log: idle.position.then(Flight(idle.seat, unit_named(act), ())),
    labels=lambda idle, acts: by_button(idle, acts, "Fly by the magic of …"),
    refused=_no_flight,
)


class Flight(AsksOne, frozen=True, tag=True):
    """A magician chooses passengers one by one, then a spell and a destination (7.4, 7.4.2a)."""

    caster: int
    chosen: tuple[int, ...]
    title = "Magical flight"
    clause = "elric/7.4.2a"
    still_asked = "who may not fly, and why, is told before it is called off"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Take another passenger, or go; a magician who calls it off may not fly again this turn."""
        world, chosen = position.world, self.chosen
        who = f"{roster(position, chosen).replace('**', '')}: " if chosen else ""
        prompt = f"{who}{name(world, self.caster)} lets whom fly, and where to?"
        return AIRBORNE.listed(PlaceActs, Flyers(position, self), prompt, default=OFF).of(world)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Add a passenger, or let them fly."""
        AIRBORNE.do(Flyers(position, self), choice, log)


class Flyers(NamedTuple):
    """A flight that is made ready, in its position."""

    position: ElricPosition
    flight: Flight


# Passengers


def _companions(flyers: Flyers) -> Iterable[Act]:
    position, flight = flyers
    return [with_unit(position.world, "take", unit) for unit in passengers(position, flight.caster, flight.chosen)]


def _take_along(flyers: Flyers, act: Act, log: Log) -> None:
    flight = flyers.flight
    flyers.position.then(Flight(flight.seat, flight.caster, (*flight.chosen, unit_named(act))))


def _left_behind(flyers: Flyers) -> Iterable[Refusal]:
    """Say why others of the stack are not carried (7.4.2)."""
    position, flight = flyers
    world, words = position.world, unit_words(position.world)
    offered = {words[unit] for unit in passengers(position, flight.caster, flight.chosen)}
    for unit in stack_of(position, flight.caster):
        if words[unit] in offered or unit in flight.chosen:
            continue
        why, clause = "The spells that this magician holds carry no more.", "elric/7.4.2c"
        if world.kind[unit] == FLEET:
            why = "Fleets are never carried by magic."
        elif world.kind[unit] == ARMY and not any(SPELLS[s].flies_armies for s in usable(position, flight.caster)):
            why = "Only the Ship of Land and Sea carries armies."
        elif not unmoved(position, unit):
            why, clause = "A flight takes a whole move: who has moved does not fly.", "elric/7.4.2a"
        yield Refusal(f"take {words[unit]}", why, clause, (f"piece:{world.units[unit].id}",))


TAKE_ALONG = Verb[Flyers](
    "take",
    fits=_companions,
    does=_take_along,
    labels=lambda flyers, acts: {
        act.path[0]: Pick(act.path[0], name(flyers.position.world, unit_named(act))) for act in acts
    },
    refused=_left_behind,
)


# Where to


class Course(NamedTuple):
    """By which spell a flight goes where, and whether only to take Elric away."""

    spell: int
    to: int
    steals: bool = False

    def act(self, world: World) -> Act:
        """Return the act of flying it."""
        place, by = world.areas[self.to], f"by {SPELL_WORDS[self.spell]}"
        picks = (f"card:{SPELLS[self.spell].id}", f"space:{place.id}")
        if self.steals:
            text = f"steal elric {by} in {area_words(world)[self.to]}"
            return Act("fly", (self.spell, self.to, 1), text, ("button:steal elric", *picks))
        return Act("fly", (self.spell, self.to, 0), f"fly {by} to {area_words(world)[self.to]}", picks)

    @classmethod
    def of(cls, act: Act) -> Course:
        """Read an act of flying."""
        spell, to, steals = act.args
        return cls(spell, to, bool(steals))


def _courses(flyers: Flyers) -> Iterable[Act]:
    position, flight = flyers
    if not flight.chosen or unfit(position, flight.chosen) is not None:
        return
    world, here = position.world, position.area[flight.chosen[0]]
    for spell in usable(position, flight.caster):
        if carries(position, spell, flight.chosen):
            for to in sorted(world.lands):
                if to != here and why_not(position, flight.seat, flight.chosen, to) is None:
                    yield Course(spell, to).act(world)
            for to in _elric(position, flight):
                yield Course(spell, to, steals=True).act(world)


def _elric(position: ElricPosition, flight: Flight) -> list[int]:
    """Return Elric's area if the lone passenger can take him away (12.1.2d)."""
    area, chosen = position.area[position.world.elric], flight.chosen
    if len(chosen) != 1 or area not in position.world.lands or not control.outranks(position, chosen[0]):
        return []
    return [] if why_not(position, flight.seat, chosen, area, thief=True) else [area]


def _take_off(flyers: Flyers, act: Act, log: Log) -> None:
    """Roll for those who cross the Boiling Sea, except on the Jeweled Bird (7.5.1a, 16.1/jeweled-bird), then land; a
    spell that is used up goes when all is over.
    """
    position, flight = flyers
    spell, to, steals = Course.of(act)
    use(position, spell, flight.caster, log)
    world, units = position.world, flight.chosen
    here = position.area[units[0]]
    if log:
        log.say(
            f"{roster(position, units)}: by **{SPELLS[spell].name}** from {world.areas[here].name} to "
            f"**{world.areas[to].name}**.",
            clause=SPELLS[spell].clause,
            seat=flight.seat,
            places=(world.areas[here].id, world.areas[to].id),
        )
    dice: list[Step] = personal_rolls(
        position, [unit for unit in units if position.ship[unit] == world.chaos_ship], SHIP
    )
    if world.ashaneloon in (here, to) and SPELLS[spell].kind != "jeweled-bird":
        dice += personal_rolls(position, list(units), BOILING)
    arrived = (ComeForElric(flight.seat, units[0], to),) if steals else ()
    down = Touchdown(flight.seat, units, here, to, flight.caster)
    position.then(*dice, down, *arrived, FlightOver(spell, flight.caster))


def _course_labels(flyers: Flyers, acts: Sequence[Act]) -> dict[str, Pick]:
    position, flight = flyers
    start = "button:steal elric"
    labels = {start: Pick(start, "Take Elric away", "he comes with you when movement ends")}
    for act in acts:
        spell, to, steals = Course.of(act)
        if not steals:
            by, place = act.path
            uses = position.flights.get(spell, (0, 0))[0]
            last = "then it is spent" if uses + 1 >= FLIGHTS else "it stays for another flight"
            labels.setdefault(by, Pick(by, SPELLS[spell].name, last))
            risks = _risks(position, flight, to)
            here, there = (position.world.areas[area] for area in (position.area[flight.chosen[0]], to))
            way = (here.id, there.id)
            labels[place] = Pick(place, there.name, "; ".join(risks), risk=bool(risks), way=way)
    return labels


def _risks(position: ElricPosition, flight: Flight, to: int) -> list[str]:
    world, foes, found = position.world, position.foes_in(to, flight.seat), []
    if wilderness(position)[to]:
        found.append("wild: draw for a random attack")
    elif foes:
        found.append(f"battle: {strength(position, foes)} against your {strength(position, flight.chosen)}")
    if world.ashaneloon in (to, position.area[flight.caster]):
        found.append("over the Boiling Sea")
    return found


def _off_course(flyers: Flyers) -> Iterable[Refusal]:
    """Say why the passengers do not fly as they are, or not there (7.4.2a, 7.2c, 12.1.2e)."""
    position, flight = flyers
    if not flight.chosen:
        return
    unready = unfit(position, flight.chosen)
    for spell in usable(position, flight.caster):
        for to in sorted(position.world.lands):
            act = Course(spell, to).act(position.world)
            bar = unready or why_not(position, flight.seat, flight.chosen, to)
            if bar:
                yield Refusal(act.text, bar.why, bar.clause, act.path)


FLY = Verb("fly", fits=_courses, does=_take_off, labels=_course_labels, refused=_off_course)


def _call_off(flyers: Flyers, act: Act, log: Log) -> None:
    flyers.position.did[flyers.flight.caster] |= GROUNDED


OFF = plain("call off")
TO_CALL_OFF = Verb[Flyers](
    "call off",
    fits=lambda flyers: (OFF,),
    does=_call_off,
    labels=lambda flyers, acts: dict(
        [button("call off", "Call the flight off", note="no other flight by this magician in this turn")]
    ),
)

AIRBORNE = Verbs(TAKE_ALONG, FLY, TO_CALL_OFF)
"""What may be done with a flight that is made ready."""


def use(position: ElricPosition, spell: int, caster: int, log: Log) -> None:
    """Show a flying spell and count the flight; the Balance moves once, at the first (7.4.2b, 9.2e)."""
    position.reveal(spell, position.seats)
    position.did[caster] |= CAST
    uses, since = position.flights.get(spell, (0, position.turn))
    position.flights[spell] = (uses + 1, since)
    if not uses:
        balance.shift(position, (spell,), log)


class Touchdown(Automatic, frozen=True, tag=True):
    """Those who have flown land; armies in the Ship are lost if its caster was (7.5.1a)."""

    seat: int
    units: tuple[int, ...]
    here: int
    to: int
    caster: int
    title = "Magical flight"
    clause = "elric/7.4.2a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Put everyone who is left into the province; in wilderness something may await them (7.6d)."""
        world = position.world
        units = [u for u in self.units if position.owner[u] == self.seat and position.area[u] == self.here]
        if self.caster in self.units and self.caster not in units:
            armies = [unit for unit in units if world.kind[unit] == ARMY]
            eliminate(position, armies, self.here, log)
            units = [unit for unit in units if unit not in armies]
        if not units:
            return
        set_down(position, units, self.here)
        enter(position, units, self.to, -1, dict.fromkeys(units, 0), dict.fromkeys(units, -1))
        for unit in units:
            position.did[unit] |= FLOWN | DONE
        position.then(Settle())
        if wilderness(position)[self.to]:
            random_attack(position, units, self.to, -1)


class FlightOver(Automatic, frozen=True, tag=True):
    """A spell is used up after its second flight (7.4.2b)."""

    spell: int
    caster: int
    title = "Magical flight"
    clause = "elric/7.4.2b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let it go, if it has flown twice."""
        if position.flights.get(self.spell, (0, 0))[0] >= FLIGHTS and position.holder(self.spell) == self.caster:
            end_term(position, self.spell, log)


def end_term(position: ElricPosition, spell: int, log: Log) -> None:
    """Take a flying spell from its user: its flights or turns are used up (7.4.2b)."""
    caster = position.holder(spell)
    position.flights.pop(spell, None)
    if log:
        log.say(f"**{SPELLS[spell].name}** flies no more.", clause="elric/7.4.2b", seat=position.owner[caster])
    balance.after_use(position, spell, caster)


class LapseFlights(Automatic, frozen=True, tag=True):
    """At the end of a turn, flying spells first used two turns ago lapse (7.4.2b)."""

    seat: int
    title = "Magical flight"
    clause = "elric/7.4.2b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Check everything the player's magicians hold."""
        for spell, (_, since) in sorted(position.flights.items()):
            holder = position.holder(spell)
            if holder >= 0 and position.owner[holder] == self.seat and position.turn - since >= TURNS - 1:
                end_term(position, spell, log)
