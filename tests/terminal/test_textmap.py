"""The map of characters says what the board says."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tanelorn import Table
from tanelorn.core.content.board import Area, Board, Link
from tanelorn.core.game import games
from tanelorn.core.scene import Holding, Piece
from tanelorn.terminal.board.forces import holders
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.board.textmap import draw, layout, title
from tanelorn.terminal.look import Livery

BOARD = games["fivecities"].board
WIDTH = 78


def livery(plain: bool = False) -> Livery:
    return Livery(("First player", "Second player"), (2, 3), plain)


@pytest.mark.parametrize("plain", [False, True])
def test_every_area_stands_on_the_map_with_its_pieces(plain):
    table = Table.new("fivecities", options={"trade-mu": True})
    lines = [line.plain for line in draw(BOARD, table.scene(0).pieces, livery(plain), 80)]
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 80
    assert all(title(area) in text for area in BOARD)
    first, second = ("<>", "/\\") if plain else ("◆", "▲")
    for area in BOARD:
        owner = table.facts()[area.id]
        if owner != "empty":
            word, count = str(owner).split()
            assert f"{area.id} {first if word == 'first' else second}{count}" in text
    assert text.isascii() is plain


def test_every_link_is_drawn_from_its_one_area_to_its_other():
    laid = layout(BOARD, WIDTH, False)
    assert laid is not None
    inked = set(laid.links)
    for link in BOARD.links:
        a, b = laid.boxes[link.a], laid.boxes[link.b]
        assert _joined(a, b, inked, laid), f"{link.a} and {link.b}"


def _joined(a, b, inked, laid):
    """Tell whether one can walk from box to box over drawn cells."""
    goal = {cell for cell, _, _ in b.gates()} & inked
    front = [cell for cell, _, _ in a.gates() if cell in inked]
    seen = set(front)
    while front:
        x, y = front.pop()
        if (x, y) in goal:
            return True
        for beyond in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if beyond in inked and beyond not in seen:
                seen.add(beyond)
                front.append(beyond)
    return False


def test_names_stand_clear_of_each_other_and_of_links():
    laid = layout(BOARD, WIDTH, False)
    assert laid is not None
    cells = [cell for box in laid.boxes.values() for cell in box.cells()]
    assert len(cells) == len(set(cells))
    assert not set(cells) & set(laid.links)
    assert all(0 <= x < laid.width and 0 <= y < laid.height for x, y in cells)


def test_places_keep_their_directions():
    laid = layout(BOARD, WIDTH, False)
    assert laid is not None
    for a in BOARD:
        for b in BOARD:
            if b.y - a.y > 0.06 * BOARD.height:
                assert laid.boxes[a.id].y < laid.boxes[b.id].y
            if b.x - a.x > 0.25 * BOARD.width:
                assert laid.boxes[a.id].x < laid.boxes[b.id].x


def test_a_board_without_room_becomes_a_list():
    many = [Area(f"a{n}", f"Area {n}", "hex", n, n) for n in range(60)]
    board = Board("Large", 60, 60, many, [Link("a0", "a1", "border")])
    assert layout(board, WIDTH, False) is None
    lines = draw(board, (), livery(), 80)
    assert [line.plain.strip() for line in lines] == ["The board is empty."]
    narrow = draw(BOARD, Table.new("fivecities").scene(0).pieces, livery(), 50)
    assert "A    Atlantea: ◆3" in narrow[0].plain


POWERS = Livery(("North", "South", "West"), (1, 2, 3))
PIECES = (
    Piece("1", "a1", 0, "army"),
    Piece("2", "a2", 0, "fleet", coast="NC"),
    Piece("3", "a3", 1, "sorcerer", label="Elric", out=True),
    Piece("4", "a4", -1, "fortress", label="Fortress", values=("2",)),
    Piece("5", "a5", 1, "card", count=3),
)
HOLDINGS = (Holding("a1", 0, home=True), Holding("a7", 0), Holding("a3", 2), Holding("a8", -1, home=True))


def test_a_dense_board_is_told_seat_by_seat():
    many = [Area(f"a{n}", f"Area {n}", "land", n, n) for n in range(75)]
    board = Board("Dense", 75, 75, many, [Link("a0", "a1", "border")])
    assert [line.plain for line in draw(board, PIECES, POWERS, 80, HOLDINGS)] == [
        "  ● North 2: A a1, F a2/NC",
        "  ◆ South 0: Elric a3 (beaten out), card a5 ×3",
        "  ▲ West 1: nothing on the board",
        "  Nobody's: fortress a4 2",
    ]
    assert [line.plain for line in draw(board, PIECES[:2], POWERS, 80)] == ["  ● North 2: A a1, F a2/NC"]


def test_who_holds_what_is_a_line_a_seat():
    assert [line.plain for line in holders(HOLDINGS, POWERS, 80)] == [
        "Who holds what",
        "  ● North 2: a1*, a7",
        "  ▲ West 1: a3",
        "  Nobody 1: a8",
    ]


def test_long_lists_are_broken_within_the_width():
    held = [Holding(f"space{n}", 0) for n in range(30)]
    lines = [line.plain for line in holders(held, POWERS, 60)]
    assert len(lines) > 4
    assert max(map(len, lines)) <= 60
    assert all(line.startswith("    space") for line in lines[2:])
    assert " ".join(line.strip() for line in lines[1:]).count("space") == 30


def test_the_standard_board_is_told_within_eighty_columns():
    table = Table.new("diplomacy")
    screen = Screen(Console(file=io.StringIO(), width=80, highlight=False), table)
    screen.board(table, 0)
    shown = screen.console.file.getvalue()
    assert "Austria 3: A BUD, F TRI, A VIE" in shown
    assert "Russia 4: MOS*, SEV*, STP*, WAR*" in shown
    assert "Nobody 12: BEL" in shown
    assert max(map(len, shown.splitlines())) <= 80
