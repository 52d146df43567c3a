"""Where a player's own games, tables and packs are kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_dir


def data_folder(wish: str | Path | None = None) -> Path:
    """Return the folder as wished, as TANELORN_DATA says, or the user's own data folder."""
    return Path(wish or os.environ.get("TANELORN_DATA") or user_data_dir("tanelorn", appauthor=False))
