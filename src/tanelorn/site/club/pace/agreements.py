"""What people have agreed on about time beside their terms, as it lies on the disk."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from tanelorn.site.club.pace.models import Pacing
from tanelorn.site.club.pace.terms import Terms
from tanelorn.site.live.messages import Agreement, Proposal
from tanelorn.site.models import GameTable

LONGEST = timedelta(days=30)
"""After so long a paused game goes on by itself: nobody can hold the others for ever."""


def agreement_of(row: GameTable, have: Iterable[int]) -> Agreement | None:
    """Return what is agreed at a table at which people `have` these seats; None if it has no clock: then they are not
    looked up.
    """
    pacing = Pacing.objects.filter(table=row).first()
    if pacing is None:
        return None
    proposed = msgspec.convert(pacing.proposed, Proposal | None)
    lengths = msgspec.convert(pacing.terms, Terms).lengths
    return Agreement(pacing.paused is not None, proposed, tuple(have), lengths)


def keep_agreement(row: GameTable, agreement: Agreement, now: datetime) -> None:
    """Write down what is agreed at a table; expects to be called while its row is held."""
    table = Pacing.objects.filter(table=row)
    table.update(proposed=msgspec.to_builtins(agreement.proposed))
    if agreement.paused:
        table.filter(paused=None).update(paused=now)
    else:
        table.update(paused=None)


def forget_proposal(row: GameTable) -> None:
    """Forget what is proposed: those who were to agree are not the same any more."""
    Pacing.objects.filter(table=row).update(proposed=None)


def paused_among(rows: Iterable[GameTable]) -> set[int]:
    """Return the numbers of those of these tables that are paused."""
    return set(Pacing.objects.filter(table__in=list(rows), paused__isnull=False).values_list("table", flat=True))


def is_proposed(row: GameTable, number: int) -> bool:
    """Whether a proposal still stands."""
    return Pacing.objects.filter(table=row, proposed__number=number).exists()


def paused_too_long(now: datetime) -> list[str]:
    """Return the tables whose pause has lasted as long as it may."""
    played = Pacing.objects.filter(table__removed=None, table__ended=False, table__frozen__isnull=True)
    return list(played.filter(paused__lte=now - LONGEST).values_list("table__code", flat=True))
