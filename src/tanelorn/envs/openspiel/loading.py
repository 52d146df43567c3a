"""The games as OpenSpiel loads them: `pyspiel.load_game("tanelorn_elric(scenario=short)")`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from tanelorn.core.game import Value, games
from tanelorn.envs.openspiel.described import described, info_of, read_parameters, type_of
from tanelorn.envs.openspiel.installed import pyspiel
from tanelorn.envs.openspiel.observers import TanelornObserver
from tanelorn.envs.openspiel.sequential import Sequential
from tanelorn.envs.openspiel.states import TanelornState
from tanelorn.envs.setting import Setting


@lru_cache(64)
def _begun(slug: str, given: tuple[tuple[str, Value], ...]) -> tuple[Setting, Sequential]:
    """Return a game at its beginning, which is set up once: all states of it go on from there."""
    setting, horizon = read_parameters(slug, dict(given))
    return setting, Sequential.new(setting, horizon)


class TanelornGame(pyspiel.Game):
    """A game, named by its `slug`, with its scenario and options.

    Raises UnknownName or Illegal for a scenario, a value or a horizon that cannot be.
    """

    slug: ClassVar[str]

    def __init__(self, given: Mapping[str, Value] | None = None) -> None:
        parameters = dict(given or {})
        self.setting, self._start = _begun(self.slug, tuple(sorted(parameters.items())))
        super().__init__(
            type_of(self.setting.game, self.setting), info_of(self.setting, self._start.horizon), parameters
        )

    def __reduce__(self) -> tuple[object, ...]:
        return load, (str(self),)

    def new_initial_state(self) -> TanelornState:
        """Return the state at the beginning."""
        return TanelornState(self, self._start.fork())

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> TanelornObserver:
        """Return an observer of its states; raise Illegal if it is given parameters."""
        return TanelornObserver(self._start.observe(0), iig_obs_type, params)


def load(name: str) -> TanelornGame:
    """Return one of our games by its name and parameters, as `pyspiel.load_game` does."""
    game: TanelornGame = pyspiel.load_game(name)
    return game


def register() -> None:
    """Let OpenSpiel know our games by their names, each made by a class of its own."""
    for slug in described():
        kind = type(f"{games[slug].title} in OpenSpiel", (TanelornGame,), {"slug": slug})
        pyspiel.register_game(type_of(games[slug]), kind)
