"""Positions and the chronicle: the agenda, who knows what, and who is told."""

from __future__ import annotations

import pytest

from tanelorn import REFEREE, SPECTATOR, Position
from tanelorn.core.fields import learned
from tanelorn.core.log import SILENT, Log
from tanelorn.core.position import digest
from tests.toy.sequence import March, Resolve, Responses


def test_steps_run_in_the_order_in_which_they_are_given():
    position = Position(agenda=[Resolve(0, 3)])
    position.then(March(0, 2), March(1, 2))
    assert position.agenda == [Resolve(0, 3), March(1, 2), March(0, 2)]


def test_drop_takes_away_the_next_step_of_a_kind_wherever_it_stands():
    position = Position(agenda=[Resolve(0, 3), Resolve(0, 5), March(0, 2)])
    position.drop(Responses, Resolve)
    assert position.agenda == [Resolve(0, 3), March(0, 2)]
    position.drop(Responses)
    assert position.agenda == [Resolve(0, 3), March(0, 2)]


def test_a_secret_is_learned_once():
    position = Position(known=[0, 0b001])
    before = position.copy()
    position.reveal(0, (2,))
    position.reveal(1, (0, 1))
    assert position.known == [0b100, 0b011]
    assert learned(before, position)
    again = position.copy()
    again.reveal(1, (0,))
    again.reveal(1, ())
    again.conceal(1)
    assert not learned(position, again)
    assert not again.knows(0, 1)
    assert again.knows(2, 0)
    again.known.append(0b001)
    assert learned(position, again)


@pytest.mark.parametrize("viewer", [SPECTATOR, REFEREE, 1, 17])
def test_a_secret_is_unknown_to_all_others(viewer: int):
    assert not Position(known=[0b101]).knows(viewer, 0)


def test_the_end_clears_the_agenda():
    position = Position(agenda=[March(0, 2)])
    position.end([1], "conquest", "toy/end.1")
    assert position.agenda == []
    assert (position.outcome.winners, position.outcome.reason) == ((1,), "conquest")


def test_digests_tell_positions_apart():
    plain = Position(agenda=[March(0, 2)])
    assert plain.digest() == plain.copy().digest() == "".join(plain.digest())
    others = [
        Position(agenda=[March(0, 1)]),
        Position(agenda=[March(1, 2)]),
        Position(agenda=[Resolve(0, 2)]),
        Position(agenda=[March(0, 2)], sealed={0: March(0, 2)}),
        Position(agenda=[March(0, 2)], sealed={1: March(0, 2)}),
        Position(agenda=[March(0, 2)], known=[0]),
        Position(agenda=[March(0, 2)], offers=[0]),
    ]
    assert len({other.digest() for other in (plain, *others)}) == 8


def test_a_digest_is_the_same_on_every_platform():
    assert digest({"turn": 3, "Mu": "first 2"}) == digest({"Mu": "first 2", "turn": 3}) == "fb97267ff381e016"
    assert digest({1: "b", 0: "a"}) == "d9949ae8cdbbe8bc"


def test_a_line_is_told_to_those_who_may_know_it():
    log = Log()
    log.say("A bolt is drawn.", seat=0, dice=(3,), places=("mu",), knowers=(0,), otherwise="A card is drawn.")
    log.say("Red is wounded.", seat=0, knowers=(0,))
    log.say("Night falls.", heading=True)
    texts = {
        viewer: [told.text for event in log.events if (told := event.told_to(viewer))]
        for viewer in (0, 1, SPECTATOR, REFEREE)
    }
    assert texts[0] == texts[REFEREE] == ["A bolt is drawn.", "Red is wounded.", "Night falls."]
    assert texts[1] == texts[SPECTATOR] == ["A card is drawn.", "Night falls."]
    other = log.events[0].told_to(1)
    assert (other.dice, other.places, other.knowers) == ((), (), None)
    assert log.events[0].told_to(0).knowers is None


def test_a_silent_log_is_false():
    assert Log()
    assert not SILENT
