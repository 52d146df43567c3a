"""Every check of the contract suite can fail: each meets a game with the fault that it is there to find."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tanelorn.core.game import Game, games
from tanelorn.core.play import asides, clock
from tanelorn.core.play.table import Table
from tests.toy.skirmish import SKIRMISH

from . import promises
from .faults import calling, choosing, playing, telling
from .golden import check_golden, playthrough
from .promises import PROMISES

PLANTED = [
    (telling.LeakedField, promises.check_views, "tell two positions apart"),
    (telling.LeakedField, promises.check_secrets, "chosen unseen"),
    (telling.LeakedWounds, promises.check_views, "cannot know changed"),
    (telling.LeakedOrder, promises.check_views, "cannot know changed|tell two positions apart"),
    (telling.LeakedScene, promises.check_views, "tell two positions apart"),
    (telling.LeakedCard, promises.check_views, "tell two positions apart"),
    (telling.BadCard, promises.check_clauses, "not in the rulebook: no/1"),
    (telling.LeakedChronicle, promises.check_secrets, "drawn unseen"),
    (telling.LeakedMuster, promises.check_secrets, "chosen unseen"),
    (telling.LeakedChoices, promises.check_views, "tell two positions apart"),
    (calling.LeakedDefault, promises.check_views, "cannot know changed|tell two positions apart"),
    (telling.SharedView, promises.check_views, "shares a list"),
    (telling.OpenDoor, promises.check_views, "has no seat"),
    (telling.BadResample, promises.check_views, "tell two positions apart"),
    (choosing.DroppedChoice, promises.check_lists, "are listed, but there are"),
    (choosing.DroppedPick, promises.check_masks, "No path of picks|is not offered|other picks follow"),
    (choosing.KeptBackPick, promises.check_masks, "is not next|are kept back"),
    (choosing.MistakenPicks, promises.check_masks, "for programs"),
    (choosing.NoLabels, promises.check_masks, "has no label"),
    (choosing.TwoOnOnePath, promises.check_masks, "No path of picks|make “"),
    (choosing.PathGoesOn, promises.check_masks, "leads on to others"),
    (choosing.BadText, promises.check_texts, "reads as|cannot be read back"),
    (choosing.AsideText, promises.check_texts, "means something else"),
    (calling.HalfRead, promises.check_texts, "read part by part, makes"),
    (calling.IllegalDefault, promises.check_time, "is no legal choice"),
    (calling.AnyDefault, promises.check_time, "another each time|tell two positions apart"),
    (calling.CostlyDefault, promises.check_time, "changes the position|cannot know changed"),
    (calling.Undead, promises.check_asides, "are still asked|A draw needs"),
    (calling.EmptyTurn, promises.check_asides, "still asked|nobody is asked"),
    (calling.StillNeeded, promises.check_asides, "A draw needs seats"),
    (calling.Rigid, promises.check_asides, "broke down|cannot resign"),
    (calling.Lenient, promises.check_asides, "some resigned, and won"),
    (calling.SharedGone, promises.check_asides, "another story|another position"),
    (playing.DeadEnd, promises.check_no_dead_ends, "has no choice"),
    (playing.Needless, promises.check_no_dead_ends, "can only be answered “done”: why is it asked"),
    (playing.Endless, promises.check_reaches_end, "has not ended"),
    (playing.Runaway, promises.check_reaches_end, "nobody was asked"),
    (playing.LostPiece, promises.check_pieces, "Without a fight"),
    (playing.LostCard, promises.check_pieces, "in the pile"),
    (playing.SharedList, promises.check_copies, "changed its original|shares a list|part ways"),
    (playing.Healed, promises.check_pickles, "is another than its original|goes on another way"),
    (playing.SharedList, promises.check_undo, "does not bring everything back"),
    (playing.Forgetful, promises.check_undo, "does not bring everything back"),
    (playing.Forgetful, promises.check_records, "leads elsewhere"),
    (playing.Peeking, promises.check_barriers, "undo is still open"),
    (playing.Meddling, promises.check_refused_input, "refused but changed something"),
    (choosing.BrittlePick, promises.check_refused_input, "broke the offer down"),
    (choosing.TrustedChoice, promises.check_malformed_choices, "was accepted|broke down"),
    (playing.GlobalRandom, promises.check_same_everywhere, "the second time"),
    (playing.HashOrder, promises.check_same_everywhere, "in another process"),
    (playing.NoClause, promises.check_clauses, "not in the rulebook: skirmish/march.99"),
    (telling.Aimless, promises.check_clauses, "is won must be said"),
]


@pytest.mark.parametrize(("fault", "check", "says"), PLANTED, ids=lambda thing: getattr(thing, "__name__", ""))
def test_the_fault_is_found(fault, check, says: str, monkeypatch: pytest.MonkeyPatch):
    game = fault()
    monkeypatch.setitem(games._games, game.slug, game)
    with pytest.raises(AssertionError, match=says):
        _check_some(game, check)


def _check_some(game: Game[Any, Any], check: Callable[..., None]) -> None:
    for seed in range(1, 5):
        check(game, game.scenarios[0].slug, {}, seed)


def test_an_undo_that_leaves_a_line_behind_is_found(monkeypatch: pytest.MonkeyPatch):
    undo = Table.undo

    def forgetful(table: Table, seat: int | None = None) -> None:
        lines = table.log.events[:]
        undo(table, seat)
        table.log.events[:] = lines

    monkeypatch.setattr(Table, "undo", forgetful)
    with pytest.raises(AssertionError, match="does not bring everything back"):
        _check_some(SKIRMISH, promises.check_undo)


def test_a_barrier_that_does_not_fall_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Table, "can_undo", lambda table, seat: (True, ""))
    with pytest.raises(AssertionError, match="should bar"):
        _check_some(SKIRMISH, promises.check_undo)


@pytest.mark.long
@pytest.mark.parametrize("check", [promises.check_time, promises.check_asides])
def test_a_game_that_goes_on_without_somebody_is_found_faultless(check):
    game = calling.FightOn()
    _check_some(game, partial(_with_option, check))


def _with_option(check: Callable[..., None], game: Game[Any, Any], scenario: str, options: dict[str, Any], seed: int):
    check(game, scenario, {**options, "fight-on": True}, seed)


@pytest.mark.long
def test_a_call_of_time_that_tells_what_was_sealed_is_found(monkeypatch: pytest.MonkeyPatch):
    told = clock._told
    monkeypatch.setattr(clock, "_told", lambda table, *late: told(table, *late) + str(table.position.sealed))
    with pytest.raises(AssertionError, match="tells what was sealed"):
        _check_some(games["fivecities"], promises.check_time)


def test_a_call_of_time_that_can_be_undone_is_found(monkeypatch: pytest.MonkeyPatch):
    def lenient(table: Table) -> None:
        before = table.history.copy()
        clock.time_up(table)
        table.history = before

    monkeypatch.setattr(Table, "time_up", lenient)
    with pytest.raises(AssertionError, match="should bar"):
        _check_some(SKIRMISH, promises.check_time)


@pytest.mark.long
def test_time_that_does_not_wait_for_who_must_choose_is_found(monkeypatch: pytest.MonkeyPatch):
    class Stubborn(calling.Listed[Any]):
        def default(self) -> None:
            return None

    class Waiting(calling.Swapped):
        swap = (calling.March, calling._marching(Stubborn))

    game = Waiting()
    monkeypatch.setitem(games._games, game.slug, game)
    _check_some(game, promises.check_time)
    monkeypatch.setattr(clock, "_default", lambda table, step, seat: next(iter(step.choices(table.position, seat))))
    with pytest.raises(AssertionError, match="must choose, but time could be called"):
        _check_some(game, promises.check_time)


@pytest.mark.long
def test_a_sealed_choice_of_the_gone_that_stays_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asides, "_go_on", lambda *_: None)
    with pytest.raises(AssertionError, match=r"nobody is asked|sealed choice of seats"):
        _check_some(SKIRMISH, partial(_with_option, promises.check_asides))


def test_every_check_has_a_planted_fault():
    assert {check for _, check, _ in PLANTED} == set(PROMISES)


def test_a_changed_playthrough_is_found():
    text = playthrough(SKIRMISH, "ring")
    check_golden(SKIRMISH, "ring", text)
    with pytest.raises(AssertionError, match="Line 5 "):
        check_golden(SKIRMISH, "ring", text.replace("Blue, Muster", "Nobody, Muster", 1))
    with pytest.raises(AssertionError, match="more"):
        check_golden(SKIRMISH, "ring", text + "more\n")
