"""A game as PettingZoo's parallel environment: at each step all who may pick do so at once, and the others wait."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from pettingzoo import ParallelEnv

from tanelorn.core.errors import Illegal
from tanelorn.envs.pettingzoo.tabled import Tabled
from tanelorn.envs.rewards import ILLEGAL, rewards_of
from tanelorn.envs.setting import Setting, number_of, seat_of
from tanelorn.envs.spaces import Info, Seen


class TogetherEnv(Tabled, ParallelEnv[str, Seen, int]):
    """Seats that seal their choices pick at the same time; of those who choose in the open one picks, until it is done.

    `wait`, the number after those of the vocabulary, is all that the mask of a seat allows that does not pick. What
    such a seat sends is not read.
    """

    def __init__(self, setting: Setting, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        super().__init__(setting, 1, render_mode, max_cycles)
        self.wait = self.numbers - 1

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Begin a game with the dice of a seed, or go on from a record: `{"record": PATH, "entries": 12}`.

        Raises Illegal or BadRecord, as `Setting.begin` does.
        """
        self._begin(seed, options)
        return self._all(), {agent: {} for agent in self.agents}

    def _all(self) -> dict[str, Seen]:
        waiting = self.walk.waiting
        return {agent: self._of(seat, seat in waiting) for seat, agent in enumerate(self.possible_agents)}

    def _of(self, seat: int, picks: bool) -> Seen:
        legal = self.walk.of(seat).legal if picks else (self.wait,)
        mask = np.zeros(self.numbers, np.uint8)
        mask[list(legal)] = 1
        return self._look(seat, mask)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Let all who may pick do so; who picks what its mask forbids ends the game, and loses it.

        Raises UnknownName for an agent that does not exist, Illegal where one that may pick is left out; then nothing
        has changed.
        """
        for agent in actions:
            seat_of(agent, self.possible_agents)
        agents, waiting = self.agents, self.walk.waiting if self.agents else ()
        if missing := [self.possible_agents[seat] for seat in waiting if self.possible_agents[seat] not in actions]:
            raise Illegal(f"{' and '.join(missing)} must pick.", remedy="Give each an action that its mask allows.")
        picked = {seat: number_of(actions[self.possible_agents[seat]]) for seat in waiting}
        wrong = [seat for seat, number in picked.items() if number not in self.walk.of(seat).legal]
        if not wrong:
            for seat, number in picked.items():
                self.walk.step(number, seat)
        broken_off = self._broken_off()
        won = rewards_of(self.walk.table.outcome, len(self.possible_agents))
        lost = {self.possible_agents[seat]: ILLEGAL for seat in wrong}
        self.rewards = {agent: lost.get(agent, reward) for agent, reward in zip(self.possible_agents, won, strict=True)}
        ended = self.walk.over or bool(wrong)
        self.terminations = dict.fromkeys(agents, ended)
        self.truncations = dict.fromkeys(agents, broken_off and not ended)
        self.infos = {agent: {"illegal": True} if agent in lost else {} for agent in agents}
        if ended or broken_off:
            self.agents = []
        return self._all(), dict(self.rewards), dict(self.terminations), dict(self.truncations), dict(self.infos)
