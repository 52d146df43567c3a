"""Ways on land and at sea against a plain search; movement in games played at random; the weather of a hex."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

import pytest

from tanelorn.core.chance import Roll
from tanelorn.core.log import SILENT
from tanelorn.core.steps import Chances, Seals, advance
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.movement.moves import Moves
from tanelorn.games.albion.movement.ways.costs import FAR, Terms, Tree, lanes, march_tree, roads, sea_tree
from tanelorn.games.albion.movement.ways.groups import Group, in_hand
from tanelorn.games.albion.movement.ways.reach import bans_of, reachable, step_cost
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, world_of
from tanelorn.games.albion.state.ratings import person_points, ship_points
from tanelorn.games.albion.state.stacks import stands_in
from tanelorn.games.albion.weather import CLEAR, Sky, storm_at, weather_at

W = world_of("")
SKIES = (
    CLEAR,
    Sky("rain", "rain", (), (), (), -1),
    Sky("clear", "snow", ((W.hex["2034"], 9, "clear"),), (W.zone_id["the_minches"],), (), -1),
)

Steps = Callable[[int], Iterable[tuple[int, int]]]


def plain_search(steps: Steps, start: int, limit: int, ends: set[int], closed: set[int]) -> dict[int, int]:
    """Return what the cheapest ways cost, place by place."""
    best, heap = {start: 0}, [(0, start)]
    while heap:
        spent, here = heappop(heap)
        if best[here] < spent or (here in ends and here != start):
            continue
        for to, cost in steps(here):
            if to not in closed and spent + cost <= limit and spent + cost < best.get(to, limit + 1):
                best[to] = spent + cost
                heappush(heap, (spent + cost, to))
    del best[start]
    return best


def agrees(tree: Tree, expected: dict[int, int], price: Callable[[int, int], int]) -> None:
    """Assert that a tree reaches the same places at the same cost, and that its ways are what they cost."""
    assert dict.fromkeys(tree.order) == dict.fromkeys(sorted(tree.order, key=tree.cost.__getitem__))
    assert {place: tree.cost[place] for place in tree.order} == expected
    assert [place for place, cost in enumerate(tree.cost) if cost != FAR] == sorted(expected)
    for place in list(tree.order)[::7]:
        route = tree.route(place)
        assert sum(price(a, b) for a, b in zip((tree.start, *route), route, strict=False)) == tree.cost[place]


@pytest.mark.parametrize("sky", SKIES)
@pytest.mark.parametrize("seed", range(4))
def test_ways_on_land_are_the_cheapest(sky: Sky, seed: int) -> None:
    """11.0a to 11.8, for any mixture of classes, with enemies and closed hexes anywhere."""
    rng = random.Random(seed)
    for classes in (1, 2, 4, 8, 16, 32, 10, 13, 44):
        terms = Terms(classes, rng.random() < 0.5, rng.random() < 0.5, sky)
        start = rng.choice([hex for hex in range(len(W.number)) if W.land[hex]])
        near = W.within(start, 5)
        ends, closed = set(rng.sample(near, 8)) - {start}, set(rng.sample(near, 5)) - {start}
        expected = plain_search(roads(W, terms).row, start, 18, ends, closed)
        tree = march_tree(W, terms, start, 18, frozenset(ends), frozenset(closed))
        agrees(tree, expected, roads(W, terms).cost)


@pytest.mark.parametrize("sky", SKIES)
def test_ways_at_sea_are_the_cheapest(sky: Sky) -> None:
    """11.7a, 12.1f, 6.3.4: no ship goes on from ice, and being shy of Faerie costs nothing."""
    rng, net = random.Random(7), lanes(W, sky)
    for start in rng.sample(range(len(net.near)), 6):
        if start in net.frozen:
            continue
        closed = set(rng.sample(range(len(net.near)), 40)) - {start}
        expected = plain_search(net.row, start, 46, set(net.frozen), closed)
        tree = sea_tree(W, sky, start, 46, frozenset(closed))
        agrees(tree, expected, lambda a, b: dict(net.row(a))[b])


@pytest.mark.rule("albion/10.3b", "albion/22.4")
def test_ways_at_sea_touch_as_few_coasts_of_faerie_as_there_are() -> None:
    """10.3b, 22.4: of ways alike a ship takes the one that would wake least."""
    net, many = lanes(W, CLEAR), 1000
    start = W.node[W.hex["0742"]][0]
    tree = sea_tree(W, CLEAR, start, 20)
    least = plain_search(
        lambda node: [(to, cost * many + net.coasts[to]) for to, cost in net.row(node)], start, 21 * many, set(), set()
    )
    for place in tree.order:
        assert sum(net.coasts[node] for node in tree.route(place)) == least[place] % many


def test_a_tree_that_is_kept_tells_the_same_whatever_was_asked_before() -> None:
    """A tree that was grown for many points has the same ways for few."""
    terms = Terms(4, False, False, CLEAR)
    short, long = (march_tree(W, terms, W.hex["3012"], limit, frozenset(), frozenset()) for limit in (12, 48))
    few = short.count(12)
    assert short.order[:few] == long.order[: long.count(12)]
    assert all(short.route(place) == long.route(place) for place in short.order)


def moving(seed: int, decisions: int) -> Iterable[tuple[AlbionPosition, Group]]:
    """Yield the groups in hand that come up in a game played at random."""
    rng = random.Random(seed)
    position = ALBION.setup("faerie_twilight", {})
    for _ in range(decisions):
        step = advance(position, SILENT)
        if isinstance(step, Chances):
            ask = step.ask(position)
            position.agenda.pop()
            assert isinstance(ask, Roll)
            step.take(position, tuple(rng.randint(1, ask.sides) for _ in range(ask.count)), SILENT)
            continue
        if step is None:
            return
        if isinstance(step, Seals):
            sealed = {seat: step.choices(position, seat).sample(rng) for seat in step.seats(position)}
            position.agenda.pop()
            step.reveal(position, sealed, SILENT)
            continue
        seat = step.seats(position)[0]
        group = in_hand(position, seat) if isinstance(step, Moves) else None
        if group is not None:
            yield position, group
        choice = step.choices(position, seat).sample(rng)
        position.agenda.pop()
        step.take(position, seat, choice, SILENT)


@pytest.mark.long
@pytest.mark.rule("albion/11.0a", "albion/11.0b", "albion/11.2a")
@pytest.mark.parametrize("seed", range(3))
def test_no_way_leads_past_an_enemy_or_through_a_closed_hex(seed: int) -> None:
    """11.2, 19.5 and the rest: what is offered can be gone step by step, and costs what it says."""
    looked = 0
    for position, group in moving(seed, 500):
        reached, bans = reachable(position, group), bans_of(position, group)
        for place in list(reached)[::9]:
            way = reached[place]
            looked += 1
            assert way.cost <= group.points
            assert not any(ban.closes(hex) for ban in bans for hex in way.route)
            if group.ships:
                continue
            assert not any(stands_in(position, 1 - group.seat, hex) for hex in way.route[:-1])
            steps = zip((group.here, *way.route), way.route, strict=False)
            costs = [step_cost(position, group.seat, group.persons, group.colours, a, b) for a, b in steps]
            assert sum(cost or FAR for cost in costs) == way.cost
    assert looked > 200


@pytest.mark.long
@pytest.mark.rule("albion/11.0a")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_spends_more_than_he_has_and_a_phase_ends(seed: int) -> None:
    """11.0a: points are never negative, and all pieces in hand are in one hex."""
    for position, group in moving(seed + 10, 400):
        assert all(person_points(position, person) >= 0 for person in group.persons)
        assert all(ship_points(position, ship) >= 0 for ship in group.ships)
        assert (
            len({position.at[person] for person in group.persons} | {position.ship_at[one] for one in group.ships}) == 1
        )


# Weather


def sky(**entries: Any) -> AlbionPosition:
    """Return a position with this weather."""
    return position_named({"phase": "movement", **entries})


@pytest.mark.rule("albion/6.0", "albion/6.4", "albion/chart/track")
def test_the_track_gives_the_weather_and_never_snow() -> None:
    """6.0, 6.4, chart/track."""
    assert [turn.weather for turn in W.turns[1:]] == [
        *["clear"] * 3,
        "rain",
        "rain",
        "clear",
        "clear",
        "rain",
        "clear",
        "rain",
    ]
    assert weather_at(sky(turn=4), W.hex["3034"]) == "rain"
    assert weather_at(sky(turn=1), W.hex["3034"]) == "clear"


@pytest.mark.rule("albion/19.4/04", "albion/6.0")
def test_the_elements_prevail_over_fimbulwinter_and_storms() -> None:
    """19.4/04 with 19.4/05 and 19.4/06: centred on the caster's hex, which counts as distance 0."""
    position = sky(sky="snow", elements={"2034": "2 clear"}, storms=["sea_of_manannan"])
    assert weather_at(position, W.hex["2034"]) == "clear"
    near = {
        W.distance(W.hex["2034"], hex): weather_at(position, hex) for hex in W.within(W.hex["2034"], 3) if W.land[hex]
    }
    assert near == {0: "clear", 1: "clear", 2: "clear", 3: "snow"}


