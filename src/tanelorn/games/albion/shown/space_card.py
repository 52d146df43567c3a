"""The card about a hex: what its terrain costs and does in battle, its fortress, its sides, who stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import structs

from tanelorn.core.about import about_space, listed
from tanelorn.core.content import hexes
from tanelorn.core.content.board import Board
from tanelorn.core.content.legend import Legend, Remark, Sign
from tanelorn.core.scene import About, Card, Piece, Scene
from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.losses.attrition import liable_in
from tanelorn.games.albion.losses.attrition_segment import toll_of_attrition
from tanelorn.games.albion.pack.charts import RACES
from tanelorn.games.albion.state.printed.map import Side
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, World

FOLK = dict(zip(RACES, ("Mundanes", "Gnomes", "Trolls", "Elves"), strict=True))
"""What a race is called."""

_BATTLE = {1: "halved", 4: "doubled", 6: "tripled"}
_MOST_NAMED = 6


def about(board: Board, legend: Legend, view: AlbionView, scene: Scene, space: str) -> About:
    """Return the card about a hex."""
    world = view.seen.world
    hex = board.index[board[space].id]
    remarks = (*_terrain(legend, world, hex), *_fortress(legend, view, world, hex), *_place(world, hex))
    made = about_space(
        board,
        legend,
        scene,
        space,
        remarks=(*remarks, *_sides(legend, world, hex), *_attrition(view, hex)),
        named=_named,
        printed=False,
    )
    kinds = [legend.title(kind) for kind in world.entry[hex].terrain]
    return About(space, made.title, " and ".join(kinds) or made.kind, made.remarks)


@lru_cache(maxsize=1 << 12)
def _terrain(legend: Legend, world: World, hex: int) -> tuple[Remark, ...]:
    """Say what entering costs by race, and what the terrain does to troops."""
    return tuple(_find_terrain(legend, world, hex))


def _find_terrain(legend: Legend, world: World, hex: int) -> Iterator[Remark]:
    for kind in world.entry[hex].terrain:
        yield from _ground(legend.title(kind), world, kind)
    if world.sea[hex]:
        zone = world.zones[world.zone[hex]]
        yield Remark("Coast of" if world.land[hex] else "Water", zone.name, "albion/11.7a")


def _ground(title: str, world: World, kind: str) -> Iterator[Remark]:
    charts = world.charts
    if any(charts.cost[kind]):
        yield Remark(title, f"{_by_race(charts.cost[kind])} to enter", "albion/11.0a")
    if battle := _in_battle(charts.letter[kind]):
        yield Remark("In battle there", battle, "albion/16.1.2")


def _by_race(row: Sequence[int | None]) -> str:
    """Say what each race pays: "2 (Elves 1)", "1 (Elves alone)"."""
    costs = dict(zip(RACES, row, strict=True))
    paid = {race: cost for race, cost in costs.items() if cost}
    common = max(paid.values(), key=list(paid.values()).count)
    if len(paid) == 1:
        return f"{common} ({FOLK[next(iter(paid))]} alone)"
    others = [f"{FOLK[race]} {'never' if cost is None else cost}" for race, cost in costs.items() if cost != common]
    return f"{common} ({', '.join(others)})" if others else str(common)


def _in_battle(letters: Mapping[str, int]) -> str:
    """Say whose troops are halved, doubled or tripled."""
    found = {factor: [FOLK[race] for race in RACES if letters.get(race) == factor] for factor in _BATTLE}
    return ", ".join(f"{listed(folk)} {_BATTLE[factor]}" for factor, folk in found.items() if folk)


def _fortress(legend: Legend, view: AlbionView, world: World, hex: int) -> Iterator[Remark]:
    kind = world.fortress[hex]
    if not kind:
        return
    if kind == "dyke":
        yield from _ground(legend.title(kind), world, kind)
        yield from legend.remarks(kind)
        return
    if hex in view.seen.ruined:
        yield Remark(legend.title(kind), "ruined for good", "albion/17.4b")
        return
    for remark in legend.remarks("fortress"):
        yield Remark(legend.title(kind), remark.text, remark.clause)
    if battle := _in_battle(world.charts.letter.get(kind, {})):
        yield Remark("Fought over", battle, "albion/17.1b")


def _place(world: World, hex: int) -> Iterator[Remark]:
    if world.kingdom[hex] >= 0:
        yield Remark("Kingdom", world.kingdoms[world.kingdom[hex]].name + (", an island" if world.island[hex] else ""))
    if world.place[hex]:
        yield Remark("Place of Power", world.place_name[world.place[hex]])
    if world.aspect[hex] != "none":
        yield Remark("Aspect", {"wild": "wild magic"}.get(world.aspect[hex], f"{world.aspect[hex]} ground"))


def _attrition(view: AlbionView, hex: int) -> Iterator[Remark]:
    """Yield what the next Attrition Segment may cost the viewer here: no click leads to its roll (5.C)."""
    seat, seen = view.viewer, view.seen
    if seat in (FOMORIAN, FAERIE) and liable_in(seen, seat, hex):
        ahead = toll_of_attrition(seen, seat, hex).ahead(seen.world.charts)
        yield Remark("Attrition", f"the next one, as things stand, {ahead}", "albion/5.C.2")


@lru_cache(maxsize=1 << 12)
def _sides(legend: Legend, world: World, hex: int) -> tuple[Remark, ...]:
    """Say what runs along the sides and across them, with the directions and what it costs."""
    return tuple(_find_sides(legend, world, hex))


def _find_sides(legend: Legend, world: World, hex: int) -> Iterator[Remark]:
    found: dict[str, list[str]] = {}
    for direction, number in hexes.neighbours(world.number[hex]).items():
        if number in world.hex:
            for id in _signs(world.border(hex, world.hex[number])):
                found.setdefault(id, []).append(direction)
    for sign in legend:
        for remark in _crossing(sign, world) if sign.id in found else ():
            yield structs.replace(remark, label=f"{remark.label} {', '.join(found[sign.id])}")


def _crossing(sign: Sign, world: World) -> Iterator[Remark]:
    """Yield what a sign says, with what the charts ask for crossing there."""
    charts = world.charts
    row = {**charts.side_cost, "trail": charts.trail_cost, "faerie_road": charts.road_cost}.get(sign.id, ())
    cost = f"{_by_race(row)} " if any(row) else ""
    for remark in sign.remarks:
        yield structs.replace(remark, text=f"{cost}{remark.text}")


def with_costs(legend: Legend, world: World) -> Legend:
    """Return a legend that tells what the charts say of terrains and sides too."""
    told = []
    for sign in legend:
        ground = _ground(sign.title, world, sign.id) if sign.id in world.charts.cost else ()
        told.append(structs.replace(sign, remarks=(*ground, *_crossing(sign, world))))
    return Legend(tuple(told))


def _signs(side: Side) -> Iterator[str]:
    """Yield what lies on a side, by the ids of the legend; a crossing stands in place of its river."""
    if side.crossing:
        yield side.crossing
    elif side.river:
        yield side.river
    if side.ridge:
        yield "mountain_side" if side.ridge == "mountain" else side.ridge
    for there, sign in ((side.trail, "trail"), (side.road, "faerie_road"), (side.wet, "wet"), (side.dry, "dry")):
        if there:
            yield sign


def _named(piece: Piece, under: Sequence[Card]) -> str:
    """Say what is known of a stack: its counters with their numbers, what it is worth together."""
    units = [card for card in under if card.kind == "unit"]
    words = [_unit(card) for card in units[:_MOST_NAMED]] or [piece.label or piece.kind]
    words += [f"{len(units) - _MOST_NAMED} more"] if len(units) > _MOST_NAMED else []
    unseen = piece.total == "?"
    total = "; what lies beneath is not known" if unseen else f"; {piece.total} points of troops" if piece.total else ""
    return f"{', '.join(words)}{total}"


def _unit(card: Card) -> str:
    """Say what the numbers of a counter are."""
    face = card.counter
    if face is None or card.value == "?":
        return card.title
    names = ("strength", "", "moves") if face.kind in _TROOPS else ("combat", "magic")
    numbers = [f"{name} {value}" for name, value in zip(names, face.values, strict=False) if name and value]
    return f"{card.title} ({', '.join(numbers)})" if numbers else card.title


_TROOPS = ("men", "elves", "trolls", "gnomes", "fleet", "army")
