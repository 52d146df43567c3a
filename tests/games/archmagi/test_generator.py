"""Maps made by chance: every one can be played, and starts are fair."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from tanelorn.core.content import hexes
from tanelorn.core.errors import Illegal
from tanelorn.games.archmagi.map.generator import USUAL_LAND, generate
from tanelorn.games.archmagi.map.land import land, start_hexes
from tanelorn.games.archmagi.map.maps import check_map, warnings
from tanelorn.games.archmagi.map.terrain import ABYSS, COASTAL, REEF, SEAS, UNKNOWN, WATER

NUMBERS = range(20)
PLAYERS = range(2, 7)


def reached(map, among, start):
    front, seen = [start], {start}
    for here in front:
        new = [there for there in map.near[here] if there in among and there not in seen]
        seen.update(new)
        front.extend(new)
    return seen


@pytest.mark.long
@pytest.mark.rule("archmagi/map.1", "archmagi/map.2", "archmagi/map.3", "archmagi/map.7")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_map_is_one_continent_in_the_sea_with_reef_and_abyss(players):
    for number in NUMBERS:
        text = generate(players, number)
        map = land(text)
        ground = {hex for hex in range(len(map)) if not map.sea[hex]}
        sea = set(range(len(map))) - ground
        assert 24 <= len(ground) == USUAL_LAND[players] <= 40
        assert reached(map, ground, min(ground)) == ground
        assert reached(map, sea, min(sea)) == sea, "no sea lies inside the land"
        for hex in ground:
            assert len(map.near[hex]) == 6, "all land is surrounded"
        dry = {hex for hex in ground if map.terrain[hex] != WATER}
        assert reached(map, dry, min(dry)) == dry, "lakes do not part the land"
        assert REEF in map.terrain
        assert ABYSS in map.terrain
        check_map(text, players)
        assert not any("map.2" in said or "map.7" in said for said in warnings(text))


@pytest.mark.long
@pytest.mark.rule("archmagi/setup.5")
@pytest.mark.parametrize("players", PLAYERS)
def test_starts_are_far_apart_and_fair(players):
    for number in NUMBERS:
        map = land(generate(players, number))
        assert len(set(map.starts)) == players
        assert all(map.coastal[hex] or not map.sea[hex] for hex in map.starts)
        assert all(map.terrain[hex] not in (*SEAS, WATER) for hex in map.starts)
        nearest = [min(map.distance(a, b) for b in map.starts if a != b) for a in map.starts]
        assert min(nearest) >= 3
        assert max(nearest) - min(nearest) <= 1
        bare = land(map.text.replace(" ".join(map.ids[hex] for hex in map.starts), ""))
        best = start_hexes(bare, bare.terrain, players)
        assert min(nearest) == min(min(bare.distance(a, b) for b in best if a != b) for a in best)


@pytest.mark.long
@pytest.mark.rule("archmagi/map.4", "archmagi/terrain.2")
def test_terrains_are_rolled_evenly_and_never_coastal():
    found = Counter(
        terrain for number in range(60) for terrain in land(generate(3, number)).terrain if terrain not in SEAS
    )
    assert set(found) == set(range(20))
    assert COASTAL not in found
    dry = [found[terrain] for terrain in range(20) if terrain != WATER]
    assert min(dry) > 0.6 * sum(dry) / 19
    assert max(dry) < 1.5 * sum(dry) / 19


@pytest.mark.long
@pytest.mark.rule("archmagi/map.8")
def test_chits_give_each_terrain_once_for_every_started_twenty_hexes():
    for number in NUMBERS:
        map = land(generate(2, number, land_hexes=20, chits=True))
        assert Counter(terrain for terrain in map.terrain if terrain not in SEAS) == dict.fromkeys(range(20), 1)
        more = land(generate(3, number, land_hexes=25, chits=True))
        assert max(Counter(terrain for terrain in more.terrain if terrain not in SEAS).values()) <= 2


@pytest.mark.long
@pytest.mark.rule("archmagi/map.6", "archmagi/explore.4", "archmagi/explore.5")
def test_of_an_unknown_land_only_the_starts_are_known():
    for players in PLAYERS:
        map = land(generate(players, 7, unknown=True))
        known = land(generate(players, 7))
        assert (map.codes, map.sea, map.starts) == (known.codes, known.sea, known.starts)
        for hex in range(len(map)):
            if map.sea[hex] or hex in map.starts:
                assert map.terrain[hex] == known.terrain[hex]
            else:
                assert map.terrain[hex] == UNKNOWN


@pytest.mark.rule("archmagi/map.2", "archmagi/setup.6")
def test_what_cannot_be_made_is_refused():
    for players in (1, 7):
        with pytest.raises(Illegal, match="2 to 6 players"):
            generate(players, 1)
    for size in (19, 81, -1):
        with pytest.raises(Illegal, match="20 to 80"):
            generate(2, 1, land_hexes=size)


@pytest.mark.long
def test_land_can_be_larger_and_numbers_differ():
    map = land(generate(4, 3, land_hexes=60))
    assert len(map) - sum(map.sea) == 60
    assert len({generate(2, number) for number in range(30)}) == 30


@pytest.mark.long
def test_the_same_number_is_the_same_map_in_another_process():
    code = (
        "from tanelorn.games.archmagi.map.generator import generate;"
        "print(*(generate(p, 40 + p, unknown=p == 3, chits=p == 4) for p in range(2, 7)), sep='\\n')"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    here = [generate(p, 40 + p, unknown=p == 3, chits=p == 4) for p in PLAYERS]
    assert told.splitlines() == here


def test_a_map_that_was_made_before_is_still_made():
    """Old records hold their maps; but a number that somebody wrote down should go on meaning the same."""
    assert generate(2, 1) == GOLDEN


@pytest.mark.long
def test_a_coast_has_capes_and_bays():
    """A disc of 28 hexes has a coast of about 36 hexsides."""
    coasts = []
    for number in NUMBERS:
        map = land(generate(3, number))
        sides = sum(map.sea[other] for hex in range(len(map)) if not map.sea[hex] for other in map.near[hex])
        coasts.append(sides)
        assert max(hexes.distance(a, b) for a in map.ids for b in map.ids) <= 16
    assert min(coasts) > 36
    assert sum(coasts) / len(coasts) > 42


GOLDEN = "Korun|0101|~~~~~~~~~~/~~~FDMA~~~/~ADMGNCD*~/~RFMKNABR~/*~C~R~OQN~/%~~~~~~~~%|0203 0904||"
