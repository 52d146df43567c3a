"""What is found of a record, part by part: one fault hides no other, and each is told in plain words."""

from __future__ import annotations

import msgspec

from tanelorn import Committed, Record, Table, replay
from tanelorn.core.play.findings import Finding, awaited, findings
from tanelorn.core.play.record import Chanced
from tanelorn.core.play.replay import go_on
from tanelorn.core.play.verify import check
from tests.toy.skirmish import SKIRMISH

from .conftest import play_on
from .test_record import RECORD, SECRET

WORDS = ("a grey cat", "", "rain on Tuesday")


def found(record: Record, fingerprint: str = "") -> dict[str, Finding]:
    return {str(one.title): one for one in findings(record, check(record, fingerprint))}


def said(finding: Finding) -> str:
    return " ".join(map(str, finding.says))


def outcomes(record: Record, fingerprint: str = "") -> dict[str, str]:
    return {title: one.outcome for title, one in found(record, fingerprint).items()}


def test_all_that_a_sound_record_shows_is_told() -> None:
    told = found(RECORD)
    dice = sum(isinstance(entry, Chanced) for entry in RECORD.entries)
    assert said(told["The entries"]).startswith(f"{len(RECORD.entries)} entries were played again")
    assert RECORD.header.commitment in said(told["The promise of the dice"])
    assert SECRET in said(told["The promise of the dice"])
    assert said(told["Dice and draws"]).startswith(f"{dice} outcomes of chance are as they were promised")
    assert "Nobody added words" in said(told["Words for the dice"])
    assert outcomes(RECORD) == {
        "The entries": "right",
        "The promise of the dice": "right",
        "Dice and draws": "right",
        "Words for the dice": "open",
        "The start": "open",
    }
    assert outcomes(RECORD, RECORD.header.fingerprint)["The start"] == "right"
    assert outcomes(RECORD, RECORD.header.promise)["The start"] == "open"
    assert outcomes(RECORD, "ABCD")["The start"] == "wrong"


def test_the_words_of_the_seats_are_told_at_the_end_and_not_before() -> None:
    table = Table.new(SKIRMISH, chance=Committed(SECRET, words=WORDS))
    told = awaited(table.record().header)
    assert "2 seats have added words" in "".join(map(said, told))
    assert not any(word and word in repr(told) for word in (*WORDS, SECRET))
    told = found(play_on(table, 3).record())
    assert [words for _, words in told["Words for the dice"].quotes] == ["a grey cat", "rain on Tuesday"]
    assert told["Words for the dice"].outcome == "right"


def test_another_secret_leaves_the_rules_right_and_the_dice_unpromised() -> None:
    forged = Record(RECORD.header, RECORD.entries, msgspec.structs.replace(RECORD.ended, secret="another"))
    told = found(forged)
    assert told["The promise of the dice"].fault is not None
    assert "does not fit the hash" in told["The promise of the dice"].fault.why
    assert told["The entries"].outcome == "right"
    assert told["Dice and draws"].outcome == "open"


def test_a_loaded_die_is_named_by_its_entry() -> None:
    class Loaded(Committed):
        def outcome(self, ask):
            return (0,) if ask.why == "a card" else super().outcome(ask)

    record = play_on(Table.new(SKIRMISH, chance=Loaded(SECRET)), 3).record()
    replay(record, chance=record.chance())
    told = found(record)
    assert told["The entries"].outcome == "right"
    fault = told["Dice and draws"].fault
    assert fault is not None
    number = int(fault.why.split()[1])
    entry = record.entries[number - 1]
    assert isinstance(entry, Chanced)
    assert entry.outcome == (0,)


def test_a_game_that_is_on_and_one_of_a_seed_are_not_promised() -> None:
    seeded = play_on(Table.new(SKIRMISH, seed=4)).record()
    assert outcomes(seeded)["The promise of the dice"] == "open"
    foreseen = play_on(Table.new(SKIRMISH, chance=Committed("3", foreseen=True))).record()
    assert "a seed that somebody chose" in said(found(foreseen)["The promise of the dice"])
    assert outcomes(foreseen)["Dice and draws"] == "open"
    assert outcomes(Record(RECORD.header, RECORD.entries))["The promise of the dice"] == "wrong"


def test_what_a_game_goes_on_from_is_told_apart() -> None:
    middle = len(RECORD.entries) // 2
    record = play_on(go_on(RECORD, middle), 5).record()
    told = found(record)
    assert RECORD.header.fingerprint in said(told["The game before"])
    assert told["The game before"].outcome == "open"
    other = msgspec.structs.replace(record.header.origin, outcomes=((1,),))
    forged = Record(msgspec.structs.replace(record.header, origin=other), record.entries, record.ended)
    assert outcomes(forged)["The game before"] == "wrong"
