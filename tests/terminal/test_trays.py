"""Hands, open stacks and the battle on the text board."""

from __future__ import annotations

import io

from rich.console import Console

from tanelorn.core.chance import Scripted
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.sitting.asking import Asking

GAME = games["archmagi"]
BATTLE = {
    "phase": "battle",
    "asked": "nothing",
    "madder": {"units": {"0304": ["Wizard", "Dwarf Lord"]}, "spells": ["Shield"], "reserve": ["Orcs", "Orcs"]},
    "woad": {"units": {"0304": ["Seer", "Hill Giants", "Goblins"]}, "spells": ["Fireball"]},
}


def drawn(table: Table, viewer: int) -> str:
    console = Console(file=io.StringIO(), width=150)
    Screen(console, table).board(table, viewer)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return " ".join(text.split())


def fighting() -> Table:
    table = Table.at(GAME, GAME.position_from(BATTLE), chance=Scripted([(3, 4)]))
    for seat, choice in ((0, "send Dwarf Lord"), (1, "send Hill Giants"), (0, "show"), (1, "show")):
        table.play(choice, seat)
    return table


def test_a_battle_is_added_up() -> None:
    text = drawn(fighting(), 0)
    assert "+6 Dwarf Lord" in text
    assert "+4 Vs giant" in text
    assert "= 10" in text
    assert "= 7" in text
    assert "[Tactical options]" in text


def test_dice_are_shown_with_the_result() -> None:
    table = fighting()
    table.play("ready", 0)
    table.play("ready", 1)
    text = drawn(table, 0)
    assert "dice 3" in text
    assert "= 13 won" in text


def test_a_seat_sees_its_own_hand_and_stack_only() -> None:
    mine, theirs = drawn(fighting(), 0), drawn(fighting(), 1)
    assert "Shield" in mine
    assert "Orcs ×2" in mine
    assert "Fireball" not in mine
    assert "Goblins" not in mine
    assert "Fireball" in theirs
    assert "Shield" not in theirs
    assert "Wizard +6" in mine
    assert "Wizard" not in theirs


def test_choices_name_the_hexes_of_the_table_s_own_map() -> None:
    table = Table.new("archmagi", "two", options={"map-number": 5}, seed="abc")
    console = Console(file=io.StringIO(), width=150)
    seat = table.asked()[0]
    Asking(table.decision(seat), Screen(console, table)).show()
    text = " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert "deploy Cloud Giant in 0304 (Tors 0304)" in text
