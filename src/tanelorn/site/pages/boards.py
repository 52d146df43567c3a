"""Boards as pages draw them; those that are a table's own are found by the key of their picture, for play and for the
scrubber.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext
from msgspec import UNSET

from tanelorn.charts import draw
from tanelorn.core.content.board import Area, Board
from tanelorn.core.content.data import SOURCE_SAYS
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.site.live.messages import BoardData, Space
from tanelorn.site.replay.frames import played_again

_MOST_KEPT = 256
_kept: dict[tuple[str, str], Board] = {}


def own_board(table: Table, key: str = "") -> tuple[str, Board]:
    """Return the key and the board that a table had at some time, now if no key is given; raise UnknownName.

    The key is "" where all tables of the game share one board. A key that is not the present one is looked for in what
    was played, once.
    """
    game = table.game
    now = game.chart_of(table.position)
    if not now or key in ("", now):
        return now, _keep(table, now)
    if (game.slug, key) not in _kept and table.header is not None:  # of a trial nothing can be played again
        for before, _ in played_again(table):
            _keep(before, game.chart_of(before.position))
    if (game.slug, key) not in _kept:
        raise UnknownName(
            gettext("This table never had a board “%(key)s”.") % {"key": key[:20]},
            remedy=gettext("Ask for it without a key."),
        )
    return key, _kept[game.slug, key]


def board_data(code: str, table: Table, key: str = "") -> BoardData:
    """Return what is drawn once of a table, spaces and links: as it is now, or as it was when its chart had that key;
    raise UnknownName.
    """
    game = table.game
    key, drawn = own_board(table, key)
    areas = list(drawn)
    spaces = tuple(
        Space(
            id=area.id,
            name=area.name,
            abbreviation=area.id,
            kind=area.kind,
            x=area.x,
            y=area.y,
            radius=game.space_radius.get(area.kind, 40),
            spoken=_in_words(area),
            neighbours=tuple(areas[other].id for other in drawn.neighbours[number]),
            source=area.source,
            source_says=gettext(SOURCE_SAYS[area.source]),
            outline=area.outline or UNSET,
            dot=area.dot or UNSET,
            spots=area.spots or UNSET,
        )
        for number, area in enumerate(areas)
    )
    return BoardData(
        game=game.slug,
        title=game.title,
        width=drawn.width,
        height=drawn.height,
        address=f"/tables/{code}/board.json",
        key=key,
        chart=f"/tables/{code}/chart.svg?key={key}" if key else f"/charts/{game.slug}.svg",
        spaces=spaces,
        links=drawn.links,
        layers=drawn.layers,
        legend=game.legend.signs,
        battles=game.rulebook.battles,
    )


def _in_words(area: Area) -> str:
    """A space in words for screen readers: its name, its kind, what is printed there."""
    called = area.name if area.kind in area.name.casefold() else f"{area.name}, {area.kind}"
    return f"{called}; {area.note}" if area.note else called


def _keep(table: Table, key: str) -> Board:
    board = table.game.board_of(table.position)
    if key:
        _kept.pop((table.game.slug, key), None)
        _kept[table.game.slug, key] = board
        while len(_kept) > _MOST_KEPT:
            del _kept[next(iter(_kept))]
    return board


@lru_cache(maxsize=32)
def drawn(slug: str, board: Board) -> str:
    """Return the picture of a table's own board as SVG."""
    return draw(games[slug], board)
