"""A game as Gymnasium's environment: one seat is the learner's, bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray

from tanelorn.bots import Bot
from tanelorn.bots.learned import make_local_bot
from tanelorn.core.amounts import amount
from tanelorn.core.errors import Illegal
from tanelorn.core.play.record import Record
from tanelorn.envs import spaces
from tanelorn.envs.rendering import told
from tanelorn.envs.rewards import ILLEGAL, rewards_of
from tanelorn.envs.setting import Setting, number_of
from tanelorn.envs.spaces import Info, Seen


class AgainstBots(gymnasium.Env[Seen, np.int64]):
    """One seat picks; bots, who are shown their views alone, play until it is asked again or the game has ended.

    What is seen are the five arrays of `Observation` and `action_mask`. A pick that the mask forbids ends the game and
    costs 1. `walk` is the table behind it.
    """

    metadata: Info = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self, setting: Setting, seat: int = 0, bots: str | Sequence[str] = "random", render_mode: str | None = None
    ) -> None:
        others = setting.seats - 1
        if type(seat) is not int or not 0 <= seat < setting.seats:
            raise Illegal(f"There is no seat {seat} in {setting.game.title}.", remedy=f"Seats are 0 to {others}.")
        if render_mode not in (None, "ansi"):
            raise Illegal(f"“{render_mode}” is no way to render.", remedy="Say ansi.")
        self.setting = setting
        self.seat = seat
        self.render_mode = render_mode
        self._specs = read_bots(setting, seat, bots)
        self._bots: dict[int, Bot] = {}
        self.walk = setting.begin(0)
        self._wrong = False
        numbers = self.walk.vocabulary.size
        seen = spaces.observed(self.walk.observer, numbers)
        self.observation_space = Dict({**seen.spaces, "action_mask": spaces.masked(numbers)})
        self.action_space = Discrete(numbers)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Begin a game, or go on from a record: `{"record": PATH, "entries": 12}`.

        Raises Illegal or BadRecord, as `Setting.begin` does.
        """
        super().reset(seed=seed)
        drawn = [int(number) for number in self.np_random.integers(0, 1 << 63, 1 + len(self._specs))]
        self.walk = self.setting.begin(drawn[0] if seed is None else seed, options)
        bots = zip(self._specs.items(), drawn[1:], strict=True)
        self._bots = {seat: make_local_bot(spec, self.setting.game, own) for (seat, spec), own in bots}
        self._wrong = False
        self._wait()
        return self._look(), {}

    def _wait(self) -> None:
        """Let the bots play until the learner is asked or the game has ended."""
        table = self.walk.table
        while (asked := table.asked()) and self.seat not in asked:
            self.walk.play(self._bots[asked[0]].choose(table.view(asked[0])), asked[0])

    def step(self, action: object) -> tuple[Seen, float, bool, bool, Info]:
        """Pick once, and let the bots answer a choice that this makes; raise Illegal if the game has ended."""
        walk = self.walk
        if walk.over or self._wrong:
            raise Illegal("The game has ended.", remedy="Call reset.")
        number = number_of(action)
        if number not in walk.of(self.seat).legal:
            self._wrong = True
            return self._look(), ILLEGAL, True, False, {"illegal": True}
        if walk.step(number, self.seat) is not None:
            self._wait()
        reward = rewards_of(walk.table.outcome, self.setting.seats)[self.seat]
        return self._look(), reward, walk.over, False, {}

    def _look(self) -> Seen:
        arrays = cast(Seen, self.walk.observe(self.seat))
        return arrays | {"action_mask": self.walk.mask(self.seat).view(np.int8)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what may be picked, as learners of Stable-Baselines3 ask for it."""
        return self.walk.mask(self.seat).view(np.bool_)

    def record(self) -> Record:
        """Return the record so far, which `reset` goes on from; raise BadRecord unless the environment keeps one."""
        return self.walk.table.record()

    def render(self) -> str | None:
        """Return as text what the learner sees; None without a `render_mode`."""
        return told(self.walk, self.seat) if self.render_mode == "ansi" else None


def read_bots(setting: Setting, seat: int, bots: str | Sequence[str]) -> dict[int, str]:
    """Return the specs of the bots at the seats that are not the learner's, from one for all or a list in their order.

    Raises UnknownName for a bot that does not exist, Illegal for a bad parameter, a file that holds no weights for the
    game (`learned:FILE`), or another number of bots.
    """
    others = [other for other in range(setting.seats) if other != seat]
    specs = [bots] * len(others) if isinstance(bots, str) else list(bots)
    for spec in dict.fromkeys(specs):
        make_local_bot(spec, setting.game, 0)
    if len(specs) != len(others):
        raise Illegal(
            f"{amount(len(others), 'seat')} of {setting.game.title} want bots, and {amount(len(specs), 'bot')} named.",
            remedy="Name one for all, or a list with one for each, in the order of the seats.",
        )
    return dict(zip(others, specs, strict=True))
