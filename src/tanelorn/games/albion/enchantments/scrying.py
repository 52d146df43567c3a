"""The Scrying Enchantment (albion/19.4/03): the enemy writes down in the open how one enemy stack will move.

A plan is written as movement is made: on a copy of the table that holds the stack alone, from which all enemies are
taken away and on which every teleport works. `following_plans.py` carries it out.
"""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import SILENT, Log
from tanelorn.core.steps import AsksOne, Automatic, Step
from tanelorn.games.albion.enchantments.castable import caster_seat
from tanelorn.games.albion.enchantments.effects import dispelled
from tanelorn.games.albion.items.looking import QUESTION
from tanelorn.games.albion.items.search import Search
from tanelorn.games.albion.movement import overrun
from tanelorn.games.albion.movement.forced_march import FORCED_MARCH, Marches, MarchLosses, begin_forced_march
from tanelorn.games.albion.movement.going import GO
from tanelorn.games.albion.movement.moves import DONE_ACT, Moves, begin_movement
from tanelorn.games.albion.movement.phases import begin_phase, fresh
from tanelorn.games.albion.movement.rearranging.arranging import REARRANGE
from tanelorn.games.albion.movement.teleporting.teleport import ATTEMPT, Teleport, TeleportRoll
from tanelorn.games.albion.movement.teleporting.teleport_destinations import Arrivals
from tanelorn.games.albion.movement.ways import move_labels
from tanelorn.games.albion.movement.ways.groups import Group, in_hand
from tanelorn.games.albion.movement.ways.reach import reachable
from tanelorn.games.albion.state.deeds import BOUND, DONE
from tanelorn.games.albion.state.desk import company, note
from tanelorn.games.albion.state.position import AWAY, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.printed.pieces import ship_code
from tanelorn.games.albion.state.printed.spells import SCRYING, Asked, Line, Plan
from tanelorn.games.albion.state.printed.world import FOMORIAN
from tanelorn.games.albion.state.ratings import magic
from tanelorn.games.albion.state.stacks import garrison_side, stands_in

FREE = (REARRANGE.words, QUESTION.words)
"""What costs no Movement Points is no part of a plan."""

ASKED: dict[type[Step], Asked] = {
    Moves: Asked.MOVEMENT,
    Marches: Asked.MOVEMENT,
    Teleport: Asked.TELEPORT,
    Arrivals: Asked.ARRIVAL,
    Search: Asked.SEARCH,
}
"""The questions of which a plan is written."""

SURE = 2
"""The lowest throw of two dice: who cannot even throw this does not teleport."""


class Plans(Automatic, frozen=True, tag=True):
    """When all castings are settled, plans are written for the stacks that the Glass shows (19.4/03, 20.6/20)."""

    title = "Scrying"
    clause = "albion/19.4/03"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask for a plan where a stack still stands; the castings come in the order of their rolls."""
        for spell in reversed(position.spells):
            if spell.number != SCRYING or spell.done != "works" or dispelled(position, spell):
                continue
            seat = 1 - caster_seat(position, spell)
            if stands_in(position, seat, spell.hex) or position.ships_of(seat, spell.hex):
                note(position.desk, seat, plan=())
                position.then(WritePlan(seat, spell.hex))


class WritePlan(AsksOne, frozen=True, tag=True):
    """The owner of a stack writes its movement down, act by act; what is not written is not done."""

    hex: int
    title = "Scrying"
    clause = "albion/19.4/03"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """What movement offers when all that is written has been done."""
        scratch = rehearsed(position, self.seat, self.hex)
        asks = scratch.agenda[-1]
        base = asks.choices(scratch, self.seat)
        extra = _extras(position, scratch, self.seat)
        acts = [*(act for act in base if act.verb not in FREE), *extra]
        acts.sort(key=lambda act: act is base.default())
        where = at_hex(position.world, self.hex)
        found = move_labels.Marches(
            acts,
            f"The Scrying Glass shows your stack at {where}: write down how it will move. {base.prompt}",
            labels=lambda: self._labels(base, extra, in_hand(scratch, self.seat) is None),
            refused=lambda: [one for one in base.refused() if one.clause != self.clause],
            default=base.default(),
        )
        found.reason = base.reason if isinstance(base, move_labels.Marches) else None
        return found

    def _labels(self, base: Acts, extra: list[Act], idle: bool) -> dict[str, Pick]:
        base.refused()  # works the labels out
        labels = dict(base.labels)
        if idle and "button:done" in labels:
            note = "what is not written is not done"
            labels["button:done"] = Pick("button:done", "The plan is written", note, risk=True, key="Enter")
        for act in extra:
            pick = act.path[0]
            if act is FORCED_MARCH:
                labels[pick] = Pick(pick, "A forced march", "no normal movement can be written after it")
            else:
                labels[pick] = Pick(pick, "Overrun", "if the enemy is still there", cost=f"{overrun.COST} MP")
        return labels

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Write one line down and ask again, until the plan is done."""
        scratch = rehearsed(position, seat, self.hex)
        idle = in_hand(scratch, seat) is None
        if choice == DONE_ACT and idle:
            self._finish(position, log)
            return
        asked = ASKED[type(scratch.agenda[-1])]
        line = Line(choice.text, choice.verb, choice.args, _route(scratch, seat, choice), idle, asked)
        note(position.desk, seat, plan=(*position.desk[seat].plan, line))
        position.then(self)

    def _finish(self, position: AlbionPosition, log: Log) -> None:
        seat, hex, w = self.seat, self.hex, position.world
        points: dict[int, int] = {}
        for army in position.armies_of(seat, hex):
            points[army.colour] = points.get(army.colour, 0) + army.n
        codes = (*position.persons_of(seat, hex), *(ship_code(ship) for ship in position.ships_of(seat, hex)))
        lines = position.desk[seat].plan
        position.plans = [*position.plans, Plan(seat, hex, codes, tuple(sorted(points.items())), lines)]
        note(position.desk, seat, plan=())
        if log:
            words = "; ".join(said(position, line) for line in lines) or "it stays where it is"
            verb = "write" if seat == FOMORIAN else "writes"
            log.say(
                f"{SEAT_NAMES[seat]} {verb} down for the stack at **{at_hex(w, hex)}**: {words}.",
                clause=self.clause,
                seat=seat,
                places=(w.number[hex],),
            )


