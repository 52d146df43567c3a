"""What a seat may be expected to write in any phase: proposals of orders, retreats, builds, removals."""

from __future__ import annotations

from random import Random

from tanelorn.games.diplomacy.judgement.brief import Brief
from tanelorn.games.diplomacy.judgement.phase import Phase
from tanelorn.games.diplomacy.judgement.proposals import propose, stand
from tanelorn.games.diplomacy.slips.slip import Slip, Slips

COLD, HOT = 0.05, 0.5  # how much chance there is in the first proposal and in the last
TRIES = 2  # draws for each proposal that is wanted: some come out alike
SHORT = 64  # lists up to this length are looked at in full


def proposals(phase: Phase, seat: int, rng: Random, most: int) -> list[Slip]:
    """Return slips worth a thought: at least one, at most `most`, all different, the likeliest first."""
    if not phase.is_orders:
        return _ranked(phase, seat, rng)[:most]
    return drafts(Brief(phase, seat), rng, most)


def drafts(brief: Brief, rng: Random, most: int) -> list[Slip]:
    """Return different proposals of orders, those with least chance in them first."""
    found: dict[Slip, None] = {}
    tries = TRIES * most
    for number in range(tries):
        found[propose(brief, rng, COLD + (HOT - COLD) * number / tries)] = None
        if len(found) == most:
            break
    return list(found)


def considered(brief: Brief, rng: Random, most: int) -> list[Slip]:
    """Return proposals of orders, and last to stay everywhere, so that no attack is taken to meet nobody."""
    return list(dict.fromkeys([*drafts(brief, rng, most), stand(brief, rng)]))


def assumed(phase: Phase, seat: int, rng: Random) -> Slip:
    """Return what a seat may be taken to write."""
    if not phase.is_orders:
        return _ranked(phase, seat, rng)[0]
    return propose(Brief(phase, seat), rng, COLD)


def _ranked(phase: Phase, seat: int, rng: Random) -> list[Slip]:
    """Return slips of retreats, builds or removals, those first that come out best if the others do nothing."""
    listed = _listed(phase.choices(seat), rng)
    if len(listed) == 1:
        return listed
    values = phase.values([{seat: slip} for slip in listed])[:, seat].tolist()
    order = sorted(range(len(listed)), key=lambda number: -values[number])
    return [listed[number] for number in order]


def _listed(choices: Slips, rng: Random) -> list[Slip]:
    """Return the list if it is short, else draws from it; of builds only those that waive none."""
    slots = choices.slots
    if len(choices) <= SHORT:
        listed = list(choices)
    else:
        listed = list(dict.fromkeys(choices.sample(rng) for _ in range(SHORT * TRIES)))
    if not slots.likely:
        return listed
    fullest = max(len(slip.orders) for slip in listed)
    return [slip for slip in listed if len(slip.orders) == fullest]
