"""What a bot is: it sees a view, never a position, and answers with a choice."""

from __future__ import annotations

from random import Random
from typing import Protocol, TypeVar

import msgspec

from tanelorn.core.choices import Choice
from tanelorn.core.game import Game, View
from tanelorn.core.play.table import Table

V = TypeVar("V", bound=View)


class Bot(Protocol):
    """Somebody who plays one seat. The game and a seed are given when it is made.

    A bot draws on its seed once a choice, so the same seed and the same views give the same choices.
    """

    name: str

    def choose(self, view: View) -> Choice:
        """Return one of the choices that the viewer's decision lists; raise NotAsked if there is none."""


def unsealed(view: V) -> V:
    """Return a view as it was before anybody had sealed.

    Who was quicker to seal is no ground for a choice, so a bot does not let it be one: it chooses the same whether
    the others have sealed or not.
    """
    if not view.sealed:
        return view
    return msgspec.structs.replace(view, asked=tuple(sorted({*view.asked, *view.sealed})), sealed=())


def imagined(game: Game, view: View, rng: Random) -> Table:
    """Return a table that fits what the viewer knows, with nothing sealed."""
    return Table.from_view(game, unsealed(view), rng)


def distinct(worlds: list[Table]) -> list[Table]:
    """Return the tables without those that are as the first: of a game without secrets one is left."""
    first = worlds[0]
    return [first, *(world for world in worlds[1:] if world.position != first.position)]
