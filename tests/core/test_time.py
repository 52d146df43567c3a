"""Time is up: whoever has not chosen gets what the rules choose, as an event of the record."""

from __future__ import annotations

import pytest

from tanelorn import REFEREE, SPECTATOR, CannotUndo, Enumerated, Illegal, NotAsked, Record, Seeded, Table, replay
from tanelorn.core.choices import Listed
from tanelorn.core.play.record import Arranged, Chanced, Chose, TimeUp
from tanelorn.core.play.verify import verify
from tests.toy.sequence import Deed, Muster, Responses
from tests.toy.skirmish import SKIRMISH

from .conftest import play_on


@pytest.fixture
def table() -> Table:
    return Table.new(SKIRMISH, chance=Seeded(1))


def at_responses(keep: bool = True, **options: object) -> tuple[Table, int]:
    """Play until a bolt flies, and return who cast it."""
    table = Table.new(SKIRMISH, options=options, chance=Seeded(1), keep=keep)
    table.time_up()
    while table.position.hands[table.asked()[0]][0] % 2:
        table.play("done")
    caster = table.asked()[0]
    table.play(f"bolt at {'Gorse' if caster != 2 else 'Ash'}")
    assert isinstance(table.step, Responses)
    return table, caster


def test_missing_choices_are_sealed_and_opened():
    table = Table.new("fivecities", seed=1)
    table.play("2 W to M", 0)
    table.time_up()
    assert table.facts()["turn"] == 2
    assert table.facts()["M"] == "first 5"
    told = [event.text for event in table.events(1)]
    assert "Time is up: **Second player** has not written; the rules choose instead." in told
    assert table.entries[1] == TimeUp((1,), table.game.digest(table.position))
    assert table.can_undo(0) == table.can_undo(1) == (False, "Undo ends here: time was called.")
    with pytest.raises(CannotUndo):
        table.undo(0)


def test_seats_that_are_asked_in_the_open_follow_one_after_the_other(table: Table):
    table.play("captain to Birch", 0)
    table.time_up()
    assert table.facts()["Birch"] == "red captain"
    assert (table.facts()["Damson"], table.facts()["Gorse"]) == ("green captain", "blue captain")
    told = [event.text for event in table.events(SPECTATOR)]
    assert told[:2] == ["Ready.", "Time is up: **Green** and **Blue** have not chosen; the rules choose instead."]
    entries = table.entries[1:]
    assert [type(entry) for entry in entries] == [TimeUp, Chanced]
    assert entries[0] == TimeUp((1, 2), "")
    assert table.asked() == (0,)


def test_a_seat_gets_its_default_once():
    table = Table.new(SKIRMISH, chance=Seeded(1))
    table.time_up()
    table.time_up()
    assert (table.position.round, table.asked()) == (1, (1,))
    table.time_up()
    table.time_up()
    assert (table.position.round, table.asked()) == (2, (0,))


def test_what_has_been_sealed_stays_sealed():
    table, caster = at_responses()
    one, other = table.asked()
    table.position.hands[one] = [1]
    table.play("counter", one)
    table.time_up()
    assert table.entries[-1].seats == (other,)
    assert isinstance(table.step, Responses)
    assert caster in table.asked()


def test_who_must_choose_is_waited_for(table: Table, monkeypatch: pytest.MonkeyPatch):
    choices = Muster.choices

    def stubborn(self, position, seat):
        listed = choices(self, position, seat)
        return listed if seat == 0 else Listed(listed.list, prompt=listed.prompt)

    monkeypatch.setattr(Muster, "choices", stubborn)
    before = table.position.digest(), table.moment, table.entries[:], table.events(REFEREE)
    with pytest.raises(Illegal, match=r"Green must choose: .* Wait for Green") as refusal:
        table.time_up()
    assert refusal.value.clause == "skirmish/muster.1"
    assert (table.position.digest(), table.moment, table.entries, table.events(REFEREE)) == before


def test_a_default_that_is_no_choice_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Muster, "choices", lambda *_: Listed([Deed("done")], default=Deed("pass")))
    with pytest.raises(Illegal, match="“pass” is not among the choices"):
        table.time_up()
    assert table.entries == []


def test_a_default_that_fails_halfway_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch):
    take = Muster.take

    def fail(self, position, seat, choice, log):
        if seat == 2:
            raise ZeroDivisionError
        take(self, position, seat, choice, log)

    before = table.position.digest(), table.moment
    with monkeypatch.context() as broken:
        broken.setattr(Muster, "take", fail)
        with pytest.raises(ZeroDivisionError):
            table.time_up()
    assert (table.position.digest(), table.moment, table.entries, table.events(REFEREE)) == (*before, [], [])
    table.time_up()


