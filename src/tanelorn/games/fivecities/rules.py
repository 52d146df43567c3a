"""Five Cities as the kernel knows it: setup, views, scenes, facts, positions by name."""

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
from tanelorn.core.game import Game, Option, PositionView, Scenario, Value
from tanelorn.core.scene import About, Scene
from tanelorn.core.viewers import REFEREE
from tanelorn.games.fivecities.board import AREAS, BOARD, BOMBARDMENTS, DATA, FILE, IDS
from tanelorn.games.fivecities.new_pieces import NewPieces
from tanelorn.games.fivecities.notation import read_area
from tanelorn.games.fivecities.object import SEATS
from tanelorn.games.fivecities.position import FiveCitiesPosition
from tanelorn.games.fivecities.sequence import SEQUENCE, DrawSides, Turn, from_orders
from tanelorn.games.fivecities.shown import player_aid
from tanelorn.games.fivecities.shown.table_view import about, scene, subtitle

WORDS = ("first", "second")


class FiveCitiesView(PositionView[FiveCitiesPosition], kw_only=True):
    """Everything but the orders is open (info.1)."""

    @property
    def step(self) -> str:
        """What is asked: "placements", "orders" or ""."""
        agenda = self.seen.agenda
        return agenda[-1].word if agenda else ""


_PAIRS = tuple((p.slug, p.name, p.mirror) for p in FILE.province if p.start == "first")
_NAME_OF = {p.slug: p.name for p in FILE.province}

OPTIONS = (
    *(
        Option(
            f"trade-{slug}",
            f"Trade {name} for {_NAME_OF[mirror]}",
            False,
            "fivecities/setup.4",
            f"The first player starts in {_NAME_OF[mirror]}, the second in {name}.",
        )
        for slug, name, mirror in _PAIRS
    ),
    Option(
        "random-sides",
        "Draw lots for the sides",
        False,
        "fivecities/setup.5",
        "Else the first player starts in the west.",
    ),
    Option("turn-limit", "Draw after this many turns", 200, "fivecities/object.7", "0 for no limit.", 0, 100_000),
)


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
        """Place nine pieces a side (setup.1 to .3), with the trades agreed on (setup.4)."""
        pieces = ([0] * AREAS, [0] * AREAS)
        for number, province in enumerate(FILE.province):
            if province.start != "none":
                seat = WORDS.index(province.start)
                pair = province.slug if seat == 0 else province.mirror
                if options[f"trade-{pair}"]:
                    seat = 1 - seat
                pieces[seat][number] = province.start_pieces
        position = FiveCitiesPosition(
            pieces=pieces, bombs=[BOMBARDMENTS] * 2, limit=int(options["turn-limit"]), agenda=[Turn()]
        )
        if options["random-sides"]:
            position.then(DrawSides())
        return position

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
        """Name areas by abbreviation ("first 3" or "empty"), turn, bombardments left, step and outcome."""
        seen = view.seen
        facts: dict[str, str | int] = {"turn": seen.turn, "step": view.step}
        for area, id in enumerate(IDS):
            there = [f"{WORDS[seat]} {seen.pieces[seat][area]}" for seat in (0, 1) if seen.pieces[seat][area]]
            facts[id] = " and ".join(there) or "empty"
        for seat, word in enumerate(WORDS):
            facts[f"{word} pieces"] = sum(seen.pieces[seat])
            facts[f"{word} bombardments"] = seen.bombs[seat]
            if view.viewer in (seat, REFEREE):
                facts[f"{word} sealed"] = str(view.own) if view.viewer == seat and view.own else "hidden"
            if seat not in view.sealed:
                facts[f"{word} sealed"] = "nothing"
            facts.setdefault(f"{word} sealed", "hidden")
        outcome = view.outcome
        facts["winner"] = "none" if outcome is None else WORDS[outcome.winners[0]] if outcome.winners else "draw"
        facts["reason"] = outcome.reason if outcome else ""
        return facts

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
