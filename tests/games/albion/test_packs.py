"""Boards, counters, charts and set-ups of the players' own: what is refused and how, and what world a pack makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tanelorn.core.content.packs import files_in
from tanelorn.core.errors import BadData, Illegal
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.pack.checking import faults
from tanelorn.games.albion.pack.files import Pack
from tanelorn.games.albion.pack.packs import DATA, PACKS
from tanelorn.games.albion.recovery.activation import modifiers
from tanelorn.games.albion.state.printed.board import board_of
from tanelorn.games.albion.state.printed.world import world_of

OURS = msgspec.to_builtins(PACKS.standard)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A pack that differs from ours in the board's name and in the strength of a ship."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in PACKS.files:
        text = (DATA / name).read_text(encoding="utf-8")
        text = text.replace('"title": "Albion: Land of Faerie"', '"title": "Another Albion"')
        text = text.replace("strength = [5, 3]", "strength = [6, 3]")
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def spoilt(change: Callable[[Any], object]) -> list[BadData]:
    """What is found in our own pack once it has been changed."""
    pack = json.loads(json.dumps(OURS))
    change(pack)
    return list(faults(msgspec.convert(pack, Pack), PACKS.standard))


# What is refused ------------------------------------------------------------------------------------------------------


def entry(entries, **key):
    return next(one for one in entries if all(one.get(name) == value for name, value in key.items()))


def cell(pack, number):
    return entry(pack["board"]["hexes"], hex=number)


def side(pack, a, b):
    return next(one for one in pack["board"]["sides"] if {one["a"], one["b"]} == {a, b})


def group(pack, number):
    return entry(pack["setup"]["setup"], hex=number)


def one_of(pack, kind, id):
    return entry(pack["counters"][kind], id=id)


BOARDS = {
    "no hex number": (lambda p: cell(p, "2939").update(hex="29"), "“29” is no hex number", "four digits"),
    "column 00": (lambda p: cell(p, "2939").update(hex="0029"), "0029 is no hex number", "from 01"),
    "a side of no number": (
        lambda p: p["board"]["sides"][0].update(a='"/><script>'),
        'there is no hex "/><script>',
        "",
    ),
    "a trail through no number": (
        lambda p: p["board"]["trails"][0].insert(1, "x"),
        "runs through x, which is no land",
        "",
    ),
    "hex twice": (lambda p: p["board"]["hexes"].append(cell(p, "2939")), "The hex 2939 is there twice", "Keep one"),
    "kingdom missing": (
        lambda p: p["board"]["kingdoms"].remove(entry(p["board"]["kingdoms"], id="gwynedd")),
        "There is no kingdom gwynedd, which a rule names",
        "Known",
    ),
    "kingdom of the wrong side": (
        lambda p: entry(p["board"]["kingdoms"], id="ulster").update(side="fomorian"),
        "ulster is not of the faerie side",
        "Set its side",
    ),
    "unknown kingdom": (
        lambda p: cell(p, "2939").update(kingdom="albyon"),
        "2939 belongs to “albyon”, which is no kingdom",
        "albion",
    ),
    "unknown sea": (lambda p: cell(p, "0116").update(zone="north_sea"), "lies in “north_sea”, which is no sea", ""),
    "sea with terrain": (
        lambda p: cell(p, "0116").update(terrain=["clear"]),
        "0116 is sea and has terrain",
        "none at sea",
    ),
    "land without terrain": (lambda p: cell(p, "2939").update(terrain=[]), "2939 has land and no terrain", "Name"),
    "coast without a sea": (
        lambda p: cell(p, "2339").update(zone=""),
        "2339 has sea and does not say which",
        "one sea",
    ),
    "wild magic too often": (lambda p: cell(p, "2939").update(aspect="wild"), "20 hexes are of wild magic", "19"),
    "coast on a far hex": (
        lambda p: cell(p, "2317")["coasts"][0].append("0116"),
        "A coast of 2317 opens on 0116, which is no hex with sea beside it",
        "Name some of",
    ),
    "coasts of a plain hex": (
        lambda p: cell(p, "2939").update(coasts=[["2938"]]),
        "2939 lists coasts",
        "two or more",
    ),
    "side of strangers": (
        lambda p: p["board"]["sides"].append({"a": "2939", "b": "3339"}),
        "The side of 2939 and 3339: they are no neighbours",
        "Around 2939 lie",
    ),
    "side off the grid": (
        lambda p: p["board"]["sides"].append({"a": "4001", "b": "4101"}),
        "there is no hex 4101",
        "",
    ),
    "side twice": (
        lambda p: p["board"]["sides"].append(dict(side(p, "0128", "0129"), a="0129", b="0128")),
        "The side of 0128 and 0129 is there twice",
        "Keep one",
    ),
    "wet inland": (
        lambda p: p["board"]["sides"].append({"a": "2937", "b": "2837", "wet": True}),
        "The side of 2937 and 2837 is wet, but neither of them has sea",
        "Leave",
    ),
    "crossing without a river": (
        lambda p: side(p, "0128", "0129").update(crossing="ferry"),
        "has a ferry and no river",
        "Name the river",
    ),
    "ford over a major river": (
        lambda p: side(p, "0727", "0827").update(crossing="ford"),
        "has a ford over a major river",
        "ferry or a bridge",
    ),
    "road with a gap": (
        lambda p: p["board"]["trails"].append(["2939", "3339"]),
        "2939 and 3339 are no neighbours",
        "every hex",
    ),
    "road over a ridge": (
        lambda p: p["board"]["trails"].append(["0128", "0129"]),
        "crosses the side of 0128 and 0129, which none can cross",
        "a crossing",
    ),
    "fortress at sea": (
        lambda p: entry(p["board"]["fortresses"], hex="2339").update(hex="0116"),
        "Arklow stands in 0116, which is no land",
        "",
    ),
    "place missing": (
        lambda p: p["board"]["places"].remove(entry(p["board"]["places"], number=16)),
        "No places are Place of Power 16",
        "one entry",
    ),
    "place without magic": (lambda p: cell(p, "2441").update(aspect="none"), "is not of wild magic", "wild"),
    "watch in the plain": (lambda p: cell(p, "2034").update(terrain=["clear"]), "2034 is no mountain", "mountain"),
}
COUNTERS = {
    "person missing": (
        lambda p: p["counters"]["person"].remove(one_of(p, "person", "imric")),
        "The persons are not the 44 of the rules",
        "t27 is missing",
    ),
    "person under another id": (
        lambda p: one_of(p, "person", "imric").update(id="imrick"),
        "t27 is called imrick",
        "The id is imric",
    ),
    "person of no colour": (
        lambda p: one_of(p, "person", "imric").update(colour="red"),
        "“red”, which is no colour",
        "",
    ),
    "person of the other side": (
        lambda p: one_of(p, "person", "imric").update(side="faerie"),
        "imric and moray are not of one side",
        "Change one",
    ),
    "person without strength": (
        lambda p: one_of(p, "person", "misha").update(combat=0),
        "misha has no combat strength",
        "1 or more",
    ),
    "home off the board": (
        lambda p: one_of(p, "person", "misha").update(home="9999"),
        "The home of misha is 9999",
        "",
    ),
    "successor forgotten": (lambda p: one_of(p, "person", "corin").update(becomes=""), "corin becomes “”", "cait_sith"),
    "colour missing": (
        lambda p: p["counters"]["colour"].remove(one_of(p, "colour", "weald")),
        "There is no colour weald",
        "",
    ),
    "ship that gains by damage": (
        lambda p: one_of(p, "ship", "galetop").update(strength=[2, 3]),
        "galetop: strength is 2 and, damaged, 3",
        "no more than the first",
    ),
    "item under another number": (
        lambda p: one_of(p, "item", "trollbane").update(number=30),
        "Item 12 is missing",
        "trollbane",
    ),
    "possession of nobody": (
        lambda p: one_of(p, "person", "brigit").update(possession=""),
        "Nobody has brigits_cloak",
        "somebody",
    ),
    "heir who is nobody": (
        lambda p: p["counters"]["succession"][0].update(heir="mordred"),
        "names “mordred”, who is nobody",
        "",
    ),
}
CHARTS = {
    "row missing": (lambda p: p["charts"]["terrain"].pop(0), "the row clear is missing", "one entry"),
    "race missing": (
        lambda p: p["charts"]["terrain"][0]["cost"].pop("elf"),
        "The row clear has no cost for elf",
        "number",
    ),
    "free terrain": (
        lambda p: p["charts"]["terrain"][0]["cost"].update(elf=0),
        "The row clear costs elf 0",
        "1 or more",
    ),
    "other dyke": (
        lambda p: entry(p["charts"]["terrain"], id="dyke")["cost"].update(troll=2),
        "The costs of the row dyke are not 6, 6, 6 and 1",
        "fix",
    ),
    "open ridge": (
        lambda p: entry(p["charts"]["hexside"], id="mountain")["add"].update(troll=2),
        "The row mountain is not P for all",
        "fix",
    ),
    "table with a gap": (
        lambda p: p["charts"]["combat"]["rows"].pop("7"),
        "Combat Results Table has no row 7",
        "2 to 12",
    ),
    "row too short": (
        lambda p: p["charts"]["combat"]["rows"].update({"7": ["C/C"]}),
        "row 7 has 1 cells, not 10",
        "each column",
    ),
    "columns out of order": (
        lambda p: p["charts"]["combat"].update(columns=["1-1", *p["charts"]["combat"]["columns"][1:]]),
        "the columns do not rise",
        "worst",
    ),
    "unknown letter": (
        lambda p: p["charts"]["combat"]["rows"]["7"].__setitem__(0, "Z/-"),
        "row 7 has the letter Z, which the Casualty Table lacks",
        "",
    ),
    "gap in the spans": (
        lambda p: p["charts"]["casualties"]["spans"].__setitem__(2, "5-6"),
        "“5-6” leaves a gap in the spans",
        "Begin it with 4",
    ),
    "loss that cannot be read": (
        lambda p: p["charts"]["casualties"]["rows"]["A"].__setitem__(0, "none"),
        "row A has “none”",
        "3/2",
    ),
    "attrition without a row": (
        lambda p: p["charts"]["attrition"]["rows"].pop("2"),
        "Attrition Table has no row 2",
        "2 to 12",
    ),
    "discovery of no item": (
        lambda p: p["charts"]["discovery"]["rows"]["12"].__setitem__(5, "77"),
        "row 12 has item 77, which is none",
        "item",
    ),
    "nobody to wake": (lambda p: p["charts"]["activation"]["numbers"].pop("worm"), "has no number for worm", "2 to 12"),
    "turn missing": (lambda p: p["charts"]["turn"].pop(), "The turns are numbered", "10"),
}
SETUPS = {
    "hex missing": (lambda p: group(p, "2339").update(hex="9939"), "in 9939: there is no such hex", ""),
    "ship inland": (lambda p: group(p, "2242").update(hex="2939"), "seasong lies in a hex without sea", "coastal"),
    "army at sea": (lambda p: group(p, "2941").update(hex="0116"), "persons and armies stand on land", "land"),
    "army in the open": (lambda p: group(p, "2941").update(hex="2939"), "no fortress stands there", "fortresses"),
    "third coast": (lambda p: group(p, "1836").update(coast=2), "has no coast 2", "0 to 1"),
    "person twice": (
        lambda p: group(p, "2714").update(persons=["imric"]),
        "The person imric starts in two places",
        "one place",
    ),
    "ship nowhere": (lambda p: group(p, "2242").update(ships=[]), "The ship seasong starts nowhere", "one place"),
    "successor on the map": (
        lambda p: group(p, "2714").update(persons=["cait_sith"]),
        "cait_sith starts on the map",
        "another dies",
    ),
    "hoard in the open": (
        lambda p: p["setup"]["artifact"][0].update(hex="2939"),
        "Artifacts lie in 2939, no Place of Power",
        "",
    ),
    "artifact nowhere": (
        lambda p: p["setup"]["artifact"][0].update(items=[]),
        "The artifact nuadas_helm lies nowhere",
        "one place",
    ),
    "expedition on an unknown sea": (
        lambda p: p["setup"]["expedition"].update(zones=["atlantic"]),
        "The expedition: “atlantic” is no sea",
        "",
    ),
}
FILES = {"board.json": BOARDS, "counters.toml": COUNTERS, "charts.toml": CHARTS, "setup.toml": SETUPS}


@pytest.mark.rule("albion/2.2", "albion/chart/map")
@pytest.mark.parametrize(("file", "case"), [(file, case) for file, cases in FILES.items() for case in cases])
def test_a_fault_names_its_file_its_entry_and_a_remedy(file, case):
    change, why, remedy = FILES[file][case]
    found = [fault for fault in spoilt(change) if why in fault.why]
    assert found, [fault.why for fault in spoilt(change)]
    assert found[0].why.startswith(f"{file}: ")
    assert remedy in found[0].remedy


def test_a_terrain_that_nobody_knows_and_words_that_no_page_can_show_are_found(mine):
    board = mine / "board.json"
    text = board.read_text(encoding="utf-8")
    board.write_text(text.replace('"woods"', '"jungle"', 1), encoding="utf-8")
    (found,) = PACKS.faults(files_in(PACKS, mine))
    assert re.match(r"board\.json is wrong: Invalid enum value 'jungle' - at `\$\.hexes", found.why)
    board.write_text(re.sub(r'"name": ?"Jotun Sea"', r'"name": "\\u0001"', text), encoding="utf-8")
    (found,) = PACKS.faults(files_in(PACKS, mine))
    assert found.why == "board.json: jotun_sea, name has a control character."


def test_files_that_cannot_be_read_are_all_named(mine):
    (mine / "board.json").write_text("{}", encoding="utf-8")
    (mine / "charts.toml").write_text("terrain = 3", encoding="utf-8")
    (mine / "counters.toml").unlink()
    with pytest.raises(BadData, match=r"has no file counters\.toml"):
        files_in(PACKS, mine)
    (mine / "counters.toml").write_text("[[person]]\nage = 7\n", encoding="utf-8")
    found = PACKS.faults(files_in(PACKS, mine))
    assert [re.match(r"[a-z.]+", fault.why)[0] for fault in found] == ["board.json", "counters.toml", "charts.toml"]


def test_a_garrison_of_another_strength_than_its_counter_is_odd_but_allowed(mine):
    text = (mine / "setup.toml").read_text(encoding="utf-8").replace("csp = 14", "csp = 12")
    (mine / "setup.toml").write_text(text, encoding="utf-8")
    (warning,) = PACKS.warnings(PACKS.read(files_in(PACKS, mine)))
    assert warning == "Blackdown Delving (1740) starts with 12 points of Curwyllan; its counter has 14."


# What is read ---------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_pack_makes_a_world_of_its_own(mine):
    text = PACKS.read(files_in(PACKS, mine))
    world = world_of(text)
    assert world.s_strength[world.ship["galetop"]] == (6, 3)
    assert world_of().s_strength[world.ship["galetop"]] == (5, 3)
    assert board_of(world).title == "Another Albion"
    assert PACKS.summary(text).startswith("Another Albion: 1855 hexes, 995 of them with land")


@pytest.mark.long
@pytest.mark.rule("albion/10.4")
def test_a_pack_may_let_fallen_fortresses_rouse_the_kingdoms(mine):
    """Each of Faerie's changes the rolls for the four, so many at most, and none the rolls for persons."""
    charts = mine / "charts.toml"
    text = charts.read_text(encoding="utf-8").replace("{ add = 0, at_most = 0 }", "{ add = -1, at_most = 3 }")
    charts.write_text(text, encoding="utf-8")
    table = Table.new(games["albion"], "albion_alone", {"pack": PACKS.read(files_in(PACKS, mine))}, seed=1, keep=False)
    position = table.position
    fortresses = [position.world.hex[number] for number in ("2810", "3034", "2339", "3140", "3429")]
    found = []
    for fallen in range(len(fortresses) + 1):
        position.ruined = fortresses[:fallen]
        found.append(sum(n for _, n, _ in modifiers(position, "gwynedd")))
        assert modifiers(position, "misha") == []
    assert found == [0, 0, -1, -2, -3, -3]  # the first is one of the Fomorians'


def test_a_text_with_a_fault_is_refused(mine):
    pack = json.loads(PACKS.read(files_in(PACKS, mine)))
    pack["setup"]["setup"][0]["hex"] = "9999"
    with pytest.raises(Illegal, match="there is no such hex"):
        PACKS.read_option(json.dumps(pack))
