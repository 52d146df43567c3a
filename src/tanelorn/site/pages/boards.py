"""Boards that are a table's own: found by the key of their picture, for play and for the scrubber."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext

from tanelorn.charts import draw
from tanelorn.core.content.board import Board
from tanelorn.core.errors import UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
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
