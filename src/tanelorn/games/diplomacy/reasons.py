"""Why an order failed: a word for the record, and the words for people."""

from __future__ import annotations

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge import Verdict
from tanelorn.games.diplomacy.orders import CONVOY, SUPPORT
from tanelorn.games.diplomacy.position import Ruled

WORDS = {
    "bounced": "it meets an equal or stronger move from {by}",
    "held": "what stands in {target} is as strong",
    "own": "a unit of its own power stays in {target}",
    "unhelped": "support by the power that is attacked in {target} does not count",
    "met": "it meets the unit from {by} head on",
    "garrison": "the standing army of {target} is as strong",
    "closed": "nothing may enter {target} this season",
    "no convoy": "no fleet convoys it",
    "gap": "the fleets that convoy it do not reach {target}",
    "disrupted": "the fleet that convoys it is dislodged in {by}",
    "paradox": "the convoy would decide about its own fleet",
    "cut": "the support is cut from {by}",
    "dislodged": "the unit is dislodged from {by}",
    "crowded": "another unit retreats to {target} too",
    "unmatched": "the unit in {of} does otherwise",
}


def ruled(verdict: Verdict, index: int) -> Ruled:
    """Return what became of a unit's order, with the reason if it failed; `by` is the province it failed through."""
    order = verdict.orders[index]
    assert order is not None
    power = verdict.power[index]
    if verdict.succeeds[index]:
        return Ruled(power, order)
    why, by = _why(verdict, index)
    return Ruled(power, order, False, why, by)


def _why(verdict: Verdict, index: int) -> tuple[str, int]:
    here = verdict.here
    attacker = verdict.dislodged.get(index, -1)
    if verdict.goal[index] >= 0:
        return _move(verdict, index)
    if not verdict.matched[index]:
        return "unmatched", -1
    order = verdict.orders[index]
    if order is not None and order.verb == SUPPORT and attacker < 0:
        target = verdict.atlas.province[order.to] if order.to >= 0 else order.of
        for other in verdict.into.get(here[index], ()):
            if verdict.power[other] != verdict.power[index] and here[other] != target and verdict.has_way(other):
                return "cut", here[other]
    if attacker >= 0:
        return "dislodged", here[attacker]
    return ("paradox" if order is not None and order.verb == CONVOY else "unmatched"), -1


def _move(verdict: Verdict, index: int) -> tuple[str, int]:
    """The first reason that would have been enough, in the order in which a player would look."""
    target, here, goal = verdict.goal[index], verdict.here, verdict.goal
    terms = verdict.terms
    if target in terms.closed:
        return "closed", -1
    if not verdict.has_way(index):
        return _convoy(verdict, index)
    holder = verdict.holder(target)
    stays = holder >= 0 and not (goal[holder] >= 0 and verdict.succeeds[holder])
    if stays and verdict.power[holder] == verdict.power[index]:
        came = [n for n in verdict.into[target] if verdict.succeeds[n]]
        return ("bounced", here[came[0]]) if came else ("own", -1)
    if holder >= 0 and goal[holder] == here[index] and not (verdict.by_sea[holder] or verdict.by_sea[index]):
        return "met", target
    attack = verdict.strength(index, verdict.power[holder] if stays else -1)
    rivals = [n for n in verdict.into[target] if n != index and verdict.has_way(n)]
    if rivals:
        strongest = max(rivals, key=lambda n: (verdict.succeeds[n], verdict.strength(n)))
        if not stays or verdict.succeeds[strongest] or verdict.strength(strongest) >= attack:
            return "bounced", here[strongest]
    if stays and verdict.strength(index) > (verdict.strength(holder) if goal[holder] < 0 else 1) >= attack:
        return "unhelped", -1
    if holder < 0 and target in terms.garrisons:
        return "garrison", -1
    return "held", -1


def _convoy(verdict: Verdict, index: int) -> tuple[str, int]:
    """Why an army has no way over the sea."""
    here = verdict.here
    fleets = [
        n
        for n, order in enumerate(verdict.orders)
        if order is not None and order.verb == CONVOY and order.of == here[index] and verdict.matched[n]
    ]
    if not fleets:
        return "no convoy", -1
    if not verdict.atlas.has_route(sum(1 << here[n] for n in fleets), here[index], verdict.goal[index]):
        return "gap", -1
    beaten = [n for n in fleets if n in verdict.dislodged]
    return ("disrupted", here[beaten[0]]) if beaten else ("paradox", -1)


def says(atlas: Atlas, ruling: Ruled) -> str:
    """Say why an order failed, in half a sentence; empty if it did not."""
    if ruling.fine:
        return ""
    order = ruling.order
    target = atlas.names[order.to if order.to >= 0 else order.of] if order.to >= 0 or order.of >= 0 else ""
    by = atlas.names[ruling.by] if ruling.by >= 0 else ""
    of = atlas.names[order.of] if order.of >= 0 else ""
    return WORDS[ruling.why].format(by=by, target=target, of=of)
