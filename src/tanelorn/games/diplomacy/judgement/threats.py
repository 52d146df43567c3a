"""Replies that hurt: the worst that all others could do together against one slip, whoever gains by it.

A mixture that the others learn is what each of them would do for itself; a guard wants to know what could be done at
all. Blows are tried on the places where a slip may fail: a unit goes there, or stays, and all who can support it do,
whosever they are. The blow that hurts most is joined by further ones, as long as they hurt more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tanelorn.games.diplomacy.judgement.brief import Brief, Option
from tanelorn.games.diplomacy.judgement.lines import HERE
from tanelorn.games.diplomacy.judgement.phase import Joint
from tanelorn.games.diplomacy.judgement.proposals import written
from tanelorn.games.diplomacy.orders.order import MOVE, Order
from tanelorn.games.diplomacy.slips.slip import Slip

Unit = tuple[int, int]
"""A power and the number of one of its lines."""

Reply = dict[int, Slip]
"""The slips of all but one power."""

HARMFUL = 12  # blows that may be joined to the worst
JOINED = 4  # blows in one reply
HARM = 0.01  # what each has to add, in centres


class Blow(NamedTuple):
    """Orders by which one unit goes to a place, or stays there, and the supports of all who can help."""

    goes: dict[Unit, Order]
    helps: dict[Unit, Order]


def worst(
    briefs: Mapping[int, Brief],
    base: Mapping[int, Slip],
    brief: Brief,
    slip: Slip,
    gains: Callable[[Sequence[Joint]], Sequence[float]],
) -> Reply:
    """Return the reply to a slip after which its writer gains least; whoever takes no part does as in `base`.

    `gains` tells what the writer makes of replies.
    """
    blows = _blows(briefs, _places(brief, slip))
    orders: dict[Unit, Order] = {}
    found = dict(base)
    least = gains([base])[0]
    for _ in range(JOINED):
        free = [blow for blow in blows if not blow.goes.keys() & orders.keys()]
        tried = [{**blow.helps, **blow.goes, **orders} for blow in free]
        replies = [_reply(briefs, base, changes) for changes in tried]
        left = gains(replies)
        ranked = sorted(range(len(free)), key=left.__getitem__)
        if not ranked or left[ranked[0]] > least - HARM:
            break
        orders, found, least = tried[ranked[0]], replies[ranked[0]], left[ranked[0]]
        blows = [free[number] for number in ranked[1 : HARMFUL + 1]]
    return found


def _places(brief: Brief, slip: Slip) -> set[int]:
    """Return where a slip may fail or its writer lose something."""
    places = set(brief.phase.variant.centres_of(brief.phase.position, brief.seat))
    for order in slip.orders:
        places.add(brief.atlas.province[order.at])
        if order.verb == MOVE:
            places.add(brief.atlas.province[order.to])
    return places


def _blows(briefs: Mapping[int, Brief], places: set[int]) -> list[Blow]:
    """Return what units could do at these places; whoever could come may also stay away."""
    found: dict[tuple[int, int, int], Blow] = {}
    for seat, brief in briefs.items():
        near = {option.line for option in brief.options if option.to in places}
        for option in brief.options:
            key = (seat, option.line, option.to)
            away = option.line in near and option.to == brief.lines[option.line].here
            if (away or option.to in places) and key not in found:
                goes = {(seat, option.line): option.order, **{(seat, fleet): order for fleet, order in option.fleets}}
                found[key] = Blow(goes, _helps(briefs, brief, option))
    return list(found.values())


def _helps(briefs: Mapping[int, Brief], brief: Brief, option: Option) -> dict[Unit, Order]:
    here = brief.lines[option.line].here
    key = (here, HERE if option.to == here else option.to)
    return {
        (seat, number): line.supports[key]
        for seat, one in briefs.items()
        for number, line in enumerate(one.lines)
        if key in line.supports
    }


def _reply(briefs: Mapping[int, Brief], base: Mapping[int, Slip], changes: Mapping[Unit, Order]) -> Reply:
    """Return a reply with some orders changed."""
    reply = dict(base)
    for seat in {seat for seat, _ in changes}:
        units, sorcerers = briefs[seat].orders(base[seat])
        changed = [changes.get((seat, number), order) for number, order in enumerate(units)]
        reply[seat] = written(briefs[seat], changed, sorcerers)
    return reply
