"""Games that were really played replay, entry for entry, by today's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tanelorn import BadRecord, Record, replay
from tanelorn.core.play.verify import verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))


LONGEST = "archmagi-of-four"
"""A record so long that with `--fast` there is no time to replay it."""
EACH = pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=pytest.mark.long if path.stem == LONGEST else ()) for path in RECORDS],
)


def test_there_are_records() -> None:
    assert {record.name.partition("-")[0] for record in RECORDS} == {
        "archmagi",
        "diplomacy",
        "fivecities",
        "youngkingdoms",
    }


@EACH
def test_a_recorded_game_replays(path: Path) -> None:
    record = Record.load(path)
    table = replay(record)
    assert record.ended is not None
    assert table.outcome == record.ended.outcome
    assert verify(record).entries == len(record.entries)


@pytest.mark.parametrize(("name", "entry", "version"), [("archmagi-of-two", 16, 1), ("archmagi-taken-over", 126, 2)])
def test_a_game_of_earlier_rules_says_where_it_leads_elsewhere(name: str, entry: int, version: int) -> None:
    record = Record.load(Path(__file__).parent / f"records/earlier/{name}.jsonl")
    assert record.header.rules < record.game().rules
    elsewhere = f"Entry {entry} of the record leads elsewhere by these rules than by version {version}"
    with pytest.raises(BadRecord, match=elsewhere):
        replay(record)


@EACH
def test_the_record_that_comes_back_is_the_same_file(path: Path) -> None:
    assert b"".join(replay(Record.load(path)).record().lines()) == path.read_bytes()


@EACH
def test_one_altered_byte_is_found(path: Path) -> None:
    raw = path.read_bytes()
    for place in range(0, len(raw), 97):
        with pytest.raises(BadRecord):
            verify(Record.read(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]))
