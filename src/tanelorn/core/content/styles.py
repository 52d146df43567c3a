"""Styles of bots: what one leans to, beside how strong it is.

A file `styles.toml` beside the rulebook has a table for each style.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml


class BotStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A style by its `title`, in a word or two, and what it `says` of how such a bot plays.

    `leans` says by how much its weights differ from those of a bot without a style, by the names that the game's
    judgement gives them.
    """

    title: str
    says: str
    leans: dict[str, float]


def read_styles(path: Path) -> Mapping[str, BotStyle]:
    """Read a file of styles by slug; raise BadData."""
    return read_toml(path, dict[str, BotStyle])
