"""`tanelorn push-key`: the key by which the services of browsers know a club."""

from __future__ import annotations

from tanelorn.site.club.notices.ways.keys import new_key
from tanelorn.terminal.look import out

EXAMPLE = """Example:

tanelorn push-key >>club.env
"""


def push_key() -> None:
    """Draw a key for a club whose people may be told by their browsers (Web Push): PUSH_KEY of its environment. Keep
    it; with another one all of them have to ask for it anew.
    """
    out().print(f"PUSH_KEY={new_key()}", soft_wrap=True, highlight=False)
