"""Overruns (albion/12.5): the group in hand attacks on the march, for four more Movement Points, and goes on or
stops when the round has been fought.
"""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Consequence
from tanelorn.games.albion.movement.ways.costs import roads, terms_of
from tanelorn.games.albion.movement.ways.groups import Group, in_hand, set_down
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.stacks.entering import settle_command
from tanelorn.games.albion.state import who_fights
from tanelorn.games.albion.state.deeds import HELD, IN_HAND
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import CSPS, HEROES, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, Bar, at_hex, plain
from tanelorn.games.albion.state.stacks import garrison_side, mark

COST = 4
"""What an overrun costs beside the entry (12.5b)."""

OPEN = ("clear", "woods", "rough")
"""Terrain in which troops are overrun (12.5a)."""

OVERRUN = plain("overrun")


def may(position: AlbionPosition, group: Group) -> Bar | None:
    """Return why the group in hand cannot overrun the enemies whom it has just met (12.5a, 12.5b, 12.5e), None if it
    can.
    """
    seat, here = group.seat, group.here
    entry = position.desk[seat].entry
    theirs = position.told[seat].get(here, 0)
    if not theirs & (CSPS | HEROES) or here in position.evading[1 - seat]:
        return Bar("There is nobody here who could be overrun.", "albion/12.5a")
    if not group.armies and not any(position.escort[person] for person in group.persons):
        return Bar("An overrun takes army or escort points.", "albion/12.5a")
    if entry[1] != here or position.phase not in ("movement", "forced march"):
        return Bar("Only a stack that has just marched in overruns, all of it together.", "albion/12.5e")
    if position.world.dyke[here]:
        return Bar("Nobody is overrun in a dyke hex.", "albion/12.5a")
    if garrison_side(position, here) == 1 - seat:
        return Bar("Nobody is overrun in their own standing fortress.", "albion/12.5a")
    cost = price(position, group)
    if cost is None:
        return Bar("Only clear, woods and rough hexes see overruns.", "albion/12.5a")
    if group.points < cost:
        return Bar(f"An overrun takes {cost} Movement Points more; {group.points} are left.", "albion/12.5b")
    return None


def price(position: AlbionPosition, group: Group) -> int | None:
    """Return what the overrun costs now: four, and what entering by an open terrain costs more than the way taken; None
    where there is no open terrain (11.3, 12.5a, 12.5b).
    """
    frm, here = position.desk[group.seat].entry
    table = roads(position.world, terms_of(position, group.seat, group.persons, group.colours))
    terrains = (*OPEN, "marsh") if table.weather[here] == "snow" else OPEN
    open = table.cost(frm, here, terrains)
    return COST + open - table.cost(frm, here) if open else None


def _marched_in(mover: Mover) -> Group | None:
    """Return the group in hand if it has just marched into its hex and met somebody there."""
    position, seat = mover
    group = in_hand(position, seat) if position.desk[seat].entry[1] >= 0 else None
    return group if group is not None and not group.ships and position.desk[seat].entry[1] == group.here else None


def _fits(mover: Mover) -> list[Act]:
    group = _marched_in(mover)
    return [OVERRUN] if group is not None and may(mover.position, group) is None else []


def _attack(mover: Mover, act: Act, log: Log) -> None:
    """Pay for the overrun and fight it."""
    position, seat = mover
    group = Group(position, seat, position.march)
    cost = price(position, group) or COST
    note(position.desk, seat, entry=(-1, -1))
    pay(position, group, cost)
    if log:
        w = position.world
        text = f"An overrun at **{at_hex(w, group.here)}**."
        log.say(text, clause="albion/12.5a", seat=seat, places=(w.number[group.here],))
    position.then(Attack(group.here))


class Attack(Consequence, frozen=True, tag=True):
    """The group in hand, and nobody else, attacks in its hex: the combat of an overrun begins (12.5c, 12.5f)."""

    hex: int
    title = "Overrun"
    clause = "albion/12.5c"


class OverrunEnds(Automatic, frozen=True, tag=True):
    """The round of an overrun has been fought: the group goes on if no enemy holds it up, else it stops (12.5d)."""

    seat: int
    hex: int
    beaten: bool
    title = "Overrun"
    clause = "albion/12.5d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Let the group go on, or stop it for the phase."""
        seat, hex, foe = self.seat, self.hex, 1 - self.seat
        position.fights, position.challenges = [], []
        persons, _ = who_fights.in_hand(position, seat, hex)
        holding = position.told[seat].get(hex, 0) & (CSPS | HEROES) and hex not in position.evading[foe]
        held = self.beaten or bool(holding)
        stops = held or not persons
        if log and persons:
            w = position.world
            name = f"**{SEAT_NAMES[seat]}**"
            verb = "" if seat == 0 else "s"
            text = (
                f"The overrun fails: {name} stop{verb} here." if stops else f"The overrun succeeds: {name} may go on."
            )
            log.say(text, clause="albion/12.5d", seat=seat, places=(w.number[hex],))
        for person in persons:
            position.did[person] = position.did[person] | HELD if stops else position.did[person] & ~HELD
        mark(position, seat, hex, HELD if held else 0, 0 if held else HELD)
        _drop_leaderless(position, seat, hex)
        if stops:
            set_down(position)


def _drop_leaderless(position: AlbionPosition, seat: int, hex: int) -> None:
    """Troops whose leader has fallen in the overrun go no further with the group (14.1.1, 14.1.4)."""
    w = position.world
    left = [
        army._replace(did=army.did & ~IN_HAND)
        if w.c_side[army.colour] == seat and army.chief not in position.march
        else army
        for army in position.troops.get(hex, ())
    ]
    position.set_troops(hex, left)
    settle_command(position, seat, hex)


def pay(position: AlbionPosition, group: Group, cost: int) -> None:
    """Let every piece of a group on land spend Movement Points."""
    for person in group.persons:
        position.spent[person] += cost
    for army in group.armies:
        position.swap_army(group.here, army, army._replace(spent=army.spent + cost))


def _labels(mover: Mover, acts: Sequence[Act]) -> dict[str, Pick]:
    position, seat = mover
    note = "one round at -3; unless the enemy is gone after it, you stop here"
    found = {}
    for act in acts:
        cost = price(position, Group(position, seat, position.march)) or COST
        found[act.path[0]] = Pick(act.path[0], "Overrun", note, cost=f"{cost} MP", risk=True)
    return found


def _refused(mover: Mover) -> list[Refusal]:
    """Say why a stack that has just met enemies cannot overrun them."""
    group = _marched_in(mover)
    bar = may(mover.position, group) if group is not None else None
    return [] if bar is None else [Refusal(OVERRUN.text, bar.why, bar.clause, OVERRUN.path)]


BY_OVERRUN: Verb[Mover] = Verb(OVERRUN.verb, _fits, _attack, _labels, _refused)
