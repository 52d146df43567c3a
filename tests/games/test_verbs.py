"""An order of the game that is not to be given now is refused with what it is for, and with its clause.

Each order of each game is given, by its words, at a question of a random game at which nothing on the list begins so.
What nobody has declared is no order of the game.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from tanelorn import catalogue
from tanelorn.core.content import verbs as refusing
from tanelorn.core.content.verbs import rule_of, spoken
from tanelorn.core.errors import Illegal, Unreadable
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.words.verbs import VERBS
from tests.contract.play import wander

TOLD = ("elric", "albion", "archmagi")


def walked(slug: str, seed: int, most: int):
    """Yield tables of random games, at questions that are answered by acts, with what is on the list."""
    game = catalogue[slug]
    for scenario in game.scenarios:
        rng = random.Random(seed)
        table = Table.new(game, scenario.slug, seed=seed, keep=False)
        for _ in range(most):
            if table.outcome is not None:
                break
            decision = rng.choice(table.decisions())
            choice = decision.choices().sample(rng)
            if hasattr(choice, "verb"):
                yield table, decision, choice
            table.play(choice, decision.seat)


@pytest.mark.long
@pytest.mark.parametrize("slug", TOLD)
def test_each_order_is_refused_with_its_reason_where_it_is_not_possible(slug: str):
    left = unrefused(slug)
    assert not left, f"Never refused: {sorted(left)}"


def unrefused(slug: str):
    """Give each order where it is not on the list; return those for which no such place has been found."""
    game = catalogue[slug]
    renamed = {verb.name for verb in VERBS.values() if verb.words not in ("", verb.name)}
    left = {rule.words: rule for rule in game.verbs if slug != "archmagi" or rule.words not in renamed}
    for number, (table, decision, _) in enumerate(walked(slug, 4, 250)):
        if number % 6 or not left:
            continue
        choices = decision.choices()
        begun = {str(choice) for choice in (choices if len(choices) < 200 else ())}
        if not begun:
            continue
        named = {verb.name for verb in getattr(choices, "verbs", ())}
        for words in list(left):
            if (
                words in named
                or any(text.startswith(words) for text in begun)
                or any(words.startswith(text) for text in begun)
            ):
                continue
            with pytest.raises(Illegal) as refused:
                table.play(f"{words} somebody", decision.seat)
            rule = left.pop(words)
            assert refused.value.clause in game.rulebook
            assert rule.when in refused.value.why
    return set(left)


@pytest.mark.long
@pytest.mark.parametrize("slug", TOLD)
def test_whatever_is_chosen_is_a_declared_order(slug: str):
    game = catalogue[slug]
    assert all(rule.clause in game.rulebook for rule in game.verbs)
    assert undeclared(slug, 500) == set()


def undeclared(slug: str, most: int):
    """Return what is chosen in random games and begins with no order that the game has declared."""
    verbs = catalogue[slug].verbs
    return {str(choice) for _, _, choice in walked(slug, 9, most) if rule_of(verbs, str(choice)) is None}


def test_each_verb_of_archmagi_is_declared():
    assert {rule.words for rule in catalogue["archmagi"].verbs} == set(VERBS)


@pytest.mark.long
@pytest.mark.parametrize("slug", [game.slug for game in catalogue])
def test_what_is_refused_is_told_by_names_and_not_by_the_words_of_the_notation(slug: str):
    game = catalogue[slug]
    told = 0
    for number, scenario in enumerate(game.scenarios):
        table, rng = Table.new(game, scenario.slug, seed=number, keep=False), random.Random(number)
        names = game.names(table.position)
        for decision in wander(table, rng, 300):
            for one in decision.choices().refused():
                said = spoken(one.text, names)
                told += 1
                assert said[:1] == said[:1].upper(), said
                assert not any(f" {word} " in f" {said} " for word, name in names.items() if word != name), said
    assert told or slug not in ("elric", "albion"), "Nothing was refused."


def test_the_longest_name_is_taken():
    names = {"pan tang": "Pan Tang", "pan tang fleet 1": "Pan Tang fleet 1", "tang": "Tang"}
    assert spoken("board pan tang fleet 1 at tang", names) == "Board Pan Tang fleet 1 at Tang"


# Each of these can fail


def test_an_order_that_is_refused_without_its_reason_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(refusing, "not_now", lambda verbs, text, remedy: None)
    with pytest.raises(Unreadable):
        unrefused("elric")


def test_an_order_that_is_refused_with_a_clause_of_no_rulebook_is_found(monkeypatch: pytest.MonkeyPatch):
    game = catalogue["elric"]
    wrong = tuple(msgspec.structs.replace(rule, clause="elric/99.9") for rule in game.verbs)
    monkeypatch.setattr(type(game), "verbs", wrong)
    with pytest.raises(AssertionError, match=r"elric/99\.9"):
        unrefused("elric")


def test_an_order_that_is_refused_for_another_reason_is_found(monkeypatch: pytest.MonkeyPatch):
    elsewhere = Illegal("Not here.", clause="elric/7.0c")
    monkeypatch.setattr(refusing, "not_now", lambda verbs, text, remedy: elsewhere)
    with pytest.raises(AssertionError, match="in 'Not here"):
        unrefused("elric")


@pytest.mark.parametrize("slug", TOLD)
def test_an_order_that_is_not_declared_is_found(slug: str, monkeypatch: pytest.MonkeyPatch):
    game = catalogue[slug]
    chosen = next(rule_of(game.verbs, str(choice)) for _, _, choice in walked(slug, 9, 1))
    monkeypatch.setattr(type(game), "verbs", tuple(rule for rule in game.verbs if rule != chosen))
    assert undeclared(slug, 1)
