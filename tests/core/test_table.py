"""The table: asides, refusals, failing games, copies, and tables drawn from a view."""

from __future__ import annotations

import random

import pytest

from tanelorn import (
    REFEREE,
    SPECTATOR,
    CannotUndo,
    Illegal,
    NotAsked,
    Record,
    Seeded,
    Stale,
    Table,
    UnknownName,
    Unreadable,
    replay,
)
from tanelorn.core.choices import OFFER_DRAW, RESIGN, WITHDRAW_OFFER, Aside, Listed
from tanelorn.core.errors import BrokenRules, TanelornError
from tanelorn.core.game import games
from tanelorn.core.steps import AsksOne, Automatic
from tests.toy.sequence import Deed
from tests.toy.skirmish import SKIRMISH

from .conftest import play_on


@pytest.fixture
def table() -> Table:
    return Table.new(SKIRMISH, chance=Seeded(1))


def test_seats_may_resign_or_offer_a_draw(table: Table):
    assert table.decision(0).asides() == (RESIGN, OFFER_DRAW)
    table.play("Offer a  DRAW", 0)
    assert table.position.offers == [0]
    assert table.view(SPECTATOR).offers == (0,)
    assert table.decision(0).asides() == (RESIGN, WITHDRAW_OFFER)
    assert table.decision(1).asides() == (RESIGN, OFFER_DRAW)
    table.play(WITHDRAW_OFFER, 0)
    assert table.position.offers == []
    assert [event.text for event in table.events(SPECTATOR)] == [
        "**Red** offers a draw.",
        "**Red** withdraws the offer.",
    ]


def test_asides_are_no_choices(table: Table):
    choices = table.decision(0).choices()
    assert all(aside not in choices for aside in (RESIGN, OFFER_DRAW))
    assert len(choices) == 2


@pytest.mark.parametrize("aside", [WITHDRAW_OFFER, Aside("withdraw the offer"), "withdraw the offer"])
def test_an_aside_that_makes_no_sense_is_refused(table: Table, aside: Aside | str):
    with pytest.raises(Illegal, match=r"“withdraw the offer” makes no sense now\. One may resign or offer a draw"):
        table.play(aside, 0)
    table.play("offer a draw", 0)
    with pytest.raises(Illegal, match="“offer a draw” makes no sense now"):
        table.play(OFFER_DRAW, 0)


def test_an_aside_is_known_by_its_word_not_by_its_object(table: Table):
    table.play(Aside("resign"), 1)
    assert (table.outcome.winners, table.outcome.reason) == ((0, 2), "resignation")
    assert table.decisions() == []


def test_a_draw_is_agreed_when_all_have_offered(table: Table):
    for seat in (2, 0):
        table.play("offer a draw", seat)
        assert table.outcome is None
    table.play("offer a draw", 1)
    assert (table.outcome.winners, table.outcome.reason) == ((), "agreed draw")
    assert replay(Record.read(b"".join(table.record().lines()))).outcome == table.outcome


