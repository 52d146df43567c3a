"""Files made to do harm: every reader ends at once, in one sentence that names what is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tanelorn  # noqa: F401  # the games add themselves to the registry
from tanelorn import TanelornError
from tanelorn.core.cases.running import load_cases
from tanelorn.core.content.data import read_json, toml_of
from tanelorn.core.game import games
from tanelorn.core.play.record import Record
from tanelorn.games.archmagi.map.maps import read_map

DEEP, LONG, NAME = 20_000, "9" * 5_000, "x" * 5_000
TOML: dict[str, bytes] = {
    "lists in lists": b"a = " + b"[" * DEEP,
    "tables in tables": b"a = " + b"{a=" * DEEP,
    "a key of many parts": b".".join([b"a"] * DEEP) + b" = 1",
    "a quoted key of many parts": b".".join([b'"a b"'] * DEEP) + b" = 1",
    "a heading of many parts": b"[" + b".".join([b"a"] * DEEP) + b"]",
    "a number of many digits": f"a = {LONG}".encode(),
    "a hexadecimal number of many digits": f"a = 0x{LONG}".encode(),
    "a long name": f"{NAME} = 1".encode(),
    "half a letter": b'a = "\\ud800"',
    "half a letter in bytes": b"a = '\xed\xa0\x80'",
    "no text": b"\xff\xfe",
}
JSON: dict[str, bytes] = {
    "lists in lists": b"[" * DEEP,
    "objects in objects": b'{"a":' * DEEP,
    "a number of many digits": f'{{"a":{LONG}}}'.encode(),
    "half a letter": b'{"a":"\\ud800"}',
    "no text": b"\xff\xfe",
}


def told(read: Callable[[], Any]) -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(TanelornError) as refused:
        read()
    assert refused.value.why.endswith(".")
    assert len(str(refused.value)) < 1_500
    return str(refused.value)


@pytest.mark.parametrize("raw", TOML.values(), ids=TOML)
def test_hostile_tables_are_refused(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "some.toml"
    file.write_bytes(raw)
    assert told(lambda: read_map(file)).startswith("some.toml")
    assert told(lambda: load_cases(file)).startswith("some.toml")
    kind = games["elric"].packs
    assert kind is not None
    files = {name: file if name.endswith(".toml") else kind.folder / name for name in kind.files}
    assert told(lambda: kind.read(files)).startswith("some.toml")


@pytest.mark.parametrize("raw", JSON.values(), ids=JSON)
def test_hostile_objects_are_refused(tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "some.json"
    file.write_bytes(raw)
    assert told(lambda: read_json(file, dict[str, dict[str, str]])).startswith("some.json")
    assert "This is not a record" in told(lambda: Record.read(raw + b"\n"))


@pytest.mark.parametrize("read", [load_cases, read_map, Record.load], ids=["cases", "map", "record"])
def test_what_is_no_plain_file_is_never_waited_for(tmp_path: Path, read: Callable[[Path], object]) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert "it is no plain file" in told(lambda: read(pipe))
    assert "cannot be read" in told(lambda: read(tmp_path))
    with (tmp_path / "large").open("wb") as large:
        large.truncate(1 << 30)
    assert "is too large" in told(lambda: read(tmp_path / "large"))


KEYS = ("turn", "scenario", "active", "phase", "first", "units", "hexes", "spent", "fights", "balance", "elements")
VALUES = st.recursive(
    st.none().map(lambda _: "x") | st.booleans() | st.integers(-3, 1 << 62) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["units", "jadmar", "3034", "Austria", "spells"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from(["fivecities", "diplomacy", "youngkingdoms", "elric", "albion", "archmagi"]), st.data())
def test_any_position_is_read_or_refused(slug: str, data: st.DataObject) -> None:
    table = data.draw(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=3))
    with suppress(TanelornError):
        games[slug].position_from(table)


@given(st.text(max_size=60))
def test_any_text_is_a_table_or_refused(text: str) -> None:
    with suppress(TanelornError):
        toml_of(text, dict[str, Any], "The text")
