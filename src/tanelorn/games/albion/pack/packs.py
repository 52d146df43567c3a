"""Packs: a board, its counters, its charts and its set-up, ours or the players' own (chart/map)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from tanelorn.core.content.packs import PackKind, without_reasons
from tanelorn.core.errors import BadData
from tanelorn.games.albion.pack.charts_file import CHARTS_FILE, ChartsFile
from tanelorn.games.albion.pack.checking import faults
from tanelorn.games.albion.pack.files import (
    BOARD_FILE,
    COUNTERS_FILE,
    SETUP_FILE,
    BoardFile,
    CountersFile,
    Pack,
    SetupFile,
)

DATA = Path(__file__).parents[1] / "data"


class Packs(PackKind[Pack]):
    """What the kernel must know of packs of Albion."""

    slug = "albion"
    clause = "albion/chart/map"
    folder = DATA
    kinds = {BOARD_FILE: BoardFile, COUNTERS_FILE: CountersFile, CHARTS_FILE: ChartsFile, SETUP_FILE: SetupFile}
    whole = Pack

    def wrong(self, pack: Pack) -> Iterator[BadData]:
        """Yield all that is wrong with a pack."""
        return faults(pack, self.standard)

    def bare(self, pack: Pack) -> Pack:
        """Leave out why things are where they are, and as strong as they are."""
        board, counters, charts, setup = pack.board, pack.counters, pack.charts, pack.setup
        return Pack(
            replace(board, fortresses=without_reasons(board.fortresses), sources={}),
            replace(counters, person=without_reasons(counters.person), ship=without_reasons(counters.ship)),
            replace(
                charts,
                terrain=without_reasons(charts.terrain),
                road=without_reasons(charts.road),
                hexside=without_reasons(charts.hexside),
                sea=replace(charts.sea, why=""),
            ),
            replace(setup, setup=without_reasons(setup.setup)),
        )

    def summary(self, text: str) -> str:
        """Count what is on the board."""
        pack = self.pack(text)
        land = sum(entry.kind != "sea" for entry in pack.board.hexes)
        return (
            f"{pack.board.title}: {len(pack.board.hexes)} hexes, {land} of them with land, "
            f"{len(pack.board.kingdoms)} kingdoms, {len(pack.board.fortresses)} fortresses, "
            f"{len(pack.counters.person)} persons, {len(pack.counters.ship)} ships."
        )

    def warnings(self, text: str) -> list[str]:
        """Return what is odd: armies that do not start with the points of the counter named after their fortress."""
        pack = self.pack(text)
        starts = {(group.hex, group.colour): group.csp for group in pack.setup.setup if group.csp}
        return [
            f"{named.fortress} ({named.hex}) starts with {starts.get((named.hex, colour.id), 0)} points of "
            f"{colour.name}; its counter has {named.csp}."
            for colour in pack.counters.colour
            for named in colour.named
            if starts.get((named.hex, colour.id), 0) != named.csp
        ]


PACKS = Packs()
