"""Results as pictures: shares of games won by bot, seat and what each played; what else a game counts, on average."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tanelorn.arena.matches.summary import Score, Summary
from tanelorn.core.amounts import amount
from tanelorn.core.errors import Illegal
from tanelorn.core.game import Game

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".png", ".svg")
MOST = 24
"""So many things that a game counts are drawn."""


def check_place(path: Path) -> None:
    """Refuse a picture that could not be written in the end: of another kind, or in a folder that is not there."""
    if path.suffix.lower() not in KINDS:
        raise Illegal(f"“{path}” is no picture that can be written.", remedy="Give a file ending in .png or .svg.")
    if not path.parent.is_dir():
        raise Illegal(f"There is no folder {path.parent}.", remedy="Make it first, or name another.")


def draw_shares(path: Path, game: Game, summary: Summary, seats: tuple[str, ...]) -> None:
    """Draw the share of games won as a bar with its 95 % interval, for each bot, seat and part, and below what else the
    game counts; write it to a file.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - takes half a second, which only a picture should cost

    groups: list[tuple[str, dict[str, Score]]] = [
        ("bot", summary.by_bot),
        ("seat", dict(zip(seats, summary.by_seat, strict=False))),
    ]
    if summary.by_part:
        groups.append((game.part, dict(sorted(summary.by_part.items(), key=lambda item: item[1].share))))
    counts = dict(reversed(list(summary.mean_counts.items())[:MOST]))
    rows = [len(scores) for _, scores in groups] + ([len(counts)] if counts else [])
    figure = Figure(figsize=(8, 1.2 + 0.36 * sum(rows) + 0.5 * len(rows)), layout="constrained")
    axes = figure.subplots(len(rows), 1, gridspec_kw={"height_ratios": rows}, squeeze=False)[:, 0]
    for axis, (title, scores) in zip(axes, groups, strict=False):
        _bars(axis, title, scores)
    axes[len(groups) - 1].set_xlabel("share of games won, with its 95 % interval")
    if counts:
        axes[-1].barh(list(counts), list(counts.values()), color="#8c7a56")
        axes[-1].set_title("a game on average", loc="left", fontsize=10)
        axes[-1].grid(axis="x", alpha=0.4)
        axes[-1].set_axisbelow(True)
    figure.suptitle(f"{game.title}: {amount(summary.games, 'game')}")
    figure.savefig(path, dpi=150)


def _bars(axis: Axes, title: str, scores: dict[str, Score]) -> None:
    shares = [score.share for score in scores.values()]
    low = [score.share - score.interval[0] for score in scores.values()]
    high = [score.interval[1] - score.share for score in scores.values()]
    names = [f"{name} ({score.games})" for name, score in scores.items()]
    axis.barh(names, shares, xerr=[low, high], color="#b9a06a", ecolor="#3b2f1e", capsize=3)
    axis.set_xlim(0, 1)
    axis.xaxis.set_major_formatter("{x:.0%}")
    axis.set_title(f"by {title}", loc="left", fontsize=10)
    axis.grid(axis="x", alpha=0.4)
    axis.set_axisbelow(True)
