"""What a power weighs, and how much: the file weights.toml, and bots that lean away from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import asdict, replace

from tanelorn.bots.judgement.judgement import lean
from tanelorn.core.content.data import read_toml

Part = TypeVar("Part", "Scores", "Drives")


class Scores(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What each feature of a power at a centre is worth (worth.py), and the score of nobody."""

    away: float
    stands: float
    keeps: float
    reach1: float
    reach2: float
    reach3: float
    lead: float
    pressed: float
    shaky: float
    free: float
    size: float
    nobody: float


class Drives(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What orders are drawn up for: what draws units where, and how boldly they go there."""

    neutral: float
    foreign: float
    plump: float
    threatened: float
    bold: float
    envy: float
    casts: float
    held: float


class Weights(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file: scores before spring orders and before autumn orders, and drives."""

    spring: Scores
    autumn: Scores
    drives: Drives

    def leaning(self, leans: Mapping[str, float]) -> Weights:
        """Return weights that differ by so much, scores in both seasons alike; raise BadData for an unknown name."""
        lean(asdict(self.spring) | asdict(self.drives), leans)
        return Weights(_leaned(self.spring, leans), _leaned(self.autumn, leans), _leaned(self.drives, leans))


def _leaned(part: Part, leans: Mapping[str, float]) -> Part:
    own = {name: more for name, more in leans.items() if name in part.__struct_fields__}
    return replace(part, **lean(asdict(part), own))


WEIGHTS = read_toml(Path(__file__).parent / "weights.toml", Weights)