def said(position: AlbionPosition, line: Line) -> str:
    """Say a line of a plan, a way hex by hex."""
    w = position.world
    between = line.route[1:-1]
    if not between:
        return line.text
    hexes = [w.node_hex[place] for place in between] if voyage(line) else between
    return f"{line.text} by {', '.join(w.number[hex] for hex in hexes)}"


def voyage(line: Line) -> bool:
    """Tell whether the way of a line is one of berths: acts of sailing name a coast beside the hex."""
    return len(line.args) > 1


def _route(scratch: AlbionPosition, seat: int, act: Act) -> tuple[int, ...]:
    """Return the way that an act takes: hexes on land, berths at sea, with that where it begins."""
    group = in_hand(scratch, seat)
    if act.verb != GO.words or group is None or not isinstance(scratch.agenda[-1], Moves | Marches):
        return ()
    w, reached = scratch.world, reachable(scratch, group)
    assert reached.tree is not None
    if group.ships:
        return (w.node[group.here][group.coast], *reached.tree.route(w.node[act.args[0]][act.args[1]]))
    return (group.here, *reached.tree.route(act.args[0]))


def _extras(position: AlbionPosition, scratch: AlbionPosition, seat: int) -> list[Act]:
    """Return what only a plan offers: the forced march that follows, and an overrun where an enemy is seen now."""
    group = in_hand(scratch, seat)
    if group is None:
        return [FORCED_MARCH] if isinstance(scratch.agenda[-1], Moves) else []
    lines = position.desk[seat].plan
    if group.ships or not lines or lines[-1].verb != GO.words or group.points < overrun.COST:
        return []
    troops = group.armies or any(position.escort[person] for person in group.persons)
    seen = stands_in(position, 1 - seat, group.here) and garrison_side(position, group.here) != 1 - seat
    return [overrun.OVERRUN] if troops and seen else []


# The copy on which a plan is tried out


def rehearsed(position: AlbionPosition, seat: int, hex: int) -> AlbionPosition:
    """Return the table as it would be when all that is written has been done, enemies aside."""
    scratch = _alone(position, seat, hex)
    for line in position.desk[seat].plan:
        _carry_out(scratch, seat, line)
    return scratch


def _alone(position: AlbionPosition, seat: int, hex: int) -> AlbionPosition:
    """Return the table at the beginning of a seat's next movement, where none but the stack of a hex can move."""
    scratch, w = position.copy(), position.world
    for person, side in enumerate(position.side):
        if side != seat and position.at[person] >= 0:
            scratch.lift(person, AWAY)
    for ship, side in enumerate(w.s_side):
        if side != seat and position.ship_at[ship] >= 0:
            scratch.lift_ship(ship, AWAY)
    scratch.told, scratch.evading, scratch.plans, scratch.agenda = [{}, {}], [[], []], [], []
    begin_phase(scratch, "movement", seat, SILENT)
    fresh(scratch, BOUND)
    for there, armies in list(scratch.troops.items()):
        own = [army for army in armies if w.c_side[army.colour] == seat]
        scratch.set_troops(there, own if there == hex else [army._replace(did=army.did | DONE) for army in own])
    for person, there in enumerate(scratch.at):
        if there != hex:
            scratch.did[person] |= DONE
    for ship, there in enumerate(scratch.ship_at):
        if there != hex:
            scratch.ship_did[ship] |= DONE
        elif scratch.refit[ship]:
            scratch.refit[ship] = scratch.hurt[ship] = 0  # done by the Recovery Phase (5.D.1b)
    begin_movement(scratch, seat)
    scratch.then(Moves(seat))
    return scratch


def _carry_out(scratch: AlbionPosition, seat: int, line: Line) -> None:
    """Do what a line says."""
    if line.verb == FORCED_MARCH.verb:
        scratch.agenda = []
        begin_phase(scratch, "forced march", seat, SILENT)
        begin_forced_march(scratch)
        scratch.then(Marches(seat), MarchLosses(seat))
    elif line.verb == overrun.OVERRUN.verb:
        overrun.pay(scratch, Group(scratch, seat, scratch.march), overrun.COST)
    else:
        step = scratch.agenda.pop()
        step.take(scratch, seat, Act(line.verb, line.args, line.text, ()), SILENT)
    _go_on(scratch, seat)


def _go_on(scratch: AlbionPosition, seat: int) -> None:
    """Run what follows from an act until movement asks again; a search finds nothing, a teleport works if it can."""
    while not isinstance(scratch.agenda[-1], Moves | Marches | Teleport | Arrivals | Search):
        step = scratch.agenda.pop()
        if isinstance(step, Automatic):
            step.run(scratch, SILENT)
            continue
        going = company(scratch.desk[seat].errand) if isinstance(step, TeleportRoll) else None
        if going is not None and magic(scratch, going.leader) >= SURE:
            step.take(scratch, (1, 1), SILENT)
        else:
            if going is not None:
                scratch.spent[going.leader] += ATTEMPT
            note(scratch.desk, seat, errand=())
