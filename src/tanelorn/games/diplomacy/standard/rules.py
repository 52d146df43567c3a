"""The standard board as a game of its own."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from tanelorn.core.game import Scenario
from tanelorn.games.diplomacy.board import Atlas, BoardFile
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.rules import DiplomacyGame, last_year
from tanelorn.games.diplomacy.sequence import Adjustments, Orders, Retreats, Year
from tanelorn.games.diplomacy.slips.slip import Slip
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.view import DiplomacyView

DATA = Path(__file__).parent / "data"
ATLAS = Atlas(BoardFile.load(DATA / "board.json"))
STANDARD = Variant(ATLAS, "diplomacy/")


class StandardSlip(Slip, frozen=True, tag="orders"):
    """A slip of the standard board."""

    clause = "diplomacy/orders"
    variant = STANDARD


STANDARD.slip = StandardSlip


class StandardOrders(Orders, frozen=True, tag=True):
    """The step of the standard board in which orders are written."""

    clause = "diplomacy/orders"
    variant = STANDARD


class StandardRetreats(Retreats, frozen=True, tag=True):
    """The step of the standard board in which retreats are written."""

    clause = "diplomacy/retreat"
    variant = STANDARD


class StandardAdjustments(Adjustments, frozen=True, tag=True):
    """The step of the standard board in which builds and removals are written."""

    clause = "diplomacy/builds"
    variant = STANDARD


class StandardYear(Year, frozen=True, tag=True):
    """The phases of a year on the standard board."""

    clause = "diplomacy/seasons"
    variant = STANDARD
    orders = StandardOrders
    retreats = StandardRetreats
    adjustments = StandardAdjustments


class StandardView(DiplomacyView[DiplomacyPosition], kw_only=True):
    """What a power knows of the standard board."""


class Diplomacy(DiplomacyGame[DiplomacyPosition, StandardView]):
    """Seven powers and thirty-four centres; eighteen win."""

    slug = "diplomacy"
    chart_drawer = "tanelorn.games.diplomacy.standard.chart:draw"
    law = "tanelorn.games.diplomacy.law:check_standard"
    title = "Diplomacy"
    designers = "Allan B. Calhamer"
    blurb = "Seven powers write their orders in secret. Eighteen centres win."
    length = "3 to 6 hours"
    weight = 2
    position_type = DiplomacyPosition
    view_type = StandardView
    year = StandardYear
    setup_clause = "diplomacy/setup"
    options = (last_year("diplomacy/draw", 1930),)
    seat_words: ClassVar[tuple[str, ...]] = STANDARD.words

    def __init__(self) -> None:
        powers = ATLAS.file.powers
        says = "Seven powers, Spring 1901."
        goal = f"Own {ATLAS.file.victory} supply centres after an autumn."
        colours = tuple(power.colour for power in powers)
        scenario = Scenario("standard", "Spring 1901", STANDARD.seats, colours, says, goal, STANDARD.victory_clause)
        self.open_books(STANDARD, DATA, scenario)


DIPLOMACY = Diplomacy()
