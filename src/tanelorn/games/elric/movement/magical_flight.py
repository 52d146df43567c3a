"""Magical flight (elric/7.4.2): spells that carry personalities, and the Ship of Land and Sea, to any province."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Step
from tanelorn.games.elric import balance
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import ARMY, FLEET, PERSON
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.movement.crossing import ComeForElric, Settle, enter, roster, set_down
from tanelorn.games.elric.movement.dangerous_seas import BOILING, SHIP, personal_rolls
from tanelorn.games.elric.movement.groups import AT_REST
from tanelorn.games.elric.movement.random_attacks import random_attack
from tanelorn.games.elric.movement.reach import GATE, NO_ATTACK, Bar, shut
from tanelorn.games.elric.state import hordes
from tanelorn.games.elric.state.dominance import maintained_by
from tanelorn.games.elric.state.position import CAST, DONE, FLOWN, GROUNDED, HIDDEN, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import leaders, stack_of, strength
from tanelorn.games.elric.state.wilds import wilderness
from tanelorn.games.elric.state.words import (
    SPELL_WORDS,
    PlaceActs,
    area_words,
    button,
    name,
    plain,
    unit_words,
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
    held = {where for where in (position.where[spell] for spell in FLYING) if 0 <= where < HIDDEN}
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
    return [spell for spell in FLYING if position.where[spell] == caster and kept in (-1, spell)]


def refusals(position: ElricPosition, seat: int) -> list[Refusal]:
    """Say why a seat's magicians who hold a flying spell cannot use it now."""
    able = casters(position, seat)
    found = []
    for unit in position.units_of(seat):
        held = [spell for spell in FLYING if position.where[spell] == unit]
        if not held or unit in able:
            continue
        why, clause = "Nobody of his stack is still to move: a flight takes a whole move.", "elric/7.4.2a"
        if not position.world.spells[unit] or not terms_of(position).magic:
            why, clause = "Only a magician uses a flying spell.", "elric/9.5a"
        elif position.did[unit] & CAST:
            why, clause = "A magician casts one spell in a turn, and a flight is one.", "elric/9.2c"
        elif position.did[unit] & GROUNDED:
            why = "He has called a flight off in this turn."
        elif not usable(position, unit):
            why, clause = "Who maintains a spell casts no other.", "elric/13.4a"
        act = with_unit(position.world, "fly from", unit)
        found.append(Refusal(act.text, why, clause, act.path))
    return found


def carries(position: ElricPosition, spell: int, units: tuple[int, ...]) -> bool:
    """Tell whether a spell carries that many personalities and armies (7.4.2c)."""
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


