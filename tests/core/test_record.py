"""The record is the game: saved, loaded, replayed, verified; and every way in which a file can be wrong."""

from __future__ import annotations

import os
import re
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import pytest

from tanelorn import BadRecord, Committed, Illegal, Record, Table, replay
from tanelorn.core.chance import Repeated, commitment
from tanelorn.core.game import games
from tanelorn.core.play.record import Chanced, Chose, Origin, linked
from tanelorn.core.play.replay import go_on
from tanelorn.core.play.verify import verify
from tests.toy.sequence import Fight
from tests.toy.skirmish import SKIRMISH, Skirmish

from .conftest import play_on

SECRET = "the secret of these dice"


def played(most: int = 10_000) -> Record:
    return play_on(Table.new(SKIRMISH, chance=Committed(SECRET), players=("Ann", "Bo", "Cy")), 3, most).record()


RECORD = played()
RAW = b"".join(RECORD.lines())
LINES = RAW.splitlines(keepends=True)


def test_a_record_is_saved_and_loaded(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    RECORD.save(path)
    assert path.read_bytes() == RAW
    assert Record.load(path) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
    assert Record.load(path).header.players == ("Ann", "Bo", "Cy")


def test_a_saved_record_is_replaced_whole(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"an old record")
    played(5).save(path)
    assert len(Record.load(path).entries) >= 5


def test_where_nothing_can_be_written_the_error_says_so(tmp_path: Path):
    with pytest.raises(BadRecord, match=r"cannot be written: No such file or directory\. Choose a folder"):
        RECORD.save(tmp_path / "nowhere" / "game.jsonl")


def save_as_nobody(path: Path, said: Connection) -> None:
    """Try to save with no special rights, as the superuser's tests must too."""
    if os.geteuid() == 0:
        os.setuid(65534)
    try:
        RECORD.save(path)
    except BadRecord as error:
        said.send(str(error))
    else:
        said.send("saved")


def test_a_read_only_folder_is_left_alone(tmp_path: Path):
    tmp_path.chmod(0o555)
    hear, said = Pipe(duplex=False)
    trial = get_context("fork").Process(target=save_as_nobody, args=(tmp_path / "game.jsonl", said))
    trial.start()
    assert "cannot be written: Permission denied" in hear.recv()
    trial.join()
    tmp_path.chmod(0o755)
    assert not list(tmp_path.iterdir())


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(BadRecord, match=r"game\.jsonl cannot be read: No such file or directory"):
        Record.load(tmp_path / "game.jsonl")


def altered(line: int, old: bytes, new: bytes) -> bytes:
    """Change a line as somebody would who does not know of the links."""
    assert old in LINES[line]
    return b"".join([*LINES[:line], LINES[line].replace(old, new, 1), *LINES[line + 1 :]])


def forged(line: int, old: bytes, new: bytes) -> bytes:
    """Change a line and put all links right again."""
    out, link = [], ""
    for number, whole in enumerate(LINES):
        body = whole.rpartition(b',"link":"')[0] + b"}"
        part = msgspec.Raw(body.replace(old, new, 1) if number == line else body)
        written, link = linked(part, link)
        out.append(written)
    return b"".join(out)


WRONG = {
    "empty": (b"", "it is empty"),
    "prose": (b"Once upon a time\n", "This is not a record of Tanelorn"),
    "other JSON": (b'{"a": 1}\n', "This is not a record of Tanelorn"),
    "binary": (bytes(range(256)) + b"\n", "This is not a record of Tanelorn"),
    "no header": (b"".join(LINES[1:]), "This is not a record of Tanelorn"),
    "altered header": (altered(0, b"Ann", b"Ans"), "altered: line 1 does not follow"),
    "altered choice": (altered(2, b'"seat":', b'"seat": '), "altered: line 3 does not follow"),
    "altered last line": (altered(len(LINES) - 1, b"winners", b"winner"), f"line {len(LINES)} does not follow"),
    "left out": (b"".join([*LINES[:4], *LINES[5:]]), "altered: line 5 does not follow"),
    "reordered": (b"".join([*LINES[:4], LINES[5], LINES[4], *LINES[6:]]), "altered: line 5 does not follow"),
    "twice": (b"".join([*LINES[:4], LINES[3], *LINES[4:]]), "altered: line 5 does not follow"),
    "no link": (b"".join([LINES[0], b'{"kind":"undo","seat":0}\n']), "Line 2 of the record is malformed: it has no"),
    "blank line": (b"".join([LINES[0], b"\n", *LINES[1:]]), "Line 2 of the record is malformed"),
    "unknown kind": (forged(3, b'"kind":"c', b'"kind":"d'), "Line 4 of the record is malformed"),
    "wrong type": (forged(1, b'"seat":', b'"seat":"x","at":'), "Line 2 of the record is malformed"),
    "other format": (forged(0, b'"tanelorn":6', b'"tanelorn":9'), "line 1 is no header of format 1 to 6"),
    "unknown field": (forged(0, b'"tanelorn":6', b'"host":"me","tanelorn":6'), "Line 1 of the record is malformed"),
    "unknown field of an entry": (forged(1, b'"seat":', b'"by":1,"seat":'), "Line 2 of the record is malformed"),
    "end too early": (forged(3, LINES[3].rpartition(b',"link')[0], LINES[-1].rpartition(b',"link')[0]), "line 4 does"),
    "cut short": (RAW[:-7], f"cut short in line {len(LINES)}"),
    "half a header": (RAW[:30], "cut short in line 1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_explained(case: str):
    raw, says = WRONG[case]
    with pytest.raises(BadRecord, match=re.escape(says)) as error:
        Record.read(raw)
    assert error.value.remedy


@pytest.mark.long
def test_every_altered_byte_is_noticed():
    for at in range(0, len(RAW) - 1, 7):
        with pytest.raises(BadRecord):
            Record.read(RAW[:at] + bytes([RAW[at] ^ 1]) + RAW[at + 1 :])


def test_a_half_written_last_line_can_be_mended():
    for cut in (1, 5, len(LINES[-1]) - 1):
        mended = Record.read(RAW[:-cut], mend=True)
        assert mended.mended
        assert mended.entries == RECORD.entries
        assert mended.ended is None
    whole = Record.read(RAW, mend=True)
    assert not whole.mended
    with pytest.raises(BadRecord, match="it is empty"):
        Record.read(RAW[:10], mend=True)


def test_mending_saves_a_game_in_progress():
    record = played(12)
    raw = b"".join(record.lines())
    mended = Record.read(raw[:-3], mend=True)
    assert mended.entries == record.entries[:-1]
    replay(mended)


FOREIGN = {
    "another game": (
        forged(0, b'"skirmish"', b'"scrimmage"'),
        "There is no game “scrimmage”.",
    ),
    "another scenario": (forged(0, b'"ring"', b'"rung"'), "Skirmish has no scenario “rung”"),
    "another option": (forged(0, b'"rounds"', b'"sounds"'), "Skirmish has no option “sounds”. Did you mean rounds?"),
    "a bad option": (forged(0, b'"rounds":5', b'"rounds":50'), "The option rounds cannot be 50"),
    "newer rules": (forged(0, b'"rules":1', b'"rules":2'), "played by rules version 2; this is version 1. Use a newer"),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_record_of_something_else_is_explained(case: str):
    raw, says = FOREIGN[case]
    with pytest.raises(BadRecord, match=re.escape(says)):
        replay(Record.read(raw))


def test_a_record_of_the_first_format_is_read_as_before():
    old = msgspec.structs.replace(RECORD.header, tanelorn=1)
    raw = b"".join(Record(old, RECORD.entries, RECORD.ended).lines())
    assert verify(Record.read(raw)).committed


@pytest.mark.parametrize("change", [{"players": ("Ann", "Bo", "Eve")}, {"name": "another"}, {"commitment": "0" * 64}])
def test_a_header_forged_and_linked_anew_is_told_by_its_fingerprint(change: dict[str, object]):
    forged_record = Record(msgspec.structs.replace(RECORD.header, **change), RECORD.entries)
    forged_record = Record.read(b"".join(forged_record.lines()))
    mark = RECORD.header.fingerprint
    assert verify(RECORD, mark.lower().replace("-", " ")).witnessed == "game"
    assert verify(RECORD, RECORD.header.promise).witnessed == "dice"
    assert verify(RECORD).witnessed == ""
    with pytest.raises(BadRecord, match="is of another game"):
        verify(forged_record, mark)


def test_words_of_the_players_are_mixed_into_the_dice_and_checked():
    dice = {}
    for words in ((), ("", "", ""), ("a", "b", ""), ("a", "", "b")):
        table = play_on(Table.new(SKIRMISH, chance=Committed(SECRET, words=words)), 3, 60)
        record = Record.read(b"".join(table.record().lines()))
        assert record.header.commitment == RECORD.header.commitment
        dice[words] = [entry.outcome for entry in record.entries if isinstance(entry, Chanced)]
        if record.ended is not None:
            assert verify(record).committed
            other = msgspec.structs.replace(record.header, words=("x", "b", ""))
            with pytest.raises(BadRecord, match="but the secret gives"):
                verify(Record(other, record.entries, record.ended))
    assert dice[()] == dice[("", "", "")]
    assert len({str(rolled) for rolled in dice.values()}) == 3


def test_replay_goes_to_any_entry():
    table = Table.new(SKIRMISH, chance=Committed(SECRET))
    facts = [table.facts()]
    stages = [0]
    for seed in range(30):
        play_on(table, seed, 1)
        stages.append(len(table.entries))
        facts.append(table.facts())
    record = table.record()
    for stage, due in zip(stages, facts, strict=True):
        assert replay(record, upto=stage).facts() == due


def test_a_game_goes_on_from_its_record_with_the_same_dice():
    half = replay(played(10), chance=Committed(SECRET))
    rest = play_on(replay(played(20), chance=Committed(SECRET)), 9)
    assert play_on(half, 3, 0).record().entries == played(10).entries
    assert verify(rest.record()).committed


def outcomes(record: Record) -> list[tuple[int, ...]]:
    return [entry.outcome for entry in record.entries if isinstance(entry, Chanced)]


@pytest.mark.parametrize("entries", [0, 7, 20, len(RECORD.entries) // 2])
def test_a_game_that_is_over_goes_on_from_any_entry_with_new_dice(entries: int):
    first = go_on(RECORD, entries, name="again")
    assert first.facts() == replay(RECORD, upto=entries).facts() or len(first.entries) > entries
    assert first.entries[:entries] == RECORD.entries[:entries]
    record = Record.read(b"".join(play_on(first, 5).record().lines()))
    origin = record.header.origin
    assert origin is not None
    assert (origin.fingerprint, origin.entries) == (RECORD.header.fingerprint, entries)
    checked = verify(record)
    assert (checked.committed, checked.repeated) == (True, len(origin.outcomes))
    assert record.header.commitment != RECORD.header.commitment
    other = play_on(go_on(RECORD, entries), 5).record()
    assert outcomes(record)[len(origin.outcomes) :] != outcomes(other)[len(origin.outcomes) :]
    assert outcomes(record)[len(origin.outcomes) :] != outcomes(RECORD)[len(origin.outcomes) :]


def test_a_game_that_goes_on_is_loaded_and_taken_up_with_the_same_dice():
    table = go_on(RECORD, 20)
    assert isinstance(table.chance, Repeated)
    assert table.header is not None
    dice = table.header.source(table.chance.secret)
    again = replay(Record(table.header, list(table.entries)), chance=dice)
    assert play_on(again, 4).record() == play_on(table, 4).record()


def test_a_record_that_says_wrongly_what_it_goes_on_from_is_not_sound():
    record = play_on(go_on(RECORD, 20), 5).record()
    origin = record.header.origin
    assert origin is not None
    more = next(entry.outcome for entry in record.entries[20:] if isinstance(entry, Chanced))
    for forged_origin in (
        Origin(origin.fingerprint, 20, (*origin.outcomes, more)),  # a die of its own that no secret has to give
        Origin(origin.fingerprint, 10_000, origin.outcomes),
        Origin(origin.fingerprint, 0, origin.outcomes),
    ):
        header = msgspec.structs.replace(record.header, origin=forged_origin)
        with pytest.raises(BadRecord, match="does not begin with the entries of the game"):
            verify(Record(header, record.entries, record.ended))


def test_what_cannot_be_played_on_says_why(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(Illegal, match="is still on"):
        go_on(played(20), 5)
    with pytest.raises(Illegal, match="ends at this moment"):
        go_on(RECORD, len(RECORD.entries))
    with pytest.raises(Illegal, match="has no 9999 entries"):
        go_on(RECORD, 9999)
    monkeypatch.setattr(Skirmish, "rules", 2)
    with pytest.raises(Illegal, match="played by rules version 1, and would go on by version 2"):
        go_on(RECORD, 5)


def test_a_rules_change_is_reported_at_its_entry(monkeypatch: pytest.MonkeyPatch):
    class Gentle(Fight, frozen=True, tag="Fight"):
        def take(self, position, outcome, log):
            before = position.wounds[:], position.places[:]
            super().take(position, outcome, log)
            position.wounds, position.places = before

    class Reprint(Skirmish):
        def setup(self, scenario, options):
            position = super().setup(scenario, options)

            class Peaceful(type(position), kw_only=True):
                def then(self, *steps):
                    super().then(*(Gentle(step.origin, step.to) if type(step) is Fight else step for step in steps))

            fields = {name: getattr(position, name) for name in position.__struct_fields__}
            return Peaceful(**fields)

    first = next(n for n, e in enumerate(RECORD.entries, 1) if isinstance(e, Chanced) and "fight" in e.why)
    monkeypatch.setitem(games._games, "skirmish", Reprint())
    with pytest.raises(BadRecord, match=f"^Entry {first} of the record leads elsewhere .* than by version 1"):
        replay(RECORD)
    assert replay(RECORD, upto=first - 1)


def test_a_choice_that_is_no_longer_legal_is_reported_at_its_entry():
    entries = RECORD.entries[:]
    at = next(n for n, entry in enumerate(entries) if isinstance(entry, Chose) and " to " in entry.text and n > 3)
    entries[at] = Chose(entries[at].seat, "captain to nowhere")
    with pytest.raises(BadRecord, match=f"^Entry {at + 1} of the record cannot be played: “captain to nowhere”"):
        replay(Record(RECORD.header, entries))


def test_chance_that_nobody_asked_for_is_reported():
    entries = [Chanced("a gift", (1,)), *RECORD.entries]
    with pytest.raises(BadRecord, match="Entry 1 of the record is chance that nobody asked for"):
        replay(Record(RECORD.header, entries, RECORD.ended))


def test_a_wrong_ending_is_reported():
    ended = msgspec.structs.replace(RECORD.ended, outcome=msgspec.structs.replace(RECORD.ended.outcome, reason="luck"))
    with pytest.raises(BadRecord, match="it says luck"):
        replay(Record(RECORD.header, RECORD.entries, ended))


def test_a_table_without_a_record_says_so():
    with pytest.raises(BadRecord, match="keeps no record"):
        Table.new(SKIRMISH, keep=False).record()


# Committed dice


def test_the_secret_is_told_at_the_end_only():
    assert played(10).ended is None
    assert RECORD.ended.secret == SECRET
    assert RECORD.header.commitment == commitment(SECRET)
    assert SECRET.encode() not in b"".join(played(10).lines())


def test_verify_checks_every_die():
    checked = verify(Record.read(RAW))
    dice = sum(isinstance(entry, Chanced) for entry in RECORD.entries)
    assert (checked.entries, checked.dice, checked.committed) == (len(RECORD.entries), dice, True)


def test_verify_finds_a_loaded_die():
    """The record is forged throughout, links and all: other dice, and a game that follows from them."""

    class Loaded(Committed):
        def outcome(self, ask):
            return (0,) if ask.why == "a card" else super().outcome(ask)

    record = play_on(Table.new(SKIRMISH, chance=Loaded(SECRET)), 3).record()
    replay(record, chance=record.chance())
    with pytest.raises(BadRecord, match=r"^Entry \d+ .*is written as \[0\], but the secret gives \[\d+\]"):
        verify(record)


def test_verify_finds_another_secret():
    ended = msgspec.structs.replace(RECORD.ended, secret="another")
    with pytest.raises(BadRecord, match="does not fit the hash that was published"):
        verify(Record(RECORD.header, RECORD.entries, ended))


def test_verify_waits_for_the_end():
    with pytest.raises(BadRecord, match="cannot be checked before the game has ended"):
        verify(played(10))
    with pytest.raises(BadRecord, match="cannot be checked before the game has ended"):
        verify(Record(RECORD.header, RECORD.entries))


def test_verify_without_a_commitment_still_replays():
    record = play_on(Table.new(SKIRMISH, seed=4)).record()
    assert not verify(record).committed
    with pytest.raises(BadRecord, match="lacks its closing line"):
        verify(Record(record.header, record.entries))
