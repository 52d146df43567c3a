"""What fixed strategies win against a bot that thinks: `python benchmarks/fixed.py GAME [--scenario S] [--bot B]`.

Each plays every map from each seat in turn, against the bot in all others. Thought is limited by processor time, so
that a busy machine takes nothing from it. What a strategy does not care about it plays as `greedy` would:

- `pass` does as little as the rules let it;
- `turtle` keeps everything where it stands;
- `rush` brings all that it has nearer to whichever enemies are nearest;
- `all-in` brings it all to the one enemy that is nearest to all of it.

Where a game's policies propose one choice alone, there is nothing to wish for among its candidates: there a strategy is
the policy that leans as far to it as `fixed.toml` says.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

from rich.progress import Progress

import tanelorn.bots.search as thinking
from tanelorn.arena.matches.match import alone_ahead, play_out
from tanelorn.arena.matches.summary import wilson
from tanelorn.bots import Bot, make_bot
from tanelorn.bots.bot import imagined
from tanelorn.bots.greedy import GreedyBot
from tanelorn.bots.judgement import judgement_of
from tanelorn.bots.judgement.judgement import Judgement, Prospects
from tanelorn.bots.judgement.policies import PolicyJudgement
from tanelorn.core.choices import Choice
from tanelorn.core.content.data import read_toml
from tanelorn.core.errors import TanelornError
from tanelorn.core.game import Game, View, games
from tanelorn.core.play.table import Decision, Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.terminal.sitting.seats import read_options

Standing = Mapping[int, Counter[int]]
"""How many pieces each seat has in which area of the board."""
Wish = Callable[[Table, Standing, int], float]
"""How well a seat stands in the eyes of somebody who cares about one thing alone."""
LEANS = read_toml(Path(__file__).with_suffix(".toml"), dict[str, dict[str, dict[str, float]]])
"""By game and strategy: how much more or less its weights count."""
_LITTLE = 0.001
"""What the game's own judgement counts beside the wish."""
_IDLE = ("pass", "done", "end", "no", "stay", "hold", "")


def standing(table: Table) -> Standing:
    """Return where everybody stands, as whoever looks on sees it."""
    board = table.game.board_of(table.position)
    stands: dict[int, Counter[int]] = {seat: Counter() for seat in range(len(table.seats))}
    for piece in table.game.scene(table.view(SPECTATOR)).pieces:
        if piece.seat >= 0 and piece.space in board.index:
            stands[piece.seat][board.index[piece.space]] += piece.count
    return stands


def rush(table: Table, stands: Standing, seat: int) -> float:
    """Return how near a seat is to the enemies that are nearest to each of its pieces."""
    foes = {area for other, areas in stands.items() if other != seat for area in areas}
    ways = [_far(table, foe) for foe in foes]
    own = stands[seat]
    steps = sum(count * min((way[area] for way in ways), default=0) for area, count in own.items())
    return -steps / max(1, own.total())


def all_in(table: Table, stands: Standing, seat: int) -> float:
    """Return how near a seat is with all that it has to the one enemy who is nearest to it all."""
    foes = {area for other, areas in stands.items() if other != seat for area in areas}
    own = stands[seat]
    sums = [sum(count * way[area] for area, count in own.items()) for way in (_far(table, foe) for foe in foes)]
    return -min(sums, default=0) / max(1, own.total())


def _far(table: Table, area: int) -> Sequence[int]:
    board = table.game.board_of(table.position)
    return [len(board) if steps < 0 else steps for steps in board.distances(area)]


class Turtle:
    """Cares that everything of a seat stands where it stood at first."""

    def __init__(self, table: Table) -> None:
        self.before = standing(table)

    def __call__(self, table: Table, stands: Standing, seat: int) -> float:
        """Return how many pieces do."""
        return (stands[seat] & self.before[seat]).total()


