"""A Diplomacy board as the kernel knows it: setup, views, scenes, facts, positions by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Generic

from typing_extensions import TypeVar

from tanelorn.core.content.aid import Table
from tanelorn.core.content.legend import Legend
from tanelorn.core.content.measured import read_measured
from tanelorn.core.content.named import check_shape
from tanelorn.core.content.notes import read_notes
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.content.styles import read_styles
from tanelorn.core.game import Game, Option, Scenario, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import About, Scene
from tanelorn.games.diplomacy import victory
from tanelorn.games.diplomacy.position import P
from tanelorn.games.diplomacy.sequence import Year
from tanelorn.games.diplomacy.shown import facts, map_table, player_aid, space_card
from tanelorn.games.diplomacy.shown.placing import Placed, Placing
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.view import DiplomacyView

CONTEST_YEARS = 5
"""How many years bots play when they are compared: few games are won by then, and whoever has most centres is ahead."""
V = TypeVar("V", bound=DiplomacyView, default=DiplomacyView)


def last_year(clause: str, year: int) -> Option:
    """Return the option that ends long games in a draw."""
    return Option("last-year", "Draw after this year", year, clause, "0 for no limit.", 0, 9_999)


class DiplomacyGame(Game[P, V], Generic[P, V]):
    """What both boards have in common. `year` is the step that lays out the phases."""

    variant: Variant[P]
    year: type[Year]
    scored = "centres"
    judgement = "tanelorn.games.diplomacy.judgement:JUDGEMENT"
    turn_word = "year"
    press = "private"
    setup_clause: ClassVar[str]
    """The clause that places the first units."""

    def open_books(self, variant: Variant[P], data: Path, scenario: Scenario) -> None:
        """Set up what is read from the board and its folder of data."""
        self.variant = variant
        self.board = variant.atlas.board()
        self.rulebook = Rulebook.load(self.slug, data / "rulebook.toml")
        self.legend = Legend.load(data / "legend.toml", self.rulebook)
        self.scenarios = (scenario,)
        self.measured = read_measured(data / "measured.toml")
        self.notes = read_notes(data / "notes.toml")
        self.styles = read_styles(data / "styles.toml")
        self.chart = data / "chart.svg"
        self.lessons = data / "lessons"
        self.ideas = data / "ideas.toml"
        self.how = data / "how.toml"
        self.contest = {"last-year": variant.atlas.file.year + CONTEST_YEARS}
        self.space_radius = {"land": 26, "coast": 26, "sea": 32}

    def setup(self, scenario: str, options: Mapping[str, Value]) -> P:
        """Place the starting units; home centres belong to their powers."""
        variant = self.variant
        return self.position_type(
            year=variant.atlas.file.year,
            units=variant.starting_units(),
            owners=variant.starting_owners(),
            limit=int(options["last-year"]),
            agenda=[self.year()],
        )

    def scene(self, view: V) -> Scene:
        """Say what is drawn for a view."""
        return map_table.scene(self.variant, view)

    def subtitle(self, view: V) -> str:
        """Say how far the game has come."""
        return map_table.subtitle(self.variant, view)

    def about(self, view: V, scene: Scene, space: str) -> About:
        """Say what is at a space, as far as the view tells."""
        return space_card.about(self.variant, self.board, self.legend, view, scene, space)

    def aid(self) -> tuple[Table, ...]:
        """The year, orders, powers, what is decided how, and the spaces."""
        return player_aid.tables(self.variant, self.year, self.rulebook, self.setup_clause)

    def facts(self, view: V) -> dict[str, str | int]:
        """Name what a view holds; see facts.py."""
        return facts.facts(self.variant, view)

    def position_from(self, table: Mapping[str, object]) -> P:
        """Build a position from names; see placing.py for what may be written."""
        return Placing(self.variant, check_shape(table, Placed)).position(self.position_type, self.year)

    def turn_of(self, position: P) -> int:
        """Return the number of the year, the first one being 1."""
        return position.year - self.variant.atlas.file.year + 1

    def resign(self, position: P, seat: int, log: Log) -> None:
        """Leave a power in civil disorder; the last who stays wins."""
        victory.resign(self.variant, position, seat)

    def draw_needs(self, position: P) -> tuple[int, ...]:
        """Return the seats that must agree on a draw: the survivors who have not left."""
        return victory.draw_needs(self.variant, position)

    def draw_agreed(self, position: P, log: Log) -> None:
        """End the game in a draw of the survivors."""
        victory.draw(self.variant, position)

    def scores(self, position: P) -> tuple[float, ...]:
        """Return the centres of each power."""
        return tuple(float(len(self.variant.centres_of(position, seat))) for seat in range(len(self.variant.seats)))
