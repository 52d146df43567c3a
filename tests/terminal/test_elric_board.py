"""Elric on the text board: what lies where, hands, the battle, the tracks, and what is told of each choice."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tanelorn.core.chance import Scripted, Seeded
from tanelorn.core.errors import Ambiguous
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.elric.equipment.world import world_of
from tanelorn.terminal.board.scenes import Screen
from tanelorn.terminal.board.stacks import find_place
from tanelorn.terminal.look import never_fail_to_write
from tanelorn.terminal.sitting.asking import Asking

GAME = games["elric"]
LAND = world_of("")
WORLD = {
    "scenario": "successor",
    "turn": 3,
    "phase": "move",
    "balance": "chaos 2",
    "first": {
        "nations": ["jharkor"],
        "units": {
            "dhakos": ["yishana", "wizard", "jharkor army*3", "jharkor fleet 1"],
            "thokora": ["dharmit", "jharkor army*3"],
            "jharkor sea": ["jharkor fleet 2", "jharkor admiral", "jharkor army"],
        },
        "spells": {"wizard": ["arkyn"]},
    },
    "aboard": {"jharkor admiral": "jharkor fleet 2", "jharkor army": "jharkor fleet 2"},
    "second": {
        "nations": ["dharijor", "pan tang"],
        "units": {
            "dharijor coast": ["dharijor army*2"],
            "gromoorva": ["karnaal"],
            "pan tang": ["jagreen lern", "pan tang fleet 1", "pan tang fleet 2", "theleb kaarna"],
        },
        "spells": {"jagreen lern": ["arioch", "balan"]},
        "captured": [],
    },
    "neutral": {"melnibone": ["yyrkoon", "melnibone army*5"]},
    "hidden": {"kaneloon": "grome", "nihrain": "eequor"},
}


def at(**changes: object) -> Table:
    return Table.at(GAME, GAME.position_from({**WORLD, **changes}), chance=Scripted([]))


def drawn(table: Table, viewer: int, width: int = 100) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    Screen(console, table).board(table, viewer)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def asked(table: Table, seat: int = 0, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    Asking(table.decision(seat), Screen(console, table)).show()
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


# The table of places


def test_a_place_tells_who_stands_there_with_values_and_numbers() -> None:
    lines = drawn(at(), 0)
    text = "\n".join(lines)
    assert "Dhakos" in text
    assert "capital, wall 5, militia" in text
    assert "port ●" in text
    here = next(line for line in lines if line.startswith("Dhakos"))
    assert here.endswith("  ● Wizard 2/3, Yishana (6), Fleet 1 of Jharkor 4/6/2,")
    assert "  Army of Jharkor 1 ×3 = 5" in lines[lines.index(here) + 1]


def test_own_places_come_first_and_seas_are_among_them() -> None:
    lines = drawn(at(), 1)
    order = [line.split("  ")[0] for line in lines if line[:1].isupper() and line[30:31] in tuple("●◆?")]
    own, others = order[:3], order[3:]
    assert own == ["Gromoorva", "Southern Dharijor", "Pan Tang"]
    assert others == ["Dhakos", "Thokora", "Melnibone", "Sea of Jharkor"]


def test_a_spectator_owns_nothing() -> None:
    lines = drawn(at(), SPECTATOR)
    order = [line.split("  ")[0] for line in lines if line[:1].isupper() and line[30:31] in tuple("●◆?")]
    assert order[0] == "Gromoorva"
    assert "[1 unseen]" in "\n".join(lines)


def test_cities_name_their_holder_and_a_siege_its_besieger() -> None:
    table = at(
        besieged={"dhakos": "second"},
        second={"nations": ["pan tang"], "units": {"dhakos": ["general", "pan tang army*3"]}, "captured": []},
    )
    lines = drawn(table, 0)
    start = next(number for number, line in enumerate(lines) if line.startswith("Dhakos"))
    left = [line[:30].strip() for line in lines[start : start + 4]]
    assert left[2] == "port ●"
    assert "siege ◆" in left
    assert any("◆ General 4, Army of Pan Tang 1 ×3 = 7" in line for line in lines[start : start + 3])


def test_cities_where_nobody_stands_are_still_told() -> None:
    text = " ".join(" ".join(drawn(at(), 0)).split())
    assert "◆ Pan Tang holds, with Inner Dharijor nobody there" in text
    assert "● Jharkor holds, with nobody Sequaloris there" in text


def test_who_is_aboard_says_of_which_fleet_where_there_are_several() -> None:
    alone = " ".join(drawn(at(), 0))
    assert "Admiral 3 (aboard)" in alone
    sea = {"jharkor sea": ["jharkor fleet 1", "jharkor fleet 2", "jharkor admiral"]}
    table = at(first={"nations": ["jharkor"], "units": sea}, aboard={"jharkor admiral": "jharkor fleet 2"})
    assert "Admiral 3 (aboard fleet 2 of Jharkor)" in " ".join(drawn(table, 0))


def test_a_spell_is_a_name_for_its_holder_and_a_number_for_others() -> None:
    mine, theirs = "\n".join(drawn(at(), 0)), "\n".join(drawn(at(), 1))
    assert "Jagreen Lern 7/4 [2 unseen]" in mine
    assert "Arkyn" in mine
    assert "Arioch" not in mine
    assert "Balan " not in mine
    assert "Wizard 2/3 [1 unseen]" in theirs
    assert "Arkyn" not in theirs
    assert "Arioch" in theirs


def test_hidden_spells_are_told_in_one_row_and_no_face_of_them() -> None:
    lines = drawn(at(), 0)
    assert [line for line in lines if "nobody has found" in line] == ["A spell nobody has found      Nihrain, Kaneloon"]
    assert "Grome" not in "\n".join(lines)


def test_the_head_line_tells_turn_and_balance() -> None:
    lines = drawn(at(), 0)
    assert any("turn 3 of 10" in line for line in lines[:4])
    assert "The Cosmic Balance: Chaos spells count +2. [13.2]" in lines
    tipped = " ".join(drawn(at(balance="tipped to chaos, turn 7"), 0))
    assert "Turn 7: The world ends after this turn." in tipped
    assert "Tipped to Chaos" in tipped


def test_seats_tell_who_moves_and_what_they_hold() -> None:
    text = " ".join(drawn(at(elric="yishana", first=WORLD["first"]), 0))
    assert "● Jharkor: moves, holds Elric" in text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("viewer", [0, 1])
def test_no_marks_ids_or_overlong_lines_are_shown(width: int, viewer: int) -> None:
    lines = drawn(at(), viewer, width)
    text = "\n".join(lines)
    assert "**" not in text
    assert "_" not in text
    assert max(map(len, lines)) <= width
    assert "Imrryr" in text


def test_plain_characters_draw_the_same_table() -> None:
    never_fail_to_write()
    buffer = io.BytesIO()
    console = Console(file=io.TextIOWrapper(buffer, encoding="ascii", errors="tanelorn-plain"), width=100)
    Screen(console, at()).board(at(), 0)
    console.file.flush()
    text = buffer.getvalue().decode("ascii")
    assert "() Wizard 2/3, Yishana (6), Fleet 1 of Jharkor 4/6/2," in text
    assert "Army of Jharkor 1 x3 = 5" in text
    assert "<> Jagreen Lern 7/4 [2 unseen]" in text


# A place


@pytest.mark.parametrize(
    ("words", "area"),
    [
        ("Dhakos", "dhakos"),
        ("silent land", "silent_land"),
        ("THE SILENT LAND", "silent_land"),
        ("rlin kren aa", "rlin_kren_aa"),
        ("R'lin", "rlin_kren_aa"),
        ("southern dharijor", "dharijor_coast"),
        ("Imrryr", "melnibone"),
        ("argimport", "coastal_argimiliar"),
        ("mordagas", "mordagas_castle"),
    ],
)
def test_a_place_is_found_by_name_city_or_beginning(words: str, area: str) -> None:
    found = find_place(GAME.board, words)
    assert found is not None
    assert found.id == area


def test_a_place_that_is_none_or_several_is_not_guessed() -> None:
    assert find_place(GAME.board, "hobbiton") is None
    assert find_place(GAME.board, "") is None
    with pytest.raises(Ambiguous, match="Western"):
        find_place(GAME.board, "western")


def test_looking_at_a_place_tells_its_cards_and_what_adjoins() -> None:
    table = at()
    console = Console(file=io.StringIO(), width=120)
    Screen(console, table).look_at(GAME.board["dhakos"], table, 0)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    militia = max(city.militia for city in LAND.areas[LAND.area["dhakos"]].cities)
    assert f"Dhakos, civilised: capital, wall 5, militia {militia}, port" in text
    assert "Wizard 2/3  Jharkor, Chaos. Combat 2. Holds 3 spells." in text
    assert "Yishana (6)  Jharkor, Chaos. Influence 6 over Elric; never fights." in text
    assert "border, sea: Sea of Jharkor" in text
    assert "Thokora" in text.partition("border, civilised:")[2]


# Choices


def test_a_way_is_told_with_its_provinces_cost_and_danger() -> None:
    table = at()
    table.play("take dharmit", 0)
    text = " ".join(asked(table).split())
    assert "take jharkor army · an army of Jharkor · 4 points left" in text
    way = "by Northern Jharkor; battle: 5 against your 4 (wall 3)"
    assert f"go dharijor coast (Southern Dharijor) · {way} · 2 points" in text
    assert "go marshes of the mist · wild: draw for a random attack if you end here · 1 point" in text
    assert "halt · Halt here" in text
    assert "Those on land" not in text, "what is not possible is told to those who try it"


def test_a_picture_of_the_group_in_hand_is_in_its_place() -> None:
    table = at()
    table.play("take dharmit", 0)
    table.play("take jharkor army", 0)
    text = " ".join(drawn(table, 0))
    assert "Dharmit 4 (in hand)" in text
    assert "Army of Jharkor 1 (in hand)" in text
    assert "Army of Jharkor 1 ×2 = 5 of 7" in text


def test_what_a_card_says_is_said_once_in_a_list() -> None:
    spells = {"wizard": ["arkyn"]}
    table = at(
        phase="magic",
        first={"nations": ["jharkor"], "units": {"dhakos": ["wizard", "dharmit", "sorana"]}, "spells": spells},
        aboard={},
    )
    text = " ".join(asked(table).split())
    assert text.count("give arkyn of wizard to") >= 1
    assert text.count("A Lord of Law.") == 1


# The battle


def fighting() -> Table:
    fight = [{"area": "dharijor coast", "foe": "second"}]
    both = {
        "first": {"nations": ["jharkor"], "units": {"dharijor coast": ["dharmit", "jharkor army*3"]}},
        "second": {"nations": ["dharijor"], "units": {"dharijor coast": ["karnaal", "dharijor army*2"]}},
    }
    return Table.at(
        GAME,
        GAME.position_from({**WORLD, "phase": "combat", "fights": fight, "aboard": {}, **both}),
        chance=Seeded("abc"),
    )


def test_a_battle_shows_both_sides_sums_table_and_odds() -> None:
    text = " ".join(" ".join(drawn(fighting(), 0, 120)).split())
    assert "[Withhold]" in text
    assert "● Jharkor attacks ◆ Pan Tang defends" in text
    assert "Dharmit 4, Army of Jharkor 1 ×3" in text
    assert "Karnaal 4, Army of Dharijor 1 ×2" in text
    assert "= 7 = 6" in text
    assert "Difference: +0 reroll · +1–2 retreat" in text
    assert "As it stands, of 36 throws Jharkor wins 21, Pan Tang 10. 5 are equal and thrown again." in text


def test_a_city_that_defends_itself_is_nobody_s() -> None:
    fight = [{"area": "bakshaan", "city": True}]
    first = {"nations": ["jharkor"], "units": {"bakshaan": ["dharmit", "jharkor army*3"]}}
    position = GAME.position_from({**WORLD, "phase": "combat", "fights": fight, "aboard": {}, "first": first})
    table = Table.at(GAME, position, chance=Seeded("abc"))
    text = " ".join(" ".join(drawn(table, 0, 120)).split())
    assert "? Bakshaan defends" in text
    assert f"{LAND.militia[LAND.area['bakshaan']]} The defence of Bakshaan" in text
    assert "5 The wall of Bakshaan" in text
