"""Actions by picks: every choice is reached by numbers and read back, and picking at random comes to an end."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tanelorn.core.choices import Choices, Listed
from tanelorn.core.errors import Illegal, UnknownName
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.envs import Picking, Vocabulary, Walk, vocabulary_of
from tanelorn.envs.picking.vocabulary import FOLDER, words_of
from tanelorn.games import FOLDERS
from tests.contract.play import Case, cases
from tests.toy.skirmish import SKIRMISH

OURS = [path.stem for path in sorted(FOLDER.glob("*.json"))]
SCENARIOS = [case for case in cases() if case.game.slug in OURS and not case.options]
FEW = [SCENARIOS[[case.game.slug for case in SCENARIOS].index(slug)] for slug in OURS]
LONGEST = 200_000
"""So many picks a random game may take."""


def walk(case: Case, seed: int) -> Walk:
    return Walk(Table.new(case.game, case.scenario, seed=seed, keep=False))


def reaches(choices: Choices, vocabulary: Vocabulary, rng: random.Random) -> None:
    choice = choices.sample(rng)
    assert Picking(choices, vocabulary).reach(choice.picks) == choice
    assert choices.parse(str(choice)) == choice


def play(case: Case, seed: int, most: int, every: int) -> Walk:
    """Pick at random; before every so many-th pick see whether a choice that is drawn from the list can be reached."""
    game, rng = walk(case, seed), random.Random(seed)
    for number in range(most):
        if game.over:
            break
        if number % every == 0:
            reaches(game.table.choices(game.seat), game.vocabulary, rng)
        mask = game.mask()
        assert mask.dtype == np.uint8
        assert mask.shape == (game.vocabulary.size,)
        legal = np.flatnonzero(mask)
        assert len(legal), f"Seat {game.seat} may pick nothing."
        game.step(int(rng.choice(legal)))
    return game


@pytest.mark.parametrize("case", FEW, ids=str)
def test_choices_are_reached_and_read_back(case: Case):
    play(case, 1, 150, 3)


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("case", SCENARIOS, ids=str)
def test_every_scenario_ends_and_its_choices_are_reached(case: Case, seed: int):
    assert play(case, seed, LONGEST, 10).over, f"After {LONGEST} random picks the game goes on."


def test_every_game_has_a_vocabulary():
    assert set(OURS) == {slug for slugs in FOLDERS.values() for slug in slugs}
    for slug in OURS:
        vocabulary = vocabulary_of(slug)
        assert len(vocabulary.number) == len(vocabulary.words) == vocabulary.size - vocabulary.spare
        assert vocabulary.name == f"{slug}_v{vocabulary.version}"
        table = Table.new(slug, seed=1, keep=False)
        assert {f"space:{area.id}" for area in games[slug].board_of(table.position)} <= set(vocabulary.words)


def test_what_has_no_vocabulary_is_named():
    with pytest.raises(UnknownName, match="skirmish") as error:
        vocabulary_of(SKIRMISH)
    assert "fivecities" in error.value.remedy


def test_what_the_mask_forbids_is_refused_and_changes_nothing():
    game = walk(FEW[OURS.index("fivecities")], 1)
    before = game.table.position.digest()
    for number in (-1, game.vocabulary.size, game.vocabulary.number["count:40"]):
        with pytest.raises(Illegal, match=str(number)):
            game.step(number)
    assert game.picking is not None
    assert game.picking.numbers == ()
    assert game.table.position.digest() == before


def test_picks_without_a_number_are_reached_page_by_page():
    choices = Table.new("fivecities", seed=1).choices(0)
    poor = Vocabulary("fivecities", 1, 3, ("count:1",))
    rng = random.Random(1)
    for _ in range(50):
        reaches(choices, poor, rng)
    turned = Picking(choices, poor)
    while turned.legal.get(poor.more) == "":
        assert turned.pick(poor.more) is None
    assert turned.path == ()
    assert turned.numbers
    assert choices.next(())[-1] in turned.legal.values()


def test_a_piece_that_is_named_by_its_place_is_picked_by_two_words():
    assert words_of("piece:banner-ochre-0802") == ("at:0802", "piece:banner-ochre")
    assert words_of("piece:elric") == ("piece:elric",)


def test_a_list_says_what_no_choice_begins_with():
    choices: Choices = Listed(())
    with pytest.raises(Illegal, match="nothing"):
        choices.next(())
