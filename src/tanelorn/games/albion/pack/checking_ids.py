"""Ids in a pack's files: what cannot be one, and what is there more than once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_ID = re.compile(r"[a-z][a-z0-9_]*")


def twice(ids: Iterable[str]) -> list[str]:
    """Return what is there more than once."""
    return [id for id, count in Counter(ids).items() if count > 1]


def odd_ids(ids: Iterable[str]) -> list[str]:
    """Return what cannot be an id."""
    return [id for id in ids if not _ID.fullmatch(id)]
