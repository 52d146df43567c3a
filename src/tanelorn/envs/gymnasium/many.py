"""Thousands of games of Five Cities at once, as Gymnasium's vector environment: one seat learns in all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from gymnasium.spaces import Box, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tanelorn.core.errors import Illegal
from tanelorn.envs.spaces import Info
from tanelorn.games.fivecities.batch import SEATS, Batch, Bytes, Ended, Orders, read_board

Seen: TypeAlias = NDArray[np.int16]
Acts: TypeAlias = NDArray[np.int64]
Told: TypeAlias = NDArray[np.float64] | NDArray[np.bool_]
"""Rewards, or which games have ended."""
Opponent: TypeAlias = Callable[[Seen], Acts]

_AREAS = read_board().areas
_PROVINCES = read_board().provinces
_SPOKES = max(map(len, read_board().neighbours))
_COUNTS = slice(_PROVINCES + 2, _PROVINCES + 2 + _SPOKES)
_ROW = 2 * _AREAS + 4
_BITS = np.left_shift(1, np.arange(_PROVINCES))


class ManyFiveCities(VectorEnv[Seen, Acts, Told]):
    """`num_envs` games of Five Cities, all in the same phase: a step places new pieces, the next one gives orders.

    What is seen of a game is a row of int16: own pieces by area, the enemy's, own bombardments left, the enemy's, the
    turn, and the phase: 0 for new pieces, 1 for orders. Areas are numbered as on the board, provinces, then cities.

    An action is a row as well: for each province 1 if the new piece of its city shall stand there and not in the city;
    the hub; 1 if pieces go into the hub, 0 if out of it; how many go along each of its connections, in the order of the
    board; and the area that is bombarded, from 1, 0 for none. Each phase reads its own part. Every row of the space is
    legal: of more pieces than stand there all go, and what cannot be (a province that the enemy holds, a connection
    that is not there, a bombardment when none is left) is left out.

    Won games pay 1, lost ones -1. A game that ends begins anew in the same step; how it ended is in the infos,
    `final_obs` where `_final_obs` is true. `opponent` returns the actions of the other seat from what that one sees;
    without it that seat plays at random. The same seed gives the same games.
    """

    metadata: Info = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, num_envs: int = 1024, seat: int = 0, opponent: Opponent | None = None, turn_limit: int = 200
    ) -> None:
        """Raise Illegal for another seat than 0 or 1, or numbers of games or turns that cannot be."""
        if type(seat) is not int or seat not in range(SEATS):
            raise Illegal(f"There is no seat {seat} in Five Cities.", remedy="Seats are 0 and 1.")
        try:
            self.batch = Batch(num_envs, 0, turn_limit)
        except ValueError as error:
            raise Illegal(f"This cannot be played: {error}.", remedy="Give other numbers.") from error
        self.num_envs, self.seat, self.opponent, self.turn_limit = num_envs, seat, opponent, turn_limit
        most = int(self.batch.pieces[seat, :, 0].sum()) + (self.batch.board.cities_to_win - 1) * turn_limit
        self._sizes = np.array([2] * _PROVINCES + [_AREAS, 2] + [most + 1] * _SPOKES + [_AREAS + 1])
        self.single_observation_space = Box(0, np.iinfo(np.int16).max, (_ROW,), np.int16)
        self.single_action_space = MultiDiscrete(self._sizes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ordering = False

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Seen, Info]:
        """Begin all games; raise Illegal for options, of which there are none."""
        super().reset(seed=seed)
        if options:
            raise Illegal(f"reset has no option “{min(options)}”.", remedy="Leave it out.")
        self.batch = Batch(self.num_envs, int(self.np_random.integers(1 << 63)), self.turn_limit)
        self._ordering = False
        return self._seen(self.seat), {}

    def step(self, actions: Acts) -> tuple[Seen, Told, Told, Told, Info]:
        """Carry the phase out in all games; raise Illegal, and change nothing, for actions outside their space."""
        chosen = {self.seat: self._read(actions)}
        if self.opponent is not None:
            chosen[1 - self.seat] = self._read(self.opponent(self._seen(1 - self.seat)))
        rewards, ended, infos = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_), Info()
        if self._ordering:
            over = self.batch.carry_out({seat: _orders(acts) for seat, acts in chosen.items()})
            ended[over.games] = True
            rewards[over.games] = np.where(over.winner < 0, 0, np.where(over.winner == self.seat, 1, -1))
            infos = self._final(over, ended)
        else:
            self.batch.place({seat: _bits(acts) for seat, acts in chosen.items()})
        self._ordering = not self._ordering
        return self._seen(self.seat), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _read(self, actions: Acts) -> Acts:
        acts = np.asarray(actions)
        if acts.shape != (self.num_envs, len(self._sizes)) or acts.dtype.kind not in "iu":
            raise Illegal(
                f"Actions are whole numbers, {self.num_envs} rows of {len(self._sizes)}; "
                f"these are {acts.dtype}, {' by '.join(map(str, acts.shape)) or 'a single one'}.",
                remedy="See single_action_space.",
            )
        wrong = (acts < 0) | (acts >= self._sizes)
        if wrong.any():
            game, part = (int(at[0]) for at in np.nonzero(wrong))
            raise Illegal(
                f"The action of game {game} has {acts[game, part]} in place {part}.",
                remedy=f"Numbers there go from 0 to {self._sizes[part] - 1}.",
            )
        return acts

    def _seen(self, seat: int) -> Seen:
        batch = self.batch
        return _rows(seat, batch.pieces, batch.bombs_left, batch.turn, ordering=self._ordering)

    def _final(self, over: Ended, ended: NDArray[np.bool_]) -> Info:
        """Return how the games stood that have ended, as Gymnasium wants it told."""
        if not over.games.size:
            return {}
        final = np.zeros((self.num_envs, _ROW), np.int16)
        final[over.games] = _rows(self.seat, over.pieces, over.bombs_left, over.turn, ordering=False)
        return {"final_obs": final, "_final_obs": ended.copy()}


def _rows(seat: int, pieces: Seen, bombs: NDArray[np.int8], turn: Seen, *, ordering: bool) -> Seen:
    """Return what a seat sees of some games, a row for each."""
    rows = np.empty((len(turn), _ROW), np.int16)
    rows[:, :_AREAS], rows[:, _AREAS : 2 * _AREAS] = pieces[seat].T, pieces[1 - seat].T
    rows[:, -4], rows[:, -3], rows[:, -2], rows[:, -1] = bombs[seat], bombs[1 - seat], turn, ordering
    return rows


def _bits(acts: Acts) -> Bytes:
    bits: Bytes = (acts[:, :_PROVINCES] @ _BITS).astype(np.uint8)
    return bits


def _orders(acts: Acts) -> Orders:
    hub, into = acts[:, _PROVINCES].astype(np.intp), acts[:, _PROVINCES + 1] > 0
    return Orders(hub, into, acts[:, _COUNTS].T.astype(np.int16), (acts[:, -1] - 1).astype(np.int8))
