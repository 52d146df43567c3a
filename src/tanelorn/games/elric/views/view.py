"""What a seat may know (elric/9.0a): everything but the faces of spells that others hold or that lie hidden."""

from __future__ import annotations

from collections import Counter

from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.elric.state.places import CONTAINER, UNSEEN, Place
from tanelorn.games.elric.state.position import ElricPosition, seen_places


class ElricView(PositionView[ElricPosition], kw_only=True):
    """`backs` counts the spells of unknown face by place: a unit that holds them, an area where one is hidden, the
    container (9.0a).
    """

    backs: dict[Place, int]


def count_backs(position: ElricPosition, viewer: int) -> dict[Place, int]:
    """Return how many spells lie where, of those whose faces a viewer does not know."""
    if viewer == REFEREE:
        return {}
    seen = seen_places(position, viewer, position.where)
    hidden = Counter([there for there, place in zip(position.where, seen, strict=True) if place == UNSEEN])
    return dict(sorted(hidden.items()))


def container_count(view: ElricView) -> int:
    """Return how many spells have not been drawn."""
    return view.backs.get(CONTAINER, 0) + view.seen.where.count(CONTAINER)
