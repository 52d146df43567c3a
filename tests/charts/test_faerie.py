"""The chart of Albion: drawn again it is the same, it names every place, and its coast says what the board says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from bisect import bisect_left
from functools import cache

import msgspec
import pytest

from tanelorn.charts import draw
from tanelorn.core.game import games
from tanelorn.games.albion.pack.packs import PACKS
from tanelorn.games.albion.shown.chart import faerie
from tanelorn.games.albion.shown.chart.faerieland import Ground
from tanelorn.games.albion.shown.chart.shoreline import contours
from tanelorn.games.albion.state.printed.board import board_of
from tanelorn.games.albion.state.printed.world import world_of

GAME = games["albion"]
WORLD = world_of()
CHART = GAME.chart.read_text(encoding="utf-8")
PACE = 4


@cache
def ground() -> Ground:
    return Ground(board_of(WORLD))


@cache
def drawn() -> tuple[list[bytearray], list[bytearray]]:
    """Whether a point of the sheet is drawn as land, and whether it is water that is open to the sheet's corner."""
    wide, high = int(ground().board.width // PACE), int(ground().board.height // PACE)
    crossed: list[list[float]] = [[] for _ in range(high)]
    for loop in ground().coasts:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            for row in range(max(0, int(min(ay, by) // PACE)), min(high, int(max(ay, by) // PACE) + 1)):
                y = row * PACE + 0.5
                if (ay > y) != (by > y):
                    crossed[row].append(ax + (y - ay) / (by - ay) * (bx - ax))
    land = [bytearray(bisect_left(xs, column * PACE) % 2 for column in range(wide)) for xs in map(sorted, crossed)]
    sea = [bytearray(wide) for _ in land]
    front = [(2, 2)]
    for row, column in front:
        for there, aside in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= there < high and 0 <= aside < wide
            if inside and not sea[there][aside] and not land[there][aside]:
                sea[there][aside] = 1
                front.append((there, aside))
    return land, sea


def near(marks: list[bytearray], at: tuple[float, float], reach: int) -> bool:
    row, column = int(at[1] // PACE), int(at[0] // PACE)
    return any(
        any(line[max(0, column - reach) : column + reach + 1]) for line in marks[max(0, row - reach) : row + reach + 1]
    )


def text_of(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def groups(name: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(CHART).iter() if one.get("class") == name]


@pytest.mark.long
def test_drawing_again_gives_the_same_bytes():
    assert draw(GAME) == CHART
    assert len(CHART) < 600_000


def test_every_hex_is_numbered_and_every_place_and_realm_named():
    words = [text_of(word) for word in groups("near")[0].iter() if word.tag.endswith("text")]
    assert set(WORLD.number) <= set(words)
    assert {name for place, name in enumerate(WORLD.fortress_name) if name and not WORLD.dyke[place]} <= set(words)
    assert set(WORLD.place_name[1:]) <= set(words)
    far = text_of(groups("far")[0])
    for name in (*(kingdom.name.upper() for kingdom in WORLD.kingdoms), *(zone.name for zone in WORLD.zones)):
        assert name in words
        assert name in far


@pytest.mark.parametrize("layer", faerie.LAYERS)
def test_a_layer_can_be_switched_off(layer):
    assert groups(layer)
    assert f".{layer}{{display:var(--layer-{layer},inline)}}" in CHART


def test_the_page_s_colours_are_left_to_it():
    assert not re.findall(r"#[0-9a-f]{3,6}\b(?!\))", re.sub(r'"#[\w-]+"|url\(#[\w-]+\)', "", CHART))


def test_every_sign_is_defined():
    known = set(re.findall(r' id="([\w-]+)"', CHART))
    assert set(re.findall(r'href="#([\w-]+)"', CHART)) <= known


@pytest.mark.long
def test_there_is_land_where_pieces_stand_and_none_in_the_middle_of_the_sea():
    land, _ = drawn()
    for hex, at in enumerate(ground().at):
        if WORLD.land[hex]:
            assert near(land, at, 3), WORLD.number[hex]
        else:
            assert not near(land, at, 0), WORLD.number[hex]


@pytest.mark.long
def test_the_sea_reaches_every_coast_on_which_ships_lie():
    _, sea = drawn()
    for hex, nodes in enumerate(WORLD.node):
        for node in nodes:
            if not any(not WORLD.land[there] for there in WORLD.berths[hex][WORLD.node_coast[node]]):
                assert near(sea, ground().bay(node), 3), WORLD.number[hex]


@pytest.mark.long
def test_no_drawn_bridge_joins_what_the_sea_parts():
    land, _ = drawn()
    x, y = ground().at[WORLD.hex["1426"]]
    front = [(int(y // PACE), int(x // PACE))]
    seen = set(front)
    for row, column in front:
        for there in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            inside = 0 <= there[0] < len(land) and 0 <= there[1] < len(land[0])
            if inside and there not in seen and land[there[0]][there[1]]:
                seen.add(there)
                front.append(there)
    x, y = ground().at[WORLD.hex["3034"]]
    assert (int(y // PACE), int(x // PACE)) not in seen


@pytest.mark.long
def test_a_board_of_the_players_own_is_drawn_as_ours_is_and_has_a_cartouche_if_there_is_room():
    board = PACKS.standard.board
    hexes = (*board.hexes, msgspec.structs.replace(board.hexes[0], hex="0303"))
    board = msgspec.structs.replace(board, hexes=hexes, trails=())
    own = draw(GAME, board_of(world_of(PACKS.canonical(msgspec.structs.replace(PACKS.standard, board=board)))))
    assert ">0303</text>" in own
    assert 'class="title"' in CHART
    assert 'class="title"' not in own


def test_a_contour_closes_around_what_is_high():
    rows = [[0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    (loop,) = contours(rows, 0.5)
    assert sorted(loop) == [(0.5, 1), (1, 0.5), (1, 1.5), (2, 0.5), (2, 1.5), (2.5, 1)]
