"""Good files in which something was changed: each is taken and can be used, or is refused in one sentence."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tanelorn.core.play.record as records
from tanelorn import Table, TanelornError
from tanelorn.core.cases.running import load_cases, run_case
from tanelorn.core.chance import Seeded
from tanelorn.core.content.given import toml_in
from tanelorn.core.game import games
from tanelorn.core.play.record import Record
from tanelorn.core.play.verify import verify
from tanelorn.games.archmagi.map.land import land
from tanelorn.games.archmagi.map.maps import built_in, read_map

CASES = Path(__file__).parent / "cases"
ODD = st.one_of(
    st.sampled_from(
        [0, 1, -1, 2, 99, 10**9, -(10**9), 2**62, 2**63 - 1, True, False, 0.5, 1e308, [], {}, [[]], {"": 0}]
    ),
    st.sampled_from(["", " ", "x", "x" * 300, "0304", "…", "é\u0301", "|;,", "__class__", "\u2028", "nothing", "1"]),
    st.integers(-3, 200),
    st.text(max_size=5),
)
ONE_SENTENCE = re.compile(r".*[.?\]] ?")
"""Of one line; a remedy or a clause may follow that what is refused has brought with it."""
LONG = 1_500
"""Letters of the longest sentence: one with what is known of a game's names."""
QUICK = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return all places in a file: the list or table, and the index or key in it."""
    found: list[tuple[Any, Any]] = []
    _find_places(value, found)
    return found


def _find_places(value: Any, found: list[tuple[Any, Any]]) -> None:
    for key, inside in enumerate(value) if type(value) is list else value.items():
        found.append((value, key))
        if type(inside) in (list, dict):
            _find_places(inside, found)


def copied(value: Any) -> Any:
    """Return a copy that shares nothing with it; of a large file faster than `copy` makes one."""
    return pickle.loads(pickle.dumps(value))


@st.composite
def changed(draw: st.DrawFn, files: list[Any]) -> Any:
    """Return a file with one to three places changed: something else there, nothing, twice, renamed, from elsewhere."""
    file = copied(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(1, 3))):
        every = places(file)
        if not every:
            break
        inside, key = every[draw(st.integers(0, len(every) - 1))]
        match draw(st.sampled_from(["odd", "odd", "gone", "twice", "renamed", "elsewhere"])):
            case "odd":
                inside[key] = copied(draw(ODD))
            case "gone":
                del inside[key]
            case "twice" if isinstance(inside, list):
                inside.insert(key, copied(inside[key]))
            case "renamed" if isinstance(inside, dict):
                inside[draw(st.text(max_size=8))] = inside.pop(key)
            case _:
                other, there = every[draw(st.integers(0, len(every) - 1))]
                if there in other or (isinstance(other, list) and there < len(other)):
                    inside[key] = copied(other[there])
    return file


def toml(value: Any, outer: bool = True) -> str:
    """Return a file as TOML, all of it in lines of its top level."""
    if isinstance(value, dict):
        pairs = [f"{toml(str(key), False)} = {toml(one, False)}" for key, one in value.items()]
        return "\n".join(pairs) + "\n" if outer else f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(toml(one, False) for one in value)}]"
    return json.dumps(value).replace("\x7f", "\\u007f") if not isinstance(value, str) else _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def taken(read: Callable[[], Any]) -> Any:
    """Return what is read, None where it is refused in one sentence."""
    refusal: TanelornError | None = None
    try:
        return read()
    except TanelornError as error:
        refusal = error
    assert ONE_SENTENCE.fullmatch(refusal.why), refusal.why
    assert "went wrong" not in refusal.why
    assert len(str(refusal)) < LONG
    return None


@cache
def cases_of(slug: str) -> list[Any]:
    files = [toml_in(file.read_text(encoding="utf-8"), "") for file in sorted((CASES / slug).glob("*.toml"))]
    return [{"game": slug, "case": [case]} for file in files for case in file["case"]]


@pytest.mark.long
@pytest.mark.parametrize("slug", sorted(folder.name for folder in CASES.iterdir()))
def test_changed_cases(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "changed.toml"

    @QUICK
    @given(changed(cases_of(slug)))
    def read(content: Any) -> None:
        file.write_text(toml(content), encoding="utf-8")
        for case in taken(lambda: load_cases(file)) or ():
            taken(partial(run_case, case))

    read()


@pytest.mark.parametrize("name", sorted(built_in()))
def test_changed_maps(name: str, tmp_path: Path) -> None:
    file = tmp_path / "changed.toml"

    @QUICK
    @given(changed([toml_in(built_in()[name].read_text(encoding="utf-8"), "")]))
    def read(content: Any) -> None:
        file.write_text(toml(content), encoding="utf-8")
        text = taken(lambda: read_map(file))
        if text is not None:
            assert len(land(text))

    read()


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "name"), [(game.slug, name) for game in games if game.packs for name in game.packs.files]
)
def test_changed_packs(slug: str, name: str, tmp_path: Path) -> None:
    game = games[slug]
    kind = game.packs
    assert kind is not None
    ours = (kind.folder / name).read_text(encoding="utf-8")
    content = json.loads(ours) if name.endswith(".json") else toml_in(ours, "")
    file = tmp_path / name
    files = {other: kind.folder / other for other in kind.files} | {name: file}

    @settings(QUICK, max_examples=max(5, settings.default.max_examples * 2 // 5))
    @given(changed([content]))
    def read(content: Any) -> None:
        file.write_text(json.dumps(content) if name.endswith(".json") else toml(content), encoding="utf-8")
        told = kind.faults(files)
        text = taken(lambda: kind.read(files))
        assert (text is None) is bool(told)
        if text is not None:
            Table.new(game, options={kind.option: text}, chance=Seeded(1))

    read()


@cache
def record_of(slug: str) -> list[Any]:
    """A short game, as it is written."""
    table = Table.new(games[slug], chance=Seeded(3))
    for _ in range(12):
        seat = table.asked()[0]
        table.play(str(next(iter(table.decision(seat).choices()))), seat)
    return [json.loads(msgspec.json.encode(part)) for part in (table.record().header, *table.record().entries)]


def relinked(parts: list[Any]) -> bytes:
    """Return a record's file as somebody writes it who makes the links anew."""
    lines, link = [], ""
    for part in parts:
        line, link = records.linked(part, link)
        lines.append(line)
    return b"".join(lines)


@pytest.mark.parametrize("slug", sorted(folder.name for folder in CASES.iterdir()))
def test_changed_records(slug: str) -> None:
    @QUICK
    @given(changed([record_of(slug)]))
    def read(parts: Any) -> None:
        if not all(isinstance(part, dict) for part in parts):
            return
        record = taken(lambda: Record.read(relinked(parts)))
        if record is not None:
            taken(lambda: verify(record))

    read()
