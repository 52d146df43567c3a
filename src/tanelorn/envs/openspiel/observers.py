"""What OpenSpiel observes of a state: a view as one vector of floats, and as a digest."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from tanelorn.core.errors import Illegal
from tanelorn.core.game import View
from tanelorn.core.position import digest
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.envs.observing.observer import Observation
from tanelorn.envs.observing.writing import NOTHING
from tanelorn.envs.openspiel.installed import pyspiel
from tanelorn.envs.openspiel.sequential import Sequential
from tanelorn.envs.openspiel.states import TanelornState

RECALL = 8
"""In so many parts of sixteen bits is what a seat knows and remembers told, each from 0 to 1."""
NOT_PRIVATE = {"viewer", "seen"}
"""What of a view says who looks, or is told field by field."""


class TanelornObserver:
    """Observes states. `tensor` is the vector, `dict` its parts by name: those of an `Observation` in their order, each
    row by row, and last of all `recall`, where it is of perfect recall.
    """

    def __init__(
        self, like: Observation, kind: pyspiel.IIGObservationType | None, given: Mapping[str, object] | None
    ) -> None:
        if given:
            raise Illegal(f"Observations have no parameter “{next(iter(given))}”.", remedy="Give none.")
        self._kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        shapes: dict[str, tuple[int, ...]] = {name: array.shape for name, array in like.items()}  # type: ignore[attr-defined]
        if self._kind.perfect_recall:
            shapes["recall"] = (RECALL,)
        ends = np.cumsum([0, *(np.prod(shape, dtype=int) for shape in shapes.values())])
        self.tensor: NDArray[np.float32] = np.zeros(ends[-1], np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[start:end].reshape(shape)
            for (name, shape), start, end in zip(shapes.items(), ends, ends[1:], strict=False)
        }

    def _viewer(self, player: int) -> int:
        if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player
        return SPECTATOR if self._kind.private_info == pyspiel.PrivateInfoType.NONE else REFEREE

    def set_from(self, state: TanelornState, player: int) -> None:
        """Write what a player sees of a state into the vector; NOTHING for what all see, if that is left out."""
        form, viewer = state.form, self._viewer(player)
        public = None if self._kind.public_info else form.observe(SPECTATOR)
        for name, values in form.observe(viewer).items():
            seen: NDArray[np.float32] = values  # type: ignore[assignment]
            part = self.dict[name]
            part[...] = seen
            if public is not None:
                part[seen == public[name]] = NOTHING  # type: ignore[literal-required]
        if self._kind.perfect_recall:
            memory = blake2b(self.string_from(state, player).encode(), digest_size=2 * RECALL).digest()
            self.dict["recall"][:] = np.frombuffer(memory, ">u2") / np.float32(1 << 16)

    def string_from(self, state: TanelornState, player: int) -> str:
        """Return what a player sees of a state as a digest, before it that of what they remember where it is of perfect
        recall, and after it what they have picked at this decision.
        """
        form, viewer = state.form, self._viewer(player)
        picked = " ".join(map(str, form.picked(viewer)))
        if not self._kind.public_info:
            return f"{viewer}: {private(form, viewer)} [{picked}]"
        memory = f"{form.told[player]} " if self._kind.perfect_recall else ""
        return f"{viewer}: {memory}{form.seen(viewer).digest} [{picked}]"


def private(form: Sequential, viewer: int) -> str:
    """Return a digest of what a viewer sees and spectators do not; "" where there is no such thing."""
    own, public = _told(form.seen(viewer).view), _told(form.seen(SPECTATOR).view)
    hidden = [[name, value] for name, value in own.items() if value != public[name]]
    return digest(hidden) if hidden else ""


def _told(view: View) -> dict[str, object]:
    seen = view.seen  # type: ignore[attr-defined]
    more = {f"view.{name}": getattr(view, name) for name in view.__struct_fields__ if name not in NOT_PRIVATE}
    return more | {name: getattr(seen, name) for name in seen.__struct_fields__}
