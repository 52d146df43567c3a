"""What is declared of a field: how it is copied, what a viewer sees of it, what the docs say."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from tanelorn.core.errors import BrokenRules
from tanelorn.core.fields import (
    UNKNOWN,
    Counted,
    Follows,
    Memory,
    Open,
    Own,
    Part,
    Pile,
    Secret,
    Secrets,
    Seen,
    Shown,
    copier,
    learned,
    seen_by,
    table_of,
)
from tanelorn.core.position import Position
from tanelorn.core.viewers import REFEREE, SPECTATOR


class Fray(msgspec.Struct):
    sides: list[list[int]]

    def copy(self) -> Fray:
        return Fray([side[:] for side in self.sides])


class Feast(Position[Any, Any], kw_only=True):
    places: Annotated[list[int], Secret("guest", "where he sits")]
    hands: Annotated[list[list[int]], Secrets("seat", "cards in hand", first=3)]
    purses: Annotated[list[list[int]], Counted("seat", "coins")]
    notes: Annotated[list[dict[int, str]], Own("seat", "what it has written down")]
    pile: Annotated[list[int], Pile(says="cards")]
    moods: Annotated[list[int], Seen("guest", lambda position, viewer, moods: moods[:1], "all, of the first")]
    chairs: Annotated[dict[int, list[int]], Follows("place", "who sits there")] = {}
    seats: Annotated[list[int], Shown("guest", lambda look, seats: seats[look:], "all, of the last")] = []
    toasts: Annotated[list[str], Open(says="what has been said aloud", tells=list)] = []
    course: Annotated[int, Open(says="the number of the course")] = 1
    fray: Annotated[Fray | None, Open()] = None
    plot: list[int] = []
    poisoned: int = -1

    def rebuild(self) -> None:
        self.chairs = {place: [guest] for guest, place in enumerate(self.places) if place != UNKNOWN}


class Banquet(Feast, kw_only=True):
    guests: Annotated[
        list[int], Shown("guest", Part("real", lambda first, guests: guests[first:]), "all, of the last")
    ] = []


def feast(kind: type[Feast] = Feast) -> Any:
    return kind(
        known=[0b01, 0b11, 0, 0b01, 0b10, 0],
        sealed={0: "toast", 1: "dagger"},
        places=[7, 8, 9],
        hands=[[0, 2], [1]],
        purses=[[1, 1], [5]],
        notes=[{1: "a"}, {2: "b"}],
        pile=[3, 4],
        moods=[4, 5, 6],
        chairs={7: [0], 8: [1], 9: [2]},
        fray=Fray([[1], [2]]),
        plot=[1, 2],
        poisoned=2,
    )


def test_a_seat_sees_its_own_and_what_it_knows() -> None:
    seen = seen_by(feast(), 0)
    assert seen.places == [7, 8, UNKNOWN]
    assert seen.hands == [[UNKNOWN, 0], [UNKNOWN]]
    assert seen.purses == [[1, 1], [UNKNOWN]]
    assert seen.notes == [{1: "a"}, {}]
    assert seen.pile == [UNKNOWN, UNKNOWN]
    assert seen.moods == [4]
    assert seen.sealed == {0: "toast"}
    assert seen.known == [0b01, 0b11, 0, 0b01, 0, 0]
    assert seen.course == 1


def test_what_was_seen_last_lends_what_has_not_changed() -> None:
    position, memory = feast(), Memory[Feast]()
    position.toasts = ["to the host"]
    last = seen_by(position, 0, 1, memory)
    position.fray.sides[0].append(3)
    seen = seen_by(position, 0, 1, memory)
    assert seen == seen_by(position, 0, 1)
    assert seen.toasts is last.toasts
    assert seen.places is last.places
    position.toasts.append("to the cook")
    position.fray.sides[0].append(4)
    assert (last.toasts, last.fray.sides[0]) == (["to the host"], [1])
    assert (seen.toasts, seen.fray.sides[0]) == (["to the host"], [1, 3])


@pytest.mark.parametrize(
    "change",
    [
        lambda position: position.known.__setitem__(2, 0b01),
        lambda position: position.places.__setitem__(0, 17),
        lambda position: position.hands[1].append(2),
        lambda position: position.purses[1].append(2),
        lambda position: position.notes[0].update({3: "c"}),
        lambda position: position.pile.pop(),
        lambda position: position.moods.insert(0, 9),
        lambda position: position.seats.append(8),
        lambda position: position.guests.append(8),
        lambda position: position.sealed.clear(),
    ],
)
def test_whatever_changes_is_seen_as_if_for_the_first_time(change) -> None:
    position, memory = feast(Banquet), Memory[Banquet]()
    position.seats = position.guests = [4, 5, 6]
    seen_by(position, 0, 1, memory)
    change(position)
    assert seen_by(position, 0, 1, memory) == seen_by(position, 0, 1)
    assert seen_by(position, 0, 2, memory) == seen_by(position, 0, 2)


def test_what_follows_is_made_from_what_is_seen() -> None:
    assert seen_by(feast(), 0).chairs == {7: [0], 8: [1]}
    assert seen_by(feast(), SPECTATOR).chairs == {}


def test_what_nobody_has_declared_nobody_sees_but_the_referee() -> None:
    for viewer in (0, 1, SPECTATOR, 17):
        seen = seen_by(feast(), viewer)
        assert (seen.plot, seen.poisoned, seen.closed) == ([], 0, 0)
    assert seen_by(feast(), REFEREE) == feast()


def test_what_is_shown_goes_by_one_look_at_the_table() -> None:
    position = feast()
    position.seats = [4, 5, 6]
    assert seen_by(position, 0, 2).seats == [6]


def test_what_a_field_tells_is_learned_when_it_is_added() -> None:
    before = feast()
    before.toasts = ["to the host"]
    after = before.copy()
    after.course += 1
    after.pile.append(5)
    assert not learned(before, after)
    after.toasts = []
    assert not learned(before, after)
    after.toasts = ["to the guests"]
    assert learned(before, after)


def test_a_copy_shares_nothing_that_changes() -> None:
    position = feast()
    twin = position.copy()
    assert twin == feast()
    twin.hands[0].append(9)
    twin.notes[0][3] = "c"
    twin.chairs[7].append(1)
    twin.plot.append(3)
    twin.sealed.clear()
    twin.fray.sides[0].append(3)
    assert position == feast()


def test_a_fixed_pair_of_lists_is_copied() -> None:
    class Pair(Position[Any, Any], kw_only=True):
        rows: tuple[list[int], list[int]]

    position = Pair(rows=([1], [2]))
    twin = position.copy()
    twin.rows[1].append(3)
    assert position.rows == ([1], [2])
    assert twin.rows == ([1], [2, 3])


def test_a_class_copies_its_own_fields_though_the_one_above_was_copied_first() -> None:
    class Plain(Position[Any, Any], kw_only=True):
        first: list[int] = []

    class Rich(Plain, kw_only=True):
        second: list[int] = []

    Plain(first=[1]).copy()
    position = Rich(first=[1], second=[2])
    position.copy().second.append(3)
    assert position.second == [2]


@pytest.mark.parametrize("kind", [list, tuple[list[int], ...], list[int] | dict[int, int]])
def test_a_type_that_does_not_say_how_it_is_copied_is_refused(kind: Any) -> None:
    vague = msgspec.defstruct("Vague", [("field", kind)])
    with pytest.raises(BrokenRules, match=r"Vague\.field"):
        copier(vague)


def test_the_docs_list_what_is_declared() -> None:
    lines = table_of(Feast).splitlines()
    assert "| `hands` | seat | cards in hand | who knows the secret; how many, all |" in lines
    assert "| `course` |  | the number of the course | all |" in lines
    assert not any("plot" in line for line in lines)