@pytest.mark.rule("albion/19.4/05", "albion/19.4/06")
def test_storms_rage_in_the_open_sea_of_their_zone_where_no_snow_falls() -> None:
    """19.4/05, 19.4/06: coasts of the zone are snowed in, its open sea is not."""
    position = sky(sky="snow", storms=["the_minches"])
    open_sea, coast, elsewhere = W.hex["2610"], W.hex["2613"], W.hex["3518"]
    assert (storm_at(position, open_sea), weather_at(position, open_sea)) == (True, "clear")
    assert (storm_at(position, coast), weather_at(position, coast)) == (False, "snow")
    assert (storm_at(position, elsewhere), weather_at(position, elsewhere)) == (False, "snow")


@pytest.mark.rule("albion/19.4/11")
def test_dispelling_leaves_the_weather_of_the_track_in_its_hex() -> None:
    """19.4/11."""
    position = sky(turn=4, sky="snow", dispelled=["3034"])
    assert [weather_at(position, W.hex[number]) for number in ("3034", "3033")] == ["rain", "snow"]
    stormy = sky(storms=["the_minches"], dispelled=["2610"])
    assert not storm_at(stormy, W.hex["2610"])


@pytest.mark.rule("albion/20.6/14", "albion/11.9c")
def test_the_wand_makes_its_hex_clear_and_the_enemy_does_not_reckon_with_it() -> None:
    """20.6/14, 11.9c: who has the Wand, and where, only his own side knows; asleep Gerflax does nothing."""
    place = W.hex["3433"]
    position = sky(turn=4, hexes={"3433": ["gerflax"]})
    assert weather_at(position, place) == "clear"
    assert weather_at(position, place, FAERIE) == "clear"
    assert weather_at(position, place, FOMORIAN) == "rain"
    assert weather_at(sky(turn=4, hexes={"3433": ["gerflax"]}, asleep=["gerflax"]), place) == "rain"
    assert (
        weather_at(sky(turn=4, items={"gerflax wand": "cumrock at 3433"}, hexes={"3433": ["2 cumrock"]}), place)
        == "clear"
    )
