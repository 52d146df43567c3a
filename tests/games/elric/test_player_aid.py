"""The player aid of Elric has the turn, the combat table and the dice of the rules, and the lists of all counters."""

from __future__ import annotations

from tests.core.test_aid import cells, named


def test_a_player_turn_in_its_order():
    assert [row[0] for row in cells(named("elric")["A player-turn"])] == [
        "1 Appear",
        "2 Replace",
        "3 Move",
        "4 Search",
        "5 Magic",
        "6 Combat",
        "7 Muster",
        "8 Balance",
    ]


def test_the_combat_results():
    assert cells(named("elric")["Combat results"]) == [
        ("0", "roll again"),
        ("1–2", "retreat"),
        ("3", "retreat, lose 1"),
        ("4", "retreat, lose 2"),
        ("5–9", "retreat, lose 3"),
        ("10–14", "retreat, lose 5"),
        ("15–19", "retreat, lose 10"),
        ("20–24", "retreat, lose 15"),
        ("25 or more", "eliminated"),
    ]


def test_dice_points_and_walls():
    tables = named("elric")
    dice = dict(cells(tables["What the dice decide"]))
    assert dice["Search"] == "finds on 5–6, on 4–6 in each consecutive turn after the first"
    assert dice["Stormbringer, Mournblade"] == "slay a friend on 5–6 after use"
    points = dict(cells(tables["Points and walls"]))
    assert points["An army goes aboard"] == "1 point from a port, 4 from elsewhere"
    assert (points["The wall of a capital"], points["The wall of a walled city"]) == ("+5", "+3")


def test_nations_and_persons():
    tables = named("elric")
    nations = {row[0]: row[1:] for row in cells(tables["Nations and hordes"])}
    assert len(nations) == 22
    assert nations["Melnibone"] == ("Chaos", "5", "10/5/4", "★ Imrryr 20+5")
    assert nations["Olab"] == ("Neutral", "5", "", "")
    persons = [row[at : at + 4] for row in cells(tables["Personalities"]) for at in (0, 4)]
    assert len(persons) == 68
    assert ("Elric", "Melnibone", "10", "5!") in persons
    assert ("Cymoril", "Melnibone", "(9)", "") in persons


def test_all_the_spells():
    table = named("elric")["The 69 spells"]
    assert len(table.rows) == 66
    assert sum(int(row[0].partition(" ×")[2] or 1) for row in cells(table)) == 69
    assert cells(table)[0] == (
        "Arkyn",
        "Law",
        "3",
        "Shazaar, Vilmir, Ilmiora",
        "A Lord of Law. Adds 3 in combat.",
    )
    assert table.long
