"""What a seat cannot know shows nowhere: orders and placements before they are revealed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanelorn import REFEREE, SPECTATOR, Stale, Table
from tests.games.fivecities.boards import Holding, holdings, lay

rule = pytest.mark.rule
MC_EC: Holding = {"MC": (0, 1), "AC": (0, 2), "EC": (1, 1), "VC": (1, 1)}


def seen(table: Table, viewer: int) -> tuple[object, ...]:
    """All that a viewer can see of a table."""
    mine = [decision for decision in table.decisions() if decision.seat == viewer]
    return (
        table.view(viewer),
        table.view(viewer).digest(),
        table.scene(viewer),
        table.facts(viewer),
        table.events(viewer),
        table.asked(),
        table.moment,
        table.can_undo(viewer) if viewer >= 0 else None,
        table.can_redo(viewer) if viewer >= 0 else None,
        [(decision.title, len(decision.choices()), decision.offer()) for decision in mine],
    )


@rule("fivecities/movement.1", "fivecities/info.1", "fivecities/info.2", "fivecities/sorcery.6")
@given(holdings, st.integers(0, 1), st.integers(0, 2**32))
def test_a_sealed_order_shows_only_that_it_is_in(holding: Holding, seat: int, seed: int) -> None:
    rng = random.Random(seed)
    tables = [lay(holding) for _ in range(3)]
    for table in tables:
        table.play(table.decision(seat).choices().sample(rng), seat)
    tables[2].play("pass; Bomb U", seat)  # a replacement, too, is not told
    for viewer in (1 - seat, SPECTATOR):
        assert seen(tables[0], viewer) == seen(tables[1], viewer) == seen(tables[2], viewer)
    assert tables[0].view(1 - seat).sealed == (seat,)
    assert tables[2].view(seat).own is not None


@rule("fivecities/newpieces.9", "fivecities/info.1")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_sealed_placement_shows_only_that_it_is_in(seat: int) -> None:
    tables = [lay(MC_EC, at="new pieces") for _ in range(4)]
    for table, choice in zip(tables, tables[0].decision(seat).choices(), strict=True):
        table.play(choice, seat)
    for viewer in (1 - seat, SPECTATOR):
        assert all(seen(table, viewer) == seen(tables[0], viewer) for table in tables)
    assert len({table.view(seat).digest() for table in tables}) == 4


@rule("fivecities/info.1")
@given(holdings)
def test_while_nothing_is_sealed_all_viewers_know_the_same(holding: Holding) -> None:
    table = lay(holding)
    first, *others = (table.view(viewer) for viewer in (0, 1, SPECTATOR, REFEREE))
    for view in others:
        view.viewer = first.viewer
        assert view == first
    assert len({str(table.facts(viewer)) for viewer in (0, 1, SPECTATOR, REFEREE)}) == 1


@rule("fivecities/info.2", "fivecities/movement.1")
def test_the_reveal_is_told_to_all() -> None:
    table = Table.new("fivecities", seed=1)
    table.play("pass; Bomb U", 0)
    assert all("Bomb" not in event.text for viewer in (1, SPECTATOR) for event in table.events(viewer))
    table.play("3 H to S", 1)
    for viewer in (0, 1, SPECTATOR):
        lines = [event.text for event in table.events(viewer)]
        assert "pass; Bomb U." in lines
        assert "3 H to S." in lines


@rule("fivecities/movement.2", "fivecities/movement.13", "fivecities/movement.17")
def test_a_spoken_order_comes_too_late_for_the_written_one_to_change() -> None:
    table = Table.new("fivecities", seed=1)
    written = table.moment
    table.play("3 M to S", 0, moment=written)
    assert table.moment == written
    table.play("3 H to S", 1, moment=written)  # spoken aloud; both lie open from here on
    with pytest.raises(Stale):
        table.play("pass", 0, moment=written)
    assert table.can_undo(0) == (False, "Undo ends here: sealed choices were opened.")
    assert table.can_undo(1)[0] is False
    assert table.facts()["S"] == "empty"
    assert table.facts()["first pieces"] == table.facts()["second pieces"] == 6


@rule("fivecities/info.1")
@given(holdings, st.integers(0, 1), st.integers(0, 2**32))
def test_a_position_drawn_from_a_view_fits_it(holding: Holding, seat: int, seed: int) -> None:
    rng = random.Random(seed)
    table = lay(holding)
    table.play(table.decision(seat).choices().sample(rng), seat)
    for viewer in (seat, 1 - seat):
        drawn = Table.from_view(table.game, table.view(viewer), rng)
        assert drawn.view(viewer) == table.view(viewer)
        assert drawn.position.sealed.keys() == table.position.sealed.keys()
        assert drawn.position.agenda == table.position.agenda
    own = Table.from_view(table.game, table.view(seat), rng)
    assert own.position == table.position
