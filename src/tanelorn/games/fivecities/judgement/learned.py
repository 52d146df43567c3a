"""A value that was learned by playing, in the place of weights that people have set; examples/self-play teaches it.

The network sees each side's half of the position: of every area the logarithm of its pieces and whether it holds the
area, and the features of prospects.py. It scores own half beside the other's, and the other's beside one's own; the
difference is the logit of the first seat's prospects, so that a position and its mirror always add up to 1.
A score is linear in what is seen, plus what two layers of rectified units add.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tanelorn.bots.judgement import Judgement
from tanelorn.core.errors import Illegal
from tanelorn.games.fivecities.board import AREAS
from tanelorn.games.fivecities.judgement.judgement import FiveCitiesJudgement
from tanelorn.games.fivecities.judgement.prospects import Counts, Floats, features

ENCODING = "fivecities 1"
"""What weights fit: another number where the inputs change."""
HALF = 2 * AREAS + 7
INPUTS = 2 * HALF + 1
WIDEST = 1024
"""Units of a layer, at the most."""
_PARTS = ("direct", "first", "first_bias", "second", "second_bias", "last")
_LARGEST = 16 << 20  # bytes; a network as wide as may be has 8 million


@dataclass
class Network:
    """The weights, float32. `direct` [input]; `first` [unit, input]; `second` [unit, unit]; `last` [unit]."""

    direct: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats

    @classmethod
    def fresh(cls, rng: np.random.Generator, wide: int = 48, narrow: int = 24) -> Network:
        """Return a network that has learned nothing: every position is worth 0.5."""
        first = rng.normal(0, (2 / INPUTS) ** 0.5, (wide, INPUTS))
        second = rng.normal(0, (2 / wide) ** 0.5, (narrow, wide))
        shapes = (np.zeros(INPUTS), first, np.zeros((wide, 1)), second, np.zeros((narrow, 1)), np.zeros(narrow))
        return cls(*(array.astype(np.float32) for array in shapes))

    @property
    def parts(self) -> tuple[Floats, ...]:
        """All weights, in the order of the fields."""
        return tuple(getattr(self, name) for name in _PARTS)

    def layers(self, seen: Floats) -> tuple[Floats, Floats, Floats]:
        """Return both layers' units, and the scores: float32 [unit, column] twice, [column]. seen: [input, column]."""
        one = self.first @ seen
        one += self.first_bias
        np.maximum(one, 0, out=one)
        two = self.second @ one
        two += self.second_bias
        np.maximum(two, 0, out=two)
        return one, two, self.direct @ seen + self.last @ two

    def first_prospects(self, first: Counts, second: Counts, bombs: Counts, waiting: bool) -> Floats:
        """Return the prospects of the first seat, as prospects.first_prospects does."""
        scores = self.layers(inputs(first, second, bombs, waiting))[2]
        half = len(scores) // 2
        prospects: Floats = np.reciprocal(1 + np.exp(scores[half:] - scores[:half]))
        return prospects

    def save(self, path: Path) -> None:
        """Write the weights into a file, whole or not at all."""
        part = path.with_name(f"{path.name}.part")
        arrays = dict(zip(_PARTS, self.parts, strict=True))
        with part.open("wb") as file:
            np.savez_compressed(file, encoding=np.array(ENCODING), **arrays)  # type: ignore[arg-type]
        part.replace(path)


def inputs(first: Counts, second: Counts, bombs: Counts, waiting: bool) -> Floats:
    """Return what the network sees: float32 [input, column], first seats' columns and then second seats'.

    first, second: [position, area]; bombs: [seat, position]; waiting: new pieces are still to be placed.
    """
    own = np.ascontiguousarray(first.T, np.float32), np.ascontiguousarray(second.T, np.float32)
    left = bombs.astype(np.float32)
    size = own[0].shape[1]
    seen = np.empty((INPUTS, 2 * size), np.float32)
    for seat in (0, 1):
        half = seen[:HALF, seat * size : (seat + 1) * size]
        np.log1p(own[seat], out=half[:AREAS])
        half[AREAS : 2 * AREAS] = own[seat] > 0
        half[2 * AREAS :] = features(own[seat], own[1 - seat], left[seat], waiting)
    seen[HALF : 2 * HALF, :size] = seen[:HALF, size:]
    seen[HALF : 2 * HALF, size:] = seen[:HALF, :size]
    seen[-1] = waiting
    return seen


def read_network(path: Path) -> Network:
    """Read weights; raise Illegal where the file has none that fit."""
    remedy = "Train new weights with examples/self-play, or name another file."
    if not path.is_file():
        raise Illegal(f"There is no file of weights at {path}.", remedy=remedy)
    try:
        with zipfile.ZipFile(path) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
        if unpacked > _LARGEST:
            raise Illegal(f"{path} is too large for weights of Five Cities.", remedy=remedy)
        with np.load(path, allow_pickle=False) as file:
            encoding = str(file["encoding"][()])
            if encoding != ENCODING:
                raise Illegal(f"The weights in {path} are of “{encoding[:40]}”, not of “{ENCODING}”.", remedy=remedy)
            parts = [file[name] for name in _PARTS]
    except (OSError, ValueError, LookupError, TypeError, EOFError, AttributeError, zlib.error, zipfile.BadZipFile):
        raise Illegal(f"{path} holds no weights of Five Cities.", remedy=remedy) from None
    if not _fit(parts):
        raise Illegal(f"The weights in {path} do not fit together.", remedy=remedy)
    return Network(*parts)


def _fit(parts: list[NDArray[np.float32]]) -> bool:
    wide, narrow = np.size(parts[2]), np.size(parts[4])
    shapes = [(INPUTS,), (wide, INPUTS), (wide, 1), (narrow, wide), (narrow, 1), (narrow,)]
    return (
        0 < min(wide, narrow) <= max(wide, narrow) <= WIDEST
        and [part.shape for part in parts] == shapes
        and all(part.dtype == np.float32 and np.isfinite(part).all() for part in parts)
    )


def judgement_from(path: Path) -> Judgement:
    """Return the judgement that judges by the weights in a file; raise Illegal as `read_network` does."""
    return FiveCitiesJudgement(read_network(path).first_prospects)
