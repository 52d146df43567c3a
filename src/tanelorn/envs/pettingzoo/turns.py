"""A game as PettingZoo's environment of turns (AEC): one step is one pick of the seat that is asked."""

from __future__ import annotations

from collections.abc import Mapping

from pettingzoo import AECEnv

from tanelorn.core.errors import Illegal
from tanelorn.envs.pettingzoo.tabled import Tabled
from tanelorn.envs.rewards import ILLEGAL, rewards_of
from tanelorn.envs.setting import Setting, number_of, seat_of
from tanelorn.envs.spaces import Seen


class TurnsEnv(Tabled, AECEnv[str, Seen, int | None]):
    """Seats pick one after the other; of several who are asked the first goes on until its choice is made.

    A pick that the mask forbids ends the game, and loses it; with `raises` it raises Illegal and changes nothing.
    """

    def __init__(
        self, setting: Setting, render_mode: str | None = None, max_cycles: int | None = None, *, raises: bool = False
    ) -> None:
        super().__init__(setting, 0, render_mode, max_cycles)
        self.raises = raises

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game with the dice of a seed, or go on from a record: `{"record": PATH, "entries": 12}`.

        Raises Illegal or BadRecord, as `Setting.begin` does.
        """
        self._begin(seed, options)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self._selected()

    def _selected(self) -> str:
        return self.possible_agents[max(self.walk.seat, 0)]

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees; its mask is 0 throughout unless it is its turn."""
        seat, walk = seat_of(agent, self.possible_agents), self.walk
        mask = walk.mask() if agent == self.agent_selection else walk.vocabulary.mask(())
        return self._look(seat, mask)

    def step(self, action: int | None) -> None:
        """Pick once; agents that have ended are taken off by None. Raises Illegal where nobody is left."""
        if not self.agents:
            raise Illegal("Nobody is playing.", remedy="Call reset.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number, walk = number_of(action), self.walk
        wrong = not self.raises and number not in walk.of(walk.seat).legal
        if not wrong:
            walk.step(number)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        broken_off = self._broken_off()
        if wrong:
            self.rewards[agent] = ILLEGAL
            self.infos[agent] = {"illegal": True}
            self.terminations = dict.fromkeys(self.agents, True)
        elif walk.over:
            won = rewards_of(self.walk.table.outcome, len(self.possible_agents))
            self.rewards = dict(zip(self.possible_agents, won, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif broken_off:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self._selected()
