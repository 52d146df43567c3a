"""Overruns (albion/12.5): the group in hand attacks on the march, for four more Movement Points."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Consequence
from tanelorn.games.albion.movement.costs import roads
from tanelorn.games.albion.movement.groups import Group, in_hand, terms_of
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import Bar, at_hex, plain
from tanelorn.games.albion.state.position import CSPS, HEROES, AlbionPosition
from tanelorn.games.albion.state.stacks import garrison_side

COST = 4
"""What an overrun costs beside the entry (12.5b)."""

OPEN = ("clear", "woods", "rough")
"""Terrain in which troops are overrun (12.5a)."""

OVERRUN = plain("overrun")


def may(position: AlbionPosition, group: Group) -> Bar | None:
    """Return why the group in hand cannot overrun the enemies whom it has just met, None if it can."""
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
    """The group in hand attacks in its hex: the combat of an overrun begins (12.5c)."""

    hex: int
    title = "Overrun"
    clause = "albion/12.5c"


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
