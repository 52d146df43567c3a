"""The Young Kingdoms: the board against the printed list, the rulebook, options, and what cases cannot say."""

from __future__ import annotations

import math
import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import Table
from tanelorn.core.cases.running import load_cases
from tanelorn.core.errors import TanelornError
from tanelorn.games.diplomacy.board import Space
from tanelorn.games.diplomacy.orders.order import Unit
from tanelorn.games.diplomacy.phases import moving
from tanelorn.games.diplomacy.position import DiplomacyPosition
from tanelorn.games.diplomacy.slips.slip import Slips
from tanelorn.games.diplomacy.variant import Variant
from tanelorn.games.diplomacy.youngkingdoms.board import ARMY, ATLAS, FLEET
from tanelorn.games.diplomacy.youngkingdoms.rules import YOUNG_KINGDOMS
from tanelorn.games.diplomacy.youngkingdoms.variant import YOUNG_KINGDOMS_RULES as RULES
from tests.test_cases import TESTS

HERE = Path(__file__).parent
BOOK = YOUNG_KINGDOMS.rulebook
FILE = ATLAS.file
SPACES = {space.id: space for space in FILE.spaces}

PRINTED = """
Afl Aflitain|Arg Argimiliar|Ash Ashaneloon|Bak Bakshaan|BOI Boiling Sea|CAr CAR Central Argimiliar
CoA Coastal Argimiliar|CPi CFi Central Pikarayd|CSh CSH Central Shazaar|Dha Dhakos|Dhr Dharijor|DRA Dragon Sea
EED Eastern Edge|EWE East World's Edge|ESh ESH East Shazaar|Elw Elwher|Fil Filkhar|FPi FPI Further Pikarayd
Gro Gromoorva|Ilm Iln Ilmiora|Ios Iosaz|IOP Isle of the Purple Towns|Jad Jadmar|Kan Kaneloon|Kar Karlaak
LAr LAR Lower Argimiliar|LCi Lost City|Vil Vilmir|LIl L11 Lower Ilmiora|MoM Marshes of the Mist|Myy Myyrrhn
Mel Melnibone|Mid Midlands|NPi North Pikarayd|NJh Northern Jharkor|Oin Oin|Org Org|Pik Pikarayd|PTa Pan Tang
PUR Purple Sea|PAL Pale Sea|Ram Rau Ramasaz|SDe Sighing Desert|SIs GIS Sorcerers' Isle|SEA South East Argimiliar
Sta Stagasaz|SHA Shazarian Sea|Seq Sequaloris|SOC Straits of Chaos|SVi South Vilmir|STR Straits of Vilmir
Tre Trepesaz|Tho Thokora|Tar Tarkesh|Tan Tanelorn|UNK Unknown Sea
"""
"""The list of section 9: our abbreviation, the printed one where it differs, the name as it is meant."""

LIST = [entry for line in PRINTED.split("\n") for entry in line.split("|") if entry]
LOST = {"WSh", "WWa", "WWE", "Yu"}
SEAS = {"BOI", "DRA", "EED", "PUR", "PAL", "SHA", "SOC", "STR", "UNK"}
INLAND = {"CAr", "CPi", "Dhr", "Ios", "Kan", "Kar", "LAr", "NJh", "Org", "SEA", "Seq", "Tan", "WWa", "WWE"}
NEUTRAL = {"Afl", "Ash", "Dhr", "Elw", "Fil", "IOP", "Jad", "Kan", "LCi", "Oin", "Org", "Pik"}
NEUTRAL |= {"SIs", "Tan", "Tar", "Vil"}


def lay(units: dict[str, list[str]], **position: Any) -> Table:
    """Lay a position by names on the table."""
    return Table.at(YOUNG_KINGDOMS, YOUNG_KINGDOMS.position_from({"units": units, **position}))


def choices(table: Table, power: str) -> Slips:
    found = table.decision(RULES.seats.index(power)).choices()
    assert isinstance(found, Slips)
    return found