class Flight(AsksOne, frozen=True, tag=True):
    """A magician chooses passengers one by one, then a spell and a destination (7.4.2)."""

    caster: int
    chosen: tuple[int, ...]
    title = "Magical flight"
    clause = "elric/7.4.2a"
    still_asked = "who may not fly, and why, is told before it is called off"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Take another passenger, or go; a magician who calls it off may not fly again this turn."""
        world, chosen = position.world, self.chosen
        acts = [with_unit(world, "take", unit) for unit in passengers(position, self.caster, chosen)]
        if chosen and unfit(position, chosen) is None:
            acts += self._targets(position)
        off = plain("call off")
        acts.append(off)
        who = f"{roster(position, chosen).replace('**', '')}: " if chosen else ""
        return PlaceActs(
            acts,
            f"{who}{name(world, self.caster)} lets whom fly, and where to?",
            labels=lambda: self._labels(position, acts),
            refused=lambda: self._refusals(position, acts),
            default=off,
        ).of(world)

    def _targets(self, position: ElricPosition) -> list[Act]:
        found = []
        for spell in usable(position, self.caster):
            if carries(position, spell, self.chosen):
                found += [
                    self._act(position, "fly", spell, to)
                    for to in sorted(position.world.lands)
                    if to != position.area[self.chosen[0]] and why_not(position, self.seat, self.chosen, to) is None
                ]
                found += [self._act(position, "steal elric", spell, to) for to in self._elric(position)]
        return found

    def _elric(self, position: ElricPosition) -> list[int]:
        """Return Elric's area if the lone passenger can take him away (12.1.2d)."""
        area, chosen = position.area[position.world.elric], self.chosen
        if len(chosen) != 1 or area not in position.world.lands or not control.outranks(position, chosen[0]):
            return []
        return [] if why_not(position, self.seat, chosen, area, thief=True) else [area]

    def _act(self, position: ElricPosition, verb: str, spell: int, to: int) -> Act:
        world = position.world
        picks = (f"card:{SPELLS[spell].id}", f"space:{world.areas[to].id}")
        by = f"by {SPELL_WORDS[spell]}"
        if verb == "fly":
            return Act(verb, (spell, to), f"fly {by} to {area_words(world)[to]}", picks)
        return Act(verb, (spell, to), f"steal elric {by} in {area_words(world)[to]}", ("button:steal elric", *picks))

    def _labels(self, position: ElricPosition, acts: list[Act]) -> dict[str, Pick]:
        world, wild = position.world, wilderness(position)
        labels = dict([button("call off", "Call the flight off", note="no other flight by him in this turn")])
        labels["button:steal elric"] = Pick(
            "button:steal elric", "Take Elric away", "he comes with you when movement ends"
        )
        for act in acts:
            if act.verb == "take":
                labels[act.path[0]] = Pick(act.path[0], name(world, act.args[0]))
            elif act.verb == "fly":
                spell, to = act.args
                uses = position.flights.get(spell, (0, 0))[0]
                last = "then it is spent" if uses + 1 >= FLIGHTS else "it stays for another flight"
                labels.setdefault(act.path[0], Pick(act.path[0], SPELLS[spell].name, last))
                foes = position.foes_in(to, self.seat)
                notes = []
                if wild[to]:
                    notes.append("wild: draw for a random attack")
                elif foes:
                    notes.append(f"battle: {strength(position, foes)} against your {strength(position, self.chosen)}")
                if world.ashaneloon in (to, position.area[self.caster]):
                    notes.append("over the Boiling Sea")
                pick = act.path[1]
                labels[pick] = Pick(pick, world.areas[to].name, "; ".join(notes), risk=bool(notes))
        return labels

    def _refusals(self, position: ElricPosition, acts: list[Act]) -> list[Refusal]:
        world, words = position.world, unit_words(position.world)
        offered = {str(act) for act in acts}
        found = []
        for unit in stack_of(position, self.caster):
            text = f"take {words[unit]}"
            if text in offered or unit in self.chosen:
                continue
            why, clause = "The spells that he holds carry no more.", "elric/7.4.2c"
            if world.kind[unit] == FLEET:
                why = "Fleets are never carried by magic."
            elif world.kind[unit] == ARMY and not any(SPELLS[s].flies_armies for s in usable(position, self.caster)):
                why = "Only the Ship of Land and Sea carries armies."
            elif not unmoved(position, unit):
                why, clause = "A flight takes a whole move: who has moved does not fly.", "elric/7.4.2a"
            found.append(Refusal(text, why, clause, (f"piece:{world.units[unit].id}",)))
        unready = unfit(position, self.chosen) if self.chosen else None
        for spell in usable(position, self.caster) if self.chosen else []:
            for to in sorted(world.lands):
                act = self._act(position, "fly", spell, to)
                bar = why_not(position, self.seat, self.chosen, to)
                if unready:
                    found.append(Refusal(act.text, unready.why, unready.clause, act.path))
                elif bar:
                    found.append(Refusal(act.text, bar.why, bar.clause, act.path))
        return found

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Add a passenger, or let them fly."""
        if choice.verb == "take":
            position.then(Flight(seat, self.caster, (*self.chosen, choice.args[0])))
        elif choice.verb == "call off":
            position.did[self.caster] |= GROUNDED
        else:
            spell, to = choice.args
            use(position, spell, self.caster, log)
            self._take_off(position, spell, to, choice.verb == "steal elric", log)

    def _take_off(self, position: ElricPosition, spell: int, to: int, steals: bool, log: Log) -> None:
        """Roll for those who cross the Boiling Sea, then land; a spell that is used up goes when all is over."""
        world, units = position.world, self.chosen
        here = position.area[units[0]]
        if log:
            log.say(
                f"{roster(position, units)}: by **{SPELLS[spell].name}** from {world.areas[here].name} to "
                f"**{world.areas[to].name}**.",
                clause=SPELLS[spell].clause,
                seat=self.seat,
                places=(world.areas[here].id, world.areas[to].id),
            )
        dice: list[Step] = personal_rolls(
            position, [unit for unit in units if position.ship[unit] == world.chaos_ship], SHIP
        )
        if world.ashaneloon in (here, to) and SPELLS[spell].kind != "jeweled-bird":
            dice += personal_rolls(position, list(units), BOILING)
        arrived = (ComeForElric(self.seat, units[0], to),) if steals else ()
        position.then(
            *dice, Touchdown(self.seat, units, here, to, self.caster), *arrived, FlightOver(spell, self.caster)
        )


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
        if position.flights.get(self.spell, (0, 0))[0] >= FLIGHTS and position.where[self.spell] == self.caster:
            end_term(position, self.spell, log)


def end_term(position: ElricPosition, spell: int, log: Log) -> None:
    """Take a flying spell from its user: its flights or turns are used up (7.4.2b)."""
    caster = position.where[spell]
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
            holder = position.where[spell]
            if 0 <= holder < HIDDEN and position.owner[holder] == self.seat and position.turn - since >= TURNS - 1:
                end_term(position, spell, log)
