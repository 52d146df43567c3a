"""A bot that plays a whole game of Five Cities at a club: `python bot_over_http.py ADDRESS TOKEN`.

It picks at random among what it is offered, as a person clicks: a space, another one, a number, “seal”. Make the token
at the club's page /me/tokens, for playing and for setting up tables. See docs/api.md.
"""

from __future__ import annotations

import random
import sys

from tanelorn.client import Club, Seat


def choice(seat: Seat, dice: random.Random) -> str:
    """Return a choice, picked step by step from what the table offers."""
    path: list[str] = []
    while (offer := seat.offer(path)).choice is None:
        path.append(dice.choice([pick.pick for pick in offer.picks]))
    return offer.choice


def play(address: str, token: str) -> str:
    """Set a table up against an easy bot, play to the end, and return how it ended."""
    dice, club = random.Random(1), Club(address, token)
    table = club.set_up("fivecities", ["me", "easy"], options={"turn-limit": 12})
    seat = table.sit(0)
    for asked in seat.turns():
        print(asked.title, "-", seat.state.scene.subtitle)
        seat.choose(choice(seat, dice))
    return table.card().outcome


if __name__ == "__main__":
    print(play(*sys.argv[1:3]))
