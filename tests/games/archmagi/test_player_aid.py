"""The player aid of Archmagi has turn and battle, dice, traits, archmagi and terrain, and the lists of all chits."""

from __future__ import annotations

from tests.core.test_aid import cells, named


def test_a_turn_and_a_battle_round_in_their_order():
    tables = named("archmagi")
    turn = [row[0] for row in cells(tables["A turn"])]
    assert turn == ["1 Recruit units", "2 Recruit spells", "3 Scout", "4 Move", "5 Explore", "6 Battle"]
    battle = [row[0] for row in cells(tables["A battle round"])]
    assert battle == ["1 Combatants", "2 Tactical options", "3 Battle roll", "4 Aftermath"]


def test_dice():
    dice = dict(cells(named("archmagi")["What the dice decide"]))
    assert dice["Theft"] == "works on 1–2"
    assert dice["Artifacts of the dead"] == "each is lost on 1–3"
    assert dice["Spell Shield"] == "protects from a spell on 1–2"
    assert dice["Amulet of Spellturning"] == "protects from a spell on 1–3"


def test_archmagi_and_terrain():
    tables = named("archmagi")
    magi = {row[0]: row[1:4] for row in cells(tables["Archmagi"])}
    assert len(magi) == 11
    assert magi["Wizard"] == ("+6", "5/9", "4")
    assert magi["Mentalist"] == ("+6", "8/7", "3")
    terrain = {row[0]: row[1:] for row in cells(tables["Terrain"])}
    assert [int(d20) for d20, *_ in terrain.values() if d20 != "–"] == list(range(1, 21))
    assert len(terrain) == 24
    assert terrain["Desert"] == ("10", "Dunes", "Nomads, Djinn, Dervishes, Assassin, Sphinx, Pyramids")


def test_the_long_lists():
    tables = named("archmagi")
    units = {row[0]: row[1:] for row in cells(tables["Units by their home"])}
    assert len(units) == 132
    assert units["Dwarf Lord"] == ("+6", "5", "Mountain", "Demihuman, Hero, Warrior, Slay Giant +4, General")
    artifacts = {row[0]: row[1:] for row in cells(tables["Artifacts"])}
    assert len(artifacts) == 52
    assert artifacts["Rune Blade"] == ("+5", "warrior", "A Warrior fights with +5.")
    spells = {row[0]: row[1:] for row in cells(tables["Spells"])}
    assert len(spells) == 95
    assert spells["Fireball"] == ("battle", "+6", "Attack with +6, against cold or wood units +5 more.")
    assert all(tables[title].long for title in ("Units by their home", "Artifacts", "Spells"))
