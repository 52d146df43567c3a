"""Boards and counters of the players' own: what is refused and how, and the world that a pack makes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tanelorn.core.content.packs import files_in
from tanelorn.core.errors import BadData
from tanelorn.games.elric.equipment.packs import DATA, PACKS
from tanelorn.games.elric.equipment.world import board_of, world_of

COMMON = json.loads((DATA / "board.json").read_text(encoding="utf-8"))
COUNTERS = (DATA / "counters.toml").read_text(encoding="utf-8")


def written(folder: Path, board: object, counters: str) -> Path:
    folder.mkdir()
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")
    (folder / "counters.toml").write_text(counters, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[BadData]:
    return PACKS.faults(files_in(PACKS, folder))


# What is refused ------------------------------------------------------------------------------------------------------


def area(board, id):
    return next(entry for entry in board["areas"] if entry["id"] == id)


def city(board, place, number=0):
    return area(board, place)["cities"][number]


def border(board, *ends):
    return next(entry for entry in board["borders"] if {entry["a"], entry["b"]} == set(ends))


BOARDS = {
    "unknown area in a border": (
        lambda b: b["borders"].append({"a": "banarva", "b": "atlantis"}),
        r"border of banarva and atlantis: there is no area atlantis",
        "Did you mean|Known",
    ),
    "border listed twice": (
        lambda b: b["borders"].append({"a": "dhakos", "b": "thokora"}),
        r"border of dhakos and thokora is there twice\.",
        "Keep one",
    ),
    "border open from one side only": (
        lambda b: b["borders"].append({"a": "thokora", "b": "dhakos", "open": False}),
        r"border of thokora and dhakos is there twice, once open and once not",
        "Keep one",
    ),
    "border with itself": (
        lambda b: b["borders"].append({"a": "dhakos", "b": "dhakos"}),
        "dhakos borders on itself",
        "Remove",
    ),
    "cut off": (
        lambda b: b.update(borders=[one for one in b["borders"] if "tanelorn" not in (one["a"], one["b"])]),
        "No open border leads to tanelorn",
        "7.5.3",
    ),
    "area twice": (lambda b: b["areas"].append(area(b, "oin")), "The area oin is there twice", "its own id"),
    "city twice": (
        lambda b: city(b, "isle_of_purple_towns", 1).update(id="menii"),
        "The city menii is there twice",
        "its own id",
    ),
    "id that no notation can write": (
        lambda b: area(b, "oin").update(id="Oin!"),
        "“Oin!” cannot be the id of area number 5",
        "letters",
    ),
    "unknown nation": (
        lambda b: area(b, "stagasaz").update(nation="lormyrr"),
        "stagasaz belongs to “lormyrr”, which is no nation",
        "Did you mean lormyr",
    ),
    "land of nobody with a city": (
        lambda b: area(b, "stagasaz").pop("nation"),
        "stagasaz has a city but no nation",
        "Name its nation",
    ),
    "no capital": (
        lambda b: city(b, "iosaz").update(rank="walled"),
        r"Lormyr \(lormyr\) has no capital",
        "rank “capital”",
    ),
    "two capitals": (
        lambda b: city(b, "stagasaz").update(rank="capital"),
        r"Lormyr \(lormyr\) has 2 capitals or main cities \(iosaz, stagasaz\)",
        "one city",
    ),
    "anchor in no sea": (
        lambda b: city(b, "dhakos").update(anchor="jharkorsea"),
        "anchor of dhakos lies in “jharkorsea”, which is no sea",
        "jharkor_sea",
    ),
    "anchor in a sea far away": (
        lambda b: city(b, "dhakos").update(anchor="jadmar_bay"),
        "anchor of dhakos lies in jadmar_bay, on which dhakos does not border",
        "Seas beside dhakos: .*jharkor_sea",
    ),
    "no port for a fleet": (
        lambda b: city(b, "raschil").pop("anchor"),
        r"Filkhar \(filkhar\) has fleets but no port",
        "anchor",
    ),
    "symbol in no area": (
        lambda b: b["symbols"].append("tanelor"),
        "symbol lies in “tanelor”, which is no wilderness",
        "Did you mean tanelorn",
    ),
    "symbol twice": (lambda b: b["symbols"].append("tanelorn"), "symbol of tanelorn is there twice", "Keep one"),
    "no symbols": (lambda b: b.update(symbols=[]), "has 0 spell symbols", "1 to 16"),
    "special land": (lambda b: area(b, "oin").update(special="teeth"), "oin is land but “special”", "Only seas"),
    "no Boiling Sea": (
        lambda b: area(b, "boiling_sea").pop("special"),
        "No seas are the Boiling Sea",
        "Mark exactly one",
    ),
    "sea with a nation": (
        lambda b: area(b, "iron_sea").update(nation="tarkesh"),
        "The sea iron_sea has a nation",
        "Leave them out",
    ),
    "land without continent": (
        lambda b: area(b, "oin").pop("continent"),
        "oin names no continent",
        "islands",
    ),
    "a place of the rules is gone": (
        lambda b: area(b, "ashaneloon").update(id="ashanelon"),
        "There is no province ashaneloon, which a rule names",
        "Did you mean ashanelon",
    ),
    "no Weeping Waste": (
        lambda b: [entry.pop("part_of", None) for entry in b["areas"]],
        "No area is part_of weeping_waste",
        "Mark",
    ),
    "a horde with land": (
        lambda b: area(b, "org").update(nation="olab", cities=[]),
        "org belongs to olab, a horde",
        "Hordes have no land",
    ),
    "a militia below nothing": (
        lambda b: city(b, "dhakos").update(militia=-1),
        "dhakos has a militia of -1",
        "0 or more",
    ),
    "a terrain that nobody can draw": (
        lambda b: area(b, "oin").update(terrain="swamp"),
        "The terrain of oin is “swamp”",
        "Known: .*marsh",
    ),
    "a colour that is none": (
        lambda b: b["washes"].update(org='olive)" onload="'),
        "The wash of org is “olive.*”, which is no colour",
        "olive",
    ),
    "a wash of nobody": (lambda b: b["washes"].update({'x"/><script>': "red"}), "which is no nation", "Known"),
    "a label without lines": (
        lambda b: area(b, "oin")["label"].update(lines=[]),
        "The label of oin has no lines",
        "leave it out",
    ),
    "an outline of a line": (
        lambda b: area(b, "oin")["polygons"][0].update(outer=[[1, 1], [2, 2]]),
        "An outline of oin has fewer than three corners",
        "corners",
    ),
    "a corner beyond the world": (
        lambda b: area(b, "oin")["polygons"][0]["outer"].append([-1e12, 0]),
        "oin has the point -1e\\+12, 0, far off the sheet",
        "by",
    ),
    "a sheet beyond all bounds": (lambda b: b.update(width=1e9), "too large", "up to 10000"),
    "a name without letters": (lambda b: area(b, "oin").update(name=" "), "oin, name has no letters", "1 to 60"),
    "a name without end": (lambda b: area(b, "oin").update(name="o" * 5_000), "oin, name has 5000 letters", "1 to 60"),
    "what is no letter": (lambda b: area(b, "oin").update(name="O\x01n"), "oin, name has a control character", "out"),
}


@pytest.mark.long
@pytest.mark.rule("elric/3.1a", "elric/missing.map")
@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.long if at % 3 else ()) for at, what in enumerate(BOARDS)]
)
def test_a_wrong_board_is_refused_with_file_entry_and_remedy(what, tmp_path):
    change, why, remedy = BOARDS[what]
    board = json.loads(json.dumps(COMMON))
    change(board)
    found = faults(written(tmp_path / "bad", board, COUNTERS))
    told = [fault for fault in found if re.search(why, fault.why)]
    assert told, found
    assert told[0].why.startswith("board.json: ")
    assert re.search(remedy, told[0].remedy), told[0].remedy


FILES = {
    "unknown key": (lambda b: area(b, "oin").update(colour="red"), r"unknown field `colour` - at `.*` \(oin\)"),
    "wrong type": (lambda b: city(b, "dhakos").update(militia="many"), r"`int`, got `str`.*\(dhakos, dhakos\)"),
    "missing key": (lambda b: area(b, "oin").pop("kind"), r"missing required field `kind`.*\(oin\)"),
    "unknown kind": (lambda b: area(b, "oin").update(kind="swamp"), r"'swamp'.*\(oin\)"),
    "another format": (lambda b: b.update(format="elric-board/2"), "elric-board/2"),
}


@pytest.mark.rule("elric/3.1a")
@pytest.mark.parametrize("what", FILES)
def test_a_board_that_cannot_be_read_names_the_entry(what, tmp_path):
    change, why = FILES[what]
    board = json.loads(json.dumps(COMMON))
    change(board)
    (fault,) = faults(written(tmp_path / "bad", board, COUNTERS))
    assert re.search(rf"^board\.json is wrong: .*{why}", fault.why), fault.why


COUNTER_FAULTS = {
    "missing rating": ('name = "Fadan"\ncombat = 4\n', 'name = "Fadan"\n', r"`combat`.*\(ilmiora, fadan\)"),
    "unknown key": ('name = "Fadan"\n', 'name = "Fadan"\nstrength = 4\n', r"`strength`.*\(ilmiora, fadan\)"),
    "text for a number": ("combat = 10\nspells = 5", 'combat = "ten"', r"got `str`.*\(melnibone, elric\)"),
    "counter twice": ('id = "kargan"', 'id = "smiorgan"', "The counter smiorgan is there twice"),
    "nation twice": ('id = "vilmir"', 'id = "tarkesh"', "The nation tarkesh is there twice"),
    "no Elric": ('id = "elric"', 'id = "elrik"', "There is no counter elric, which a rule names"),
    "no Moonglum": ('id = "moonglum"', 'id = "moonglam"', "There is no counter moonglum, which a rule names"),
    "nobody to muster": ('id = "zas"', 'id = "zaz"', "There is no person zas, which .* musters"),
    "no horde to muster": ('id = "pio"', 'id = "pia"', "There is no horde pio, which .* musters"),
    "a horde that is none": (
        'name = "Pio"\nalignment = "neutral"\nhorde = true',
        'name = "Pio"\nalignment = "neutral"',
        "pio is no horde",
    ),
    "a fleet that does not sail": (
        'name = "Filkhar fleet 1"\ncombat = 3\nmovement = 6',
        'name = "Filkhar fleet 1"\ncombat = 3\nmovement = 0',
        "filkhar_fleet_1 has no movement",
    ),
    "a hero without a value": (
        'name = "Brut"\nkind = "person"\ncombat = 5',
        'name = "Brut"\nkind = "person"',
        "brut has no",
    ),
    "negative armies": ("armies = 9", "armies = -9", "vilmir has -9 armies"),
    "a sword that is a person": (
        'name = "Mournblade"\nkind = "artifact"',
        'name = "Mournblade"\nkind = "person"',
        "mournblade is no artifact",
    ),
    "not TOML": ("[[nation]]", "[[nation", r"counters\.toml is wrong"),
}


@pytest.mark.rule("elric/missing.ratings", "elric/3.2a")
@pytest.mark.parametrize("what", COUNTER_FAULTS)
def test_wrong_counters_are_refused_with_file_and_entry(what, tmp_path):
    old, new, why = COUNTER_FAULTS[what]
    assert old in COUNTERS
    found = faults(written(tmp_path / "bad", COMMON, COUNTERS.replace(old, new, 1)))
    told = [fault for fault in found if re.search(why, fault.why)]
    assert told, found
    assert told[0].why.startswith("counters.toml")
    assert told[0].remedy


@pytest.mark.long
def test_all_faults_of_both_files_are_told_at_once(tmp_path):
    board = json.loads(json.dumps(COMMON))
    board["symbols"].append("tanelor")
    city(board, "raschil").pop("anchor")
    found = faults(written(tmp_path / "bad", board, COUNTERS.replace('id = "elric"', 'id = "elrik"')))
    for fault, words in zip(found, ("Filkhar", "tanelor", "counter elric"), strict=True):
        assert words in fault.why


# What is read ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.rule("elric/3.1f")
def test_a_pack_makes_a_world_of_its_own(tmp_path):
    board = json.loads(json.dumps(COMMON))
    board["symbols"].append("rlin_kren_aa")
    city(board, "dhakos")["militia"] = 2
    folder = written(tmp_path / "mine", board, COUNTERS.replace("armies = 9", "armies = 12"))
    world = world_of(PACKS.read(files_in(PACKS, folder)))
    assert len(world.symbols) == 13
    assert world.areas[world.rlin].symbol
    assert world.militia[world.area["dhakos"]] == 2
    assert len(world.nations[world.nation["vilmir"]].armies) == 12
    assert len(board_of(world)) == 96
    assert world_of().militia[world.area["dhakos"]] == 6
