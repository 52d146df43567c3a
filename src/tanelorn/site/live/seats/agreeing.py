"""What people agree on about time: a pause, to go on, more time. All who play have to agree; bots do by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, Stale, Unreadable
from tanelorn.core.play.record import Arranged, Arrangement, Chose, Entry
from tanelorn.site.live.messages import Agreement, Proposal, Proposed

Act = Literal["propose", "agree", "decline", "withdraw"]
_MOST = 5
"""Proposals that a seat may make while nobody chooses."""
_PROPOSES: dict[Proposed, Arrangement] = {
    "pause": "pause proposed",
    "resume": "resumption proposed",
    "time": "time proposed",
}
_DONE: dict[Proposed, Arrangement] = {"pause": "paused", "resume": "resumed", "time": "extended"}


class Wish(msgspec.Struct, frozen=True):
    """What somebody does: propose something, or answer the proposal of a `number`."""

    act: Act
    what: Proposed = "pause"
    seconds: int = 0
    number: int = -1


class Line(NamedTuple):
    """What the record tells of it."""

    what: Arrangement
    seat: int
    seconds: int = 0


class Settled(NamedTuple):
    """What comes of a wish: the lines of the record, what is agreed then, and how many seconds were granted."""

    lines: tuple[Line, ...]
    agreement: Agreement
    extended: int = 0


def read_wish(said: Mapping[str, object]) -> Wish:
    """Read what somebody wishes from what was sent; raise Unreadable."""
    try:
        return msgspec.convert(said, Wish)
    except msgspec.ValidationError as error:
        raise Unreadable(
            gettext("The wish cannot be read: %(why)s.") % {"why": error},
            remedy=gettext('Send {"act": "propose", "what": "pause"}, or {"act": "agree", "number": 12}.'),
        ) from None


def settle(agreement: Agreement | None, seat: int, own: Sequence[int], wish: Wish, entries: Sequence[Entry]) -> Settled:
    """Return what comes of the wish of a seat, whose player has all of these `own` ones; raise Illegal or Stale.

    `entries` are those of the record so far.
    """
    if agreement is None:
        raise Illegal(gettext("There is no clock at this table."), remedy=gettext("Take the time that you need."))
    if wish.act == "propose":
        _check_proposal(agreement, seat, wish, entries)
        seconds = wish.seconds if wish.what == "time" else 0
        proposal = Proposal(len(entries), wish.what, seat, seconds, tuple(own))
        return _come_about(agreement, proposal, Line(_PROPOSES[wish.what], seat, seconds))
    proposal = _answered(agreement, wish)
    if wish.act == "agree":
        if seat in proposal.agreed:
            raise Illegal(gettext("You have agreed already."), remedy=gettext("Wait for the others."))
        agreed = tuple(sorted({*proposal.agreed, *own}))
        return _come_about(agreement, msgspec.structs.replace(proposal, agreed=agreed), Line("agreed", seat))
    mine = proposal.seat in own
    if mine != (wish.act == "withdraw"):
        raise Illegal(
            gettext("This was proposed by yourself.") if mine else gettext("This was proposed by somebody else."),
            remedy=gettext("Withdraw it.") if mine else gettext("Decline it."),
        )
    line = Line("withdrawn" if mine else "declined", seat)
    return Settled((line,), msgspec.structs.replace(agreement, proposed=None))


def _come_about(agreement: Agreement, proposal: Proposal, line: Line) -> Settled:
    """Carry a proposal out if all have agreed; else it stands."""
    if not set(agreement.have) <= set(proposal.agreed):
        return Settled((line,), msgspec.structs.replace(agreement, proposed=proposal))
    paused = {"pause": True, "resume": False}.get(proposal.what, agreement.paused)
    done = Line(_DONE[proposal.what], -1, proposal.seconds)
    return Settled((line, done), msgspec.structs.replace(agreement, paused=paused, proposed=None), proposal.seconds)


def _check_proposal(agreement: Agreement, seat: int, wish: Wish, entries: Sequence[Entry]) -> None:
    if agreement.proposed is not None:
        raise Illegal(
            gettext("Something else is proposed now."),
            remedy=gettext("Wait until all have answered it."),
        )
    if wish.what == "time" and wish.seconds not in agreement.lengths:
        raise Illegal(
            gettext("So much time cannot be proposed."),
            remedy=gettext("Propose one of these, in seconds: %(lengths)s.")
            % {"lengths": ", ".join(map(str, agreement.lengths))},
        )
    if agreement.paused and wish.what != "resume":
        raise Illegal(gettext("The game is paused already."), remedy=gettext("Propose to go on."))
    if not agreement.paused and wish.what == "resume":
        raise Illegal(gettext("The game is not paused."), remedy=gettext("Propose a pause first."))
    if _proposals(seat, entries) >= _MOST:
        raise Illegal(
            gettext("You have proposed %(count)s times since anybody has chosen.") % {"count": _MOST},
            remedy=gettext("Wait until somebody has."),
        )


def _proposals(seat: int, entries: Sequence[Entry]) -> int:
    """Return how often a seat has proposed something since anybody has chosen."""
    count = 0
    for entry in reversed(entries):
        if isinstance(entry, Chose):
            break
        count += isinstance(entry, Arranged) and entry.seat == seat and entry.what in _PROPOSES.values()
    return count


def _answered(agreement: Agreement, wish: Wish) -> Proposal:
    if agreement.proposed is None or agreement.proposed.number != wish.number:
        raise Stale(gettext("This is proposed no longer."), remedy=gettext("Look what is proposed now."))
    return agreement.proposed
