"""Play at a club by a program: `Club(address, token)` leads to tables, a table to its seats. See docs/api.md."""

from tanelorn.client.club import Club, Seat, Table
from tanelorn.client.wire import Refused

__all__ = ["Club", "Refused", "Seat", "Table"]
