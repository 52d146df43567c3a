"""Time zones by their names."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache(maxsize=1024)
def zone_named(name: str) -> ZoneInfo | None:
    """Return the time zone of a name such as Europe/Berlin, None if there is none.

    Looking for it among all that there are would search the disk each time.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
