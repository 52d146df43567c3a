"""Why an order failed: a word for the record, and the words for people."""

from __future__ import annotations

from tanelorn.games.diplomacy.board import Atlas
from tanelorn.games.diplomacy.judge.judging import Verdict
from tanelorn.games.diplomacy.orders.order import SUPPORT
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
    "barred": "no convoy may pass {by} this season",
    "paradox": "it is a paradox: whether its fleet is beaten hangs on the convoy itself",
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
    here, order = verdict.here, verdict.orders[index]
    assert order is not None
    if verdict.goal[index] >= 0:
        return _move(verdict, index)
    if not verdict.matched[index]:
        return "unmatched", -1
    if index in verdict.dislodged:
        return "dislodged", here[verdict.dislodged[index]]
    return ("cut", here[_cutter(verdict, index)]) if order.verb == SUPPORT else ("paradox", -1)


def _cutter(verdict: Verdict, index: int) -> int:
    """Return the first unit that cuts a support."""
    return next(
        n
        for n in verdict.into[verdict.here[index]]
        if verdict.power[n] != verdict.power[index]
        and verdict.may_cut(n, index)
        and (verdict.here[n] != verdict.supported(index) or verdict.succeeds[n])
        and verdict.has_way(n)
    )


def _move(verdict: Verdict, index: int) -> tuple[str, int]:
    """Return the first reason that is enough by itself, in the order in which a player would look for one."""
    target, here, power = verdict.goal[index], verdict.here, verdict.power
    if target in verdict.terms.closed:
        return "closed", -1
    if not verdict.has_way(index):
        return _convoy(verdict, index)
    strength = {n: verdict.held(index, n) for n in verdict.holders(target)}
    stay = [n for n, held in strength.items() if held]
    if any(power[n] == power[index] for n in stay):
        came = [n for n in verdict.into[target] if verdict.succeeds[n]]
        return ("bounced", here[came[0]]) if came else ("own", -1)
    attack = verdict.attack(index, stay)
    must = max((strength[n] for n in stay), default=0)
    if attack <= must < verdict.strength(index):
        return "unhelped", -1
    if attack <= must and any(verdict.is_head_on(index, n) for n in stay):
        return "met", target
    rivals = {n: verdict.prevents(n, index) for n in verdict.into[target] if n != index}
    equal = [n for n, prevents in rivals.items() if prevents >= attack]
    if equal:
        return "bounced", here[max(equal, key=lambda n: (verdict.succeeds[n], rivals[n]))]
    return ("held" if stay else "garrison"), -1


def _convoy(verdict: Verdict, index: int) -> tuple[str, int]:
    """Return why an army has no way over the sea: a word, and the province where it fails or -1."""
    here, terms = verdict.here, verdict.terms

    def joined(fleets: list[int]) -> bool:
        return verdict.atlas.has_route(sum(1 << here[n] for n in fleets), here[index], verdict.goal[index])

    fleets = verdict.fleets(index)
    if not fleets:
        return "no convoy", -1
    if not joined(fleets):
        return "gap", -1
    able = [n for n in fleets if here[n] not in terms.closed]
    if not joined(able):
        return "barred", next(here[n] for n in fleets if here[n] in terms.closed)
    beaten = [n for n in able if n in verdict.dislodged]
    if joined([n for n in able if n not in verdict.dislodged]):
        return "paradox", -1
    return "disrupted", here[beaten[0]]


def says(atlas: Atlas, ruling: Ruled) -> str:
    """Say why an order failed, in half a sentence; empty if it did not."""
    if ruling.fine:
        return ""
    order = ruling.order
    target = atlas.names[order.to if order.to >= 0 else order.of] if order.to >= 0 or order.of >= 0 else ""
    by = atlas.names[ruling.by] if ruling.by >= 0 else ""
    of = atlas.names[order.of] if order.of >= 0 else ""
    return WORDS[ruling.why].format(by=by, target=target, of=of)
