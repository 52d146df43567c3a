"""A Diplomacy board as the kernel knows it: setup, views, scenes, facts, positions by name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from tanelorn.core.game import Game, Option, Scenario, Value, View
from tanelorn.core.log import Log
from tanelorn.core.rulebook import Rulebook
from tanelorn.core.scene import Scene
from tanelorn.core.steps import Asks, Seals
from tanelorn.games.diplomacy import facts, map_table
from tanelorn.games.diplomacy.orders import Unit
from tanelorn.games.diplomacy.placing import Placing
from tanelorn.games.diplomacy.position import DiplomacyPosition, Ruled
from tanelorn.games.diplomacy.retreats import Beaten
from tanelorn.games.diplomacy.sequence import Year
from tanelorn.games.diplomacy.slip import Slip
from tanelorn.games.diplomacy.variant import Variant


class DiplomacyView(View, kw_only=True):
    """Everything but the orders lies open: the fields of the position, and the viewer's own sealed slip.

    `phase` is "orders", "retreats", "builds" or "".
    """

    year: int
    season: int
    phase: str
    units: tuple[Unit, ...]
    owners: tuple[int, ...]
    beaten: tuple[Beaten, ...]
    contested: tuple[int, ...]
    gone: tuple[int, ...]
    ruled: tuple[Ruled, ...]
    limit: int
    own: Slip | None = None


P = TypeVar("P", bound=DiplomacyPosition)
V = TypeVar("V", bound=DiplomacyView)


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

    def view(self, position: P, viewer: int) -> V:
        """Write down what a viewer knows."""
        return self.view_type(**self.seen(position, viewer))

    def seen(self, position: P, viewer: int) -> dict[str, Any]:
        """Return the fields of a view."""
        step = position.agenda[-1] if position.agenda else None
        seats = step.seats(position) if isinstance(step, Asks | Seals) else ()
        sealed = tuple(seat for seat in seats if seat in position.sealed)
        return {
            "game": self.slug,
            "viewer": viewer,
            "scenario": self.scenarios[0].slug,
            "asked": tuple(seat for seat in seats if seat not in sealed),
            "sealed": sealed,
            "offers": tuple(position.offers),
            "outcome": position.outcome,
            "phase": getattr(step, "word", ""),
            "year": position.year,
            "season": position.season,
            "units": position.units,
            "owners": position.owners,
            "beaten": position.beaten,
            "contested": position.contested,
            "gone": position.gone,
            "ruled": position.ruled,
            "limit": position.limit,
            "own": position.sealed.get(viewer),
        }

    def resample(self, view: V, rng: random.Random) -> P:
        """Draw a position that fits a view: another seat's sealed slip is any legal one."""
        position = self.position_type(**self.drawn(view, rng))
        step = self.step_of(view.phase)
        if step is not None:
            position.agenda = [self.year(view.phase), step]
            for seat in view.sealed:
                own = view.own if seat == view.viewer else None
                position.sealed[seat] = own or step.choices(position, seat).sample(rng)
        return position

    def drawn(self, view: V, rng: random.Random) -> dict[str, Any]:
        """Return the fields of a position that fits a view."""
        return {
            "year": view.year,
            "season": view.season,
            "units": view.units,
            "owners": view.owners,
            "beaten": view.beaten,
            "contested": view.contested,
            "gone": view.gone,
            "ruled": view.ruled,
            "limit": view.limit,
            "offers": list(view.offers),
            "outcome": view.outcome,
        }

    def step_of(self, phase: str) -> Any:
        """Return the step of a phase, None if there is none."""
        steps = {"orders": self.year.orders, "retreats": self.year.retreats, "builds": self.year.adjustments}
        return steps[phase]() if phase in steps else None

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