def warned(offered: Slips, text: str) -> dict[str, str]:
    """Return the warnings of a slip by order."""
    slip = offered.parse(text)
    return {RULES.write(order): said for order, said in offered.slots.warnings(slip.orders).items()}


# The board


@pytest.mark.rule("youngkingdoms/9")
def test_the_board_holds_the_printed_list_and_the_four_that_it_lost() -> None:
    assert len(LIST) == 56
    assert len(SPACES) == 60
    assert {entry.split()[0] for entry in LIST} == SPACES.keys() - LOST
    assert {space.id for space in FILE.spaces if space.source == "reconstructed"} == LOST
    for entry in LIST:
        id, name = entry.split()[0], SPACES[entry.split()[0]].name
        assert entry.endswith(f" {name}")
        for word in (id, name, entry.removesuffix(name).removeprefix(id).strip() or id):
            assert ATLAS.ids[RULES.notation.place(word)] == id


@pytest.mark.rule("youngkingdoms/9")
@pytest.mark.parametrize(
    ("printed", "id"),
    [
        ("Arginiliar", "Arg"),
        ("Central Arginiliar", "CAr"),
        ("Coastal Arginiliar", "CoA"),
        ("Central Shazar", "CSh"),
        ("East Shazar", "ESh"),
        ("Gromoerava", "Gro"),
        ("Ilniora", "Ilm"),
        ("Iosez", "Ios"),
        ("ISLE OF PURPLE towns", "IOP"),
        ("Jadnar", "Jad"),
        ("Lower Arginiliar", "LAr"),
        ("Lower IIMIORA", "LIl"),
        ("Sorcerers Isle", "SIs"),
        ("South East Arginiliar", "SEA"),
        ("SHAZARLAN SEA", "SHA"),
        ("Thokara", "Tho"),
        ("R'lin K'ren A'a", "LCi"),
    ],
)
def test_names_as_they_were_printed_are_read(printed: str, id: str) -> None:
    assert ATLAS.ids[RULES.notation.place(printed)] == id


@pytest.mark.rule("youngkingdoms/9.kinds", "youngkingdoms/1.coasts")
def test_land_coast_and_sea() -> None:
    for space in FILE.spaces:
        kind = "sea" if space.id in SEAS else "land" if space.id in INLAND else "coast"
        assert space.kind == kind, space.id
        assert not space.coasts
        beside = {SPACES[other].kind for other in space.fleet}
        match space.kind:
            case "sea":
                assert not space.army
                assert beside <= {"sea", "coast"}
            case "coast":
                assert "sea" in beside
            case _:
                assert not space.fleet
        assert all(SPACES[other].kind != "sea" for other in space.army)


def edges(space: Space) -> set[frozenset[tuple[float, float]]]:
    """Return the lines of a space's outline."""
    found = set()
    for polygon in space.polygons:
        for ring in (polygon.outer, *polygon.holes):
            points = [tuple(point) for point in ring]
            found |= {frozenset((a, b)) for a, b in zip(points, points[1:] + points[:1], strict=True) if a != b}
    return found  # type: ignore[return-value]


@pytest.mark.rule("youngkingdoms/9.kinds")
def test_neighbours_are_those_that_the_map_shows() -> None:
    """Whoever shares a border is a neighbour; where four spaces meet in a point, nobody crosses it."""
    lines = {space.id: edges(space) for space in FILE.spaces}
    for one, other in combinations(FILE.spaces, 2):
        border = sum(math.dist(*line) for line in lines[one.id] & lines[other.id])
        assert (other.id in {*one.army, *one.fleet}) == (border > 20), (one.id, other.id, border)
        assert border > 20 or border < 4


@pytest.mark.rule("youngkingdoms/9.kinds", "youngkingdoms/1.movement")
def test_armies_walk_over_every_border_on_land_and_fleets_sail_along_shores_only() -> None:
    for one, other in combinations(FILE.spaces, 2):
        if other.id not in {*one.army, *one.fleet}:
            continue
        assert (other.id in one.army) == ("sea" not in (one.kind, other.kind))
        if one.kind == other.kind == "coast":
            seas = {place for place in one.fleet if SPACES[place].kind == "sea"} & set(other.fleet)
            assert other.id not in one.fleet or seas


