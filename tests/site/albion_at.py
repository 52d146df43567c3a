"""Albion from known positions, for the page's tests: each begins where the rules would lead to in a long game.

Only the sites of `tests.site.albion_site` know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tanelorn.core.game import Value
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import Albion
from tanelorn.games.albion.state.position import AlbionPosition

MARCH: dict[str, Any] = {
    "scenario": "faerie_twilight",
    "turn": 2,
    "active": "faerie",
    "phase": "movement",
    "hexes": {
        "3036": ["elidor escorted", "edric", "6 albion under elidor"],
        "3034": ["2 albion"],
        "2317": ["galetop"],
        "3038": ["grogan escorted", "dando", "callach", "7 cumrock under grogan"],
        "2318": ["oakheart"],
    },
    "asleep": ["gwynedd", "ulster"],
    "wounds": {"elidor": 2, "grogan": 1},
    "items": {"nuadas helm": "dando"},
    "invaded": 1,
    "points": {"fomorian": 12, "faerie": 5},
}
"""Elidor's host stands two hexes from Grogan's, in whose stack Dando bears a helm that nobody has seen."""

LAST: dict[str, Any] = MARCH | {"turn": 10}
"""The same movement, after which the game is over."""

PURSUIT: dict[str, Any] = MARCH | {
    "hexes": {"3036": ["elidor escorted", "6 albion under elidor"], "3038": ["callach"], "2318": ["oakheart"]},
    "wounds": {},
    "items": {},
}
"""Elidor's host may come for Callach, who stands alone."""

BATTLE: dict[str, Any] = {
    "scenario": "faerie_twilight",
    "turn": 2,
    "phase": "combat",
    "hexes": {
        "3751": [
            "imric escorted",
            "rurik",
            "barguest",
            "8 moray under imric",
            "elidor escorted",
            "5 albion under elidor",
        ]
    },
    "items": {"moray crystal": "barguest"},
}
"""Imric may attack Elidor, with Rurik, who shifts the odds, and Barguest, whom Faerie does not see."""

ROUT: dict[str, Any] = BATTLE | {"hexes": {"3751": ["imric escorted", "rurik", "8 moray under imric", "1 albion"]}}
"""Imric may attack a single point of troops, which no roll leaves standing."""

HIDDEN = ("Dando", "Callach")
"""Who stands unseen under Grogan in the first of them."""


class _At(Albion):
    """Albion from a position."""

    start: Mapping[str, Any]

    def setup(self, scenario: str, options: Mapping[str, Value]) -> AlbionPosition:
        """Lay the position out."""
        return position_named(self.start)


class AtMarch(_At):
    """The middle of Faerie's movement."""

    slug = "albionmarch"
    start = MARCH


class AtLast(_At):
    """The end of the last turn."""

    slug = "albionlast"
    start = LAST


class AtPursuit(_At):
    """A movement of Faerie that leaves nobody but a person in its way."""

    slug = "albionpursuit"
    start = PURSUIT


class AtBattle(_At):
    """A combat phase of the Fomorians."""

    slug = "albionbattle"
    start = BATTLE


class AtRout(_At):
    """A combat phase of the Fomorians whose battle is over with its first roll."""

    slug = "albionrout"
    start = ROUT


GAMES = (AtMarch(), AtLast(), AtPursuit(), AtBattle(), AtRout())
