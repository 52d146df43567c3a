"""Teaches a small network Five Cities by self-play, on one core of a CPU: `python self_play.py runs/first`.

Each round plays games. In every turn all orders worth a thought of one side are set against those of the other, the
turn is carried out for each pair at once, the network says what each is worth, and regret matching finds what both
should mix. What that mixture is worth is a better value than the network had said before: the network learns it,
together with how the games ended (expert iteration; with returns of TD(lambda)).

The folder gets weights.npz, which plays as `learned:FOLDER/weights.npz`, curve.png, and state.npz, from which the same
command goes on after it was stopped or killed. The same settings give the same weights, with Ray or without.
"""

from __future__ import annotations

import json
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the matrices are small: more threads only get in each other's way
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

import matplotlib
import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tanelorn import Table
from tanelorn.arena import Summary
from tanelorn.arena.extras import need
from tanelorn.arena.places.cluster import Cluster
from tanelorn.arena.places.series import play_series
from tanelorn.bots.judgement import shares
from tanelorn.bots.regret import Mixture
from tanelorn.bots.tree import Tree
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.games.fivecities.board import AREAS, FILE, PROVINCES
from tanelorn.games.fivecities.judgement.judgement import FiveCitiesJudgement
from tanelorn.games.fivecities.judgement.learned import Network, inputs
from tanelorn.games.fivecities.judgement.turns import after_turn
from tanelorn.games.fivecities.new_pieces import Placements

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # what draws has to be said before

CHUNKS = 8  # of games in a round: what one worker plays at a time
LAMBDA = 0.85  # how much of a value comes from what happened later, not from the search at hand
WILD = 0.05  # how often a side tries any of its candidates
WILD_TURNS = 4  # at most so many random turns begin half of the games
BATCH = 1024  # positions of one step of learning
MEMORY = 60_000  # positions that are kept
MIRROR = [[p.slug for p in FILE.province].index(p.mirror) for p in FILE.province]
MIRROR += [PROVINCES + province for province in MIRROR]
"""The area that lies where each lies when the board is turned round: the rules are the same there."""


@dataclass(frozen=True)
class Settings:
    """What decides what is learned; a run that goes on must have the same."""

    rounds: int
    games: int
    steps: int
    turns: int
    seed: int


@dataclass
class Positions:
    """Positions and what they turned out to be worth to the first seat; `waiting` says that new pieces come next."""

    first: np.ndarray  # int16 [position, area]
    second: np.ndarray
    bombs: np.ndarray  # int8 [position, seat]
    waiting: np.ndarray  # bool [position]
    worth: np.ndarray  # float32 [position]

    @classmethod
    def together(cls, many: Sequence[Positions]) -> Positions:
        """Return all of them, one after the other."""
        return cls(*(np.concatenate([getattr(one, name) for one in many]) for name in cls.__annotations__))

    def last(self, most: int) -> Positions:
        """Return the newest."""
        return Positions(*(getattr(self, name)[-most:] for name in self.__annotations__))


class Sparring(Tree):
    """The search of the bots, narrower: many games teach more than few that are played well."""

    WIDEST = 16
    REPLIES = 0


def play_games(network: Network, seed: str, games: int, turns: int) -> Positions:
    """Play so many games of the network against itself; after `turns` a game is drawn."""
    rng = Random(seed)
    judgement = FiveCitiesJudgement(network.first_prospects)
    return Positions.together([_play_game(judgement, rng, turns) for _ in range(games)])


