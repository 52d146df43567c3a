"""What a view holds by the rulebook's names: what rule cases expect, and what records compare."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.fields import UNKNOWN
from tanelorn.games.elric.equipment.counters import ARMY
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.state.places import (
    ASIDE,
    DISCARD,
    TRACK,
    Lying,
    area_of,
    holder_of,
    spells_at,
    spells_held,
    spells_lying,
)
from tanelorn.games.elric.state.position import NOBODY, OUT
from tanelorn.games.elric.state.words import SEAT_WORDS, area_words, unit_words
from tanelorn.games.elric.views.battle_window import draw_duel
from tanelorn.games.elric.views.view import ElricView, container_count

Facts = dict[str, str | int]


def write_facts(view: ElricView) -> Facts:
    """Name what a view holds.

    A counter's fact is where it is: `jadmar`, `pale sea aboard vilmir fleet 1`, `out`, with its owner behind it where
    that is not its nation's (`jadmar of first`). `vilmir armies` counts them by place. `<unit> spells` is a hand as far
    as the viewer knows it.
    """
    world = world_of(view.seen.pack)
    facts: Facts = {
        "turn": view.seen.turn,
        "active": _seat(view.seen.active),
        "phase": view.seen.phase,
        "balance": balance_text(view),
    }
    facts["order"] = ", ".join(_seat(seat) for seat in view.seen.order)
    _nations(view, world, facts)
    _counters(view, world, facts)
    _spells(view, world, facts)
    _cities(view, world, facts)
    _battles(view, world, facts)
    words = unit_words(world)
    facts["elric with"] = words[view.seen.elric_with] if view.seen.elric_with >= 0 else "nobody"
    facts["horns"] = view.seen.horns
    facts["gate"] = "open" if view.seen.open_gate else "shut"
    facts["march"] = ", ".join(words[unit] for unit in view.seen.march)
    facts["gone"] = ", ".join(_seat(seat) for seat in view.seen.gone)
    outcome = view.outcome
    facts["victor"] = "none" if outcome is None else ", ".join(_seat(seat) for seat in outcome.winners) or "nobody"
    facts["reason"] = outcome.reason if outcome is not None else ""
    return facts


def balance_text(view: ElricView) -> str:
    """Return where the Law/Chaos marker is: `neutral`, `chaos 3`, `tipped to law, turn 7`."""
    if view.seen.tipped:
        end = f", turn {view.seen.doom}" if view.seen.doom else ""
        return f"tipped to {'chaos' if view.seen.tipped > 0 else 'law'}{end}"
    if not view.seen.balance:
        return "neutral"
    return f"{'chaos' if view.seen.balance > 0 else 'law'} {abs(view.seen.balance)}"


def _seat(seat: int) -> str:
    return SEAT_WORDS[seat] if seat >= 0 else "nobody"


def _nations(view: ElricView, world: World, facts: Facts) -> None:
    rising = dict(view.seen.rising)
    for number, nation in enumerate(world.nations):
        owner = view.seen.nation[number]
        text = _seat(owner) if owner != NOBODY else "neutral"
        facts[f"nation {nation.id.replace('_', ' ')}"] = (
            f"rising for {_seat(rising[number])}" if number in rising else text
        )
    if view.seen.freed:
        facts["freed"] = ", ".join(world.nations[nation].id for nation in view.seen.freed)


def _counters(view: ElricView, world: World, facts: Facts) -> None:
    words, areas, called, owners = unit_words(world), area_words(world), _army_words(world), view.seen.owner
    armies: dict[str, dict[str, int]] = {}
    for unit, (counter, kind) in enumerate(zip(world.units, world.kind, strict=True)):
        if counter.kind == "artifact":
            bearer = view.seen.bearer.get(unit, -1)
            facts[words[unit]] = words[bearer] if bearer >= 0 else "out"
        elif owners[unit] == OUT:
            if kind != ARMY:
                facts[words[unit]] = "out"
        elif kind == ARMY:
            places = armies.setdefault(called[counter.nation], {})
            text = _place(view, world, unit, areas, words)
            places[text] = places.get(text, 0) + 1
        else:
            facts[words[unit]] = _place(view, world, unit, areas, words)
    for nation, name in zip(world.nations, called, strict=True):
        if nation.armies:
            facts[name] = (
                ", ".join(f"{count} {place}" for place, count in sorted(armies.get(name, {}).items())) or "out"
            )


@lru_cache(maxsize=8)
def _army_words(world: World) -> tuple[str, ...]:
    """Return what the armies of each nation are called."""
    return tuple(f"{nation.id.replace('_', ' ')} armies" for nation in world.nations)


def _place(view: ElricView, world: World, unit: int, areas: tuple[str, ...], words: tuple[str, ...]) -> str:
    """Say where a counter is that is in play."""
    seen = view.seen
    owner, area, ship = seen.owner[unit], seen.area[unit], seen.ship[unit]
    text = areas[area] if area >= 0 else "off the board"
    if ship >= 0:
        text += f" aboard {words[ship]}"
    nation = world.of[unit]
    if nation < 0 or seen.nation[nation] != owner:
        text += f" of {_seat(owner)}"
    return text


def _spells(view: ElricView, world: World, facts: Facts) -> None:
    words, areas = unit_words(world), area_words(world)
    hands: dict[int, list[str]] = {}
    for spell, unit in spells_held(view.seen.where):
        hands.setdefault(unit, []).append(SPELLS[spell].id)
    for place, count in view.backs.items():
        if (unit := holder_of(place)) >= 0:
            hands.setdefault(unit, []).extend(["?"] * count)
    for unit, names in sorted(hands.items()):
        facts[f"{words[unit]} spells"] = ", ".join(names)
    for name, how in (("hidden", Lying.HIDDEN), ("face up", Lying.FACE_UP), ("lurking", Lying.LURKING)):
        lying = [f"{SPELLS[spell].id} in {areas[area]}" for spell, area in spells_lying(view.seen.where, how)]
        lying += [
            f"? in {areas[area]}"
            for place, count in view.backs.items()
            if (area := area_of(place, how)) >= 0
            for _ in range(count)
        ]
        facts[name] = ", ".join(sorted(lying))
    facts["discards"] = ", ".join(SPELLS[spell].id for spell in spells_at(view.seen.where, DISCARD))
    facts["sacrificed"] = ", ".join(SPELLS[spell].id for spell in spells_at(view.seen.where, TRACK))
    facts["container"] = container_count(view)
    facts["aside"] = view.backs.get(ASIDE, 0) + view.seen.where.count(ASIDE)
    facts["maintained"] = ", ".join(SPELLS[spell].id for spell in sorted(view.seen.maintained))
    for spell, (uses, since) in sorted(view.seen.flights.items()):
        facts[f"{SPELLS[spell].id} flights"] = f"{uses} since turn {since}"
    facts["laid"] = ", ".join(f"{_face(laid.spell)} by {words[laid.caster]}" for laid in view.seen.laid)


def _face(spell: int) -> str:
    return "?" if spell == UNKNOWN else "marker" if spell < 0 else SPELLS[spell].id


def _cities(view: ElricView, world: World, facts: Facts) -> None:
    areas = area_words(world)
    facts["captured"] = ", ".join(
        f"{areas[area]} by {_seat(seat)}" for area, seat in enumerate(view.seen.captured) if seat >= 0
    )
    facts["besieged"] = ", ".join(
        f"{areas[area]} by {_seat(seat)}" for area, seat in sorted(view.seen.besieger.items())
    )


def _battles(view: ElricView, world: World, facts: Facts) -> None:
    words, areas = unit_words(world), area_words(world)
    facts["fights"] = ", ".join(
        f"{areas[fight.area]} against {_seat(fight.foe)}{' in the city' if fight.city else ''}"
        for fight in view.seen.fights
    )
    battle = view.seen.battle
    if battle is None:
        facts["battle"] = ""
        return
    facts["battle"] = areas[battle.fight.area]
    facts["battle segment"] = battle.segment
    facts["attackers"] = ", ".join(words[unit] for unit in battle.sides[0])
    facts["defenders"] = ", ".join(words[unit] for unit in battle.sides[1])
    facts["withheld"] = ", ".join(words[unit] for unit in battle.withheld)
    facts["totals"] = f"{battle.totals[0]} to {battle.totals[1]}"
    facts["winner"] = ("attacker", "defender", "nobody")[battle.winner]
    duel = draw_duel(view) if battle.winner >= 0 else None
    if duel is not None:
        facts["result"] = ", ".join(f"{column.head}: {column.text}" for column in duel.table if column.lit)
    facts["thrown"] = ", ".join(
        f"{SPELLS[thrown.spell].id} for {('attacker', 'defender')[thrown.side]}{' off' if thrown.off else ''}"
        for thrown in battle.thrown
    )
