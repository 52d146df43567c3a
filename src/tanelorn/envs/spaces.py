"""The spaces of Gymnasium that observations and picks lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space

from tanelorn.envs.observing.observer import PATH, Observer
from tanelorn.envs.observing.page import ROWS
from tanelorn.envs.observing.writing import HEAD, VALUES

AnySpace = Space[Any]
Seen = dict[str, Any]
"""What a learner sees: arrays by their names, and `action_mask`."""
Info = dict[str, object]
"""What is said besides, by Gymnasium's custom."""
_WORDS = np.iinfo(np.int32)
_FLOATS = np.finfo(np.float32)


def observed(observer: Observer, numbers: int) -> Dict:
    """Return the space of what an observer makes, where so many numbers may be picked."""
    spaces: dict[str, AnySpace] = {
        "nodes": _floats(observer.spaces, len(observer.columns)),
        "entities": Box(_WORDS.min, _WORDS.max, (ROWS, HEAD + VALUES), np.int32),
        "entity_mask": Box(0, 1, (ROWS,), np.uint8),
        "globals": _floats(len(observer.named)),
        "path": Box(-1, numbers - 1, (PATH,), np.int16),
    }
    return Dict(spaces)


def masked(numbers: int) -> Box:
    """Return the space of masks over so many numbers: `int8`, as the spaces of Gymnasium sample by them."""
    return Box(0, 1, (numbers,), np.int8)


def _floats(*shape: int) -> Box:
    return Box(_FLOATS.min, _FLOATS.max, shape, np.float32)
