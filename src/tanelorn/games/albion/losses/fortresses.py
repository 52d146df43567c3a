"""Fortresses that fall (albion/17.4, 21.2c, 21.3)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_later
from tanelorn.games.albion.losses.victory_points import score_fortress
from tanelorn.games.albion.state.magic_items import let_lie
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.pieces import STORED


def destroy_fortress(position: AlbionPosition, hex: int, log: Log, *, cause: str = "battle") -> None:
    """Ruin a fortress for good (17.4b): the enemy scores (21.2c, 21.3).

    A dyke is never destroyed (17.4d). What was stored in it lies in the hex (20.1a); who is helpless now must evade.
    """
    w = position.world
    seat = w.fortress_side[hex]
    if seat < 0 or w.dyke[hex] or hex in position.ruined:
        return
    position.ruined.append(hex)
    position.ruined.sort()
    if log:
        text = f"**{at_hex(w, hex)}** is destroyed, and a ruin from now on."
        log.say(text, clause="albion/17.4b", seat=seat, places=(w.number[hex],))
    score_fortress(position, hex, cause, log)
    for item, bearer in enumerate(position.bearer):
        if bearer == STORED and position.item_at[item] == hex:
            let_lie(position, item, hex, log)
    check_later(position, hex)
