"""The ten spells (5.5): what each may be aimed at, and what is cast before the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tanelorn.core.log import Log
from tanelorn.games.diplomacy.orders.order import HOLD, MOVE, SUPPORT, Order
from tanelorn.games.diplomacy.orders.possible import Field
from tanelorn.games.diplomacy.youngkingdoms import fortresses, kelmain
from tanelorn.games.diplomacy.youngkingdoms.cards import discard, drop_of_dead
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition, kind_of
from tanelorn.games.diplomacy.youngkingdoms.realm import (
    ATLAS,
    NAMES,
    POWER_OF,
    WORLDS_EDGE,
    Sorcerer,
)
from tanelorn.games.diplomacy.youngkingdoms.writing import CAST

SUPPORTS = (1, 2, 3)
ATTACKS = (4, 5, 6)
STANDING_ARMY, KELMAIN_HORDES, DESTRUCTION, IMPASSABLE = 7, 8, 9, 10
TITLES = (
    "support over land or sea",
    "support over sea",
    "support over land",
    "attack over land or sea",
    "attack over sea",
    "attack over land",
    "a standing army",
    "the Kelmain hordes",
    "destruction",
    "impassable",
)


def reaches(spell: int, province: int) -> bool:
    """Tell whether a support or attack spell works in a space: 1 and 4 anywhere, 2 and 5 at sea, 3 and 6 on land."""
    return spell in (1, 4) or ATLAS.is_sea[province] == (spell in (2, 5))


def castings(position: YoungKingdomsPosition, field: Field, who: int, strides: Sequence[Order]) -> Iterator[Order]:
    """Yield every use of the spells that a sorcerer holds; `strides` are his own moves overland or by convoy."""
    at = position.sorcerers[who].at
    base = Order(HOLD, kind_of(who), at)
    for spell in position.hand(who):
        if spell in SUPPORTS:
            if reaches(spell, at):
                yield base._replace(spell=spell)
            yield from (o._replace(spell=spell) for o in strides if not ATLAS.is_sea[o.to] and reaches(spell, o.to))
            yield from _supports(field, base._replace(verb=SUPPORT, spell=spell))
        elif spell in ATTACKS:
            for to in ATLAS.next_to[at]:
                if reaches(spell, to):
                    yield base._replace(verb=MOVE, to=to, spell=spell)
        elif spell == STANDING_ARMY:
            if not ATLAS.is_sea[at]:
                yield base._replace(verb=CAST, spell=spell)
        elif spell == KELMAIN_HORDES:
            if at in WORLDS_EDGE:
                yield base._replace(verb=CAST, spell=spell)
        else:
            for to in ATLAS.next_to[at]:
                if spell == IMPASSABLE or victim(position, to) is not None:
                    yield base._replace(verb=CAST, spell=spell, to=to)


def _supports(field: Field, base: Order) -> Iterator[Order]:
    """Support of a unit in the same space or next to it, to stand or to move (5.5.support)."""
    near = {base.at, *ATLAS.next_to[base.at]}
    for index, of in enumerate(field.here):
        if of not in near:
            continue
        whom = base._replace(of=of, whom=field.units[index].kind)
        if reaches(base.spell, of):
            yield whom
        targets = {**field.beside[index], **{to: (to,) for to in field.beyond[index]}}
        for target, there in targets.items():
            if reaches(base.spell, target):
                yield whom._replace(to=target)
                if there[0] != target:
                    yield from (whom._replace(to=to) for to in there)


def victim(position: YoungKingdomsPosition, place: int) -> int | None:
    """Return what spell 9 would destroy: the index of a unit, -1 or -2 for a sorcerer by himself, or None.

    In a fortress he is not by himself while its standing army stands, be it a demon's (4.sorcerer, 5.5.spell-9).
    """
    for index, unit in enumerate(position.units):
        if ATLAS.province[unit.at] == place:
            return index
    here = [who for who in (0, 1) if position.sorcerers[who].at == place]
    alone = len(here) == 1 and not fortresses.strength(position, place)
    return -1 - here[0] if alone else None


def cast_all(position: YoungKingdomsPosition, orders: dict[int, Order], log: Log) -> frozenset[int]:
    """Let all spells of the season act at once (5.5e); return the provinces that are closed by spell 10.

    `orders` are the sorcerers' orders. Cards used are gone; the spell, its caster and its target are published (5.5g).
    """
    closed = set()
    casters: list[int] = [who for who in (0, 1) if who in orders and orders[who].spell]
    for who in casters:
        discard(position, orders[who].spell)
        position.cast += ((who, orders[who].spell),)
        if log:
            _tell(who, orders[who], log)
    slain = [victim(position, orders[who].to) for who in casters if orders[who].spell == DESTRUCTION]
    for who in casters:
        order = orders[who]
        if order.spell == STANDING_ARMY:
            fortresses.raise_garrison(position, order.at, POWER_OF[who])
        elif order.spell == IMPASSABLE:
            closed.add(order.to)
        elif order.spell == KELMAIN_HORDES:
            kelmain.call(position, who, log)
    for target in slain:
        if target is not None:
            _destroy(position, target, casters, orders, log)
    return frozenset(closed)


def _destroy(
    position: YoungKingdomsPosition, target: int, casters: list[int], orders: dict[int, Order], log: Log
) -> None:
    if target < 0:
        kill(position, -1 - target, log)
        return
    place = next(orders[who].to for who in casters if orders[who].spell == DESTRUCTION)
    drop_of_dead(position, place)
    position.units = tuple(unit for unit in position.units if ATLAS.province[unit.at] != place)


def kill(position: YoungKingdomsPosition, who: int, log: Log) -> None:
    """Destroy a sorcerer (7); the spells that he has not used are lost (5.5f)."""
    position.sorcerers = tuple(  # type: ignore[assignment]
        Sorcerer(-1) if number == who else one for number, one in enumerate(position.sorcerers)
    )
    for spell in position.hand(who):
        discard(position, spell)
    if log:
        log.say(f"**{NAMES[who]}** is destroyed.", clause="youngkingdoms/7", seat=POWER_OF[who])


def _tell(who: int, order: Order, log: Log) -> None:
    target = order.to if order.to >= 0 else order.of if order.of >= 0 else order.at
    place = ATLAS.province[target]
    log.say(
        f"**{NAMES[who]}** casts spell {order.spell}, {TITLES[order.spell - 1]}, at {ATLAS.names[place]}.",
        clause=f"youngkingdoms/5.5.spell-{order.spell}",
        seat=POWER_OF[who],
        places=(ATLAS.ids[place],),
    )
