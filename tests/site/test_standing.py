"""Standing answers: given without asking, told to nobody else, kept through a kill, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn.core.errors import TanelornError
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tests.site.club import Person
from tests.site.conftest import Site

DONE = ["button:done"]
LEAST = ("done", "nothing", "begin")
ITALY = 4
SPRING = {0: "A VIE - TYR; F TRI H; A BUD H"}
FALL = {0: "A TYR - VEN; F TRI S A TYR - VEN; A BUD H"}


class Seat:
    """A seat at a table, looked at by a new page each time, so that what it is told is what is true now."""

    def __init__(self, site: Site | Person, code: str, seat: int) -> None:
        self.site, self.code, self.seat = site, code, seat

    @property
    def state(self) -> dict[str, Any]:
        page = self.site.page(self.code, self.seat)
        page.socket.close()
        return page.state

    @property
    def kind(self) -> str:
        """What kind of question it is asked, "" for none."""
        return next((one["kind"] for one in self.state["decisions"] if not one["sealed"]), "")

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        page = self.site.page(self.code, self.seat)
        answer = page.ask({"seat": self.seat, "moment": page.state["moment"], "did": page.state["did"], **message})
        page.socket.close()
        return {**page.state, "type": "state"} if answer["type"] == "changed" else answer

    def play(self, *texts: str) -> None:
        """Play the first of some choices that can be played."""
        answers = []
        for text in texts:
            answers.append(self.ask({"type": "play", "text": text}))
            if answers[-1]["type"] != "refused":
                return
        raise AssertionError(answers)

    def stand(self, **more: Any) -> dict[str, Any]:
        return self.ask({"type": "stand", **more})


def albion(site: Site) -> tuple[Seat, Seat]:
    """Return both seats of a game of Albion at one screen."""
    code = site.table("me", "friend", game="albion", scenario="faerie_twilight")
    return Seat(site, code, 0), Seat(site, code, 1)


def go_on(*seats: Seat, until: tuple[int, str], most: int = 60) -> set[tuple[int, str]]:
    """Let both sides do as little as they may until a seat is asked a question of some kind; return what was asked."""
    seen: set[tuple[int, str]] = set()
    for _ in range(most):
        asked = {seat: kind for seat in seats if (kind := seat.kind)}
        seen |= {(seat.seat, kind) for seat, kind in asked.items()}
        if until in seen:
            return seen
        for seat in asked:
            first = seat.ask({"type": "offer", "path": [], "n": 1})
            seat.play(*LEAST, *(one["text"] for one in first["choices"] or ()))
    raise AssertionError(f"{until} was never asked")


def a_turn(one: Seat, two: Seat) -> set[tuple[int, str]]:
    """Play until both sides have moved once more; return what they were asked."""
    mine = go_on(one, two, until=(0, "Moves"))
    one.play("done")
    return mine | go_on(one, two, until=(1, "Moves"))


def test_what_stands_is_answered_without_asking_until_it_is_taken_back(shared_site: Site) -> None:
    one, two = albion(shared_site)
    go_on(one, two, until=(1, "React"))
    said = two.stand(path=DONE, only="game")
    assert [(answer["kind"], answer["text"], answer["turn"]) for answer in said["standing"]] == [
        ("React", "done", None)
    ]
    assert (1, "React") not in a_turn(one, two) | a_turn(one, two)
    assert two.stand(kind="React", text="")["standing"] == []
    go_on(one, two, until=(1, "React"))


def test_what_stands_for_a_turn_ends_with_it(shared_site: Site) -> None:
    one, two = albion(shared_site)
    go_on(one, two, until=(1, "React"))
    assert two.stand(path=DONE, only="turn")["standing"][0]["turn"] == 1
    go_on(one, two, until=(1, "Moves"))
    go_on(one, two, until=(1, "React"))


def test_whoever_takes_such_an_answer_back_is_asked_again(shared_site: Site) -> None:
    code = shared_site.table("me", "friend", "friend", game="elric", scenario="short")
    seats = [Seat(shared_site, code, seat) for seat in range(3)]
    go_on(*seats, until=(1, "MagicActs"))
    seats[1].stand(path=DONE, only="game")
    while seats[1].kind == "MagicActs":
        pass  # it is answered in a moment
    seats[1].ask({"type": "undo"})
    assert seats[1].kind == "MagicActs"
    assert seats[1].state["standing"] == []


def test_what_stands_survives_a_kill(site: Site) -> None:
    one, two = albion(site)
    go_on(one, two, until=(1, "React"))
    two.stand(path=DONE, only="game")
    site.stop()
    site.start()
    assert [answer["kind"] for answer in two.state["standing"]] == ["React"]
    assert (1, "React") not in a_turn(one, two)


def test_nobody_else_hears_of_it(shared_site: Site) -> None:
    one, two = albion(shared_site)
    go_on(one, two, until=(1, "React"))
    two.stand(path=DONE, only="game")
    go_on(one, two, until=(1, "Moves"))
    others = [shared_site.page(one.code, viewer) for viewer in (0, -1)]
    told = [len(page.raw) for page in others]
    assert two.stand(kind="React", text="")["standing"] == []
    for page, before in zip(others, told, strict=True):
        page.sit(page.state["viewer"])
        assert len(page.raw) == before + 1  # the answer to that alone
        assert not page.state["standing"]


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"path": ["button:nonsense"], "only": "game"}, "No choice begins with"),
        ({"path": [], "only": "game"}, "no whole choice"),
        ({"path": 3}, "picks cannot be read"),
        ({"path": DONE, "moment": 0}, "moved on"),
        ({"kind": "Moves", "text": "done"}, "cannot be answered ahead"),
        ({"kind": "Nonsense", "text": ""}, "cannot be answered ahead"),
        ({"kind": ["React"], "text": "done"}, "cannot be answered ahead"),
        ({}, "cannot be answered ahead"),
        ({"seat": 0, "path": DONE}, "does not sit as that seat"),
        ({"seat": "x", "path": DONE}, "not yours"),
    ],
    ids=str,
)
def test_what_cannot_stand_is_refused_and_changes_nothing(albion_reacts: Seat, sent: Any, why: str) -> None:
    before = albion_reacts.state
    answer = albion_reacts.stand(**sent)
    assert answer["type"] == "refused"
    assert why in answer["why"]
    assert albion_reacts.state["moment"] == before["moment"]
    assert albion_reacts.state["standing"] == []


@pytest.fixture(scope="module")
def albion_reacts(shared_site: Site) -> Seat:
    """A seat that is asked how it reacts."""
    one, two = albion(shared_site)
    go_on(one, two, until=(1, "React"))
    return two


def test_a_question_of_ones_own_turn_is_asked_each_time(shared_site: Site) -> None:
    one, two = albion(shared_site)
    go_on(one, two, until=(0, "Moves"))
    assert "asked each time" in one.stand(path=DONE)["why"]


def diplomacy(site: Site) -> list[Seat]:
    code = site.table(*["me"] * 7, game="diplomacy", scenario="standard")
    return [Seat(site, code, seat) for seat in range(7)]


def seal(seats: list[Seat], orders: dict[int, str]) -> None:
    for seat in seats:
        seat.play(orders.get(seat.seat, "nothing"))


def test_retreats_are_written_before_they_are_asked(shared_site: Site) -> None:
    seats = diplomacy(shared_site)
    italy = seats[ITALY]
    seal(seats, SPRING)
    said = italy.stand(kind="StandardRetreats", text="A ROM - NAP\nA VEN - TYR\nA VEN - TUS", only="game")
    assert said["standing"][0]["title"] == "Retreats"
    seal(seats, FALL)
    while italy.kind == "StandardRetreats":
        pass  # it is answered in a moment
    assert any(piece["space"] == "TUS" for piece in italy.state["scene"]["pieces"])


def test_whoever_has_not_written_for_each_unit_is_asked(shared_site: Site) -> None:
    seats = diplomacy(shared_site)
    seal(seats, SPRING)
    seats[ITALY].stand(kind="StandardRetreats", text="A ROM - NAP\nA VEN - VIE", only="game")
    seal(seats, FALL)
    assert seats[ITALY].kind == "StandardRetreats"


def test_a_text_that_only_begins_a_choice_makes_none() -> None:
    choices = Table.new(games["albion"], "faerie_twilight").decision(0).choices()
    assert str(choices.written_ahead("nonsense\nBegin")) == "begin"
    assert choices.written_ahead("beg") is None
    with pytest.raises(TanelornError):
        choices.parse("nonsense")
