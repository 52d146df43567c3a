"""What is written and not sealed yet, kept beside a saved game so that no crash loses it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec


class Draft(msgspec.Struct, frozen=True):
    """The picks of a seat, and the moment of the table at which they were made."""

    moment: int
    path: tuple[str, ...]


def draft_file(record: Path) -> Path:
    """Return the file of a saved game's drafts."""
    return record.with_suffix(".drafts")


def load_drafts(record: Path) -> dict[int, Draft]:
    """Return the drafts of a saved game by seat; none if there are none or they cannot be read."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(draft_file(record).read_bytes(), type=dict[int, Draft])
    return {}


def drafts_text(drafts: dict[int, Draft]) -> bytes:
    """Return the content of a file of drafts."""
    return msgspec.json.encode(drafts)
