"""Elric as a game for the table."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from tanelorn.core.content.aid import Table
from tanelorn.core.content.board import Board
from tanelorn.core.content.given import Given
from tanelorn.core.content.legend import Legend
from tanelorn.core.content.measured import read_measured
from tanelorn.core.content.notes import read_notes
from tanelorn.core.content.packs import picture_key
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.content.styles import read_styles
from tanelorn.core.content.verbs import read_verbs
from tanelorn.core.fields import Memory
from tanelorn.core.game import Game, Option, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import About, Scene, Tray
from tanelorn.games.elric.equipment.packs import PACKS
from tanelorn.games.elric.equipment.world import board_of, world_of
from tanelorn.games.elric.sequence.resigning import give_up
from tanelorn.games.elric.sequence.setup import lay_out
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import OPTIONS, SCENARIOS
from tanelorn.games.elric.state.words import SEAT_WORDS, seat_name, spoken_names
from tanelorn.games.elric.views import player_aid, space_card
from tanelorn.games.elric.views.cards import lists
from tanelorn.games.elric.views.facts import write_facts
from tanelorn.games.elric.views.named import position_named
from tanelorn.games.elric.views.scene import draw_scene, subtitle
from tanelorn.games.elric.views.unseen import deal_spells
from tanelorn.games.elric.views.view import ElricView, count_backs

DATA = Path(__file__).parent / "data"


class Elric(Game[ElricPosition, ElricView]):
    """Nations, personalities, fleets, hidden spells, the Cosmic Balance, and Elric himself."""

    slug = "elric"
    rules = 5
    verbs = read_verbs(DATA / "verbs.toml")
    title = "Elric"
    designers = "Greg Stafford (Chaosium)"
    blurb = "Kings, fleets and hidden magic struggle for the Young Kingdoms, the Balance tips, and Elric changes hands."
    length = "two to four hours"
    weight = 4
    position_type = ElricPosition
    view_type = ElricView
    board = board_of(world_of(""))
    rulebook = Rulebook.load("elric", DATA / "rulebook.toml")
    legend = Legend.load(DATA / "legend.toml", rulebook)
    scenarios = SCENARIOS
    measured = read_measured(DATA / "measured.toml")
    styles = read_styles(DATA / "styles.toml")
    notes = read_notes(DATA / "notes.toml")
    options = (
        *OPTIONS,
        Option("pack", "Board and counters", "standard", "elric/3.1a", words=("standard",), written=True),
    )
    packs = PACKS
    seat_words = SEAT_WORDS
    part = "country"
    uses = ("lay", "throw", "muster")
    lessons = DATA / "lessons"
    how = DATA / "how.toml"
    ideas = DATA / "ideas.toml"
    chart = DATA / "chart.svg"
    chart_drawer = "tanelorn.games.elric.views.chart.kingdoms:draw"
    judgement = "tanelorn.games.elric.judgement:JUDGEMENT"
    law = "tanelorn.games.elric.law:check"
    scrambler = "tanelorn.games.elric.law:scramble"
    shown_at_once = "tanelorn.games.elric.law:shown_at_once"

    def setup(self, scenario: str, options: Mapping[str, Value]) -> ElricPosition:
        """Lay the table out (4.0)."""
        return lay_out(scenario, options)

    def scenario_of(self, position: ElricPosition) -> str:
        """One of the six of 14.0."""
        return position.scenario

    def look(self, position: ElricPosition, viewer: int, memory: Memory[ElricPosition] | None = None) -> object:
        """Count the spells of unknown face by place, if any has moved or been shown since the last look."""
        was = memory.was if memory is not None else None
        if memory is not None and was is not None and (was.where, was.known) == (position.where, position.known):
            return memory.look
        return count_backs(position, viewer)

    def noticed(self, position: ElricPosition, viewer: int, seen: ElricPosition, look: object) -> Mapping[str, object]:
        """Say where spells of unknown face lie."""
        return {"backs": look}

    def deal(self, position: ElricPosition, view: ElricView, rng: random.Random) -> None:
        """Deal the spells that a viewer does not know again."""
        deal_spells(position, view, rng)

    def scene(self, view: ElricView) -> Scene:
        """Say what is drawn."""
        return draw_scene(view)

    def subtitle(self, view: ElricView) -> str:
        """Say how far the game has come."""
        return subtitle(view)

    def about(self, view: ElricView, scene: Scene, space: str) -> About:
        """Say what is at an area, as far as the view tells."""
        return space_card.about(self.board_of(view.seen), self.legend, view, scene, space)

    def facts(self, view: ElricView) -> dict[str, str | int]:
        """Name what a view holds."""
        return write_facts(view)

    def position_from(self, table: Given) -> ElricPosition:
        """Build a position by name."""
        return position_named(table)

    def board_of(self, position: ElricPosition) -> Board:
        """The board of this table: ours, or that of a pack."""
        return board_of(position.world)

    def chart_of(self, position: ElricPosition) -> str:
        """The key of a pack's own picture."""
        return picture_key(position.pack)

    def names(self, position: ElricPosition) -> Mapping[str, str]:
        """Counters, nations, areas and spells by the words of the notation."""
        return spoken_names(position.world)

    def lists(self) -> tuple[Tray, ...]:
        """The lists of spells and counters, open to all at any time."""
        return lists()

    def aid(self) -> tuple[Table, ...]:
        """The turn, battles, dice, magic, muster, the Balance; then nations, persons and spells."""
        return player_aid.tables(world_of(""), self.rulebook)

    def resign(self, position: ElricPosition, seat: int, log: Log) -> None:
        """A resigning player's countries turn neutral, and the others play on (6.0h)."""
        give_up(position, seat, log)

    def scores(self, position: ElricPosition) -> tuple[float, ...]:
        """Shares of the outcome; who plays alone and has not won has lost (14.1g)."""
        if len(position.order) == 1 and position.outcome is not None and not position.outcome.winners:
            return (0.0,)
        return super().scores(position)

    def parts(self, position: ElricPosition) -> tuple[str, ...]:
        """The country that each seat began with."""
        return tuple(seat_name(position, seat) for seat in position.seats)

    def seat_names(self, position: ElricPosition) -> tuple[str, ...]:
        """The countries with which the players began, once they are chosen."""
        return self.parts(position)

    def draw_needs(self, position: ElricPosition) -> tuple[int, ...]:
        """All who are still in the game must offer a draw."""
        return tuple(position.playing())


ELRIC = Elric()
