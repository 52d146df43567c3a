"""Positions of rule cases that cannot be: each is refused with its place in the file and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

import tanelorn  # noqa: F401  # the games add themselves to the registry
from tanelorn import BadData
from tanelorn.core.cases.running import load_cases

CASE = 'game = "{}"\n[[case]]\nname = "One"\nrules = ["{}"]\nexpect = {{ log = ["x"] }}\n{}\n'
CLAUSES = {
    "fivecities": "fivecities/turn.1",
    "diplomacy": "diplomacy/movement",
    "youngkingdoms": "youngkingdoms/5.5a",
    "elric": "elric/7.3a",
    "albion": "albion/12.1a",
    "archmagi": "archmagi/move.14",
}

IMPOSSIBLE = [
    (
        "fivecities",
        "first = { M = 3 }\nposition.second = { Mu = 1 }",
        "position.second.Mu: Pieces stand in Mu already.",
    ),
    ("fivecities", "first = { M = 1.5 }", "position.first: Expected `int`, got `float`."),
    ("diplomacy", 'units = { Austria = ["A ADR"] }', "position.units.Austria: An army cannot stand in Adriatic Sea."),
    ("diplomacy", 'units = { Austria = ["F VIE"] }', "position.units.Austria: A fleet cannot lie in Vienna."),
    (
        "diplomacy",
        'units = { France = ["F SPA"] }',
        "position.units.France: A fleet in Spain lies on one of its coasts.",
    ),
    ("diplomacy", 'units = { France = ["X SPA"] }', "position.units.France: “X SPA” is no unit."),
    ("diplomacy", 'units = { France = "A SPA" }', "position.units: Expected `array`, got `str`."),
    (
        "diplomacy",
        'centres = { France = ["PAR"], Italy = ["PAR"] }',
        "position.centres.Italy: Paris has an owner alread",
    ),
    ("diplomacy", 'centres = { France = ["BUR"] }', "position.centres.France: Burgundy is no supply centre."),
    (
        "diplomacy",
        'dislodged = [{ power = "Italy", unit = "A ROM" }]',
        "position.dislodged[0]: Object missing required",
    ),
    ("diplomacy", "year = true", "position.year: Expected `int`, got `bool`."),
    (
        "youngkingdoms",
        'spells = { Elric = [1], "Jagreen Lern" = [1] }',
        "position.spells.Jagreen Lern: Spell 1 is in two",
    ),
    ("youngkingdoms", "cast = { Elric = [11] }", "There is no spell 11."),
    ("youngkingdoms", "spells = { Elric = { Org = [1] } }", "position.spells.Elric: It is of another kind."),
    (
        "elric",
        'first = { nations = ["jharkor"], units = { pale_sea = ["dharmit"] } }',
        "position.units: dharmit cannot be at sea in Pale Sea without a ship.",
    ),
    (
        "elric",
        'first = { nations = ["jharkor"], units = { pale_sea = ["jharkor army*2"] } }',
        "position.units: jharkor army cannot be at sea",
    ),
    (
        "elric",
        'first = { nations = ["jharkor"], units = { sequaloris = ["jharkor fleet 1"] } }',
        "position.units: jharkor fleet 1 cannot lie in Sequaloris.",
    ),
    (
        "elric",
        'first = { nations = ["jharkor"] }\nposition.second = { nations = ["jharkor"] }',
        "position.second.nations: Jharkor has an owner already.",
    ),
    (
        "elric",
        'first = { units = { dhakos = ["jharkor army*99"] } }',
        "position.first.units.dhakos: There are not so many",
    ),
    ("elric", 'first = { units = { dhakos = ["dharmit*x"] } }', "dhakos: A number of counters cannot be “x”."),
    (
        "elric",
        'first = { units = { dhako = ["dharmit"] } }',
        "position.first.units.dhako: There is no area “dhako”. Did",
    ),
    (
        "elric",
        'first = { unit = { dhakos = ["dharmit"] } }',
        "position.first: “first” has no entry “unit”. Did you mean",
    ),
    (
        "elric",
        'hidden = { kaneloon = "arkyn", nihrain = "arkyn" }',
        "position.hidden.nihrain: The spell “arkyn” is in two",
    ),
    ("elric", "spent = { dharmit = 2 }", "position.spent.dharmit: “dharmit” is not on the board."),
    (
        "elric",
        'aboard = { dharmit = "jharkor fleet 1" }',
        "position.aboard.dharmit: “jharkor fleet 1” is not on the board",
    ),
    ("elric", 'besieged = { pale_sea = "first" }', "position.besieged.pale_sea: Pale Sea has no city."),
    ("albion", 'hexes = { 1833 = ["imric"] }', "position.hexes: Imric cannot be at sea in 1833 without a ship."),
    ("albion", 'hexes = { 1833 = ["4 moray"] }', "position.hexes: 4 moray cannot be at sea in 1833 without a ship."),
    ("albion", 'hexes = { 3034 = ["galetop"] }', "position.hexes: Galetop cannot lie in 3034."),
    (
        "albion",
        'hexes = { 3034 = ["imric"], 3033 = ["imric"] }',
        "position.hexes.3033: “imric” stands somewhere already.",
    ),
    ("albion", 'hexes = { 3034 = ["99999 moray"] }', "position.hexes.3034: A number of army points cannot be “99999”."),
    ("albion", 'ranks = { elidor = "duke" }', "position.ranks.elidor: There is no rank “duke”."),
    ("albion", 'sky = "hail"', "position.sky: There is no weather “hail”."),
    ("albion", 'active = "elves"', "position.active: There is no seat “elves”."),
    ("albion", "turn = 99", "position.turn: There is no turn 99."),
    (
        "archmagi",
        'madder.units = { 0105 = ["Sorcerer"] }\nposition.woad.units = { 0304 = ["Seer"] }',
        "position.madder.units.0105: Sorcerer cannot be in 0105.",
    ),
    ("archmagi", 'madder.units = { 0304 = ["Sorceror"] }', "position.madder.units.0304: There is no unit “sorceror”."),
    ("archmagi", "players = 7", "position.players: Expected `int` <= 6."),
    ("archmagi", "madder.asked = 3", "position.madder.asked: "),
    ("elric", 'turn = "one"', "position.turn: Expected `int`, got `str`."),
    ("elric", 'third = { nations = ["vilmir"] }\nposition.scenario = "successor"', "position: A position has no entry"),
]


@pytest.mark.parametrize(("game", "position", "why"), IMPOSSIBLE, ids=[f"{one[0]}-{one[2][:40]}" for one in IMPOSSIBLE])
def test_what_cannot_be_is_refused_with_its_place(tmp_path: Path, game: str, position: str, why: str) -> None:
    file = tmp_path / "case.toml"
    file.write_text(CASE.format(game, CLAUSES[game], f"position.{position}"), encoding="utf-8")
    with pytest.raises(BadData) as wrong:
        load_cases(file)
    assert str(wrong.value).startswith("case.toml, case “One”, position")
    assert why in str(wrong.value)