@pytest.mark.rule("youngkingdoms/2.melnibone-start", "youngkingdoms/1.convoy", "youngkingdoms/1.movement")
def test_neighbours_that_the_rules_count_on() -> None:
    assert set(SPACES["Mel"].fleet) == {"DRA", "PAL", "STR"}
    assert set(SPACES["PTa"].fleet) == {"PAL", "SHA"}
    assert {"SDe", "Org", "LIl", "WWa"} == set(SPACES["Kar"].army)
    assert {"Vil", "IOP", "DRA", "PUR"} <= set(SPACES["STR"].fleet)
    assert {"Fil", "STR"} <= set(SPACES["DRA"].fleet) & set(SPACES["PUR"].fleet)
    for island in ("Mel", "PTa", "SIs", "IOP", "Ash", "LCi"):
        assert not SPACES[island].army


@pytest.mark.rule("youngkingdoms/2", "youngkingdoms/2.countries", "youngkingdoms/8", "youngkingdoms/3")
def test_powers_units_year_and_victory() -> None:
    assert [power.name for power in FILE.powers] == [
        "Argimiliar",
        "Lormyr",
        "Jharkor",
        "Ilmiora",
        "Pan Tang",
        "Melnibone",
    ]
    units = [text for power in FILE.powers for text in power.units]
    assert len(units) == 12
    assert sum(text.startswith("A ") for text in units) == 6
    assert (FILE.year, FILE.victory) == (1400, 14)
    for power in FILE.powers:
        assert sorted(power.home) == sorted(text[2:] for text in power.units)


@pytest.mark.rule("youngkingdoms/1.centres", "youngkingdoms/1.builds")
def test_twenty_eight_centres_of_which_fourteen_are_half() -> None:
    centres = {space.id for space in FILE.spaces if space.centre}
    home = {place for power in FILE.powers for place in power.home}
    assert (len(home), len(NEUTRAL), len(centres)) == (12, 16, 28)
    assert centres == home | NEUTRAL
    assert FILE.victory * 2 == len(centres)


@pytest.mark.rule("youngkingdoms/4.list", "youngkingdoms/4.strength")
def test_five_fortresses_and_two_spaces_at_the_worlds_edge() -> None:
    walls = {space.id: space.fortress for space in FILE.spaces if space.fortress}
    assert walls == {"Mel": 2, "PTa": 1, "Tan": 1, "Org": 1, "LCi": 1}
    assert {space.id for space in FILE.spaces if space.worlds_edge} == {"EWE", "WWE"}


# The rulebook


def test_every_clause_speaks_and_every_doubt_is_ruled() -> None:
    for clause in BOOK:
        assert clause.title
        assert clause.phase
        assert clause.says.endswith(".")
        assert bool(clause.unclear) == bool(clause.ruling)


def test_every_clause_is_proved() -> None:
    proved = {
        rule
        for file in (TESTS / "cases" / "youngkingdoms").glob("*.toml")
        for case in load_cases(file)
        if case.game == YOUNG_KINGDOMS.slug
        for rule in case.rules
    }
    for file in HERE.glob("test_*.py"):
        for marks in re.findall(r"mark\.rule\((.*?)\)", file.read_text(encoding="utf-8"), re.DOTALL):
            proved |= set(re.findall(r'"(youngkingdoms/[\w.-]+)"', marks))
    assert proved == {clause.id for clause in BOOK}


# The game


@pytest.mark.rule("youngkingdoms/1.draw")
@pytest.mark.parametrize(("options", "limit"), [({}, 1430), ({"last-year": 0}, 0), ({"last-year": 1402}, 1402)])
def test_the_last_year_is_an_option(options: dict[str, int], limit: int) -> None:
    assert Table.new(YOUNG_KINGDOMS, None, options, seed=1, keep=False).view(-1).seen.limit == limit  # type: ignore[attr-defined]


