"""What PettingZoo's two kinds of environment have in common: a table, seats that are agents, what they see."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Self

import numpy as np
from gymnasium.spaces import Dict, Discrete

from tanelorn.core.errors import Illegal
from tanelorn.core.play.record import Record
from tanelorn.envs import spaces
from tanelorn.envs.picking.vocabulary import Mask
from tanelorn.envs.rendering import told
from tanelorn.envs.setting import Setting, agents_of, seat_of
from tanelorn.envs.spaces import AnySpace, Info, Seen

RENDER_MODES = ["ansi"]


class Tabled:
    """The agents of a table. `walk` is the table, pick by pick; `numbers` how many actions there are.

    After `max_cycles` steps a game that has not ended is broken off.
    """

    metadata: Info
    possible_agents: list[str]
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, Info]

    def __init__(self, setting: Setting, more: int, render_mode: str | None, max_cycles: int | None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise Illegal(f"“{render_mode}” is no way to render.", remedy=f"Say {' or '.join(RENDER_MODES)}.")
        if max_cycles is not None and max_cycles < 1:
            raise Illegal(f"A game cannot be broken off after {max_cycles} cycles.", remedy="Give 1 or more, or None.")
        self.setting = setting
        self.metadata = {"name": setting.name, "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.walk = setting.begin(0)
        self.numbers = self.walk.vocabulary.size + more
        self.possible_agents = agents_of(setting.seats)
        self.agents = []
        self._random = Random()
        self._steps = 0
        self._seen_in: dict[str, AnySpace] = {agent: self._observed() for agent in self.possible_agents}
        self._picked_in: dict[str, AnySpace] = {agent: Discrete(self.numbers) for agent in self.possible_agents}

    def _observed(self) -> AnySpace:
        seen = spaces.observed(self.walk.observer, self.numbers)
        return Dict({"observation": seen, "action_mask": spaces.masked(self.numbers)})

    def observation_space(self, agent: str) -> AnySpace:
        """Return what an agent may see."""
        return self._seen_in[self.possible_agents[seat_of(agent, self.possible_agents)]]

    def action_space(self, agent: str) -> AnySpace:
        """Return what an agent may pick, with what may never follow each other."""
        return self._picked_in[self.possible_agents[seat_of(agent, self.possible_agents)]]

    def _begin(self, seed: int | None, options: Mapping[str, object] | None) -> None:
        """Lay the table anew. Without a seed the next one is drawn by the last that was given, if any was."""
        if seed is not None:
            self._random = Random(seed)
        else:
            seed = self._random.getrandbits(63)
        self.walk = self.setting.begin(seed, options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}

    def _broken_off(self) -> bool:
        """Count a step; tell whether it was the last that the game is given."""
        self._steps += 1
        return self.max_cycles is not None and self._steps >= self.max_cycles

    def _look(self, seat: int, mask: Mask) -> Seen:
        return {"observation": self.walk.observe(seat), "action_mask": mask.view(np.int8)}

    def record(self) -> Record:
        """Return the record so far, which `reset` goes on from; raise BadRecord unless the environment keeps one."""
        return self.walk.table.record()

    def digest(self) -> str:
        """Return 16 hex digits, equal for states in which the same lies on the table and the same has been picked."""
        return self.walk.digest()

    def clone(self) -> Self:
        """Return a copy that goes on by itself, with the same dice to come. Spaces are shared."""
        twin = copy(self)
        twin.walk = self.walk.copy()
        for name in ("_random", "agents", "rewards", "terminations", "truncations", "_cumulative_rewards"):
            if hasattr(self, name):
                setattr(twin, name, copy(getattr(self, name)))
        twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        return twin

    def render(self) -> str | None:
        """Return as text what the asked seat sees, after the game the first one; None without a `render_mode`."""
        return told(self.walk, max(self.walk.seat, 0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window."""
