"""Fortresses that fall (albion/17.4, 21.2c, 21.3)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.losses.aftermath import check_later
from tanelorn.games.albion.losses.points import score, tally
from tanelorn.games.albion.state.magic_items import let_lie
from tanelorn.games.albion.state.nouns import at_hex
from tanelorn.games.albion.state.pieces import STORED
from tanelorn.games.albion.state.position import AlbionPosition, alone
from tanelorn.games.albion.state.world import FAERIE, FOMORIAN

FORTRESS_POINTS = 10
"""What destroying a fortress is worth (21.2c)."""


def destroy_fortress(position: AlbionPosition, hex: int, log: Log, *, cause: str = "battle") -> None:
    """Ruin a fortress for good (17.4b): 10 points, and 15 more for the four of Albion Alone (21.2c, 21.3).

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
    score(position, 1 - seat, FORTRESS_POINTS, f"for **{w.fortress_name[hex]}**", log)
    tally(position, seat, "fortress", cause, 1)
    if alone(position) and seat == FAERIE and w.bonus[hex]:
        score(position, FOMORIAN, w.bonus[hex], f"because **{w.fortress_name[hex]}** was one of the four", log)
    for item, bearer in enumerate(position.bearer):
        if bearer == STORED and position.item_at[item] == hex:
            let_lie(position, item, hex, log)
    check_later(position, hex)
