"""Albion as a game for the table."""

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
from tanelorn.games.albion.knowledge.facts import write_facts
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.knowledge.unseen import deal_unseen
from tanelorn.games.albion.knowledge.view import AlbionView, notice, sight_of
from tanelorn.games.albion.pack.packs import PACKS
from tanelorn.games.albion.scenarios.scenarios import LAST_TURN, OPTIONS, SCENARIOS
from tanelorn.games.albion.scenarios.set_up import lay_out
from tanelorn.games.albion.sequence import beginning
from tanelorn.games.albion.shown import player_aid, space_card
from tanelorn.games.albion.shown.table_view import draw_scene, subtitle
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.board import board_of
from tanelorn.games.albion.state.printed.cards import lists
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, SEAT_WORDS, spoken_names
from tanelorn.games.albion.state.printed.world import world_of
from tanelorn.games.albion.state.sight import Sight

DATA = Path(__file__).parent / "data"


class Albion(Game[AlbionPosition, AlbionView]):
    """The Third Fomorian War: two players, hidden stacks, weather, enchantment, five kinds of combat."""

    slug = "albion"
    rules = 3
    verbs = read_verbs(DATA / "verbs.toml")
    title = "Albion: Land of Faerie"
    designers = "David James Ritchie (SPI)"
    blurb = "Troll clans and their human allies fall upon the kingdoms of Faerie: hosts, fleets, sorcery and old magic."
    length = "two hours to an evening"
    weight = 5
    position_type = AlbionPosition
    view_type = AlbionView
    board = board_of(world_of(""))
    rulebook = Rulebook.load("albion", DATA / "rulebook.toml")
    signs = Legend.load(DATA / "legend.toml", rulebook)
    legend = space_card.with_costs(signs, board.world)
    scenarios = SCENARIOS
    measured = read_measured(DATA / "measured.toml")
    styles = read_styles(DATA / "styles.toml")
    notes = read_notes(DATA / "notes.toml")
    options = (
        *OPTIONS,
        Option("pack", "Map, counters and charts", "standard", "albion/2.1a", words=("standard",), written=True),
    )
    packs = PACKS
    seat_words = SEAT_WORDS
    part = "side"
    uses = ("use",)
    chart = DATA / "chart.svg"
    chart_drawer = "tanelorn.games.albion.shown.chart.faerie:draw"
    judgement = "tanelorn.games.albion.judgement:JUDGEMENT"
    law = "tanelorn.games.albion.law:check"
    scrambler = "tanelorn.games.albion.law:scramble"
    lessons = DATA / "lessons"
    ideas = DATA / "ideas.toml"
    how = DATA / "how.toml"

    def setup(self, scenario: str, options: Mapping[str, Value]) -> AlbionPosition:
        """Lay the table out (4.0)."""
        position = lay_out(scenario, options)
        position.then(*beginning())
        return position

    def scenario_of(self, position: AlbionPosition) -> str:
        """One of the two of 21.0."""
        return position.scenario

    def look(self, position: AlbionPosition, viewer: int, memory: Memory[AlbionPosition] | None = None) -> Sight:
        """Return what a viewer sees of the pieces."""
        return sight_of(position, viewer, memory)

    def noticed(self, position: AlbionPosition, viewer: int, seen: AlbionPosition, look: Sight) -> Mapping[str, object]:
        """Return what a viewer notices of closed stacks and losses."""
        return notice(position, viewer, look)

    def deal(self, position: AlbionPosition, view: AlbionView, rng: random.Random) -> None:
        """Deal what lies under the tops of the enemy's stacks again."""
        deal_unseen(position, view, rng)

    def scene(self, view: AlbionView) -> Scene:
        """Say what is drawn."""
        return draw_scene(view)

    def subtitle(self, view: AlbionView) -> str:
        """Say how far the game has come."""
        return subtitle(view)

    def about(self, view: AlbionView, scene: Scene, space: str) -> About:
        """Say what is at a hex, as far as the view tells."""
        return space_card.about(self.board_of(view.seen), self.signs, view, scene, space)

    def facts(self, view: AlbionView) -> dict[str, str | int]:
        """Name what a view holds."""
        return write_facts(view)

    def position_from(self, table: Given) -> AlbionPosition:
        """Build a position by name."""
        return position_named(table)

    def board_of(self, position: AlbionPosition) -> Board:
        """The board of this table: ours, or that of a pack."""
        return board_of(position.world)

    def chart_of(self, position: AlbionPosition) -> str:
        """The key of a pack's own picture."""
        return picture_key(position.pack)

    def names(self, position: AlbionPosition) -> Mapping[str, str]:
        """Persons, troops, ships, items and enchantments by the words of the notation."""
        return spoken_names(position.world)

    def lists(self) -> tuple[Tray, ...]:
        """The lists of persons, enchantments, magic items and places, open to all at any time."""
        return lists()

    def aid(self) -> tuple[Table, ...]:
        """The turn, all charts, enchantments, dice and points; then persons, armies, ships, items and places."""
        return player_aid.tables(world_of(""), self.rulebook, self.signs)

    def resign(self, position: AlbionPosition, seat: int, log: Log) -> None:
        """Who gives up has lost; the other has won."""
        position.end((1 - seat,), f"{SEAT_NAMES[seat]} gave up", "albion/21.1")

    def parts(self, position: AlbionPosition) -> tuple[str, ...]:
        """The side that each seat plays."""
        return SEAT_NAMES

    def counted(self, position: AlbionPosition) -> dict[str, float]:
        """Points of both sides, what was lost by cause, and when the sleeping kingdoms of Faerie woke (10.3)."""
        found = {f"points: {name}": float(points) for name, points in zip(SEAT_NAMES, position.points, strict=True)}
        found |= {f"lost: {cause}": float(n) for cause, n in position.causes.items()}
        never = LAST_TURN[position.scenario] + 1
        for realm, kingdom in enumerate(position.world.kingdoms):
            if kingdom.faerie and kingdom.id != "albion":
                found[f"turn of waking ({never}: never): {kingdom.name}"] = float(position.woke.get(realm, never))
        return found


ALBION = Albion()
