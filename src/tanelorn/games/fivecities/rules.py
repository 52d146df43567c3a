"""Five Cities as the kernel knows it: what the game is called and made of, positions by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from tanelorn.core.content.aid import Table
from tanelorn.core.content.given import shown
from tanelorn.core.content.legend import Legend
from tanelorn.core.content.measured import read_measured
from tanelorn.core.content.named import BadEntry, Count, Shape, check_shape, under
from tanelorn.core.content.notes import read_notes
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.content.styles import read_styles
from tanelorn.core.errors import BadData, TanelornError
from tanelorn.core.game import Game, Scenario, Value
from tanelorn.core.scene import About, Scene
from tanelorn.games.fivecities.board import AREAS, BOARD, BOMBARDMENTS, DATA
from tanelorn.games.fivecities.knowledge import WORDS, FiveCitiesView, facts
from tanelorn.games.fivecities.new_pieces import NewPieces
from tanelorn.games.fivecities.notation import read_area
from tanelorn.games.fivecities.object import SEATS
from tanelorn.games.fivecities.position import FiveCitiesPosition
from tanelorn.games.fivecities.sequence import SEQUENCE, Turn, from_orders
from tanelorn.games.fivecities.setup import OPTIONS, set_up
from tanelorn.games.fivecities.shown import player_aid
from tanelorn.games.fivecities.shown.table_view import about, scene, subtitle


class Placed(Shape, frozen=True, kw_only=True):
    """The entries of a position, as a rule case writes them."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    limit: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 200
    at: str = "orders"
    first: dict[str, Count] = {}
    second: dict[str, Count] = {}


class FiveCities(Game[FiveCitiesPosition, FiveCitiesView]):
    """Two seats, orders written in secret, five cities to hold."""

    slug = "fivecities"
    title = "Five Cities"
    designers = "anonymous; an untitled sheet"
    blurb = "Both sides move at once. Five cities win."
    length = "20 minutes"
    weight = 1
    rules = 1
    position_type = FiveCitiesPosition
    view_type = FiveCitiesView
    board = BOARD
    scenarios = (
        Scenario(
            "standard",
            "The Five Cities",
            SEATS,
            (2, 3),
            "Nine pieces a side, three bombardments each.",
            "Hold five cities when a turn starts.",
            "fivecities/object.1",
        ),
    )
    measured = read_measured(DATA / "measured.toml")
    styles = read_styles(DATA / "styles.toml")
    notes = read_notes(DATA / "notes.toml")
    seat_words = WORDS
    options = OPTIONS
    chart = DATA / "chart.svg"
    chart_drawer = "tanelorn.games.fivecities.shown.chart:draw"
    judgement = "tanelorn.games.fivecities.judgement:JUDGEMENT"
    learned = "tanelorn.games.fivecities.judgement.learned:judgement_from"
    law = "tanelorn.games.fivecities.law:check"
    lessons = DATA / "lessons"
    ideas = DATA / "ideas.toml"
    how = DATA / "how.toml"
    space_radius = {"province": 58, "city": 42}

    def __init__(self) -> None:
        self.rulebook = Rulebook.load(self.slug, DATA / "rulebook.toml")
        self.legend = Legend.load(DATA / "legend.toml", self.rulebook)

    def setup(self, scenario: str, options: Mapping[str, Value]) -> FiveCitiesPosition:
        """Place nine pieces a side, with the trades agreed on."""
        return set_up(options)

    def scene(self, view: FiveCitiesView) -> Scene:
        """Say what is drawn for a view."""
        return scene(view)

    def subtitle(self, view: FiveCitiesView) -> str:
        """Say how far the game has come."""
        return subtitle(view)

    def about(self, view: FiveCitiesView, scene: Scene, space: str) -> About:
        """Say what is at an area; all of it lies open."""
        return about(self.legend, scene, space)

    def aid(self) -> tuple[Table, ...]:
        """The turn, combat, lightning, numbers and areas; a turn's last step is the next turn."""
        return player_aid.tables(SEQUENCE[:-1], self.rulebook)

    def facts(self, view: FiveCitiesView) -> dict[str, str | int]:
        """Name what can be seen: areas, turn, bombardments left, step and outcome."""
        return facts(view)

    def position_from(self, table: Mapping[str, object]) -> FiveCitiesPosition:
        """Build a position from `turn`, `limit`, `at` ("orders", "new pieces", "start of turn"), `first`, `second`.

        The two sides hold areas with numbers of pieces, and `bombardments` left (3 if not written).
        """
        placed = check_shape(table, Placed)
        position = FiveCitiesPosition(
            pieces=([0] * AREAS, [0] * AREAS), bombs=[BOMBARDMENTS] * 2, turn=placed.turn, limit=placed.limit
        )
        for seat, areas in enumerate((placed.first, placed.second)):
            for name, count in areas.items():
                with under(WORDS[seat], name):
                    self._put(position, seat, name, count)
        match placed.at:
            case "orders":
                position.agenda = from_orders()
            case "start of turn":
                position.turn -= 1
                position.agenda = [Turn()]
            case "new pieces":
                position.agenda = [*from_orders(), NewPieces()]
            case other:
                raise BadEntry(
                    f"A position cannot begin at “{shown(other)}”.",
                    entry="at",
                    remedy="Write orders, new pieces or start of turn.",
                )
        return position

    def _put(self, position: FiveCitiesPosition, seat: int, name: str, count: int) -> None:
        if name == "bombardments":
            position.bombs[seat] = count
            return
        try:
            area = read_area(name, "fivecities/movement.12")
        except TanelornError as error:
            raise BadData(error.why, remedy=error.remedy) from None
        if count and (position.pieces[0][area] or position.pieces[1][area]):
            raise BadData(f"Pieces stand in {name} already.", remedy="Give each area once, and to one side.")
        position.pieces[seat][area] = count


FIVE_CITIES = FiveCities()
