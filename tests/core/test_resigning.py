"""Resigning in games that go on, and draws among those who are left."""

from __future__ import annotations

import pytest

from tanelorn import SPECTATOR, Illegal, NotAsked, Record, Seeded, Table, replay
from tanelorn.core.choices import OFFER_DRAW, RESIGN, WITHDRAW_OFFER
from tests.toy.sequence import Muster
from tests.toy.skirmish import SKIRMISH, Skirmish

from .conftest import play_on
from .test_time import at_responses


@pytest.fixture
def table() -> Table:
    """A Skirmish in which the others fight on."""
    return Table.new(SKIRMISH, options={"fight-on": True}, chance=Seeded(1))


def replays(table: Table) -> bool:
    record = table.record()
    twin = replay(Record.read(b"".join(record.lines())))
    return twin.facts() == table.facts() and twin.events(SPECTATOR) == table.events(SPECTATOR)


def test_the_others_play_on(table: Table):
    table.play("resign", 1)
    assert table.outcome is None
    assert table.asked() == (0, 2)
    assert [event.text for event in table.events(SPECTATOR)] == [
        "**Green** resigns.",
        "The green men leave the ring.",
    ]
    play_on(table)
    assert 1 not in table.outcome.winners
    assert replays(table)


def test_who_is_gone_does_nothing_more(table: Table):
    table.play("resign", 1)
    assert table.asides(1) == ()
    for text in ("resign", "offer a draw", "captain to Damson"):
        with pytest.raises(NotAsked, match=r"Green is not asked now\. The table waits for Red and Blue"):
            table.play(text, 1)


def test_the_last_one_wins(table: Table):
    table.play("resign", 0)
    table.play("resign", 2)
    assert (table.outcome.winners, table.outcome.reason) == ((1,), "resignation")
    assert table.can_undo(0) == (False, "Undo ends here: the game has ended.")
    assert table.asides(1) == ()
    assert replays(table)


def test_a_resignation_bars_undo_and_redo(table: Table):
    table.play("captain to Ash", 0)
    table.undo(0)
    table.play("captain to Gorse", 2)
    table.play("resign", 1)
    assert table.can_undo(2) == (False, "Undo ends here: Green has resigned.")
    assert not table.can_redo(0)
    table.play("captain to Birch", 0)
    assert table.asked() == (0,)


def test_an_open_step_that_asks_nobody_more_is_over(table: Table):
    table.play("captain to Ash", 0)
    table.play("captain to Damson", 1)
    moment = table.moment
    table.play("resign", 2)
    assert (table.position.round, table.asked()) == (1, (0,))
    assert table.moment == moment + 1
    assert replays(table)


def test_a_turn_ends_with_its_player(table: Table):
    table.time_up()
    assert table.asked() == (0,)
    table.play("resign", 0)
    assert table.asked() == (1,)


def test_the_sealed_choice_of_the_gone_is_dropped():
    table, caster = at_responses(**{"fight-on": True})
    one, other = table.asked()
    table.play("pass", one)
    table.play("resign", one)
    assert table.position.sealed == {}
    assert table.asked() == (other,)
    assert table.can_undo(one)[0] is False
    table.play("pass", other)
    assert table.asked() == (caster,)
    assert replays(table)


@pytest.mark.parametrize("keep", [True, False])
def test_what_all_the_rest_have_sealed_is_opened(keep: bool):
    table, caster = at_responses(keep, **{"fight-on": True})
    one, other = table.asked()
    table.play("pass", one)
    table.play("resign", other)
    assert table.position.sealed == {}
    assert table.asked() == (caster,)


def test_a_sealed_step_without_seats_is_opened_empty(monkeypatch: pytest.MonkeyPatch):
    table, caster = at_responses(**{"fight-on": True})
    one, other = table.asked()
    monkeypatch.setattr(Skirmish, "draw_needs", lambda *_: (0, 1, 2))  # or the caster would have won
    opened = []
    reveal = type(table.step).reveal
    monkeypatch.setattr(
        type(table.step),
        "reveal",
        lambda self, position, choices, log: (opened.append(choices), reveal(self, position, choices, log)),
    )
    table.play("pass", one)
    table.play("resign", one)
    table.play("resign", other)
    assert opened == [{}]
    assert table.asked() == (caster,)
    assert replays(table)


def test_seats_that_are_not_asked_may_speak(table: Table):
    table.time_up()
    assert table.asked() == (0,)
    assert table.asides(2) == (RESIGN, OFFER_DRAW)
    table.play("offer a draw", 2)
    assert table.asides(2) == (RESIGN, WITHDRAW_OFFER)
    table.play("withdraw the offer", 2)
    assert table.position.offers == []
    with pytest.raises(Illegal, match="“withdraw the offer” makes no sense now"):
        table.play("withdraw the offer", 2)
    table.play("resign", 2)
    assert table.asked() == (0,)
    assert table.position.gone == [2]
    assert replays(table)
    with pytest.raises(NotAsked, match="There is no seat 3"):
        table.play("resign", 3)


def test_those_who_are_left_agree_on_a_draw(table: Table):
    table.play("resign", 1)
    table.play("offer a draw", 2)
    assert table.outcome is None
    table.play("offer a draw", 0)
    assert table.outcome.reason == "agreed draw"
    assert replays(table)


def test_the_offer_of_the_gone_counts_no_more(table: Table):
    table.play("offer a draw", 1)
    table.play("offer a draw", 2)
    table.play("resign", 1)
    assert table.position.offers == [2]
    assert table.outcome is None


def test_a_resignation_leaves_only_seats_that_offer(table: Table):
    table.play("offer a draw", 0)
    table.play("offer a draw", 2)
    table.play("resign", 1)
    assert (table.outcome.winners, table.outcome.reason) == ((), "agreed draw")
    assert replays(table)


def test_a_resignation_that_fails_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    before = table.position.digest(), table.moment
    with monkeypatch.context() as broken:
        broken.setattr(Skirmish, "draw_needs", fail)
        with pytest.raises(ZeroDivisionError):
            table.play("resign", 1)
    assert (table.position.digest(), table.moment, table.entries, table.events(SPECTATOR)) == (*before, [], [])
    assert isinstance(table.step, Muster)
