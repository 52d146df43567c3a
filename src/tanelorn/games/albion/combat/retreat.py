"""Retreats that the Combat Results Table demands (albion/15.8c, 15.8d)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.ending import WITHDRAWN
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import Due
from tanelorn.games.albion.movement.ways import bans, reach, sailing
from tanelorn.games.albion.stacks.entering import enter
from tanelorn.games.albion.state.battle import Battle
from tanelorn.games.albion.state.deeds import IN_HAND, RETREATED
from tanelorn.games.albion.state.position import CSPS, HEROES, AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import (
    SEAT_NAMES,
    at_hex,
    coast_click,
    coast_label,
    lie_of,
    name,
    piece_id,
    piece_word,
    to_hex,
)
from tanelorn.games.albion.state.printed.pieces import (
    Code,
    colour_of,
    is_person,
    is_ship,
    is_troops,
    person_code,
    ship_code,
    ship_of,
    troops_code,
)
from tanelorn.games.albion.state.stacks import garrison_side, holds, stands_in
from tanelorn.games.albion.state.who_fights import host_of, the_battle
from tanelorn.games.albion.weather import weather_at


class Unit(NamedTuple):
    """What retreats as one piece: a person with escort, the armies of a colour, or a ship with all aboard."""

    code: Code
    armies: tuple[Army, ...] = ()


def units_of(position: AlbionPosition, battle: Battle, seat: int) -> list[Unit]:
    """Return the pieces of a side that must go: all that fought (15.8d)."""
    host = host_of(position, battle, seat)
    if battle.fight.kind == "engagement":
        return [Unit(ship_code(ship)) for ship in host.ships]
    colours = sorted({army.colour for army in host.armies})
    troops = [Unit(troops_code(c), tuple(army for army in host.armies if army.colour == c)) for c in colours]
    return [Unit(person_code(person)) for person in host.persons] + troops


def ways_out(position: AlbionPosition, battle: Battle, seat: int) -> list[tuple[int, int]]:
    """Return hexes next to the combat, each with the coast for ships, that no enemy bars (15.8d).

    Whether an enemy stack there has troops or heroes is told to whoever needs to know it (11.9c).
    """
    w, foe, fight = position.world, 1 - seat, battle.fight
    if fight.kind == "engagement":
        nodes = w.sea_near[w.node[fight.hex][fight.coast]]
        berths = [(w.node_hex[node], w.node_coast[node]) for node in nodes]
        return [(hex, coast) for hex, coast in berths if not position.ships_of(foe, hex, coast)]
    free = []
    for hex in w.near[fight.hex]:
        if garrison_side(position, hex) != foe and not holds(position, foe, hex) & (CSPS | HEROES):
            free.append((hex, -1))
    return free


def can_go(position: AlbionPosition, battle: Battle, seat: int, units: Iterable[Unit], hex: int) -> bool:
    """Tell whether some pieces can all go to a hex together, by 11.8 and their own bans (15.8d)."""
    units = list(units)
    frm = battle.fight.hex
    if battle.fight.kind == "engagement":
        if position.world.coast[frm] and weather_at(position, frm, seat) == "snow":
            return False
        persons, colours = reach.cargo(position, [ship_of(unit.code) for unit in units])
        return bans.bar(position, seat, persons, colours, False, hex, by="sea") is None
    people = [unit.code for unit in units if is_person(unit.code)]
    troops = [colour_of(unit.code) for unit in units if is_troops(unit.code)]
    escorts = any(position.escort[person] for person in people)
    if bans.bar(position, seat, people, troops, escorts, hex, by="retreat") is not None:
        return False
    return reach.step_cost(position, seat, people, troops, frm, hex) is not None


def why_barred(position: AlbionPosition, seat: int, unit: Unit, hex: int) -> tuple[str, str]:
    """Return why a piece cannot retreat to a hex: a ban of its own, or the ground."""
    persons: tuple[int, ...] = (unit.code,) if is_person(unit.code) else ()
    colours: tuple[int, ...] = () if is_person(unit.code) else (colour_of(unit.code),)
    by: bans.Manner = "retreat"
    if is_ship(unit.code):
        (persons, colours), by = reach.cargo(position, [ship_of(unit.code)]), "sea"
    escorts = by == "retreat" and any(position.escort[person] for person in persons)
    ban = bans.bar(position, seat, persons, colours, escorts, hex, by=by)
    return ban or ("The ground bars the way.", "albion/11.8b")


class Retreat(Automatic, frozen=True, tag=True):
    """A side must leave the hex; with nowhere to go it stays and loses one point, step or wound more (15.8c)."""

    seat: int
    title = "Retreat"
    clause = "albion/15.8d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """See which ways are open, and ask; all go together if any way suits all."""
        battle, seat = the_battle(position), self.seat
        units, free = units_of(position, battle, seat), ways_out(position, battle, seat)
        if not units:
            battle.over = WITHDRAWN[seat]
            return
        together = tuple(way for way in free if can_go(position, battle, seat, units, way[0]))
        if together:
            position.then(ChooseRetreat(seat, together))
            return
        apart = tuple(way for way in free if any(can_go(position, battle, seat, [unit], way[0]) for unit in units))
        if apart:
            position.then(SplitRetreat(seat, apart))
        else:
            self._stand(position, battle, log)

    def _stand(self, position: AlbionPosition, battle: Battle, log: Log) -> None:
        seat, hex, host = self.seat, battle.fight.hex, host_of(position, battle, self.seat)
        if log:
            text = f"**{SEAT_NAMES[seat]}** cannot retreat from {at_hex(position.world, hex)}."
            log.say(text, clause="albion/15.8c", seat=seat, places=(position.world.number[hex],))
        if battle.fight.kind == "engagement":
            due = Due(seat, hex, "fight", steps=1)
        elif host.points:
            due = Due(seat, hex, "fight", csp=1, size=host.points)
        else:
            heads = len(host.persons) if battle.fight.kind == "melee" else -1
            due = Due(seat, hex, "fight", wounds=1, heads=heads)
        take_losses(position, [due], how=battle.fight.kind, clause="albion/15.8c")


class ChooseRetreat(AsksOne, frozen=True, tag=True):
    """The owner picks the hex that the whole side goes to (15.8d)."""

    ways: tuple[tuple[int, int], ...]
    title = "Retreat"
    clause = "albion/15.8d"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each hex that suits all."""
        acts = [way_act(position, "retreat to", way, self.ways) for way in self.ways]
        return Acts(
            acts,
            f"{SEAT_NAMES[self.seat]} must retreat: where to?",
            labels=lambda: way_labels(position, self.seat, acts),
            refused=lambda: refusals(position, self.seat, self.ways),
            default=acts[0],
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """All go there."""
        battle = the_battle(position)
        hex, coast = way_of(choice)
        battle.over = WITHDRAWN[self.seat]
        withdraw(position, battle, self.seat, units_of(position, battle, self.seat), hex, coast, log)


class SplitRetreat(AsksOne, frozen=True, tag=True):
    """No hex suits all: piece by piece goes where it can (15.8d)."""

    ways: tuple[tuple[int, int], ...]
    title = "Retreat"
    clause = "albion/15.8d"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each piece with each hex that it can go to; or all that can go to a hex."""
        battle, w = the_battle(position), position.world
        acts = [
            self._act(position, unit.code, way)
            for unit in units_of(position, battle, self.seat)
            for way in self.ways
            if can_go(position, battle, self.seat, [unit], way[0])
        ]
        labels = way_labels(position, self.seat, acts)
        for act in acts:
            pick = act.path[0]
            said = name(w, act.args[0])
            labels[pick] = Pick(pick, said[0].upper() + said[1:])
        return Acts(
            acts,
            "No hex takes all of you: who retreats where?",
            labels=lambda: labels,
            refused=lambda: self._refused(position, battle),
            default=acts[0] if acts else None,
        )

    def _refused(self, position: AlbionPosition, battle: Battle) -> list[Refusal]:
        """Say why some piece cannot go to some hex."""
        found = []
        for unit in units_of(position, battle, self.seat):
            for way in self.ways:
                if not can_go(position, battle, self.seat, [unit], way[0]):
                    act = self._act(position, unit.code, way)
                    why, clause = why_barred(position, self.seat, unit, way[0])
                    found.append(Refusal(act.text, why, clause, act.path))
        return found

    def _act(self, position: AlbionPosition, code: int, way: tuple[int, int]) -> Act:
        w = position.world
        to = way_act(position, "to", way, self.ways)
        return Act(
            "send",
            (code, *way),
            f"send {piece_word(w, code)} {to.text}",
            (f"piece:{piece_id(w, code)}", *to.path),
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """It goes; the others are asked for while any of them can go."""
        battle, seat = the_battle(position), self.seat
        code, hex, coast = choice.args
        battle.over = WITHDRAWN[seat]
        units = units_of(position, battle, seat)
        left = [unit for unit in units if unit.code != code]
        if any(can_go(position, battle, seat, [unit], way[0]) for unit in left for way in self.ways):
            position.then(self)
        withdraw(position, battle, seat, [unit for unit in units if unit.code == code], hex, coast, log)


def way_act(position: AlbionPosition, verb: str, way: tuple[int, int], ways: tuple[tuple[int, int], ...]) -> Act:
    """Return the act of going to a hex, with the coast where a hex is there twice."""
    hex, coast = way
    act = to_hex(position.world, verb, hex)
    if sum(other == hex for other, _ in ways) > 1:
        return Act(verb, way, f"{act.text} coast {coast + 1}", (*act.path, coast_click(position.world, hex, coast)))
    return Act(verb, way, act.text, act.path)


def way_of(act: Act) -> tuple[int, int]:
    """Return where an act of retreat goes: the hex and the coast."""
    hex, coast = act.args[-2:]
    return hex, coast


def way_labels(position: AlbionPosition, seat: int, acts: list[Act]) -> dict[str, Pick]:
    """Return what the picks of hexes say: what the place is like, and whether one's own stand there."""
    w = position.world
    labels = {}
    for act in acts:
        for pick in act.path:
            hex, coast = way_of(act)
            if pick == coast_click(w, hex, coast):
                labels[pick] = coast_label(w, hex, coast)
            if pick.startswith("space:"):
                own = ", your own are there" if stands_in(position, seat, hex) else ""
                way = (w.number[the_battle(position).fight.hex], w.number[hex])
                labels[pick] = Pick(pick, at_hex(w, hex), f"{lie_of(w, hex)}{own}", way=way)
    return labels


def refusals(position: AlbionPosition, seat: int, ways: tuple[tuple[int, int], ...]) -> list[Refusal]:
    """Say of the other hexes around why nobody retreats there."""
    battle, w = the_battle(position), position.world
    open = {hex for hex, _ in ways}
    found = []
    for hex in w.near[battle.fight.hex]:
        if hex in open:
            continue
        act = to_hex(w, "retreat to", hex)
        why = "Not all of you can go there."
        if battle.fight.kind == "engagement":
            why = "Enemy ships bar it." if position.ships_of(1 - seat, hex) else "Your ships cannot all go there."
        elif garrison_side(position, hex) == 1 - seat:
            why = "An enemy fortress stands there."
        elif stands_in(position, 1 - seat, hex):
            why = "An enemy bars it, or not all of you can go there."
        found.append(Refusal(act.text, why, "albion/15.8d", act.path))
    return found


def withdraw(
    position: AlbionPosition, battle: Battle, seat: int, units: list[Unit], hex: int, coast: int, log: Log
) -> None:
    """Move pieces out of the combat, at no cost; what follows from their coming is settled (15.8d)."""
    w, frm = position.world, battle.fight.hex
    if log:
        verb = "retreats" if seat else "retreat"
        text = f"**{SEAT_NAMES[seat]}** {verb} from {at_hex(w, frm)} to **{at_hex(w, hex)}**."
        log.say(text, clause="albion/15.8d", seat=seat, places=(w.number[frm], w.number[hex]))
    points = 0
    for code, armies in units:
        if is_ship(code):
            sailing.sail(position, ship_of(code), hex, coast)
            position.ship_did[ship_of(code)] |= RETREATED
        elif is_troops(code):
            points += sum(army.n for army in armies)
            led = {army: army._replace(did=army.did & ~IN_HAND | RETREATED) for army in armies}
            position.move_armies(frm, hex, led)
        else:
            position.put(code, hex)
            position.did[code] |= RETREATED
    enter(position, seat, hex, log, moved=tuple(unit.code for unit in units), points=points)
