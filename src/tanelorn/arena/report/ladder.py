"""The ladder: how each level of bots fares against the one below, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tanelorn.arena.matches.summary import Score
from tanelorn.arena.tournament import standings
from tanelorn.arena.tournament.run import Run
from tanelorn.arena.tournament.settings import Setting, Settings
from tanelorn.bots import level_of
from tanelorn.core.game import Game


class Rung(NamedTuple):
    """Two bots that are next to each other on the ladder, and how the upper one fared."""

    upper: str
    lower: str
    score: Score


def ladder_settings(game: Game, bots: Sequence[str], number: int, seed: int) -> Settings:
    """Return the tournament in which each of the bots, the strongest first, meets the next.

    They play the first scenario that has two seats, or share the seats of the first one. Where a game counts something
    and is hardly ever won outright within the years of a contest, who ends with the most of it has won.
    """
    scenario = next((one for one in game.scenarios if len(one.seats) == 2), game.scenarios[0])
    return Settings(
        bots=tuple(bots),
        scenarios=(Setting(game=game.slug, scenario=scenario.slug, options=dict(game.contest)),),
        form="neighbours",
        number=number,
        by="score" if game.contest and game.scored else "outcome",
        seed=seed,
    )


def rungs(run: Run) -> list[Rung]:
    """Return how all that have met so far fared, from the top."""
    found = []
    for met in run.met():
        upper, lower = met.meeting.bots
        score = standings.scores(met.results, run.tournament.winners, (upper, lower))[upper]
        found.append(Rung(level_of(upper), level_of(lower), score))
    return found


def as_markdown(found: Mapping[str, Sequence[Rung]]) -> str:
    """Write the ladder as a table: a row for each game, by its title, and a column for each two bots that met."""
    met = list(dict.fromkeys((rung.upper, rung.lower) for rungs in found.values() for rung in rungs))
    lines = ["| | " + " | ".join(f"{upper} against {lower}" for upper, lower in met) + " |"]
    lines.append("|---|" + "---|" * len(met))
    for title, rungs in found.items():
        told = {(rung.upper, rung.lower): _told(rung.score) for rung in rungs}
        lines.append(f"| {title} | " + " | ".join(told.get(pair, "") for pair in met) + " |")
    return "\n".join(lines) + "\n"


def _told(score: Score) -> str:
    return f"{score}, {score.wins} of {score.games}" if score.games else ""