@pytest.mark.rule("youngkingdoms/2.countries")
def test_six_play_and_no_more() -> None:
    assert Table.new(YOUNG_KINGDOMS, seed=1, players=tuple("abcdef")).seats == RULES.seats
    with pytest.raises(TanelornError):
        Table.new(YOUNG_KINGDOMS, seed=1, players=tuple("abcdefg"))


@pytest.mark.rule("youngkingdoms/2.melnibone-start", "youngkingdoms/1.orders")
def test_when_time_is_called_melnibone_begins_at_home_and_units_hold() -> None:
    table = Table.new(YOUNG_KINGDOMS, seed=1)
    table.time_up()
    assert (table.facts()["Mel"], table.facts()["Elric"]) == ("Melnibone F", "Mel")
    before = {id: table.facts()[id] for id in SPACES}
    table.time_up()
    assert (table.facts()["season"], table.facts()["phase"]) == ("Autumn", "orders")
    assert {id: table.facts()[id] for id in SPACES} == before


@pytest.mark.rule("youngkingdoms/1")
@given(st.integers(0, 1 << 32))
def test_without_sorcerers_and_fortresses_it_is_ordinary_diplomacy(seed: int) -> None:
    rng = random.Random(seed)
    plain = Variant(ATLAS, RULES.clauses)
    plain.slip = RULES.slip
    units = []
    for place in sorted(rng.sample(range(ATLAS.size), rng.randint(2, 30))):
        kinds = ([] if ATLAS.is_sea[place] else [ARMY]) + ([FLEET] if ATLAS.fleet[place] else [])
        units.append(Unit(rng.randrange(len(RULES.seats)), rng.choice(kinds), place))
    young = YOUNG_KINGDOMS.position_from({"units": {}, "fortresses": {}})
    young.units = RULES.in_order(units)
    ordinary = DiplomacyPosition(year=1400, units=young.units, owners=young.owners, agenda=[])
    slips = {}
    for seat in sorted({unit.power for unit in units}):
        slips[seat] = Slips(moving.slots(plain, ordinary, seat), "").sample(rng)
        assert RULES.move_slots(young, seat).sorted(slips[seat].orders) == slips[seat]
    RULES.move(young, slips, None)  # type: ignore[arg-type]
    moving.resolve(plain, ordinary, slips, None)  # type: ignore[arg-type]
    assert young.units == ordinary.units
    assert young.beaten == ordinary.beaten
    assert young.contested == ordinary.contested
    assert young.ruled == ordinary.ruled


@pytest.mark.rule("youngkingdoms/4.strength")
def test_support_into_a_neutral_fortress_is_not_called_pointless() -> None:
    units = {"Ilmiora": ["A Kar", "A LIl"], "Lormyr": ["F UNK"]}
    text = "A Kar - Org; A LIl S A Kar - Org"
    assert warned(choices(lay(units), "Ilmiora"), text) == {}
    fallen = choices(lay(units, fortresses={}), "Ilmiora")
    assert warned(fallen, text) == {"A LIl S A Kar - Org": "no other power can reach Org: the support is of no use"}


@pytest.mark.rule("youngkingdoms/5.3")
def test_support_near_a_foreign_sorcerer_is_not_called_pointless() -> None:
    units = {"Ilmiora": ["A Kar", "A LIl"], "Lormyr": ["F UNK"]}
    text = "A Kar - WWa; A LIl S A Kar - WWa"
    assert warned(choices(lay(units, sorcerers={"Elric": "Elw"}), "Ilmiora"), text) == {}
    assert warned(choices(lay(units), "Ilmiora"), text) != {}


@pytest.mark.rule("youngkingdoms/5.4b")
def test_a_fleet_that_carries_a_sorcerer_is_not_taken_for_an_army_that_sails() -> None:
    table = lay({"Lormyr": ["F DRA"], "Melnibone": ["F PAL"]}, sorcerers={"Elric": "DRA"})
    assert warned(choices(table, "Lormyr"), "F DRA - PUR carrying") == {}