def _play_game(judgement: FiveCitiesJudgement, rng: Random, turns: int) -> Positions:
    table = Table.new("fivecities", seed=rng.getrandbits(32), keep=False, options={"turn-limit": turns})
    wild = rng.randrange(1, WILD_TURNS + 1) if rng.random() < 0.5 else 0
    seen: list[tuple[Any, ...]] = []  # what Positions has, and the value that the search has found, if it looked
    while table.outcome is None:
        position = table.position
        placing = isinstance(table.step, Placements)
        choices, value = _choices(table, judgement, rng, wild=position.turn <= wild)
        if not placing:
            orders = choices[0], choices[1]
            bombs = list(position.bombs)
            seen.append((*map(list, position.pieces), bombs, False, value))
            first, second = after_turn(position.pieces, ([orders[0]], [orders[1]]))
            left = [have - (order.bomb >= 0) for have, order in zip(bombs, orders, strict=True)]
            seen.append((first[0, 0], second[0, 0], left, True, None))
        for seat, choice in choices.items():
            table.play(choice, seat)
    seen.pop()  # a game that has ended needs no judge
    worth = shares(table.outcome, 2)[0]
    worths = []
    for *_, value in reversed(seen):
        if value is not None:
            worth += (1 - LAMBDA) * (value - worth)
        worths.append(worth)
    first, second, bombs, waiting, _ = zip(*seen, strict=True)
    return Positions(
        np.array(first, np.int16),
        np.array(second, np.int16),
        np.array(bombs, np.int8),
        np.array(waiting, bool),
        np.array(worths[::-1], np.float32),
    )


def _choices(
    table: Table, judgement: FiveCitiesJudgement, rng: Random, *, wild: bool
) -> tuple[dict[int, Any], float | None]:
    """Return what each side chooses, and what the first may expect."""
    if wild:
        return {seat: table.decision(seat).choices().sample(rng) for seat in table.asked()}, None
    seat = table.asked()[0]
    options = judgement.candidates(table.decision(seat), rng, Sparring.WIDEST)
    node = Sparring(judgement, rng).root(table, seat, options, Mixture(len(options)))
    chosen = {}
    for mover, choices, mixture in zip(node.movers, node.options, node.mixtures, strict=True):
        any_one = rng.random() < WILD
        chosen[mover] = choices[rng.randrange(len(choices)) if any_one else mixture.draw(rng)]
    return chosen, float(node.expects[0])


