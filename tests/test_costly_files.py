"""Costly files: each is taken or refused within two seconds and 200 MB, to which the system holds its reader."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tanelorn.core.content.given import LARGEST_TOML
from tanelorn.core.game import games
from tanelorn.core.play.record import Chose, Header, Record

from .limits import told
from .test_hostile_files import JSON, TOML

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are set by the system")
ELRIC = games["elric"].packs
assert ELRIC is not None
COUNTERS = (ELRIC.folder / "counters.toml").read_text(encoding="utf-8")
BOARD: dict[str, Any] = json.loads((ELRIC.folder / "board.json").read_text(encoding="utf-8"))
NATION = '\n[[nation]]\nid = "n{}"\nname = "x"\nalignment = "law"\narmies = 99\nsource = "text"\n'
CASE = '[[case]]\nname = "{}"\nrules = ["elric/4.0"]\nscenario = "long"\nexpect = {{ container = 57 }}\n'
HEXES = "\n".join(f"01{row:02d} " + "hills " * 99 for row in range(1, 100))
TERRITORY = '[[territory]]\nnumber = "{:04d}"\nterrain = "hills"\nshape = [[{}, {}], [{}, {}], [{}, {}]]\n'


def _rough(count: int) -> dict[str, Any]:
    """A board with more areas that belong to nobody, none of them drawn."""
    bare = [{key: value for key, value in area.items() if key != "polygons"} for area in BOARD["areas"]]
    more = {"name": "q", "kind": "wilderness", "at": [1, 1], "source": "text", "nation": "z" * 60}
    return BOARD | {"areas": [*bare, *({"id": f"q{number}", **more} for number in range(count))]}


def _triangle(number: int) -> str:
    x, y = number % 90 * 100, number // 90 * 100
    return TERRITORY.format(number, x, y, x + 100, y, x, y + 100)


FILES: Mapping[str, tuple[str, str, Callable[[], bytes | str], str]] = {
    "a billion armies": (
        "elric",
        "counters.toml",
        lambda: re.sub(r"armies = \d+", "armies = 1000000000", COUNTERS, count=1),
        "`int` <= 99 - at `$.nation[0].armies` (argimiliar)",
    ),
    "a person of a billion": (
        "elric",
        "counters.toml",
        lambda: re.sub(r"spells = \d+", "spells = 1000000000", COUNTERS, count=1),
        "`int` <= 99",
    ),
    "hundreds of nations": (
        "elric",
        "counters.toml",
        lambda: COUNTERS + "".join(map(NATION.format, range(900))),
        "length <= 100 - at `$.nation`",
    ),
    "thousands of areas": ("elric", "board.json", lambda: json.dumps(_rough(6_000)), "q0 names no continent"),
    "too many areas": (
        "elric",
        "board.json",
        lambda: json.dumps({"areas": [[]] * 200_000}),
        "200000 entries",
    ),
    "thousands of borders to nowhere": (
        "elric",
        "board.json",
        lambda: json.dumps(BOARD | {"borders": [{"a": "xyz" * 20 + str(n), "b": "q"} for n in range(7_000)]}),
        "there is no area",
    ),
    "a hex of billions": (
        "albion",
        "setup.toml",
        lambda: 'setup = [{ hex = "3034", group = "x", source = "text", csp = 1000000000 }]',
        "`int` <= 99",
    ),
    "a list of all numbers": ("cases", "a.toml", lambda: f"a = [{'1,' * (LARGEST_TOML // 2 - 10)}]", "entries"),
    "cases without end": ("cases", "a.toml", lambda: "[[case]]\n" * 50_000, "50000 entries"),
    "as many cases as may be": (
        "cases",
        "a.toml",
        lambda: 'game = "elric"\n' + "".join(map(CASE.format, range(5_000))),
        "",
    ),
    "a list too long to be written by hand": ("cases", "a.toml", lambda: "#" * (LARGEST_TOML + 1), "too large"),
    "headings": ("cases", "a.toml", lambda: "".join(f"[t{number}]\n" for number in range(50_000)), "entries"),
    "a map of all hexes": ("map", "m.toml", lambda: f'title = "a"\nhexes = """\n{HEXES}\n"""\n', "no sea"),
    "a drawn map of thousands": (
        "map",
        "m.toml",
        lambda: 'title = "a"\n' + "".join(map(_triangle, range(5_000))),
        "not one piece",
    ),
    "a shape of thousands": (
        "map",
        "m.toml",
        lambda: (
            'title = "a"\n[[territory]]\nnumber = "0001"\nterrain = "hills"\n'
            f"shape = [{','.join(f'[{n}, {n * 7 % 9998}]' for n in range(9_000))}]\n"
        ),
        "no sea",
    ),
    "a record of 200,000 choices": (
        "record",
        "r.tanelorn",
        lambda: b"".join(Record(Header(2, "elric", 2, "long", {}), [Chose(0, "pass")] * 200_000).lines()),
        "",
    ),
} | {
    f"{reader}, {name}": (reader, file, lambda raw=raw: raw, ".")
    for reader, file, hostile in (
        ("cases", "a.toml", TOML),
        ("map", "m.toml", TOML),
        ("elric", "counters.toml", TOML),
        ("elric", "board.json", JSON),
        ("albion", "setup.toml", TOML),
        ("albion", "board.json", JSON),
        ("record", "r.tanelorn", JSON),
    )
    for name, raw in hostile.items()
}


@pytest.mark.long
def test_no_file_costs_more_than_it_may(tmp_path: Path) -> None:
    written = []
    for number, (reader, name, content, _) in enumerate(FILES.values()):
        file = tmp_path / str(number) / name
        file.parent.mkdir()
        made = content()
        file.write_bytes(made.encode() if isinstance(made, str) else made)
        written.append((reader, file))
    wrong = [
        f"{name}: {said}"
        for (name, (_, _, _, words)), said in zip(FILES.items(), told(written), strict=True)
        if words not in said or bool(words) != bool(said)
    ]
    assert not wrong
