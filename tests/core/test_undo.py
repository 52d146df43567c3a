"""Undo, redo, and the barriers that fall by themselves."""

from __future__ import annotations

import pytest

from tanelorn import CannotUndo, Illegal, Seeded, Table, replay
from tests.toy.skirmish import SKIRMISH


@pytest.fixture
def table() -> Table:
    """A Skirmish in which Red is to march: captain on Ash, levy on Birch."""
    table = Table.new(SKIRMISH, chance=Seeded(1))
    for seat, field in enumerate(("Ash", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)
    return table


def test_a_turn_in_small_picks_is_taken_back_step_by_step(table: Table):
    stages = [table.facts()]
    for text in ("captain to Ivy", "levy to Cedar"):
        table.play(text)
        stages.append(table.facts())
    table.undo()
    assert table.facts() == stages[1]
    table.undo(0)
    assert table.facts() == stages[0]
    with pytest.raises(CannotUndo, match="Undo ends here: something hidden was learned"):
        table.undo()
    table.redo()
    table.redo(0)
    assert table.facts() == stages[2]
    with pytest.raises(CannotUndo, match="nothing to play again"):
        table.redo()


def test_undo_takes_its_lines_out_of_the_chronicle_but_not_out_of_the_record(table: Table):
    lines, entries, moment = len(table.log.events), len(table.entries), table.moment
    table.play("captain to Ivy")
    table.undo()
    assert (len(table.log.events), len(table.entries), table.moment) == (lines, entries + 2, moment)
    assert replay(table.record()).facts() == table.facts()


def test_another_choice_ends_redo(table: Table):
    table.play("captain to Ivy")
    table.undo()
    assert table.can_redo(0)
    assert not table.can_redo(1)
    table.play("levy to Cedar")
    assert not table.can_redo(0)


def test_scouting_bars_undo_by_itself(table: Table):
    table.play("levy to Cedar")
    table.play("scout Damson")
    assert table.can_undo(0) == (False, "Undo ends here: something hidden was learned.")
    table.play("captain to Ivy")
    table.undo()
    assert not table.can_undo(0)[0]


def test_only_the_last_of_several_who_chose_in_the_open_may_undo():
    table = Table.new(SKIRMISH, chance=Seeded(1))
    assert table.can_undo(0) == (False, "There is nothing to take back.")
    table.play("captain to Ash", 0)
    table.play("captain to Gorse", 2)
    assert table.can_undo(0) == (False, "Undo ends here: another seat has chosen since.")
    table.undo(2)
    assert table.asked() == (1, 2)
    table.undo(0)
    assert table.asked() == (0, 1, 2)


def to_the_responses(table: Table) -> None:
    """Let cards be drawn until somebody casts a bolt."""
    while table.position.hands[table.asked()[0]][0] % 2:
        table.play("done")
    caster = table.asked()[0]
    table.play(f"bolt at {'Gorse' if caster != 2 else 'Ash'}")
    assert len(table.asked()) == 2


def test_a_sealed_choice_is_replaced_and_taken_back_until_the_last_is_in(table: Table):
    to_the_responses(table)
    one, other = table.asked()
    table.position.hands[one] = [1]
    start = table.facts()
    table.play("pass", one)
    assert table.asked() == (other,)
    moment = table.moment
    table.play("counter", one)
    assert str(table.position.sealed[one]) == "counter"
    assert table.moment == moment
    table.undo(one)
    assert str(table.position.sealed[one]) == "pass"
    table.undo(one)
    assert table.facts() == start
    table.redo(one)
    table.redo(one)
    assert str(table.position.sealed[one]) == "counter"
    assert table.can_undo(other)[0] is False
    table.play("pass", other)
    assert table.can_undo(one) == table.can_undo(other) == (False, "Undo ends here: sealed choices were opened.")


def test_redo_does_not_tell_what_another_does_under_seal(table: Table):
    to_the_responses(table)
    one, other = table.asked()
    for seat in (one, other):
        table.position.hands[seat] = [1]
    table.play("counter", one)
    table.undo(one)
    table.play("pass", other)
    for change in (lambda: table.play("counter", other), lambda: table.undo(other), lambda: table.redo(other)):
        assert table.can_redo(one)
        change()
    table.redo(one)
    assert not any(map(table.can_redo, (0, 1, 2)))


def test_the_caster_cannot_take_the_spell_back_from_under_a_sealed_answer(table: Table):
    to_the_responses(table)
    caster = ({0, 1, 2} - set(table.asked())).pop()
    answering = table.asked()[0]
    table.play("pass", answering)
    assert table.can_undo(caster)[0] is False
    table.undo(answering)
    # playing a card shows it to all, so the bolt itself stays played
    assert table.can_undo(caster) == (False, "Undo ends here: something hidden was learned.")


def test_a_game_that_has_ended_stays_ended():
    table = Table.new(SKIRMISH, options={"rounds": 1}, chance=Seeded(1))
    for seat, field in enumerate(("Ash", "Damson", "Gorse")):
        table.play(f"captain to {field}", seat)
    for _ in range(3):
        table.play("done")
    assert table.outcome is not None
    assert table.can_undo(2) == (False, "Undo ends here: the game has ended.")


def test_a_draw_offer_stands_between_a_choice_and_its_undo(table: Table):
    table.play("captain to Ivy")
    table.play("offer a draw")
    assert table.can_undo(0) == (False, "Undo ends here: a draw was offered or an offer withdrawn.")


def test_a_fast_table_has_nothing_to_take_back():
    table = Table.new(SKIRMISH, chance=Seeded(1), keep=False)
    table.play("captain to Ash", 0)
    with pytest.raises(CannotUndo):
        table.undo(0)


def test_a_refused_choice_keeps_redo(table: Table):
    table.play("captain to Ivy")
    table.undo()
    with pytest.raises(Illegal):
        table.play("withdraw the offer")
    assert table.can_redo(0)


def test_what_was_arranged_meanwhile_stays_in_the_chronicle(table: Table):
    before = [event.text for event in table.log.events]
    table.arrange("replaced", 2)
    table.play("captain to Ivy")
    table.arrange("pause proposed", 1)
    table.play("levy to Cedar")
    table.arrange("withdrawn", 1)
    for _ in range(2):
        table.undo()
        told = [event.text for event in table.log.events]
    names = table.seats
    assert told == [
        *before,
        f"**{names[2]}** has no player now: a bot plays until somebody takes the seat.",
        f"**{names[1]}** proposes a pause.",
        f"**{names[1]}** withdraws the proposal.",
    ]
    assert replay(table.record()).log.events == table.log.events
    table.redo()
    table.undo()
    assert [event.text for event in table.log.events] == told