def test_offers_lapse_when_the_game_says_so(table: Table):
    table.play("offer a draw", 0)
    for seat, field in enumerate(("Ash", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)
    assert table.position.offers == []


def test_resigning_ends_the_game_while_choices_are_sealed():
    table = Table.new("fivecities", seed=1)
    table.play("pass", 0)
    table.play("resign", 1)
    assert table.outcome.winners == (0,)
    assert table.position.sealed == {}
    assert replay(table.record()).outcome == table.outcome


@pytest.mark.parametrize("slug", sorted(game.slug for game in games))
@pytest.mark.parametrize("text", ["0\n", "1 A\nto B", "a\x00b", "\x1b[2J", "x" * 500])
def test_what_is_refused_is_quoted_in_one_short_line(slug: str, text: str) -> None:
    table = Table.new(slug, seed=1, keep=False)
    with pytest.raises(TanelornError) as refused:
        table.play(text, table.asked()[0])
    assert refused.value.why.isprintable()
    assert "x" * 130 not in refused.value.why


def test_what_is_refused_says_why(table: Table):
    with pytest.raises(Unreadable, match="“fly to the moon” cannot be read here"):
        table.play("fly to the moon", 0)
    with pytest.raises(NotAsked, match=r"It must be said whose choice this is\. Asked are: \[0, 1, 2\]"):
        table.play("captain to Ash")
    with pytest.raises(NotAsked, match=r"There is no seat 3 at this table\. Seats are 0 to 2"):
        table.play("captain to Ash", 3)
    with pytest.raises(Stale, match="moved on"):
        table.play("captain to Ash", 0, moment=7)
    with pytest.raises(Illegal, match="“captain to Ivy” is not among the choices here"):
        table.play(Deed("march", 0, 8), 0)
    table.play("captain to Ash", 0)
    with pytest.raises(NotAsked, match=r"Red is not asked now\. The table waits for Green and Blue"):
        table.decision(0)
    table.play("resign", 1)
    with pytest.raises(NotAsked, match=r"The game has ended\. Start another one"):
        table.play("captain to Ash", 2)


def test_what_looks_possible_is_refused_with_its_clause(table: Table):
    for seat, field in enumerate(("Ash", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)
    table.play("captain to Ivy")
    table.play("captain to Ash")
    with pytest.raises(Illegal, match="Both steps of this turn are made") as refusal:
        table.play("captain to Ivy")
    assert refusal.value.clause == "skirmish/march.1"


def test_unknown_games_scenarios_and_options_are_named():
    with pytest.raises(UnknownName, match=r"no game “fivecites”\. Did you mean fivecities"):
        Table.new("fivecites")
    with pytest.raises(UnknownName, match=r"Skirmish has no scenario “rung”\. Did you mean ring"):
        Table.new(SKIRMISH, "rung")
    with pytest.raises(UnknownName, match=r"Skirmish has no option “round”\. Did you mean rounds"):
        Table.new(SKIRMISH, options={"round": 3})


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [("open", "yes", True), ("open", "OFF", False), ("open", 1, True), ("rounds", "3", 3), ("rounds", 9, 9)],
)
def test_options_are_read_from_text(option: str, value: object, read: object):
    assert SKIRMISH.read_options({option: value})[option] == read


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("open", "maybe", "Say yes or no"),
        ("rounds", 0, "from 1 to 9"),
        ("rounds", "²", "1 to 9"),
        ("rounds", "-1", "1"),
    ],
)
def test_bad_options_are_refused_with_their_clause(option: str, value: object, says: str):
    with pytest.raises(Illegal, match=says) as refusal:
        SKIRMISH.read_options({option: value})
    assert refusal.value.clause.startswith("skirmish/")


