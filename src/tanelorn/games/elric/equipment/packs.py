"""Packs: a board and the counters that go with it, ours or the players' own (elric/3.1a)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from tanelorn.core.content.data import Entry
from tanelorn.core.content.packs import PackKind, without_reasons
from tanelorn.core.errors import BadData
from tanelorn.games.elric.equipment.board import BOARD_FILE, BoardFile
from tanelorn.games.elric.equipment.nations import COUNTERS_FILE, CountersFile
from tanelorn.games.elric.equipment.pack_checks import faults

DATA = Path(__file__).parents[1] / "data"


class Pack(Entry, frozen=True):
    """A board and its counters."""

    board: BoardFile
    counters: CountersFile


class Packs(PackKind[Pack]):
    """What the kernel must know of packs of Elric."""

    slug = "elric"
    clause = "elric/3.1a"
    folder = DATA
    kinds = {BOARD_FILE: BoardFile, COUNTERS_FILE: CountersFile}
    whole = Pack

    def wrong(self, pack: Pack) -> Iterator[BadData]:
        """Yield all that is wrong with a pack."""
        return faults(pack.board, pack.counters)

    def bare(self, pack: Pack) -> Pack:
        """Leave out why things are where they are, and as strong as they are."""
        areas = tuple(replace(area, placed_by="") for area in pack.board.areas)
        nations = tuple(
            replace(nation, person=without_reasons(nation.person), fleet=without_reasons(nation.fleet))
            for nation in pack.counters.nation
        )
        board = replace(pack.board, areas=areas, borders=without_reasons(pack.board.borders), sources={})
        return Pack(board, CountersFile(nations, without_reasons(pack.counters.independent)))

    def summary(self, text: str) -> str:
        """Count what is on the board."""
        pack = self.pack(text)
        lands = sum(area.kind != "sea" for area in pack.board.areas)
        return (
            f"{pack.board.title}: {lands} provinces, {len(pack.board.areas) - lands} seas, "
            f"{len(pack.counters.nation)} nations and hordes."
        )

    def warnings(self, text: str) -> list[str]:
        """Say what cannot be drawn."""
        blank = [area.id for area in self.pack(text).board.areas if not area.polygons]
        return [f"The page cannot draw areas without outlines: {', '.join(blank)}."] if blank else []


PACKS = Packs()