class Learner:
    """The network, what it has seen, and how it learns: Adam on the cross entropy of its prospects."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.network = Network.fresh(np.random.default_rng(settings.seed))
        self.moments = [np.zeros_like(part) for part in self.network.parts * 2]
        self.memory: Positions | None = None
        self.round = 0
        self.steps = 0
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []

    def learn(self, positions: Positions) -> float:
        """Take positions into memory, learn from it, and return how far off the prospects were: mean squared error."""
        known = [self.memory] if self.memory is not None else []
        memory = self.memory = Positions.together([*known, positions]).last(MEMORY)
        rng = np.random.default_rng([self.settings.seed, self.round])
        size = min(BATCH, len(memory.worth))
        errors = [self._step(memory, rng.integers(0, len(memory.worth), size), rng) for _ in range(self.settings.steps)]
        self.round += 1
        return float(np.mean(errors))

    def _step(self, memory: Positions, at: np.ndarray, rng: np.random.Generator) -> float:
        areas = MIRROR if rng.random() < 0.5 else list(range(AREAS))
        at = at[np.argsort(memory.waiting[at], kind="stable")]
        size = len(at)
        settled = size - int(memory.waiting[at].sum())
        parts = [
            inputs(memory.first[some][:, areas], memory.second[some][:, areas], memory.bombs[some].T, waiting)
            for some, waiting in ((at[:settled], False), (at[settled:], True))
        ]
        halves = [np.split(part, 2, axis=1) for part in parts]
        seen = np.concatenate([half[seat] for seat in (0, 1) for half in halves], axis=1)
        one, two, scores = self.network.layers(seen)
        off = 1 / (1 + np.exp(scores[size:] - scores[:size])) - memory.worth[at]
        self._follow(self._slopes(seen, one, two, np.concatenate([off, -off]) / size))
        return float(np.mean(off**2))

    def _slopes(self, seen: np.ndarray, one: np.ndarray, two: np.ndarray, off: np.ndarray) -> list[np.ndarray]:
        """Return how the loss changes with each of the weights."""
        network = self.network
        back_two = (network.last[:, None] * off) * (two > 0)
        back_one = (network.second.T @ back_two) * (one > 0)
        first, second = back_one @ seen.T, back_two @ one.T
        bias = back_one.sum(1, keepdims=True), back_two.sum(1, keepdims=True)
        return [seen @ off, first, bias[0], second, bias[1], two @ off]

    def _follow(self, slopes: list[np.ndarray]) -> None:
        """Take a step of Adam; steps become shorter towards the end of the run."""
        self.steps += 1
        rate = 2e-3 * max(0.05, 1 - self.round / self.settings.rounds)
        count = len(slopes)
        for part, slope, mean, square in zip(
            self.network.parts, slopes, self.moments[:count], self.moments[count:], strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            part -= rate * (step + 1e-4 * part)

    def save(self, folder: Path) -> None:
        """Write weights and state, each whole or not at all."""
        self.network.save(folder / "weights.npz")
        about = {
            "settings": asdict(self.settings),
            "round": self.round,
            "steps": self.steps,
            "seconds": self.seconds,
            "curve": self.curve,
        }
        arrays = {f"part{number}": part for number, part in enumerate(self.network.parts)}
        arrays |= {f"moment{number}": moment for number, moment in enumerate(self.moments)}
        if self.memory is not None:
            arrays |= asdict(self.memory)
        place = folder / "state.npz.part"
        with place.open("wb") as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)
        place.replace(folder / "state.npz")

    @classmethod
    def resumed(cls, folder: Path, settings: Settings) -> Learner:
        """Return a learner as a folder has it, a new one where it has none; raise Illegal where that does not fit."""
        learner = cls(settings)
        place = folder / "state.npz"
        if not place.exists():
            return learner
        try:
            with np.load(place, allow_pickle=False) as file:
                about = json.loads(str(file["about"][()]))
                if about["settings"] != asdict(settings):
                    was = ", ".join(f"--{name} {value}" for name, value in about["settings"].items())
                    raise Illegal(
                        f"The run in {folder} has other settings.", remedy=f"Say {was}, or name a new folder."
                    )
                learner.network = Network(*(file[f"part{n}"] for n in range(len(learner.network.parts))))
                learner.moments = [file[f"moment{n}"] for n in range(len(learner.moments))]
                if "worth" in file:
                    learner.memory = Positions(*(file[name] for name in Positions.__annotations__))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Illegal(f"{place} cannot be read: {error}.", remedy="Name a new folder.") from None
        learner.round, learner.steps = about["round"], about["steps"]
        learner.seconds, learner.curve = about["seconds"], about["curve"]
        return learner


Played = Callable[[Network, list[tuple[str, int, int]]], list[Positions]]
"""What plays the chunks of a round."""


def here(network: Network, chunks: list[tuple[str, int, int]]) -> list[Positions]:
    """Play in this process."""
    return [play_games(network, *chunk) for chunk in chunks]


def by_ray(address: str, workers: int) -> Played:
    """Return what plays on a Ray cluster, or on so many workers here if the address is `local`."""
    Cluster(address, workers)  # raises where nothing answers
    ray = need("ray", "cluster")
    paths = os.pathsep.join(filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")]))
    about: dict[str, Any] = {"runtime_env": {"env_vars": {"PYTHONPATH": paths, "OMP_NUM_THREADS": "1"}}}
    about |= {"num_cpus": workers, "include_dashboard": False} if address == "local" else {"address": address}
    try:
        ray.init(logging_level="ERROR", log_to_driver=False, **about)
    except (ConnectionError, RuntimeError, ValueError) as error:
        why = str(error).splitlines()[0].rstrip(".")
        raise Illegal(f"No Ray cluster can be joined at {address}: {why}.", remedy="Say --ray local.") from None
    task = ray.remote(num_cpus=1, max_retries=3)(play_games)

    def play(network: Network, chunks: list[tuple[str, int, int]]) -> list[Positions]:
        shared = ray.put(network)
        positions: list[Positions] = ray.get([task.remote(shared, *chunk) for chunk in chunks])
        return positions

    return play


def one_round(learner: Learner, play: Played) -> float:
    """Play a round, learn from it, and return the error."""
    settings = learner.settings
    sizes = [len(some) for some in np.array_split(range(settings.games), CHUNKS) if len(some)]
    chunks = [(f"{settings.seed}/{learner.round}/{number}", size, settings.turns) for number, size in enumerate(sizes)]
    return learner.learn(Positions.together(play(learner.network, chunks)))


def measure(folder: Path, games: int, seed: int) -> tuple[float, float, float]:
    """Return the share of games against greedy, seats exchanged, and its 95 % interval."""
    summary = Summary()
    spec = f"learned:{folder / 'weights.npz'}"
    for played in play_series("fivecities", [spec, "greedy"], games, seed=seed, keep=False):
        summary.add(played.result)
    score = summary.by_bot[spec]
    return (score.share, *score.interval)


def draw(curve: Sequence[dict[str, float]], place: Path) -> None:
    """Draw how much was won of greedy, and how far off the prospects were, over the games played."""
    figure, (above, below) = plt.subplots(2, 1, figsize=(7, 6), sharex=True, layout="constrained")
    measured = [point for point in curve if "share" in point]
    games = [point["games"] for point in measured]
    above.plot(games, [point["share"] for point in measured], marker="o", color="#1b5e7a")
    low, high = ([point[end] for point in measured] for end in ("low", "high"))
    above.fill_between(games, low, high, color="#1b5e7a", alpha=0.2, lw=0)
    above.axhline(0.5, color="grey", lw=0.8)
    above.set(ylim=(0, 1), ylabel="share against greedy", title="Five Cities by self-play")
    below.plot([point["games"] for point in curve], [point["error"] ** 0.5 for point in curve], color="#a2402c")
    below.set(ylim=(0, 0.5), ylabel="error of the prospects", xlabel="games played against itself")
    figure.savefig(place, dpi=120)
    plt.close(figure)


def train(folder: Path, settings: Settings, *, every: int, games: int, play: Played, console: Console) -> Learner:
    """Go on with the run in a folder until its rounds are played."""
    folder.mkdir(parents=True, exist_ok=True)
    learner = Learner.resumed(folder, settings)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(True, True))
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("begins", total=settings.rounds, completed=learner.round)
        while learner.round < settings.rounds:
            started = time.perf_counter()
            error = one_round(learner, play)
            point: dict[str, float] = {"games": learner.round * settings.games, "error": error}
            learner.curve.append(point)
            learner.seconds += time.perf_counter() - started
            if every and (learner.round % every == 0 or learner.round == settings.rounds):
                learner.network.save(folder / "weights.npz")
                point |= dict(zip(("share", "low", "high"), measure(folder, games, learner.round), strict=True))
                told = f"after {point['games']:,} games {point['share']:.0%} against greedy"
                progress.console.print(f"{told} ({point['low']:.0%} to {point['high']:.0%}), {learner.seconds:,.0f} s")
                draw(learner.curve, folder / "curve.png")
            learner.save(folder)
            progress.update(bar, completed=learner.round, description=f"error {error**0.5:.3f}")
    return learner


def main(
    folder: Annotated[Path, typer.Argument(help="Where the run lies; one that was stopped goes on.")],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 150,
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games a round.")] = 24,
    steps: Annotated[int, typer.Option(min=1, max=10_000, help="Steps of learning a round.")] = 100,
    turns: Annotated[int, typer.Option(min=1, max=200, help="Turns after which a game is drawn.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 1,
    every: Annotated[int, typer.Option(min=0, help="Measure after so many rounds; 0: never.")] = 30,
    against: Annotated[int, typer.Option(min=2, help="Games of a measurement.")] = 40,
    ray: Annotated[str | None, typer.Option(help="Play on Ray: local, auto, or an address.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many workers, with --ray local.")] = 2,
) -> None:
    """Teach a network Five Cities by playing against itself."""
    console = Console(stderr=True)
    settings = Settings(rounds, games, steps, turns, seed)
    try:
        play = by_ray(ray, workers) if ray else here
        learner = train(folder, settings, every=every, games=against, play=play, console=console)
    except TanelornError as error:
        console.print(f"{error.why} {error.remedy}", soft_wrap=True, highlight=False)
        raise typer.Exit(2) from None
    except KeyboardInterrupt:
        console.print("Stopped. The same command goes on from the last whole round.", soft_wrap=True)
        raise typer.Exit(130) from None
    console.print(f"{learner.seconds:,.0f} s of play and learning; play it as learned:{folder / 'weights.npz'}")


if __name__ == "__main__":
    typer.run(main)
