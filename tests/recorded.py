"""Play recorded games of bots again, with the same bots and the same secret, when the rules have changed:

python -m tests.recorded archmagi-of-two archmagi-of-four
"""

from __future__ import annotations

import sys
from pathlib import Path

from tanelorn.arena.matches.match import play_out
from tanelorn.bots.registry import make_bot
from tanelorn.core.chance import Committed
from tanelorn.core.play.record import Record
from tanelorn.core.play.table import Table

RECORDS = Path(__file__).parent / "records"


def write_anew(name: str) -> None:
    """Play a record's game again, by today's rules, over its file."""
    path = RECORDS / f"{name}.jsonl"
    old = Record.load(path)
    assert old.ended is not None
    assert old.ended.secret is not None
    header, game = old.header, old.game()
    chance = Committed(old.ended.secret)
    table = Table.new(game, header.scenario, header.options, chance=chance, players=header.players, name=header.name)
    bots = [make_bot(spec, game, seat) for seat, spec in enumerate(header.players)]
    choices = play_out(table, bots)
    path.write_bytes(b"".join(table.record().lines()))
    print(f"{name}: {choices} choices, {table.outcome}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write_anew(name)
