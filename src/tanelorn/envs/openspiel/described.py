"""What OpenSpiel is told of a game before it is played: its parameters, its type, its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game, Value
from tanelorn.envs.openspiel.installed import pyspiel
from tanelorn.envs.picking.vocabulary import vocabulary_of
from tanelorn.envs.setting import Setting, read_setting

FILE = Path(__file__).parent / "games.toml"
HORIZON = 200_000
"""After so many picks a game is broken off, unless it is told otherwise: no game of ours has taken a tenth of that."""
SCENARIO, LENGTH = "scenario", "horizon"
"""The parameters that every game has; besides it has its options."""


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a game in `games.toml`."""

    outcomes: int
    only_with: str = ""


@cache
def described() -> dict[str, Described]:
    """Return what is said of each game, by slug."""
    return read_toml(FILE, dict[str, Described])


def name_of(game: Game) -> str:
    """Return what OpenSpiel calls a game."""
    return f"tanelorn_{game.slug}"


def parameters_of(game: Game) -> dict[str, Value]:
    """Return the parameters of a game with their defaults. An option that takes the text of a file is none."""
    options = {option.name: option.default for option in game.options if not option.written}
    return {SCENARIO: game.scenarios[0].slug, LENGTH: HORIZON, **options}


def read_parameters(slug: str, given: Mapping[str, Value]) -> tuple[Setting, int]:
    """Read the parameters of a game: what is played, and its horizon.

    Raises UnknownName or Illegal where one is wrong.
    """
    options = {name: value for name, value in given.items() if name not in (SCENARIO, LENGTH)}
    scenario, horizon = given.get(SCENARIO), given.get(LENGTH, HORIZON)
    if type(horizon) is not int or horizon < 1:
        raise Illegal(f"The horizon cannot be {horizon}.", remedy="Give a whole number of picks, 1 or more.")
    return read_setting(slug, None if scenario is None else str(scenario), options), horizon


def has_chance(setting: Setting) -> bool:
    """Tell whether anything falls in a game."""
    about = described()[setting.game.slug]
    return about.outcomes > 0 and (not about.only_with or bool(setting.options[about.only_with]))


def type_of(game: Game, setting: Setting | None = None) -> pyspiel.GameType:
    """Return the type of a game: of all its scenarios, or of one setting. No game is of perfect information: where all
    else is open, sealed orders are not.
    """
    kinds = pyspiel.GameType
    about = described()[game.slug]
    seats = [setting.seats] if setting else [len(scenario.seats) for scenario in game.scenarios]
    falls = has_chance(setting) if setting else about.outcomes > 0
    return kinds(
        short_name=name_of(game),
        long_name=f"{game.title}, {vocabulary_of(game).name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if falls else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if min(seats) > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
        provides_factored_observation_string=True,
    )


def info_of(setting: Setting, horizon: int) -> pyspiel.GameInfo:
    """Return the numbers of a setting: how many actions, players, outcomes; what it is worth and how long it may be."""
    game, seats = setting.game, setting.seats
    return pyspiel.GameInfo(
        num_distinct_actions=vocabulary_of(game).size,
        max_chance_outcomes=described()[game.slug].outcomes if has_chance(setting) else 0,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if seats > 1 else None,
        max_game_length=horizon,
    )
