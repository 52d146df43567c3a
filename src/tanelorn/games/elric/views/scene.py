"""What a page or a text board draws of Elric, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterator

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Gauge, Paper, Row, Scene, SeatChip, Stage, Tab, Tray
from tanelorn.games.elric.balance import given, owed
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.nations import Nation
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World, world_of
from tanelorn.games.elric.sequence.turns import STEPS
from tanelorn.games.elric.state.places import DISCARD, holder_of, spells_at, spells_held
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY, OUT
from tanelorn.games.elric.state.scenarios import TERMS
from tanelorn.games.elric.views.battle_window import draw_duel
from tanelorn.games.elric.views.cards import spell_card
from tanelorn.games.elric.views.piles import (
    called,
    draw_holdings,
    draw_marks,
    draw_pieces,
    draw_stacks,
    in_order,
    piles_of,
)
from tanelorn.games.elric.views.view import ElricView, container_count

_RIBBON = {
    "replace": "Replace",
    "move": "Move",
    "search": "Search",
    "magic": "Magic",
    "combat": "Combat",
    "muster": "Muster",
}
_DOING = {
    "appear": "begins",
    "replace": "replaces",
    "move": "moves",
    "search": "searches",
    "magic": "conjures",
    "combat": "fights",
    "muster": "musters",
    "balance": "ends the turn",
}
_ARM = 6


def draw_scene(view: ElricView) -> Scene:
    """Say what is drawn for a view."""
    world = world_of(view.seen.pack)
    piles = piles_of(view, world)
    return Scene(
        subtitle=subtitle(view),
        seats=tuple(_chip(view, world, seat) for seat in range(len(view.seen.order))),
        pieces=draw_pieces(view, world, piles),
        papers=tuple(_papers(view, world)),
        ribbon=_ribbon(view),
        marks=draw_marks(view),
        holdings=draw_holdings(view),
        outcome=view.outcome,
        trays=tuple(_trays(view, world)),
        stacks=draw_stacks(view, world, piles),
        duel=draw_duel(view),
        gauges=(_balance(view), _turns(view)),
    )


def subtitle(view: ElricView) -> str:
    """Say how far the game has come."""
    title = TERMS[view.scenario].title.partition(",")[0]
    return f"turn {view.seen.turn} of {LAST_TURN} · {title}" if view.seen.turn else f"set-up · {title}"


def _ribbon(view: ElricView) -> tuple[Tab, ...]:
    now = STEPS.index(view.seen.phase) if view.seen.phase in STEPS else -1
    states = ("now" if at == now else "done" if at < now else "next" for at in map(STEPS.index, _RIBBON))
    return tuple(Tab(title, state) for title, state in zip(_RIBBON.values(), states, strict=True))  # type: ignore[arg-type]


def _chip(view: ElricView, world: World, seat: int) -> SeatChip:
    terms = TERMS[view.scenario]
    state = ""
    if seat in view.seen.gone:
        state = "out of the game"
    elif view.outcome is not None:
        state = "won" if seat in view.outcome.winners else ""
    elif seat in view.sealed:
        state = "sealed"
    elif seat == view.seen.active:
        state = _DOING.get(view.seen.phase, "")
    elif seat in view.asked:
        state = "decides"
    aside = ["holds Elric"] if view.seen.owner[world.elric] == seat else []
    if count := _capitals(view, seat):
        aside.append(amount(count, "capital"))
    near = amount(_capitals(view, seat), "capital") if terms.victory in ("normal", "successor") else ""
    name, turn = called(view, seat), seat in view.asked
    return SeatChip(seat, name, terms.colours[seat], state, turn=turn, aside=", ".join(aside), near=near)


def _capitals(view: ElricView, seat: int) -> int:
    """How many enemy capitals a seat holds (5.0j)."""
    return view.seen.prize.count(seat)


# Tracks


def _balance(view: ElricView) -> Gauge:
    """The Cosmic Balance, open to all, with its marker (3.1i, 3.2i)."""
    arm = [str(number) for number in range(_ARM, 0, -1)]
    side = "Chaos" if (view.seen.tipped or view.seen.balance) > 0 else "Law"
    strength = _ARM if view.seen.tipped else abs(view.seen.balance)
    aside = f"{side} spells count +{strength}" if strength else "nobody leads"
    return Gauge(
        title="The Cosmic Balance",
        kind="scale",
        boxes=(*arm, "=", *reversed(arm)),
        at=-1 if view.seen.tipped else _ARM - view.seen.balance,
        ends=("chaos", "law"),
        aside=aside,
        clause="elric/13.4" if view.seen.tipped else "elric/13.2",
        note=_tipped(view, side) if view.seen.tipped else "",
    )


def _tipped(view: ElricView, side: str) -> str:
    position = view.seen
    end = f"The world ends with turn {view.seen.doom}" if view.seen.doom else "The game ends before the world does"
    return f"Tipped to **{side}**. {end}; sacrificed so far **{given(position)}** of {owed(position)}."


def _turns(view: ElricView) -> Gauge:
    """The Turn Track, with the markers on it (3.1i, 3.2i)."""
    stages = []
    if view.seen.tipped:
        sign = "chaos" if view.seen.tipped > 0 else "law"
        stages += [Stage(view.seen.doom - 1, sign, "The world ends after this turn.")] if view.seen.doom else []
    if view.seen.elric_away is not None:
        stages.append(Stage(min(view.seen.elric_away[1], LAST_TURN) - 1, "sword", "Elric comes back."))
    boxes = tuple(str(number) for number in range(1, LAST_TURN + 1))
    return Gauge("Turn", "track", boxes, max(view.seen.turn, 1) - 1, stages=tuple(stages), clause="elric/5.0e")


# The hand


def _trays(view: ElricView, world: World) -> Iterator[Tray]:
    """What each of the viewer's magicians holds, and Elric's hand while the viewer controls him (12.1.3)."""
    own = [unit for unit, owner in enumerate(view.seen.owner) if owner == view.viewer and world.kind[unit] == PERSON]
    for unit in in_order(view, world, own) if view.viewer >= 0 else ():
        hand = view.seen.hand(unit)
        counter = world.units[unit]
        if not hand and not counter.spells:
            continue
        laid = {laid.spell for laid in view.seen.laid if laid.caster == unit}
        cards = [spell_card(world, spell, spent=spell in laid) for spell in sorted(hand)]
        room = f"{len(hand)} of {counter.spells}" if counter.spells else ""
        kept = [SPELLS[spell].name for spell in hand if spell in view.seen.maintained]
        if kept:
            room += f", maintains {' and '.join(kept)}"
        if cards:
            yield Tray(_magician(world, unit), tuple(cards), room, "elric/9.5a", "hand")


def _magician(world: World, unit: int) -> str:
    counter = world.units[unit]
    alike = [other for other in world.units if other.name == counter.name]
    return f"{counter.name} of {world.nations[counter.nation].name}" if len(alike) > 1 else counter.name


# Papers


def _papers(view: ElricView, world: World) -> Iterator[Paper]:
    rows = [
        _nation(view, nation, number)
        for seat in view.seen.order
        for number, nation in enumerate(world.nations)
        if view.seen.nation[number] == seat
    ]
    rows += [row for seat in view.seen.order if (row := _independents(view, world, seat)) is not None]
    free = [nation.name for number, nation in enumerate(world.nations) if view.seen.nation[number] == NOBODY]
    rows.append(Row(f"Nobody’s: {', '.join(free)}"))
    yield Paper("Nations", tuple(rows), "what each has on the board", "elric/6.0a")
    taken = [
        Row(
            f"{place.cities[0].name} in {place.name}",
            view.seen.captured[area],
            sign="star" if view.seen.prize[area] >= 0 else "city",
        )
        for area, place in enumerate(world.areas)
        if view.seen.captured[area] >= 0
    ]
    if taken:
        yield Paper("Cities taken", tuple(taken), "", "elric/10.9.1a")
    yield Paper("Spells", tuple(_magic(view)), f"{container_count(view)} not drawn", "elric/9.0a")
    yield Paper("How it is won", tuple(_victory(view)), "tested in this order", "elric/5.0k")


def _nation(view: ElricView, nation: Nation, number: int) -> Row:
    seat = view.seen.nation[number]
    parts, lost = [], 0
    for units, one, many in (
        (nation.people, "person", "persons"),
        (nation.armies, "army", "armies"),
        (nation.fleets, "fleet", "fleets"),
    ):
        here = sum(view.seen.owner[unit] == seat for unit in units)
        lost += sum(view.seen.owner[unit] == OUT for unit in units)
        parts += [f"{here} {one if here == 1 else many}"] if here else []
    return Row(f"**{nation.name}**: {', '.join(parts) or 'nothing on the board'}", seat, f"{lost} lost" if lost else "")


def _independents(view: ElricView, world: World, seat: int) -> Row | None:
    names = [
        counter.name
        for unit, counter in enumerate(world.units)
        if view.seen.owner[unit] == seat and (counter.nation < 0 or view.seen.nation[counter.nation] != seat)
    ]
    names += [
        world.units[item].name
        for item, bearer in view.seen.bearer.items()
        if bearer >= 0 and view.seen.owner[bearer] == seat
    ]
    return Row(f"Besides: {', '.join(sorted(set(names)))}", seat) if names else None


def _magic(view: ElricView) -> Iterator[Row]:
    for seat in view.seen.order:
        hands = [(unit, count) for place, count in view.backs.items() if (unit := holder_of(place)) >= 0]
        hands += [(unit, 1) for _, unit in spells_held(view.seen.where)]
        held = sum(count for unit, count in hands if view.seen.owner[unit] == seat)
        if held:
            yield Row(f"held by {called(view, seat)}", seat, str(held))
    discards = [SPELLS[spell].name for spell in spells_at(view.seen.where, DISCARD)]
    yield Row(f"Discarded: {', '.join(discards) or 'none'}")


_BY_TERMS = {
    "successor": (
        "At the end: who holds **all capitals** of the other side; if both do, who was first.",
        "If neither does, **Jharkor** wins by a little.",
    ),
    "dragonmasters": ("If it is not Pan Tang’s after turn 10, or when the world ends, **Melnibone** wins.",),
}
"""What a scenario's own terms come to (14.2b, 14.3b)."""


def _victory(view: ElricView) -> Iterator[Row]:
    terms = TERMS[view.scenario]
    if terms.victory == "founding":
        yield Row(terms.says)
        return
    if terms.victory != "dragonmasters":
        yield Row("Whoever takes **Imrryr** and leaves an army in it wins at the end of their turn.")
    if terms.victory != "normal":  # such terms name a winner in any case
        yield Row(terms.says)
        yield from map(Row, _BY_TERMS.get(terms.victory, ()))
        return
    yield Row("If Law ends the world: who has the **Runestaff**, else the most Law magic.")
    yield Row("If Chaos ends it: who has **Mournblade**, else the most Chaos magic.")
    yield Row("After turn 10: most **capitals** taken from other players; equal is a draw.")