def test_a_game_that_fails_halfway_changes_nothing(table: Table, monkeypatch: pytest.MonkeyPatch):
    for seat, field in enumerate(("Birch", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)
    table.play("captain to Cedar")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    before = table.position.digest(), table.moment, table.entries[:], table.events(REFEREE), table.chance.used
    with monkeypatch.context() as broken:
        broken.setattr(type(table.position), "wound", fail)
        with pytest.raises(ZeroDivisionError):
            table.play("captain attacks Damson")
    assert (table.position.digest(), table.moment, table.entries, table.events(REFEREE), table.chance.used) == before
    table.play("captain attacks Damson")
    table2 = replay(table.record())
    assert table2.facts() == table.facts()


def test_a_choice_that_fails_halfway_leaves_what_can_be_played_again(table: Table, monkeypatch: pytest.MonkeyPatch):
    for seat, field in enumerate(("Birch", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    table.play("captain to Cedar")
    seat = table.entries[-1].seat
    table.undo(seat)
    with monkeypatch.context() as broken:
        broken.setattr(type(table.step), "take", fail)
        with pytest.raises(ZeroDivisionError):
            table.play("captain to Cedar")
    assert table.can_redo(seat)
    table.redo(seat)
    assert replay(table.record()).facts() == table.facts()


class Idle(Automatic, frozen=True, tag=True):
    def run(self, position, log):
        position.then(self)


def test_an_agenda_that_never_asks_is_broken(table: Table):
    table.position.agenda = [Idle()]
    with pytest.raises(BrokenRules, match="10000 steps ran and nobody was asked; the last was Idle"):
        Table.at(SKIRMISH, table.position)
    table.position.agenda = []
    with pytest.raises(BrokenRules, match="agenda ran out"):
        Table.at(SKIRMISH, table.position)


class Sure(AsksOne, frozen=True, tag=True):
    """Which way the captain goes: an only way is taken without asking; `again` asks for ever."""

    ways: tuple[int, ...]
    again: bool = False

    def forced(self, position):
        return True

    def choices(self, position, seat):
        return Listed([Deed("march", 0, field) for field in self.ways])

    def take(self, position, seat, choice, log):
        log.say(f"{choice}.")
        position.places[0] = choice.field
        if self.again:
            position.then(self)


def test_an_only_answer_is_given_by_the_rules(table: Table):
    agenda = table.position.agenda
    table.position.agenda = [*agenda, Sure(0, (5,)), Sure(0, (2, 3)), Sure(0, (1,))]
    table = Table.at(SKIRMISH, table.position)
    assert [event.text for event in table.events(REFEREE)] == ["captain to Birch."]
    assert table.asked() == (0,)
    assert len(table.decision(0).choices()) == 2
    table.play("captain to Cedar")
    assert table.position.places[0] == 5
    assert table.asked() == (0, 1, 2)
    table.undo(0)
    assert table.position.places[0] == 1
    assert [event.text for event in table.events(REFEREE)] == ["captain to Birch."]
    assert len(table.decision(0).choices()) == 2


def test_answers_that_are_given_for_ever_break_the_rules(table: Table):
    table.position.agenda = [Sure(0, (1,), again=True)]
    with pytest.raises(BrokenRules, match="Nobody was asked after 10000 dice and forced answers"):
        Table.at(SKIRMISH, table.position)


def test_a_copy_goes_its_own_way(table: Table):
    twin = table.copy()
    play_on(twin, 1)
    assert table.asked() == (0, 1, 2)
    assert table.outcome is None
    assert not twin.log
    assert twin.entries == []


def test_a_table_is_drawn_from_a_view(table: Table):
    play_on(table, 4, 20)
    for viewer in (0, 1, 2, SPECTATOR):
        view = table.view(viewer)
        drawn = {Table.from_view(SKIRMISH, view, random.Random(seed)).position.digest() for seed in range(30)}
        assert len(drawn) > 1
        thought = Table.from_view(SKIRMISH, view, random.Random(1))
        assert thought.view(viewer) == view
        assert not thought.keep
        assert play_on(thought).outcome is not None


def test_the_digest_does_not_depend_on_who_sealed_first():
    tables = [Table.new(SKIRMISH, chance=Seeded(1)) for _ in range(2)]
    first, second = (table.position for table in tables)
    assert first.digest() == second.digest()
    first.sealed = {1: Deed("pass"), 0: Deed("counter")}
    second.sealed = {0: Deed("counter"), 1: Deed("pass")}
    assert first.digest() == second.digest()
    second.sealed = {0: Deed("pass"), 1: Deed("pass")}
    assert first.digest() != second.digest()


def test_sealed_choices_open_in_the_same_order_on_every_table():
    def opened(keep: bool, order: tuple[int, int]) -> list[int]:
        table = Table.new("fivecities", seed=1, keep=keep)
        seen: list[int] = []
        step = type(table.step)
        table.step = type("Orders", (step,), {"reveal": lambda _, position, orders, log: seen.extend(orders)})()
        table.position.agenda[-1] = table.step
        for seat in order:
            try:
                table.play("pass", seat)
            except IndexError:
                break
        return seen

    assert opened(True, (1, 0)) == opened(False, (1, 0)) == opened(False, (0, 1)) == [0, 1]


@pytest.mark.parametrize("seat", [True, False, 0.0, "0", [0]])
def test_a_seat_is_a_plain_number(table: Table, seat: object):
    for ask in (table.decision, lambda seat: table.play("hold", seat), table.undo, table.redo):
        with pytest.raises((NotAsked, CannotUndo), match="A seat is a number, not of the kind "):
            ask(seat)  # type: ignore[arg-type]
    assert table.asides(seat) == ()  # type: ignore[arg-type]
    assert not table.position.sealed
