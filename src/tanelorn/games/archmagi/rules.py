"""Archmagi as a game for the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tanelorn.core.game import Game, Value, View
from tanelorn.core.log import Log
from tanelorn.core.rulebook import Rulebook
from tanelorn.games.archmagi.nouns import SEAT_WORDS
from tanelorn.games.archmagi.options import OPTIONS, SCENARIOS, lay_out
from tanelorn.games.archmagi.position import ArchmagiPosition
from tanelorn.games.archmagi.sequence import settle, take_out

DATA = Path(__file__).parent / "data"


class Archmagi(Game[ArchmagiPosition, View]):
    """Mages, hidden stacks, 130 kinds of unit, artifacts, spells, generated maps."""

    slug = "archmagi"
    title = "Archmagi"
    position_type = ArchmagiPosition
    rulebook = Rulebook.load("archmagi", DATA / "rulebook.toml")
    scenarios = SCENARIOS
    options = OPTIONS
    seat_words = SEAT_WORDS

    def setup(self, scenario: str, options: Mapping[str, Value]) -> ArchmagiPosition:
        return lay_out(scenario, options)

    def scenario_of(self, position: ArchmagiPosition) -> str:
        return position.scenario

    def resign(self, position: ArchmagiPosition, seat: int, log: Log) -> None:
        take_out(position, seat)
        settle(position, [seat])


ARCHMAGI = Archmagi()
