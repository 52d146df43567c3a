"""A Diplomacy board as the kernel knows it: setup, views, scenes, facts, positions by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic

from typing_extensions import TypeVar

from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.game import Game, Option, Scenario, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import Scene
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.sequence import Year
from tanelorn.games.diplomacy.shown import facts, map_table
from tanelorn.games.diplomacy.shown.placing import Placing
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.view import DiplomacyView

P = TypeVar("P", bound=DiplomacyPosition, default=Any)
V = TypeVar("V", bound=DiplomacyView[Any], default=Any)


def last_year(clause: str, year: int) -> Option:
    """Return the option that ends long games in a draw."""
    return Option("last-year", "Draw after this year", year, clause, "0 for no limit.", 0, 9_999)


class DiplomacyGame(Game[P, V], Generic[P, V]):
    """What both boards have in common. `year` is the step that lays out the phases."""

    variant: Variant
    year: type[Year]
    scored = "centres"

    def open_books(self, variant: Variant, data: Path, scenario: Scenario) -> None:
        """Set up what is read from the board and its folder of data."""
        self.variant = variant
        self.board = variant.atlas.board()
        self.rulebook = Rulebook.load(self.slug, data / "rulebook.toml")
        self.scenarios = (scenario,)
        self.chart = data / "chart.svg"
        self.space_radius = {"land": 26, "coast": 26, "sea": 32}

    def setup(self, scenario: str, options: Mapping[str, Value]) -> P:
        """Place the starting units; home centres belong to their powers."""
        return self.position_type(**self.start(options), agenda=[self.year()])

    def start(self, options: Mapping[str, Value]) -> dict[str, Any]:
        """Return the fields of the position at the start."""
        variant = self.variant
        owner = {home: seat for seat, homes in enumerate(variant.home) for home in homes}
        return {
            "year": variant.atlas.file.year,
            "units": variant.starting_units(),
            "owners": tuple(owner.get(centre, -1) for centre in variant.atlas.centres),
            "limit": int(options["last-year"]),
        }

    def scene(self, view: V) -> Scene:
        """Say what is drawn for a view."""
        return map_table.scene(self.variant, view)

    def facts(self, view: V) -> dict[str, str | int]:
        """Name what a view holds; see facts.py."""
        return facts.facts(self.variant, view)

    def position_from(self, table: Mapping[str, Any]) -> P:
        """Build a position from names; see placing.py for what may be written."""
        return self.position_type(**Placing(self.variant, table).fields(self))

    def resign(self, position: P, seat: int, log: Log) -> None:
        """Leave a power in civil disorder; the last who stays wins."""
        position.gone = tuple(sorted({*position.gone, seat}))
        staying = [other for other in self.variant.living(position) if other not in position.gone]
        if len(staying) < 2:
            position.end(staying, "resignation", self.variant.clause("elimination"))

    def draw_needs(self, position: P) -> tuple[int, ...]:
        """Return the seats that must agree on a draw: the survivors who have not left."""
        return tuple(seat for seat in self.variant.living(position) if seat not in position.gone)

    def draw_agreed(self, position: P, log: Log) -> None:
        """End the game in a draw of the survivors."""
        position.end([], "agreed draw", self.variant.clause("draw"))

    def scores(self, position: P) -> tuple[float, ...]:
        """Return the centres of each power."""
        return tuple(float(len(self.variant.centres_of(position, seat))) for seat in range(len(self.variant.seats)))
