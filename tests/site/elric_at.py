"""Elric from known positions, for the page's tests: each begins where the rules would lead to in a long game.

Only the sites of `tests.site.elric_site` know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tanelorn.core.game import Value
from tanelorn.games.elric.rules import Elric
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.views.named import position_named

WAR: dict[str, Any] = {
    "scenario": "long",
    "turn": 6,
    "active": "first",
    "phase": "move",
    "balance": "chaos 2",
    "first": {
        "nations": ["jharkor", "dharijor"],
        "units": {
            "thokora": ["dharmit", "wizard", "yishana", "jharkor army*8"],
            "dhakos": ["jharkor fleet 1"],
            "gromoorva": ["sarosto", "karnaal", "dharijor army*6"],
            "banarva": ["dharijor sorcerer"],
        },
        "spells": {"wizard": ["xiombarg", "misha"], "dharijor sorcerer": ["arrows of law", "teleport"]},
    },
    "second": {
        "nations": ["lormyr", "shazaar"],
        "units": {
            "aflitain": ["ohada", "mage", "shazaar army*2"],
            "iosaz": ["voashoon", "lormyr army*4"],
            "ramasaz": ["lormyr fleet 1"],
        },
        "spells": {"mage": ["donblas", "goldar"], "voashoon": ["arkyn"]},
    },
    "third": {
        "nations": ["vilmir"],
        "units": {"jadmar": ["naclon", "vilmir army*6"], "old hrolmar": ["avan astram", "vilmir priest"]},
        "spells": {"vilmir priest": ["grome", "sleep", "roofdrak"]},
    },
    "neutral": {"melnibone": ["yyrkoon", "cymoril", "melnibone army*5"], "bakshaan": ["elric"]},
    "hidden": {"nihrain": "chimera", "kaneloon": "checkalakh", "tanelorn": "straasha"},
    "container": ["silver grimoire", "oonai", "eequor", "kakatal", "dharzi", "elenoin"],
}
"""Jharkor can march on Aflitain, where Lormyr stands, and muster Tarkesh in Banarva; no spell drawn acts at once."""

FULL: dict[str, Any] = {
    "scenario": "long",
    "turn": 8,
    "phase": "muster",
    "first": {
        "nations": ["jharkor", "dharijor"],
        "units": {"gromoorva": ["elric", "karnaal", "sorana"], "thokora": ["dharmit"]},
        "spells": {
            "elric": ["arrows of law", "donblas", "grahluk", "xiombarg"],
            "karnaal": ["kyreenee"],
            "dharmit": ["black serpents of dorel"],
            "sorana": ["arioch", "beetles of kaleef", "h haarshanns"],
        },
    },
    "second": {"nations": ["lormyr", "ilmiora"], "units": {"iosaz": ["voashoon", "lormyr army*4"]}},
    "third": {"nations": ["vilmir", "pan tang"], "units": {"jadmar": ["naclon", "vilmir army*6"]}},
    "neutral": {"melnibone": ["yyrkoon", "cymoril", "melnibone army*5"]},
    "container": [],
}
"""A hand of nine, where what Elric may cast to muster somebody lies between what he may not."""

BRIGHT: dict[str, Any] = {
    "scenario": "founding",
    "turn": 9,
    "phase": "move",
    "first": {
        "nations": ["olab"],
        "units": {"melnibone": ["olab king", "olab army*5", "dyvim tvar", "jhary a conel", "zas", "rackhir"]},
    },
    "face_up": {"melnibone": "dragons"},
    "container": [],
}
"""The lone player stands before the Dragons with a Dragon Master, and so many that no die can save them."""

DARK = {**BRIGHT, "turn": 10, "first": {"nations": ["olab"], "units": {"rlin kren aa": ["olab king", "olab army*5"]}}}
"""The same player at home in his last turn."""


class _At(Elric):
    """Elric from a position."""

    start: Mapping[str, Any]

    def setup(self, scenario: str, options: Mapping[str, Value]) -> ElricPosition:
        """Lay the position out; the three seats have chosen the countries of the long game."""
        position = position_named(self.start)
        position.lots = [0, 1, 2][: len(position.order)]
        return position


class AtWar(_At):
    """The middle of a long game."""

    slug = "elricwar"
    start = WAR


class AtMuster(_At):
    """A muster with a full hand."""

    slug = "elrichand"
    start = FULL


class AtDragons(_At):
    """The end of the lone player's way."""

    slug = "elricdragons"
    start = BRIGHT


class AtHome(_At):
    """The lone player's last turn, with nothing done."""

    slug = "elrichome"
    start = DARK


GAMES = (AtWar(), AtMuster(), AtDragons(), AtHome())
