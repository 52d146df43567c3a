"""Figures of reports as SVG that wears the colours of the page it stands in: shares, ratings, lengths."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tanelorn.arena.matches.summary import Score
from tanelorn.arena.tournament.standings import Rating

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TOKENS = {"#241c12": "var(--ink)", "#cfc0a2": "var(--rule)", "#c9a227": "var(--n-gold)", "#9a2d1f": "var(--rubric)"}
"""Colours of the light page, and the names by which they are known there; dark pages have others by these names."""
_INK, _RULE, _GOLD, _RUBRIC = _TOKENS
_STYLE: dict[str, object] = {
    "svg.fonttype": "none",
    "font.family": "serif",
    "font.size": 11,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "ytick.left": False,
    "axes.axisbelow": True,
}
_WIDTH = 8.6


def shares(scores: Mapping[str, Score], even: float | None = None) -> str:
    """Draw shares of games won, each with its 95 % interval; a line where all were even."""
    with _style():
        figure, axes = _rows(len(scores))
        names = [f"{name} ({score.games})" for name, score in scores.items()]
        for at, score in enumerate(scores.values()):
            low, high = score.interval
            axes.barh(at, score.share, color=_GOLD, height=0.62)
            axes.plot([low, high], [at, at], color=_INK, linewidth=1.6, marker="|", markersize=9)
        if even is not None:
            axes.axvline(even, color=_RUBRIC, linewidth=1.2, linestyle=(0, (4, 3)))
        axes.set_yticks(range(len(names)), names)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter("{x:.0%}")
        return _svg(figure)


def rated(ratings: Mapping[str, Rating]) -> str:
    """Draw ratings, each with its 95 % interval."""
    with _style():
        figure, axes = _rows(len(ratings))
        for at, rating in enumerate(ratings.values()):
            low, high = rating.interval
            axes.plot([low, high], [at, at], color=_INK, linewidth=1.6, marker="|", markersize=9)
            axes.plot(rating.mean, at, color=_GOLD, marker="o", markersize=9, markeredgecolor=_INK)
        axes.set_yticks(range(len(ratings)), list(ratings))
        return _svg(figure)


def lengths(counts: Sequence[int], word: str) -> str:
    """Draw how long games were, in turns or choices."""
    with _style():
        figure = _figure(2.4)
        axes = figure.subplots()
        least, most = min(counts), max(counts)
        step = max(1, -(-(most - least + 1) // 40))
        edges = [edge - 0.5 for edge in range(least, most + step + 1, step)]
        axes.hist(counts, bins=edges, color=_GOLD, edgecolor=_INK, linewidth=0.6)
        axes.set_xlim(max(0, min(least, most - 8)) - 0.5, max(most, least + 8) + 0.5)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"{word}s")
        axes.set_ylabel("games")
        axes.grid(axis="y", color=_RULE)
        return _svg(figure)


@contextmanager
def _style() -> Iterator[None]:
    from matplotlib import rc_context  # noqa: PLC0415 - takes half a second, which only a picture should cost

    with rc_context(_STYLE):  # type: ignore[arg-type]
        yield


def _figure(height: float) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415 - likewise

    return Figure(figsize=(_WIDTH, height), layout="constrained")


def _rows(count: int) -> tuple[Figure, Axes]:
    figure = _figure(0.55 + 0.36 * max(1, count))
    axes = figure.subplots()
    axes.set_ylim(max(1, count) - 0.4, -0.6)  # the first on top
    axes.grid(axis="x", color=_RULE)
    return figure, axes


def _svg(figure: Figure) -> str:
    """Return a figure as an element of a page, in the page's colours."""
    written = io.StringIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    text = written.getvalue()
    text = text[text.index("<svg") :]
    for colour, token in _TOKENS.items():
        text = text.replace(colour, token)
    return text.replace("<svg ", '<svg role="img" aria-hidden="true" ', 1)
