"""What a seat may know (elric/9.0a), written down field by field: all but the faces of others' and of hidden spells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tanelorn.core.agendas import steps_in
from tanelorn.core.game import View
from tanelorn.core.steps import Asks, Seals, Step
from tanelorn.core.viewers import REFEREE
from tanelorn.games.elric import (
    balance,
    combat,
    hands,
    losses,
    magic,
    melniboneans,
    movement,
    muster,
    replacements,
    search,
    sequence,
    state,
)
from tanelorn.games.elric.state.battle import Battle, Fight, Laid
from tanelorn.games.elric.state.position import CONTAINER, ElricPosition

if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = steps_in(
        balance,
        combat,
        hands,
        losses,
        magic,
        melniboneans,
        movement,
        muster,
        replacements,
        search,
        sequence,
        state,
    )
"""Every step that may stand on an agenda, so that views, which tell what comes next, are written down and read back."""

UNSEEN = -9
"""Where a spell is that the viewer does not know, and the face of a spell that lies face down."""


class ElricView(View, kw_only=True):
    """What a viewer knows of a table: everything that lies open, as the position has it.

    `where` says by spell where it is, UNSEEN for one the viewer knows nothing of; `knowers` is by spell the mask of the
    seats that know it, 0 for unseen ones. `backs` counts the unseen spells by place: a unit that holds them, an area
    where one is hidden, the container. `laid` shows the faces of the viewer's own.
    """

    pack: str
    random_balance: bool
    order: tuple[int, ...]
    lots: tuple[int, ...]
    owner: tuple[int, ...]
    area: tuple[int, ...]
    ship: tuple[int, ...]
    band: tuple[int, ...]
    spent: tuple[int, ...]
    did: tuple[int, ...]
    led: tuple[int, ...]
    came: tuple[int, ...]
    bearer: dict[int, int]
    where: tuple[int, ...]
    knowers: tuple[int, ...]
    backs: dict[int, int]
    nation: tuple[int, ...]
    captured: tuple[int, ...]
    prize: tuple[int, ...]
    besieger: dict[int, int]
    stormed: dict[int, int]
    maintained: tuple[int, ...]
    flights: dict[int, tuple[int, int]]
    turn: int
    active: int
    phase: str
    balance: int
    tipped: int
    doom: int
    horns: int
    march: tuple[int, ...]
    marched: bool
    landed: tuple[int, ...]
    trail: tuple[int, ...]
    bands: int
    fights: tuple[Fight, ...]
    battle: Battle | None
    laid: tuple[Laid, ...]
    sought: dict[int, tuple[str, int]]
    searched: tuple[int, ...]
    found: tuple[Fight, ...]
    freed: tuple[int, ...]
    rising: tuple[tuple[int, int], ...]
    elric_with: int
    elric_hand: bool
    elric_away: tuple[int, int] | None
    appeared: int
    blades: tuple[int, ...]
    open_gate: bool
    mustered: bool
    beaten: tuple[int, ...]
    met: tuple[int, ...]
    gone: tuple[int, ...]
    agenda: tuple[AnyStep, ...]
    whole: ElricPosition | None = None


_SAME = {"agenda", "whole", "where", "knowers", "backs", "laid", "battle"}
_VIEW_FIELDS = tuple(field for field in ElricView.__struct_fields__ if field not in View.__struct_fields__)
_COPIED = tuple(field for field in _VIEW_FIELDS if field not in _SAME)


def write_view(position: ElricPosition, viewer: int, game: str) -> ElricView:
    """Write down what a viewer knows."""
    all_seen = viewer == REFEREE
    public = (1 << len(position.order)) - 1
    where, knowers, backs = [], [], dict[int, int]()
    for spell, place in enumerate(position.where):
        mask = position.known[spell]
        if all_seen or mask == public or (viewer >= 0 and mask >> viewer & 1):
            where.append(place)
            knowers.append(mask)
        else:
            where.append(UNSEEN)
            knowers.append(0)
            backs[place] = backs.get(place, 0) + 1
    copied: dict[str, Any] = {}
    for field in _COPIED:
        value = getattr(position, field)
        copied[field] = tuple(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
    step = position.agenda[-1] if position.agenda else None
    return ElricView(
        game=game,
        viewer=viewer,
        scenario=position.scenario,
        asked=step.seats(position) if isinstance(step, Asks | Seals) else (),
        sealed=tuple(sorted(position.sealed)),
        offers=tuple(position.offers),
        outcome=position.outcome,
        where=tuple(where),
        knowers=tuple(knowers),
        backs=dict(sorted(backs.items())),
        laid=tuple(laid if all_seen or laid.seat == viewer else _face_down(laid) for laid in position.laid),
        battle=None if position.battle is None else position.battle.copy(),
        agenda=tuple(position.agenda),
        whole=position.copy() if all_seen else None,
        **copied,
    )


def _face_down(laid: Laid) -> Laid:
    return Laid(laid.fight, laid.seat, laid.caster, UNSEEN)


def hand_in(view: ElricView, unit: int) -> list[int]:
    """Return the spells that a viewer knows a unit to hold."""
    return [spell for spell, place in enumerate(view.where) if place == unit]


def container_count(view: ElricView) -> int:
    """Return how many spells have not been drawn."""
    return view.backs.get(CONTAINER, 0) + sum(place == CONTAINER for place in view.where)
