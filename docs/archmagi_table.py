"""Keep a table of Archmagi in the middle of a battle, for its picture: `python docs/archmagi_table.py`.

Bots play games of known lots until one stands in a battle worth a look; the table's code and the seat are printed.
"""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")
django.setup()

from tanelorn.bots import make_bot  # noqa: E402
from tanelorn.core.chance import Committed  # noqa: E402
from tanelorn.core.game import games  # noqa: E402
from tanelorn.core.play.table import Table  # noqa: E402
from tanelorn.site.keeping import store  # noqa: E402
from tanelorn.site.models import GameTable  # noqa: E402

SEATS = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
LONGEST = 700


def main() -> None:
    """Find a battle, write it into the data folder, and say where it is."""
    for number in range(1, 200):
        secret = f"a picture {number}"
        table = Table.new("archmagi", "three", {"map-number": 12}, chance=Committed(secret), players=("you", "b", "c"))
        seat = play(table, number)
        if seat >= 0:
            print(keep(table, secret), seat)
            return


def play(table: Table, number: int) -> int:
    """Let bots play until a battle is worth a look; return who is asked there, -1 if there is none."""
    bots = [make_bot("greedy", games["archmagi"], number + seat) for seat in range(3)]
    for _ in range(LONGEST):
        if table.outcome is not None:
            break
        seat = table.asked()[0]
        if _is_good(table, seat):
            return seat
        table.play(bots[seat].choose(table.view(seat)), seat)
    return -1


def _is_good(table: Table, seat: int) -> bool:
    scene = table.scene(seat)
    duel = scene.duel
    if duel is None or not duel.odds or table.decision(seat).sealed:
        return False
    own = next((side for side in duel.sides if side.seat == seat), None)
    banners = sum(piece.kind == "banner" for piece in scene.pieces)
    lines = [len(side.terms) for side in duel.sides]
    return own is not None and banners >= 8 and min(lines) >= 3 and sum(lines) >= 8 and len(own.shown) >= 3


def keep(table: Table, secret: str) -> str:
    """Write the table down as if it had been played here; return its code."""
    row = store.set_up(store.Wish("archmagi", "three", {"map-number": 12}, SEATS))
    assert table.header is not None
    row.secret, row.header = secret, store.msgspec.json.encode(table.header)
    row.lines.all().delete()
    store.keep(row, table, 0)
    return str(GameTable.objects.get(code=row.code).code)


if __name__ == "__main__":
    main()
