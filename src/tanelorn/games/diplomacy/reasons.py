"""Why an order failed: a word for the record, and the words for people."""

from __future__ import annotations

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge import Verdict
from tanelorn.games.diplomacy.orders import CONVOY, SUPPORT
from tanelorn.games.diplomacy.position import Ruled

WORDS = {
    "bounced": "it meets an equal or stronger move from {by}",
    "held": "what stands in {target} is as strong",
    "own": "a power does not dislodge its own unit",
    "met": "it meets the unit from {by} head on",
    "garrison": "the standing army of {target} is as strong",
    "closed": "nothing may enter {target} this season",
    "no convoy": "no fleet convoys it",
    "disrupted": "the convoy is broken",
    "cut": "the support is cut from {by}",
    "dislodged": "the unit is dislodged from {by}",
    "crowded": "another unit retreats to {target} too",
    "unmatched": "the order of the other unit does not fit it",
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
    if order is not None and order.verb == SUPPORT:
        cutters = [n for n in verdict.into.get(here[index], ()) if verdict.power[n] != verdict.power[index]]
        if attacker < 0 and cutters:
            return "cut", here[cutters[0]]
    if attacker >= 0:
        return "dislodged", here[attacker]
    return ("disrupted" if order is not None and order.verb == CONVOY else "unmatched"), -1


def _move(verdict: Verdict, index: int) -> tuple[str, int]:
    """The first reason that would have been enough, in the order in which a player would look."""
    target, here = verdict.goal[index], verdict.here
    terms = verdict.terms
    if target in terms.closed:
        return "closed", -1
    if not verdict.has_way(index):
        return ("disrupted" if verdict.is_convoyed(index) else "no convoy"), -1
    holder = verdict.holder(target)
    if holder >= 0 and not (verdict.goal[holder] >= 0 and verdict.succeeds[holder]):
        if verdict.power[holder] == verdict.power[index]:
            return "own", -1
        if verdict.goal[holder] == here[index] and not (verdict.by_sea[holder] or verdict.by_sea[index]):
            return "met", target
    rivals = [n for n in verdict.into[target] if n != index]
    if rivals:
        strongest = max(rivals, key=verdict.strength)
        if holder < 0 or verdict.succeeds[strongest] or verdict.strength(strongest) >= verdict.strength(index):
            return "bounced", here[strongest]
    if holder < 0 and target in terms.garrisons:
        return "garrison", -1
    return "held", -1


def says(atlas: Atlas, ruling: Ruled) -> str:
    """Say why an order failed, in half a sentence; empty if it did not."""
    if ruling.fine:
        return ""
    order = ruling.order
    target = atlas.names[order.to if order.to >= 0 else order.of] if order.to >= 0 or order.of >= 0 else ""
    by = atlas.names[ruling.by] if ruling.by >= 0 else ""
    return WORDS[ruling.why].format(by=by, target=target)
