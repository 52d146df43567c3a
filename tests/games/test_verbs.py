"""An order of the game that is not to be given now is refused with what it is for, and with its clause.

Each order of each game is given, by its words, at a question of a random game at which nothing on the list begins so.
What nobody has declared is no order of the game.
"""

from __future__ import annotations

import random

import pytest

from tanelorn import shelf
from tanelorn.core.content.verbs import rule_of, spoken
from tanelorn.core.errors import Illegal
from tanelorn.core.play.table import Table
from tanelorn.games.archmagi.words.verbs import VERBS
from tests.contract.play import wander

TOLD = ("elric", "albion", "archmagi")


def walked(slug: str, seed: int, most: int):
    """Yield tables of random games, at questions that are answered by acts, with what is on the list."""
    game = shelf[slug]
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


@pytest.mark.parametrize("slug", TOLD)
def test_each_order_is_refused_with_its_reason_where_it_is_not_possible(slug: str):
    game = shelf[slug]
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
    assert not left, f"Never refused: {sorted(left)}"


@pytest.mark.parametrize("slug", TOLD)
def test_whatever_is_chosen_is_a_declared_order(slug: str):
    game = shelf[slug]
    assert all(rule.clause in game.rulebook for rule in game.verbs)
    unknown = {str(choice) for _, _, choice in walked(slug, 9, 500) if rule_of(game.verbs, str(choice)) is None}
    assert unknown == set()


def test_each_verb_of_archmagi_is_declared():
    assert {rule.words for rule in shelf["archmagi"].verbs} == set(VERBS)


@pytest.mark.parametrize("slug", [game.slug for game in shelf])
def test_what_is_refused_is_told_by_names_and_not_by_the_words_of_the_notation(slug: str):
    game = shelf[slug]
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
