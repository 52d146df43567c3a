"""What persons, armies and ships have done in this phase, as the bits of one number (`did`); read and put together by
the names given here. An army's number also holds who leads it on a forced march, which is written and read here alone.
"""

from __future__ import annotations

HELD, WALKED, SAILED, RETREATED, MARCHED, LANDED, DONE, IN_HAND, BOUND, MAILED = (1 << bit for bit in range(10))
"""Was stopped by contact or a failed overrun (11.2, 12.5d), has spent points on land, was aboard a ship that moved,
boarded or landed (12.2b), has retreated (15.8d), has made its forced march (12.4b), was put ashore by a refit (9.1c),
was set down for good. IN_HAND marks an army that moves with the group in hand. BOUND lasts the whole game-turn: has
tried to cast (19.3). MAILED: the Mailcoat has absorbed its wound (20.6/08).
"""

STOPPED = HELD | LANDED | RETREATED | DONE | SAILED | BOUND
"""Whoever has done one of these moves no more on land in this phase."""

RIDDEN = HELD | LANDED | RETREATED | BOUND
"""Whoever has done one of these is not moved any more, by a teleport of others either (12.3c)."""

BUSY = BOUND | SAILED | DONE
"""Whoever has done one of these does not search (12.2b, 19.3a, 19.4/03)."""

PERSONAL = BOUND | MAILED
"""What a person alone does: an escort that leaves them has not done it."""

_LEADER = MAILED << 1


def led(person: int) -> int:
    """Return the bits by which `did` of an army on a forced march remembers who leads it (12.4b)."""
    return (person + 1) * _LEADER


def led_by(did: int) -> int:
    """Return who leads an army on its forced march, -1 if it makes none."""
    return did // _LEADER - 1
