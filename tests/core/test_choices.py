"""Short lists: what is read, what is refused and why, and picks."""

from __future__ import annotations

import random

import pytest

from tanelorn import Ambiguous, Choice, Illegal, Listed, Pick, Refusal, Unreadable


class Spell(Choice, frozen=True, tag="spell"):
    name: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.name} at {self.at}" if self.at else self.name

    @property
    def picks(self) -> tuple[str, ...]:
        return (f"card:{self.name}", f"space:{self.at}") if self.at else (f"card:{self.name}",)


LIST = Listed(
    [Spell("Fireball", "Mu"), Spell("Fireball", "Ys"), Spell("Fire"), Spell("Frost")],
    prompt="Which spell?",
    refused=[Refusal("Wish", "No wish is left.", "archmagi/6.2")],
    labels={"card:Frost": Pick("card:Frost", "The frost of Ys", key="f")},
)


def test_a_list_agrees_with_itself():
    assert len(LIST) == len(list(LIST)) == 4
    assert all(choice in LIST for choice in LIST)
    assert Spell("Wish") not in LIST
    assert "Frost" not in LIST
    assert {LIST.sample(random.Random(seed)) for seed in range(60)} == set(LIST)
    assert LIST.refused()[0].clause == "archmagi/6.2"


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("Fireball at Mu", Spell("Fireball", "Mu")),
        ("  fireball   AT mu ", Spell("Fireball", "Mu")),
        ("fire", Spell("Fire")),
        ("fr", Spell("Frost")),
        ("fireball at y", Spell("Fireball", "Ys")),
    ],
)
def test_exact_texts_win_and_beginnings_will_do(text: str, choice: Spell):
    assert LIST.parse(text) == choice


def test_an_ambiguous_beginning_names_what_it_could_mean():
    with pytest.raises(Ambiguous, match="“fireball” could mean “Fireball at Mu” or “Fireball at Ys”"):
        LIST.parse("fireball")


@pytest.mark.parametrize("text", ["", " \n", "sleep", "Frost at Mu"])
def test_what_is_not_in_the_notation_is_unreadable(text: str):
    with pytest.raises(Unreadable) as refusal:
        LIST.parse(text)
    assert refusal.value.remedy


def test_what_looks_possible_is_refused_with_its_clause():
    with pytest.raises(Illegal) as refusal:
        LIST.parse("wish")
    assert (refusal.value.why, refusal.value.clause) == ("No wish is left.", "archmagi/6.2")
    assert LIST.refusal(Spell("Wish")).clause == "archmagi/6.2"
    assert "Frost" in LIST.refusal(Spell("Frost", "Mu")).remedy
    assert LIST.refusal(Spell("Frost")) is None


def test_picks_lead_through_offers_to_a_choice():
    first = LIST.offer(())
    assert [pick.pick for pick in first.picks] == ["card:Fireball", "card:Fire", "card:Frost"]
    assert (first.prompt, first.choice, first.picks[2].label) == ("Which spell?", None, "The frost of Ys")
    assert (first.picks[0].kind, first.picks[0].id) == ("card", "Fireball")
    second = LIST.offer(["card:Fireball"])
    assert [pick.pick for pick in second.picks] == ["space:Mu", "space:Ys"]
    last = LIST.offer(["card:Fireball", "space:Ys"])
    assert (last.picks, last.choice, last.draft) == ((), Spell("Fireball", "Ys"), "Fireball at Ys")


@pytest.mark.parametrize("path", [("space:Mu",), ("card:Frost", "space:Mu"), ("",)])
def test_a_path_that_leads_nowhere_is_illegal(path: tuple[str, ...]):
    with pytest.raises(Illegal, match="No choice begins with"):
        LIST.offer(path)


def test_an_empty_list_offers_nothing():
    with pytest.raises(Illegal):
        Listed([]).offer(())
    with pytest.raises(Unreadable):
        Listed([]).parse("anything")
