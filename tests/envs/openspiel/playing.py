"""How games are loaded and played at random through OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel

import tanelorn.envs.openspiel  # noqa: F401 - registers the games
from tanelorn.envs.openspiel import TanelornState
from tests.contract.play import Case


def load(case: Case, horizon: int = 200_000) -> pyspiel.Game:
    return pyspiel.load_game(f"tanelorn_{case.game.slug}(scenario={case.scenario},horizon={horizon})")


def step(state: TanelornState, rng: random.Random) -> int:
    """Go on by one action that is drawn, by the odds where chance is asked."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        (action,) = rng.choices(actions, odds)
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return action


def wander(state: TanelornState, rng: random.Random, most: int) -> Iterator[TanelornState]:
    """Play on and yield the state before each action, so many at most."""
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        step(state, rng)


def played(state: TanelornState, seed: int, most: int) -> TanelornState:
    for _ in wander(state, random.Random(seed), most):
        pass
    return state


def told(state: TanelornState, seat: int) -> list[object]:
    """Return all that a player is told of a state."""
    return [
        state.information_state_string(seat),
        state.information_state_tensor(seat),
        state.observation_string(seat),
        state.observation_tensor(seat),
    ]


def told_all(state: TanelornState) -> list[object]:
    return [str(state), state.history(), *(told(state, seat) for seat in range(state.num_players()))]
