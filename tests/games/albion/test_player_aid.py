"""The player aid of Albion has the turn, every chart as the file of charts has it, and the lists."""

from __future__ import annotations

from tests.core.test_aid import cells, named


def test_a_turn_in_its_order():
    assert [row[:2] for row in cells(named("albion")["A game-turn"])] == [
        ("1 Weather", "both"),
        ("2 Enchantment", "both"),
        ("3 Attrition", "both"),
        ("4 Recovery", "each player"),
        ("5 Activation", "each player"),
        ("6 Movement", "each player"),
        ("7 Forced march", "each player"),
        ("8 Reaction", "each player"),
        ("9 Combat", "each player"),
    ]


def test_the_combat_results_are_those_of_the_rules():
    table = named("albion")["Combat results"]
    assert [int(row[0]) for row in cells(table)] == list(range(2, 13))
    assert table.columns == ("2 dice", "1-4", "1-3", "1-2", "2-3", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")
    by_roll = {row[0]: row[1:] for row in cells(table)}
    assert (by_roll["2"][0], by_roll["7"][4], by_roll["12"][9]) == ("Hr/-", "C/C", "-/Hr")


def test_casualties_attrition_and_discovery():
    tables = named("albion")
    casualties = {row[0]: row[1:] for row in cells(tables["Casualties"])}
    assert list(casualties) == list("ABCDEFGH")
    assert (casualties["A"][0], casualties["F"][4], casualties["H"][7]) == ("0/0", "8/3!", "36/8!")
    assert cells(tables["Attrition"])[0][1:] == ("-", "-", "-", "A", "B", "B", "C", "C", "D", "D", "E")
    discovery = {row[0]: row[1:] for row in cells(tables["Discovery"])}
    assert len(discovery) == 11
    assert (discovery["2"], discovery["12"][2]) == (("Cd", "Cd", "C4", "C4", "C3", "C2"), "b")
    assert "b 09, 01, 07, 08, 04, 03" in tables["Discovery"].note


def test_terrain_roads_sides_and_ships():
    tables = named("albion")
    terrain = {row[0]: row[1:] for row in cells(tables["Terrain: cost and battle"])}
    assert len(terrain) == 11
    assert terrain["Forest"] == ("3 H", "3 H", "3 U", "2 D")
    assert terrain["Gnome delving"] == ("– H", "– T", "– H", "– U")
    sides = {row[0]: row[1:] for row in cells(tables["Roads, and sides of hexes"])}
    assert len(sides) == 10
    assert sides["Minor river"] == ("+2", "+2", "+2", "+1")
    assert sides["Ridge"] == ("P", "P", "P", "P")
    assert cells(tables["Ships"])[0] == ("A hex of sea", "1 Movement Point, 2 in The Minches; rain adds 1")
    assert cells(tables["Ships"])[1] == ("Embarking", "5 Movement Points")


def test_who_wakes_the_track_and_the_enchantments():
    tables = named("albion")
    assert dict(cells(tables["Activation"]))["Gwynedd"] == "3"
    assert len(tables["Activation"].rows) == 9
    assert cells(tables["The track"])[3] == ("4", "Arlith I", "5", "rain")
    assert len(tables["The track"].rows) == 10
    enchantments = cells(tables["Enchantments"])
    assert [int(row[0].partition(" ")[0]) for row in enchantments] == list(range(1, 14))
    assert enchantments[0][:3] == ("1 Shake the Earth ★", "×2", "Dana’s Torque")


def test_the_long_lists():
    tables = named("albion")
    persons = [row[at : at + 7] for row in cells(tables["Persons"]) for at in (0, 7)]
    assert len(persons) == 44
    assert ("Auberon", "Albion", "KE", "2", "5", "6", "16/14") in persons
    assert ("Curwyllan", "Faerie", "gnome", "28", "12") in cells(tables["Armies at the start"])
    assert ("Oakheart", "Moray", "4/2", "30/24", "bad sailer") in cells(tables["Ships by name"])
    assert len(tables["Ships by name"].rows) == 28
    assert len(tables["Magic items"].rows) == 23
    assert len(tables["Places of Power"].rows) == 19
    assert all(tables[title].long for title in ("Persons", "Armies at the start", "Ships by name", "Magic items"))