class Wishing:
    """The judgement of somebody who cares about one thing alone."""

    slack = 0.0

    def __init__(self, judgement: Judgement, wish: Wish) -> None:
        self.judgement, self.wish = judgement, wish
        self.slips, self.candidates, self.assumed = judgement.slips, judgement.candidates, judgement.assumed

    def prospects(self, table: Table, rng: Random) -> Prospects:
        """Return how well each seat stands; who has won stands best."""
        proper = self.judgement.prospects(table, rng)
        if table.outcome is not None:
            return [1000 * share for share in proper]
        stands = standing(table)
        return [self.wish(table, stands, seat) + _LITTLE * share for seat, share in enumerate(proper)]

    def forecast(self, table: Table, options: Mapping[int, Sequence[Choice]]) -> None:
        """Return that it is not known without playing."""


class Fixed:
    """Plays a fixed strategy of a name."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.name, self.game, self.rng = name, game, Random(seed)

    def choose(self, view: View) -> Choice:
        """Return what the strategy does."""
        seed = self.rng.getrandbits(64)
        table = imagined(self.game, view, Random(seed))
        if self.name == "pass" and (idle := _idle(table.decision(view.viewer))) is not None:
            return idle
        return GreedyBot(self.game, seed, self._judgement(table)).choose(view)

    def _judgement(self, table: Table) -> Judgement:
        proper = judgement_of(self.game)
        if isinstance(proper, PolicyJudgement):
            return proper.leaning(LEANS.get(self.game.slug, {}).get(self.name, {}))
        wish = {"rush": rush, "all-in": all_in}.get(self.name) or Turtle(table)
        return Wishing(proper, wish)


def _idle(decision: Decision) -> Choice | None:
    for word in _IDLE:
        with suppress(TanelornError):
            made: Choice = decision.choices().parse(word)
            return made
    return None


STRATEGIES = ("pass", "turtle", "rush", "all-in")


def strategies_of(game: Game) -> Sequence[str]:
    """Return the strategies that mean something in a game: those that would be plain `greedy` there are left out."""
    if not isinstance(judgement_of(game), PolicyJudgement):
        return STRATEGIES
    return ["pass", *(name for name in STRATEGIES if name in LEANS.get(game.slug, {}))]


def play(game: Game, scenario: str, options: Mapping[str, object], strategy: str, bot: str, number: int) -> bool:
    """Play a game; return whether the strategy has won it alone, or leads alone where a draw leaves a score."""
    seats = len(game.scenario(scenario).seats)
    own, seed = number % seats, number // seats
    table = Table.new(game, scenario, options, seed=seed, keep=False)
    bots: list[Bot] = [
        Fixed(strategy, game, seed) if seat == own else make_bot(bot, game, 10 * seed + seat) for seat in range(seats)
    ]
    play_out(table, bots)
    assert table.outcome is not None
    ahead = alone_ahead(game.scores(table.position)) if game.scored else ()
    return (table.outcome.winners or ahead) == (own,)


def main() -> None:
    """Play and print what each strategy won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[game.slug for game in games])
    parser.add_argument("--scenario", default="")
    parser.add_argument("--bot", default="search:seconds=0.1")
    parser.add_argument("--strategy", choices=STRATEGIES, action="append")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    thinking.time = SimpleNamespace(perf_counter=time.process_time)  # type: ignore[assignment]
    game = games[given.game]
    scenario = given.scenario or game.scenarios[0].slug
    options = read_options(given.option)
    known = strategies_of(game)
    if unknown := [name for name in given.strategy or () if name not in known]:
        parser.error(f"{game.title} would play “{unknown[0]}” as greedy does.")
    with Progress() as progress:
        for strategy in given.strategy or known:
            won, doing = 0, progress.add_task(strategy, total=given.games)
            for number in range(given.games):
                won += play(game, scenario, options, strategy, given.bot, number)
                low, high = wilson(won, number + 1)
                progress.update(doing, advance=1, description=f"{strategy}: {won} won")
            print(f"{strategy} against {given.bot}: {won} of {given.games} won ({low:.0%} to {high:.0%})", flush=True)


if __name__ == "__main__":
    main()