def test_no_time_is_up_where_nobody_is_asked():
    table = Table.new(SKIRMISH, chance=Enumerated())
    table.time_up()
    assert table.pending
    with pytest.raises(NotAsked, match="Nobody is asked now, so no time can be up"):
        table.time_up()
    ended = play_on(Table.new(SKIRMISH, chance=Seeded(1)))
    with pytest.raises(NotAsked, match="The game has ended"):
        ended.time_up()


def test_time_ends_redo(table: Table):
    table.play("captain to Birch", 0)
    table.undo(0)
    table.time_up()
    assert not table.can_redo(0)


def test_a_game_of_missed_choices_is_replayed_and_verified(table: Table):
    table = Table.new(SKIRMISH)
    while table.outcome is None:
        table.time_up()
    record = table.record()
    loaded = Record.read(b"".join(record.lines()))
    assert loaded == record
    assert b'"kind":"time"' in b"".join(record.lines())
    assert replay(loaded).events(REFEREE) == table.events(REFEREE)
    assert verify(loaded).entries == len(record.entries)
    at = next(n for n, entry in enumerate(record.entries) if isinstance(entry, TimeUp))
    for upto in (at, at + 1):
        assert replay(loaded, upto=upto).moment in (0, 3)


@pytest.mark.parametrize("forged", [TimeUp((0, 1)), TimeUp((0, 1, 2), "0" * 16), Chose(0, "captain to Ash")])
def test_a_forged_call_of_time_is_found(forged):
    table = Table.new(SKIRMISH, options={"rounds": 1})
    table.time_up()
    entries = table.entries
    with pytest.raises(Exception, match=r"Entry [12] of the record"):
        replay(Record(table.header, [forged, *entries[1:]]))


def test_a_fast_table_knows_time_too():
    kept, fast = (Table.new(SKIRMISH, chance=Seeded(5), keep=keep) for keep in (True, False))
    while kept.outcome is None:
        kept.time_up()
        fast.time_up()
        assert fast.position.digest() == kept.position.digest()
        assert fast.moment == kept.moment
    assert fast.entries == []
    assert fast.outcome == kept.outcome


def test_what_is_arranged_besides_changes_nothing_and_stands_in_the_record():
    table = Table.new("fivecities", seed=1)
    table.play("2 W to M", 0)
    before, moment = table.digest(), table.moment
    table.arrange("replaced", 1)
    table.arrange("taken", 1)
    assert (table.digest(), table.moment) == (before, moment)
    assert table.can_undo(0)[0]
    assert [event.text for event in table.events(SPECTATOR)][-2:] == [
        "**Second player** has no player now: a bot plays until somebody takes the seat.",
        "Somebody has taken the seat of **Second player**.",
    ]
    assert table.entries[-2:] == [Arranged("replaced", 1, at=before), Arranged("taken", 1, at=before)]
    again = replay(Record.read(b"".join(table.record().lines())))
    assert (again.entries, again.log.events, again.digest()) == (table.entries, table.log.events, table.digest())


@pytest.mark.parametrize("seat", [2, -1, True, "1"])
def test_nothing_is_arranged_for_a_seat_that_there_is_not(seat: object):
    table = Table.new("fivecities", seed=1)
    with pytest.raises(NotAsked):
        table.arrange("taken", seat)
    with pytest.raises(Illegal, match="That cannot be arranged"):
        table.arrange("sold", 1)
    assert table.entries == []


def test_time_that_is_arranged_is_told_in_words():
    table = Table.new("fivecities", seed=1)
    table.arrange("time proposed", 0, 36 * 60 * 60)
    table.arrange("extended", seconds=90)
    table.arrange("paused")
    told = [event.text for event in table.events(SPECTATOR)][-3:]
    assert told[0] == "**First player** proposes 1 d 12 h more for whoever is asked."
    assert told[1:] == ["Whoever is asked now has 1 min 30 s more.", "The game is paused: no clock runs."]
    again = replay(Record.read(b"".join(table.record().lines())))
    assert again.entries == table.entries
    with pytest.raises(NotAsked):
        table.arrange("agreed")  # by nobody
    with pytest.raises(Illegal):
        table.arrange("extended", seconds=-1)


def test_nothing_is_arranged_once_a_game_is_over():
    table = Table.new("fivecities", seed=1)
    table.play("resign", 0)
    with pytest.raises(NotAsked, match="The game has ended"):
        table.arrange("taken", 1)
