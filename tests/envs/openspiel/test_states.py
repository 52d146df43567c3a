"""States of OpenSpiel: what players know of them, how they copy, and that they are the games of our tables."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tanelorn.core.chance import Enumerated, Scripted, Seeded
from tanelorn.core.errors import BadRecord, Illegal, NotInstalled, UnknownName
from tanelorn.core.play.record import Chanced, Chose
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.envs.openspiel import TanelornState, record_of, state_at
from tanelorn.envs.openspiel.sequential import Sequential
from tests.contract.laws import scramble
from tests.contract.play import Case
from tests.envs.test_picks import FEW

from .playing import load, played, step, told, told_all, wander

ELRIC = next(case for case in FEW if case.game.slug == "elric")
SEALING = next(case for case in FEW if case.game.slug == "fivecities")


def at_rest(state: TanelornState) -> TanelornState:
    """Return a state once no chance is asked any more."""
    while state.is_chance_node():
        step(state, random.Random(1))
    return state


def twin_of(state: TanelornState, seat: int, rng: random.Random) -> TanelornState:
    """Return a state that differs in what a seat cannot know: in what is hidden, and in what others remember."""
    form = state.form
    position = form.table.position.copy()
    scramble(form.table.game, position, seat, rng)
    table = Table.at(form.table.game, position, chance=Enumerated(), keep=False)
    minds = tuple(mind if other == seat else f"{other:032x}" for other, mind in enumerate(form.told))
    twin = TanelornState(state.get_game(), Sequential(table, form.horizon, minds))
    if form.actor == seat:
        twin.form.pick_again(form.numbers)
    return twin


def check_knowledge(case: Case, seed: int, most: int, every: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(wander(load(case).new_initial_state(), rng, most)):
        if number % every or state.is_chance_node():
            continue
        for seat in range(state.num_players()):
            assert told(twin_of(state, seat, rng), seat) == told(state, seat), f"Seat {seat} knows what it cannot know."
            drawn = state.resample_from_infostate(seat, rng.random)
            assert told(drawn, seat) == told(state, seat), f"Seat {seat} could tell what was drawn."
            assert drawn.current_player() == state.current_player()
            assert drawn.history() == []
            played(drawn, number, 3)


@pytest.mark.long
def test_players_know_what_they_can_know():
    check_knowledge(ELRIC, 1, 130, 40)


@pytest.mark.deep
@pytest.mark.parametrize("case", FEW, ids=str)
def test_players_know_what_they_can_know_in_every_game(case: Case):
    check_knowledge(case, 2, 120, 30)


def observed(state: TanelornState, seat: int, kind: pyspiel.IIGObservationType) -> list[object]:
    observer = state.get_game().make_py_observer(kind)
    observer.set_from(state, seat)
    return [observer.string_from(state, seat), observer.tensor.tolist()]


def test_spectators_see_what_all_see_and_private_information_is_the_rest():
    infos, kinds = pyspiel.PrivateInfoType, pyspiel.IIGObservationType
    public = kinds(perfect_recall=False, private_info=infos.NONE)
    private = kinds(perfect_recall=False, public_info=False)
    everything = kinds(perfect_recall=False, private_info=infos.ALL_PLAYERS)
    state = at_rest(played(load(ELRIC).new_initial_state(), 1, 130))
    twin = twin_of(state, SPECTATOR, random.Random(1))
    assert str(twin) != str(state)
    assert observed(twin, 0, public) == observed(state, 0, public) == observed(state, 1, public)
    assert observed(twin, 0, everything) != observed(state, 0, everything) == observed(state, 1, everything)
    seat = state.current_player()
    step(state, random.Random(1))
    assert observed(state, seat, private) != observed(state, (seat + 1) % 3, private)


def test_what_is_being_picked_is_known_to_its_player_alone():
    state = load(SEALING).new_initial_state()
    before = [told(state, seat) for seat in (0, 1)]
    state.apply_action(state.legal_actions()[-1])
    assert state.current_player() == 0
    assert [told(state, seat) == before[seat] for seat in (0, 1)] == [False, True]


def test_who_saw_something_else_before_remembers_it():
    first, second = (load(SEALING).new_initial_state() for _ in range(2))
    while first.current_player() == 0:
        assert first.information_state_string(0) == second.information_state_string(0)
        action = first.legal_actions()[-1]
        for state in (first, second):
            state.apply_action(action)
    assert first.form.told == second.form.told
    for state, place in ((first, 0), (second, -1)):
        while state.current_player() == 1:
            state.apply_action(state.legal_actions()[place])
    assert first.form.told[0] == second.form.told[0], "What the other has sealed was told too early."
    for state in (first, second):
        played(state, 1, 40)
    assert first.form.told[0] != second.form.told[0]


@pytest.mark.parametrize("case", [SEALING, ELRIC], ids=str)
def test_memory_is_the_same_whenever_it_is_asked_for(case: Case):
    asked, unasked = (load(case).new_initial_state() for _ in range(2))
    rng = random.Random(4)
    for _ in range(60):
        if not asked.is_chance_node() and rng.random() < 0.5:
            asked.information_state_string(rng.randrange(asked.num_players()))
        unasked.apply_action(step(asked, rng))
    assert asked.form.told == unasked.form.told


@pytest.mark.long
@pytest.mark.parametrize("case", [SEALING, ELRIC], ids=str)
def test_clones_go_their_own_ways(case: Case):
    rng = random.Random(5)
    for number, state in enumerate(wander(load(case).new_initial_state(), rng, 40)):
        if number % 3 == 0:
            before, clone = told_all(state), copy.deepcopy(state) if number % 2 else state.clone()
            played(clone, number, 8)
            assert told_all(clone) != before
            assert told_all(state) == before


@pytest.mark.parametrize("case", [SEALING, ELRIC], ids=str)
@pytest.mark.parametrize("steps", [0, 1, 2, 9, 41])
def test_what_was_written_down_goes_on_as_it_was(case: Case, steps: int):
    state = played(load(case).new_initial_state(), 6, steps)
    _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for twin in (read, pickle.loads(pickle.dumps(state))):
        assert told_all(twin) == told_all(state)
        assert told_all(played(twin, 7, 12)) == told_all(played(state.clone(), 7, 12))


def test_a_game_is_written_down_by_its_name():
    game = load(SEALING, 9)
    read = pickle.loads(pickle.dumps(game))
    assert read == game
    assert read.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()


def test_what_falls_has_its_exact_probability():
    state = load(ELRIC).new_initial_state()
    while state.is_chance_node():
        odds = state.form.odds()
        assert sum(share for _, share in odds) == Fraction(1)
        assert [number for number, _ in odds] == state.legal_actions()
        step(state, random.Random(1))


def test_a_draw_of_several_is_as_many_draws():
    state = pyspiel.load_game("tanelorn_youngkingdoms").new_initial_state()
    for left in range(10, 0, -1):
        assert len(state.legal_actions()) == left
        state.apply_action(state.legal_actions()[-1])
        assert 9 not in state.legal_actions() or left == 1


@pytest.mark.deep
@pytest.mark.parametrize("case", FEW, ids=str)
def test_a_game_is_the_same_at_a_table(case: Case):
    state = at_rest(played(load(case).new_initial_state(), 8, 150))
    record = record_of(state)
    written = [entry.outcome for entry in record.entries if isinstance(entry, Chanced)]
    table = Table.new(case.game, case.scenario, chance=Scripted(written))
    for entry in record.entries:
        if isinstance(entry, Chose):
            table.play(entry.text, entry.seat)
    assert table.position.digest() == state.form.table.position.digest()
    assert table.record().entries == record.entries
    assert replay(record).position.digest() == table.position.digest()


@pytest.mark.deep
def test_a_game_that_ends_is_worth_what_its_record_says():
    state = played(load(SEALING).new_initial_state(), 9, 10_000)
    record = record_of(state)
    assert record.ended is not None
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert state.returns()[record.ended.outcome.winners[0]] == 1.0
    assert state.rewards() == state.returns()


def test_a_table_is_played_on():
    table = Table.new(SEALING.game, seed=1)
    table.play(table.choices(0).default(), 0)
    before = table.position.digest()
    state = state_at(table)
    assert state.current_player() == 1
    played(state, 1, 30)
    assert table.position.digest() == before
    with pytest.raises(BadRecord, match="history"):
        record_of(state)


def test_a_state_that_was_drawn_has_no_record():
    state = at_rest(played(load(ELRIC).new_initial_state(), 10, 60))
    drawn = state.resample_from_infostate(state.current_player(), random.Random(1).random)
    with pytest.raises(BadRecord, match="history"):
        record_of(drawn)


def test_a_game_is_broken_off_at_its_horizon():
    game = load(SEALING, 7)
    state = played(game.new_initial_state(), 1, 100)
    assert game.max_game_length() == len(state.history()) == 7
    rolling = played(load(ELRIC, 2).new_initial_state(), 1, 100)
    assert len(rolling.history()) <= 4
    assert rolling.is_terminal()
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.legal_actions() == []


class Worthless:
    """An evaluator that knows nothing of a state and plays nothing out."""

    def prior(self, state: TanelornState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: TanelornState) -> list[float]:
        return state.returns()


def search(state: TanelornState, bot: pyspiel.Bot, rng: random.Random, most: int, every: int) -> None:
    for number, now in enumerate(wander(state, rng, most)):
        if number % every == 0 and not now.is_chance_node():
            assert bot.step(now) in now.legal_actions()


def test_their_search_plays_a_game():
    game = pyspiel.load_game("tanelorn_elric(scenario=founding,horizon=6)")
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), uct_c=1, max_simulations=4)
    search(game.new_initial_state(), bot, random.Random(1), 30, 1)


@pytest.mark.deep
@pytest.mark.parametrize("case", FEW, ids=str)
def test_their_search_thinks_in_every_game(case: Case):
    game = load(case)
    bot = ismcts.ISMCTSBot(game, Worthless(), uct_c=1, max_simulations=8)
    search(game.new_initial_state(), bot, random.Random(2), 120, 17)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ("elric(scenario=shrt)", UnknownName, "short"),
        ("elric(scenaro=short)", pyspiel.SpielError, "scenario"),
        ("elric(horizon=0)", Illegal, "whole number"),
        ("archmagi(rounds=-4)", Illegal, "rounds"),
        ("archmagi(answers=all)", Illegal, "spells and dice"),
        ("fivecities(turn-limit=soon)", pyspiel.SpielError, "turn-limit"),
    ],
)
def test_what_cannot_be_loaded_is_refused(given: str, error: type[Exception], says: str):
    with pytest.raises(error, match=says):
        pyspiel.load_game(f"tanelorn_{given}")


def test_what_cannot_be_done_is_refused_and_changes_nothing():
    state = played(load(ELRIC).new_initial_state(), 1, 1)
    before = str(state)
    with pytest.raises(Illegal, match="77"):
        state.apply_action(77)
    with pytest.raises(Illegal, match="Chance"):
        state.resample_from_infostate(0, random.Random(1).random)
    with pytest.raises(Illegal, match="shape"):
        state.get_game().make_py_observer(None, {"shape": 1})
    with pytest.raises(BadRecord, match="Chance"):
        record_of(state)
    assert str(state) == before
    before = str(at_rest(state))
    with pytest.raises(Illegal, match="mask"):
        state.apply_action(999_999)
    with pytest.raises(Illegal, match="player 9"):
        state.resample_from_infostate(9, random.Random(1).random)
    assert str(state) == before


def test_without_openspiel_one_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "tanelorn.envs.openspiel.installed")
    with pytest.raises(NotInstalled, match="OpenSpiel") as error:
        __import__("tanelorn.envs.openspiel.installed")
    assert "tanelorn[research]" in error.value.remedy


def test_seeds_do_not_matter_where_chance_is_told():
    table = Table.new(ELRIC.game, chance=Seeded(1), keep=False)
    assert state_at(table).form.table.position.digest() == table.position.digest()
