"""The games for PettingZoo: `env` gives a game as one of turns (AEC), `parallel_env` as one of steps in common."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.game import Game
from tanelorn.envs.setting import not_installed, read_setting

try:
    from tanelorn.envs.pettingzoo.together import TogetherEnv
    from tanelorn.envs.pettingzoo.turns import TurnsEnv
except ImportError as error:
    raise not_installed("PettingZoo") from error

__all__ = ["TogetherEnv", "TurnsEnv", "env", "parallel_env", "raw_env"]


def env(
    game: Game | str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    keep: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> TurnsEnv:
    """Return a game as an environment of turns, in which a pick that the mask forbids ends the game and costs 1.

    With `keep` it keeps a record. Raises UnknownName for a game, scenario or option that does not exist, Illegal for
    what cannot be.
    """
    return TurnsEnv(read_setting(game, scenario, options, keep=keep), render_mode, max_cycles)


def raw_env(
    game: Game | str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    keep: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> TurnsEnv:
    """Return the same, but a pick that the mask forbids raises Illegal and changes nothing."""
    return TurnsEnv(read_setting(game, scenario, options, keep=keep), render_mode, max_cycles, raises=True)


def parallel_env(
    game: Game | str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    keep: bool = False,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> TogetherEnv:
    """Return a game as an environment of steps in common. Raises what `env` raises."""
    return TogetherEnv(read_setting(game, scenario, options, keep=keep), render_mode, max_cycles)
