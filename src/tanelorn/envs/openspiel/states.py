"""A state of OpenSpiel: a game in sequential form. It copies without cost."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tanelorn.core.errors import Illegal
from tanelorn.envs.openspiel.installed import pyspiel
from tanelorn.envs.openspiel.recall import CHANCE
from tanelorn.envs.openspiel.sequential import OVER, Sequential


class TanelornState(pyspiel.State):
    """A state; `form` is the game in sequential form, `form.table` its table."""

    def __init__(self, game: pyspiel.Game, form: Sequential) -> None:
        super().__init__(game)
        self.form = form

    def current_player(self) -> int:
        """Return who acts: a seat, chance, or nobody any more."""
        return self.form.actor

    def is_terminal(self) -> bool:
        """Tell whether the game has ended."""
        return self.form.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.form.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may fall, each with its probability."""
        return [(number, float(share)) for number, share in self.form.odds()]

    def _apply_action(self, action: int) -> None:
        self.form.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.form.says(action)

    def returns(self) -> list[float]:
        """Return what the game is worth to each seat; 0 while it is on."""
        return list(self.form.rewards())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TanelornState:
        """Return a state drawn from all that fit what a player sees and remembers; its history is empty.

        Raises Illegal where chance is asked, or for who does not play.
        """
        if player not in range(self.form.seats):
            raise Illegal(f"There is no player {player}.", remedy=f"Players are 0 to {self.form.seats - 1}.")
        if self.form.actor == CHANCE:
            raise Illegal("Chance is asked: nobody has to think.", remedy="Draw again once a player is to act.")
        return TanelornState(self.get_game(), self.form.resample(player, Random(sampler())))

    def __str__(self) -> str:
        return str(self.form)

    def __deepcopy__(self, memo: object) -> TanelornState:
        copy: TanelornState = self.clone()
        return copy
