"""Tanelorn plays fantasy wargames by their rulebooks.

>>> from tanelorn import Table
>>> table = Table.new("fivecities", seed=1)
>>> table.play("3 A to M, 2 W to M", seat=0)
>>> table.play("pass; Bomb EC", seat=1)
>>> table.facts()["M"]
'first 8'
"""

from importlib.metadata import PackageNotFoundError, version

from tanelorn.core.chance import Committed, Draw, Enumerated, Roll, Scripted, Seeded
from tanelorn.core.choices import Choice, Choices, Listed, Offer, Pick, Refusal
from tanelorn.core.errors import (
    Ambiguous,
    BadData,
    BadRecord,
    CannotUndo,
    Illegal,
    NotAsked,
    Stale,
    TanelornError,
    UnknownName,
    Unreadable,
)
from tanelorn.core.game import Game, Option, Scenario, View
from tanelorn.core.game import games as catalogue
from tanelorn.core.play.record import Record
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.position import Outcome, Position
from tanelorn.core.steps import Asks, Automatic, Chances, Seals
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.games import expect_all as _expect_all

try:
    __version__ = version("tanelorn")
except PackageNotFoundError:  # read from a folder of sources, not installed
    __version__ = "0+unknown"

_expect_all()

__all__ = [
    "REFEREE",
    "SPECTATOR",
    "Ambiguous",
    "Asks",
    "Automatic",
    "BadData",
    "BadRecord",
    "CannotUndo",
    "Chances",
    "Choice",
    "Choices",
    "Committed",
    "Decision",
    "Draw",
    "Enumerated",
    "Game",
    "Illegal",
    "Listed",
    "NotAsked",
    "Offer",
    "Option",
    "Outcome",
    "Pick",
    "Position",
    "Record",
    "Refusal",
    "Roll",
    "Scenario",
    "Scripted",
    "Seals",
    "Seeded",
    "Stale",
    "Table",
    "TanelornError",
    "UnknownName",
    "Unreadable",
    "View",
    "__version__",
    "catalogue",
    "replay",
]
