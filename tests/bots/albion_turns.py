"""Turns of Albion played by its bots from a position by name."""

from __future__ import annotations

from tanelorn.core.chance import Seeded
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.style import BASE, Style

GAME = games["albion"]


def played(table: dict[str, object], style: Style = BASE) -> tuple[list[str], Table]:
    """Return what the active side of a position by name does up to the end of its turn, and the table then."""
    at = Table.at(GAME, GAME.position_from({"sky": "clear", **table}), chance=Seeded(1), keep=False)
    turn, seat, told = at.position.turn, at.position.active, list[str]()
    while at.asked() and (at.position.turn, at.position.active) == (turn, seat):
        asked = at.asked()[0]
        choice = best(at, asked, style)
        if asked == seat:
            told.append(str(choice))
        at.play(choice, asked)
    return told, at
