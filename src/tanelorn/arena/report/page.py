"""The page of a report: one file that needs nothing else, in the look of the house."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files

from tanelorn.arena.matches.summary import Score
from tanelorn.arena.report.openings import Branch
from tanelorn.core.content.board import Board
from tanelorn.core.game import Game

_WIDEST, _DEEPEST = 8, 4
"""So many branches of an opening are shown at each place, and so many choices deep."""
_LABELLED = 5
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_VIEW = re.compile(r'viewBox="([^"]+)"')


@lru_cache
def tokens() -> str:
    """Return the colours, sizes and fonts of the house, as CSS."""
    text = files("tanelorn").joinpath("site/static/tanelorn/page/tokens.css").read_text(encoding="utf-8")
    return _COMMENT.sub("", text)


def page(title: str, under: str, sections: Iterable[str]) -> str:
    """Return the whole page."""
    style = files("tanelorn.arena.report").joinpath("report.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{tokens()}\n{style}</style>\n</head>\n<body>\n<main>\n<header><h1>{escape(title)}</h1>"
        f"<p>{escape(under)}</p></header>\n{''.join(sections)}</main>\n</body>\n</html>\n"
    )


def section(title: str, *parts: str, note: str = "") -> str:
    """Return a paper with a heading, maybe a note below it, and what stands on it."""
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{said}{''.join(parts)}</section>\n"


def figure(drawing: str, caption: str = "") -> str:
    """Return a drawing with what it shows below it."""
    said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{drawing}{said}</figure>"


def grid(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first column names the row, the others hold figures."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def in_short(score: Score) -> str:
    """Write a share with its interval."""
    low, high = (round(100 * end) for end in score.interval)
    return f"{score.share:.0%} ({low}–{high})"


def against(bots: Sequence[str], pairs: dict[tuple[str, str], Score]) -> str:
    """Return the table of who has beaten whom: the share that the bot of the row has won against that of the column."""
    head = "".join(f'<th scope="col">{escape(bot)}</th>' for bot in bots)
    body = ""
    for one in bots:
        cells = ""
        for other in bots:
            score = pairs.get((one, other))
            if score is None:
                cells += "<td>–</td>" if one != other else '<td class="self"></td>'
                continue
            tint = round(100 * score.share)
            cells += f'<td style="--share:{tint}%">{escape(in_short(score))}</td>'
        body += f'<tr><th scope="row">{escape(one)}</th>{cells}</tr>'
    table = f'<table class="against"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="wide">{table}</div>'


def openings(root: Branch, seats: Sequence[str]) -> str:
    """Return a tree of first choices, to be unfolded."""
    return f'<div class="tree">{_branches(root, seats, 0)}</div>'


def _branches(branch: Branch, seats: Sequence[str], depth: int) -> str:
    following = branch.by_count()
    whole = sum(one.score.games for one in following)
    shown = ""
    for one in following[:_WIDEST]:
        score = one.score
        line = (
            f'<span class="bar" style="--share:{100 * score.games / whole:.0f}%"></span>'
            f'<span class="said">{escape(one.text or "(nothing)")}</span> '
            f'<span class="aside">{escape(seats[one.seat])}; '
            f"{score.games} of {whole}, then won {escape(in_short(score))}</span>"
        )
        deeper = _branches(one, seats, depth + 1) if depth + 1 < _DEEPEST and one.after and score.games > 1 else ""
        shown += (
            f"<li><details><summary>{line}</summary>{deeper}</details></li>"
            if deeper
            else f"<li><div>{line}</div></li>"
        )
    rest = following[_WIDEST:]
    if rest:
        shown += f'<li class="aside">{len(rest)} other choices, in {sum(one.score.games for one in rest)} games</li>'
    return f"<ul>{shown}</ul>"


def heat(game: Game, board: Board, counts: dict[str, float], colour: str, what: str) -> str:
    """Return the board with a disc on each space, the larger the more of what was counted there."""
    view = f"0 0 {board.width:g} {board.height:g}"
    ground = ""
    if game.chart is not None:
        chart = game.chart.read_text(encoding="utf-8")
        view = found[1] if (found := _VIEW.search(chart)) else view
        ground = f'<div class="ground chart-{game.slug}"></div>'
    most = max(counts.values(), default=0) or 1
    size = board.width / 24
    discs = ""
    for at, (space, count) in enumerate(sorted(counts.items(), key=lambda item: -item[1])):
        area = board[space]
        radius = size * (count / most) ** 0.5
        discs += (
            f'<circle cx="{area.x:g}" cy="{area.y:g}" r="{radius:.1f}"><title>{escape(area.name)}: {count:.2f}</title>'
            "</circle>"
        )
        if at < _LABELLED:
            discs += f'<text x="{area.x:g}" y="{area.y:g}" font-size="{board.width / 34:.1f}">{count:.1f}</text>'
    named = ", ".join(
        f"{board[space].name} {count:.1f}"
        for space, count in sorted(counts.items(), key=lambda item: -item[1])[:_LABELLED]
    )
    width, height = view.split()[2:]
    label = escape(f"{what}: {named}", quote=True)
    return (
        f'<div class="map" style="aspect-ratio:{width}/{height};--heat:var({colour})">{ground}'
        f'<svg viewBox="{view}" role="img" aria-label="{label}">{discs}</svg></div>'
    )


def chart_style(game: Game) -> str:
    """Return the style that lays a game's chart under its maps: written once, however many there are."""
    if game.chart is None:
        return ""
    chart = game.chart.read_text(encoding="utf-8").replace("<style>", f"<style>{tokens()}", 1)
    packed = base64.b64encode(chart.encode()).decode()
    return f'<style>.chart-{game.slug}{{background-image:url("data:image/svg+xml;base64,{packed}")}}</style>'
