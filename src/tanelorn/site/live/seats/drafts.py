"""Drafts: what a seat has written and not sealed yet, kept on disk so that a reload or a crash loses none of it.

A draft belongs to one seat at one moment and is told to that seat alone. It is dropped when the seat has sealed or the
moment has passed; a sealed choice that is taken back becomes a draft again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.db import DatabaseError, Error, transaction
from django.utils.translation import gettext

from tanelorn.core.play.table import Table
from tanelorn.site.keeping import trouble
from tanelorn.site.keeping.store import NotKept
from tanelorn.site.models import Draft, GameTable

Kept = Mapping[int, tuple[int, tuple[str, ...]]]
"""By seat: the moment at which it was written, and the picks."""


def load_drafts(row: GameTable) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Return the drafts of a table; if they cannot be read none, for a draft is soon written again."""
    try:
        drafts = [(draft.seat, draft.moment, draft.path) for draft in row.drafts.all()]
        sound = msgspec.convert(drafts, list[tuple[int, int, tuple[str, ...]]])
    except (DatabaseError, msgspec.MsgspecError, ValueError, TypeError) as error:
        if trouble.passes(error):
            raise trouble.away(error) from None
        return {}
    return {seat: (moment, path) for seat, moment, path in sound}


def write_draft(row: GameTable, seat: int, moment: int, path: Sequence[str]) -> None:
    """Keep a seat's draft, or drop it when nothing is written; raise NotKept when the disk refuses."""
    try:
        with transaction.atomic():
            if path:
                written = {"moment": moment, "path": list(path)}
                Draft.objects.update_or_create(table=row, seat=seat, defaults=written)
            else:
                Draft.objects.filter(table=row, seat=seat).delete()
    except (Error, OSError) as error:
        raise NotKept(
            gettext("The draft could not be written to disk (%(why)s).") % {"why": trouble.reason(error)},
            remedy=gettext("It stands on this page; seal it from here."),
        ) from None


def stale_seats(table: Table, drafts: Kept) -> list[int]:
    """Return the seats whose drafts have passed: sealed, or written for an earlier moment."""
    asked = set(table.asked())
    return [seat for seat, (moment, _) in drafts.items() if moment != table.moment or seat not in asked]
