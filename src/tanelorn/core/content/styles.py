"""Styles of bots: what one leans to, beside how strong it is.

A file `styles.toml` of a game's judgement has a table for each style.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml


class BotStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A style by its `title`, in a word or two, and what it `says` of how such a bot plays.

    `leans` tell by how much more, or less, it weighs things than a bot without a style, by the names of the game's own
    weights.
    """

    title: str
    says: str
    leans: dict[str, float]


def read_styles(path: Path) -> Mapping[str, BotStyle]:
    """Read a file of styles by slug; raise BadData."""
    return read_toml(path, dict[str, BotStyle])
