"""Archmagi as a game for the table."""

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
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.content.styles import read_styles
from tanelorn.core.fields import Memory
from tanelorn.core.game import Game, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import About, Scene, Tray
from tanelorn.games.archmagi.knowledge.facts import write_facts
from tanelorn.games.archmagi.knowledge.sight import Sight
from tanelorn.games.archmagi.knowledge.unseen import deal
from tanelorn.games.archmagi.knowledge.view import ArchmagiView, noticed
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, read_map
from tanelorn.games.archmagi.setup.named import position_named
from tanelorn.games.archmagi.setup.options import OPTIONS, SCENARIOS, lay_out, map_text
from tanelorn.games.archmagi.shown import player_aid, space_card
from tanelorn.games.archmagi.shown.cards import lists
from tanelorn.games.archmagi.shown.table_view import draw_scene, subtitle
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.victory import give_up
from tanelorn.games.archmagi.words.nouns import SEAT_WORDS
from tanelorn.games.archmagi.words.verbs import RULES

DATA = Path(__file__).parent / "data"
_SHOWN = land(read_map(built_in()["four-marches"]))


class Archmagi(Game[ArchmagiPosition, ArchmagiView]):
    """Mages, hidden stacks, 130 kinds of unit, artifacts, spells, generated maps."""

    slug = "archmagi"
    rules = 4
    verbs = RULES
    title = "Archmagi"
    designers = "Lloyd Krassner (Warpspawn Games), edited by Jason Newell"
    blurb = "Two to six mages lead hidden armies over a strange continent; the last archmagus wins."
    length = "one to three hours"
    weight = 4
    turn_word = "round"
    position_type = ArchmagiPosition
    view_type = ArchmagiView
    board = _SHOWN.board(_SHOWN.terrain)
    rulebook = Rulebook.load("archmagi", DATA / "rulebook.toml")
    legend = Legend.load(DATA / "legend.toml", rulebook)
    scenarios = SCENARIOS
    measured = read_measured(DATA / "measured.toml")
    styles = read_styles(DATA / "styles.toml")
    notes = read_notes(DATA / "notes.toml")
    options = OPTIONS
    seat_words = SEAT_WORDS
    part = "archmagus"
    uses = ("cast", "answer", "deploy", "give")
    chart = DATA / "maps" / "chart.svg"
    chart_drawer = "tanelorn.games.archmagi.shown.chart.hexmap:draw"
    maps = "tanelorn.games.archmagi.map.offered:MAPS"
    judgement = "tanelorn.games.archmagi.judgement:JUDGEMENT"
    law = "tanelorn.games.archmagi.law:check"
    scrambler = "tanelorn.games.archmagi.law:scramble"
    lessons = DATA / "lessons"
    how = DATA / "how.toml"
    ideas = DATA / "ideas.toml"

    def setup(self, scenario: str, options: Mapping[str, Value]) -> ArchmagiPosition:
        """Lay the table out."""
        return lay_out(scenario, options)

    def read_options(self, given: Mapping[str, object] | None) -> dict[str, Value]:
        """Complete the options; a player's own map is kept as its canonical text, so that records need no file."""
        values = super().read_options(given)
        if values["map"] not in ("generated", *built_in()):
            values["map"] = map_text(str(values["map"]))
        return values

    def scenario_of(self, position: ArchmagiPosition) -> str:
        """Two to six players."""
        return position.scenario

    def look(self, position: ArchmagiPosition, viewer: int, memory: Memory[ArchmagiPosition] | None = None) -> Sight:
        """Return the units that a viewer knows."""
        return Sight(position, viewer)

    def noticed(
        self, position: ArchmagiPosition, viewer: int, seen: ArchmagiPosition, look: Sight
    ) -> Mapping[str, object]:
        """Return what anybody can count, and what is known of stacks."""
        return noticed(position, viewer, seen, look)

    def deal(self, position: ArchmagiPosition, view: ArchmagiView, rng: random.Random) -> None:
        """Fill the stacks, hands and piles."""
        deal(position, view, rng)

    def scene(self, view: ArchmagiView) -> Scene:
        """Say what is drawn."""
        return draw_scene(view)

    def subtitle(self, view: ArchmagiView) -> str:
        """Say how far the game has come."""
        return subtitle(view)

    def about(self, view: ArchmagiView, scene: Scene, space: str) -> About:
        """Say what is at a space, as far as the view tells."""
        return space_card.about(self.board_of(view.seen), self.legend, view, scene, space)

    def facts(self, view: ArchmagiView) -> dict[str, str | int]:
        """Name what a view holds."""
        return write_facts(view)

    def position_from(self, table: Given) -> ArchmagiPosition:
        """Build a position by name."""
        return position_named(table)

    def turn_of(self, position: ArchmagiPosition) -> int:
        """Return the number of the round."""
        return position.round

    def board_of(self, position: ArchmagiPosition) -> Board:
        """The map of this table, as far as it is explored."""
        return position.land.board(tuple(position.terrain))

    def chart_of(self, position: ArchmagiPosition) -> str:
        """The key of the map's picture."""
        return position.land.key(tuple(position.terrain))

    def lists(self) -> tuple[Tray, ...]:
        """The lists of units, archmagi, artifacts and spells, open to all at any time (chits.6)."""
        return lists()

    def aid(self) -> tuple[Table, ...]:
        """Turn, battle, dice, movement, traits, archmagi and terrain; then units, artifacts and spells."""
        return player_aid.tables(self.rulebook)

    def resign(self, position: ArchmagiPosition, seat: int, log: Log) -> None:
        """A player who gives up is out."""
        give_up(position, seat, log)

    def parts(self, position: ArchmagiPosition) -> tuple[str, ...]:
        """The archmagus that each seat has drawn."""
        return tuple(KINDS[kind].name for kind in position.drawn)

    def draw_needs(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """All who are still in the game must offer a draw."""
        return tuple(position.playing())


ARCHMAGI = Archmagi()
