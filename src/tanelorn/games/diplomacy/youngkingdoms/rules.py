"""The Age of the Young Kingdoms as the kernel knows it: setup, views, scenes, facts, positions by name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

from tanelorn.core.content.aid import Table
from tanelorn.core.content.named import check_shape
from tanelorn.core.game import Scenario, Value
from tanelorn.core.log import Log
from tanelorn.core.scene import About, Scene
from tanelorn.games.diplomacy.rules import DiplomacyGame, last_year
from tanelorn.games.diplomacy.sequence import Adjustments, Orders, Retreats, Year
from tanelorn.games.diplomacy.slips.slip import Slip
from tanelorn.games.diplomacy.youngkingdoms import knowledge
from tanelorn.games.diplomacy.youngkingdoms.board import (
    ATLAS,
    DATA,
    POWER_OF,
    SEATS,
)
from tanelorn.games.diplomacy.youngkingdoms.knowledge import YoungKingdomsView
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition
from tanelorn.games.diplomacy.youngkingdoms.setup import MelniboneStart, set_up
from tanelorn.games.diplomacy.youngkingdoms.shown import named, player_aid, space_card, table_view
from tanelorn.games.diplomacy.youngkingdoms.variant import YOUNG_KINGDOMS_RULES

CLAUSE = "youngkingdoms/1.orders"


class YoungSlip(Slip, frozen=True, tag="orders"):
    """A slip of the Young Kingdoms, with orders for sorcerers and cards."""

    clause = CLAUSE
    variant = YOUNG_KINGDOMS_RULES


YOUNG_KINGDOMS_RULES.slip = YoungSlip


class YoungOrders(Orders, frozen=True, tag=True):
    """The step of the Young Kingdoms in which orders are written."""

    clause = CLAUSE
    variant = YOUNG_KINGDOMS_RULES


class YoungRetreats(Retreats, frozen=True, tag=True):
    """The step of the Young Kingdoms in which retreats are written, those of sorcerers too."""

    clause = "youngkingdoms/1.retreat"
    variant = YOUNG_KINGDOMS_RULES


class YoungAdjustments(Adjustments, frozen=True, tag=True):
    """The step of the Young Kingdoms in which builds and removals are written."""

    clause = "youngkingdoms/1.builds"
    variant = YOUNG_KINGDOMS_RULES


class YoungYear(Year, frozen=True, tag=True):
    """The phases of a year in the Young Kingdoms."""

    clause = "youngkingdoms/1.seasons"
    variant = YOUNG_KINGDOMS_RULES
    orders = YoungOrders
    retreats = YoungRetreats
    adjustments = YoungAdjustments


class YoungKingdoms(DiplomacyGame[YoungKingdomsPosition, YoungKingdomsView]):
    """Six powers, two sorcerers, ten spells; fourteen centres win."""

    slug = "youngkingdoms"
    chart_drawer = "tanelorn.games.diplomacy.youngkingdoms.shown.chart:draw"
    law = "tanelorn.games.diplomacy.law:check_youngkingdoms"
    scrambler = "tanelorn.games.diplomacy.law:scramble_youngkingdoms"
    rules = 2
    title = "The Age of the Young Kingdoms"
    designers = "Kedge and Neuman"
    blurb = "Six powers, two sorcerers, ten spells. Fourteen centres win."
    length = "2 to 5 hours"
    weight = 3
    position_type = YoungKingdomsPosition
    view_type = YoungKingdomsView
    year = YoungYear
    setup_clause = "youngkingdoms/2"
    options = (last_year("youngkingdoms/1.draw", 1430),)
    seat_words: ClassVar[tuple[str, ...]] = YOUNG_KINGDOMS_RULES.words

    def __init__(self) -> None:
        colours = tuple(power.colour for power in ATLAS.file.powers)
        says = "Six powers, Spring 1400."
        goal = f"Own {ATLAS.file.victory} supply centres after an autumn."
        clause = YOUNG_KINGDOMS_RULES.victory_clause
        scenario = Scenario("standard", "Spring 1400", SEATS, colours, says, goal, clause)
        self.open_books(YOUNG_KINGDOMS_RULES, DATA, scenario)

    def setup(self, scenario: str, options: Mapping[str, Value]) -> YoungKingdomsPosition:
        """Place units, sorcerers and fortresses; spells are dealt, and Melnibone chooses its seas."""
        position = super().setup(scenario, options)
        set_up(position)
        return position

    def noticed(
        self, position: YoungKingdomsPosition, viewer: int, seen: YoungKingdomsPosition, look: object
    ) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Return the cards that a viewer knows to be with their units or under them."""
        return knowledge.noticed(position, viewer)

    def deal(self, position: YoungKingdomsPosition, view: YoungKingdomsView, rng: random.Random) -> None:
        """Deal the cards that the viewer does not know in some way that fits what they know."""
        position.cards = knowledge.draw(view, rng)

    def resign(self, position: YoungKingdomsPosition, seat: int, log: Log) -> None:
        """Leave a power in civil disorder; Melnibone then begins at home."""
        super().resign(position, seat, log)
        if seat == POWER_OF[0]:
            position.drop(MelniboneStart)

    def scene(self, view: YoungKingdomsView) -> Scene:
        """Say what is drawn for a view."""
        return table_view.scene(self.variant, view)

    def subtitle(self, view: YoungKingdomsView) -> str:
        """Say how far the game has come."""
        return table_view.subtitle(self.variant, view)

    def about(self, view: YoungKingdomsView, scene: Scene, space: str) -> About:
        """Say what is at a space, as far as the view tells."""
        return space_card.about(self.variant, self.board, self.legend, view, scene, space)

    def aid(self) -> tuple[Table, ...]:
        """The tables of every board, and sorcery and fortresses before the list of spaces."""
        *first, spaces = super().aid()
        return (*first, *player_aid.tables(self.rulebook), spaces)

    def facts(self, view: YoungKingdomsView) -> dict[str, str | int]:
        """Name what a view holds; see named.py."""
        return named.facts(self.variant, view)

    def position_from(self, table: Mapping[str, object]) -> YoungKingdomsPosition:
        """Build a position from names; see named.py for what may be written."""
        return named.YoungPlacing(self.variant, check_shape(table, named.PlacedYoung)).position(
            self.position_type, self.year
        )


YOUNG_KINGDOMS = YoungKingdoms()
