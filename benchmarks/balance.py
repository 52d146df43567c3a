"""How balanced scenarios are: `python benchmarks/balance.py elric [--scenarios long founding] [-n 100] [--most]`.

Plays games of medium bots with themselves and prints the figures as the `measured.toml` beside a game's rulebook holds
them. `--most` counts who ends with the most of what the game counts, where hardly a game is won outright. `--option`
gives optional rules.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import Any

from tanelorn.arena import Result, Summary, play_matches
from tanelorn.bots import USUAL
from tanelorn.core.game import Game, games


def leaders(result: Result) -> tuple[int, ...]:
    """Return the seat that alone has the highest score, if one has."""
    best = max(result.scores)
    return (result.scores.index(best),) if result.scores.count(best) == 1 else ()


def figures(game: Game[Any, Any], scenario: str, results: Iterable[Result], most: bool, options: list[str]) -> str:
    """Return the table of a scenario."""
    played = list(results)
    winners = [leaders(result) if most else result.winners for result in played]
    wins = [sum(seat in won for won in winners) for seat in range(len(game.scenario(scenario).seats))]
    lines = [
        f"[{scenario}]",
        f'bots = "{USUAL.slug} bots"',
        f"games = {len(played)}",
        f"turns = {0 if options else Summary.of(played).turns_at(0.5)}",
        f"wins = {wins}",
        f"drawn = {sum(not won for won in winners)}",
    ]
    if most:
        lines.append(f'most = "{game.scored}"')
    if options:
        lines.append(f"\n[{scenario}.options]" + "".join('\n{} = "{}"'.format(*one.split("=")) for one in options))
    return "\n".join(lines)


def main() -> None:
    """Measure the scenarios that are asked for, all of the game's by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[game.slug for game in games])
    parser.add_argument("--scenarios", nargs="*", help="which; all if left out")
    parser.add_argument("-n", "--number", type=int, default=100, help="games of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most", action="store_true")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    game = games[given.game]
    print(f"# python benchmarks/balance.py {' '.join(sys.argv[1:])}", flush=True)
    for scenario in given.scenarios or [one.slug for one in game.scenarios]:
        seats = len(game.scenario(scenario).seats)
        results = play_matches(
            game,
            [USUAL.spec] * seats,
            given.number,
            scenario=scenario,
            options=dict(one.split("=") for one in given.option),
            seed=given.seed,
            jobs=given.jobs,
        )
        print(f"\n{figures(game, scenario, results, given.most, given.option)}", flush=True)


if __name__ == "__main__":
    main()
