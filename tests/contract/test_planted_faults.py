"""Every check of the contract suite can fail: each meets a game with the fault that it is there to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tanelorn.core.game import Game, games
from tanelorn.core.table import Table
from tests.toy.skirmish import SKIRMISH

from . import promises
from .faults import choosing, playing, telling
from .golden import check_golden, playthrough
from .promises import PROMISES

PLANTED = [
    (telling.LeakedField, promises.check_views, "tell two positions apart"),
    (telling.LeakedField, promises.check_secrets, "chosen unseen"),
    (telling.LeakedWounds, promises.check_views, "cannot know changed"),
    (telling.LeakedScene, promises.check_views, "tell two positions apart"),
    (telling.LeakedChronicle, promises.check_secrets, "drawn unseen"),
    (telling.LeakedMuster, promises.check_secrets, "chosen unseen"),
    (telling.LeakedChoices, promises.check_views, "tell two positions apart"),
    (telling.SharedView, promises.check_views, "shares a list"),
    (telling.OpenDoor, promises.check_views, "has no seat"),
    (telling.BadResample, promises.check_views, "tell two positions apart"),
    (choosing.DroppedChoice, promises.check_lists, "are listed, but there are"),
    (choosing.DroppedPick, promises.check_masks, "No path of picks|is not offered"),
    (choosing.NoLabels, promises.check_masks, "has no label"),
    (choosing.TwoOnOnePath, promises.check_masks, "No path of picks|make “"),
    (choosing.PathGoesOn, promises.check_masks, "leads on to others"),
    (choosing.BadText, promises.check_texts, "reads as|cannot be read back"),
    (choosing.AsideText, promises.check_texts, "means something else"),
    (playing.DeadEnd, promises.check_no_dead_ends, "has no choice"),
    (playing.Endless, promises.check_reaches_end, "has not ended"),
    (playing.Runaway, promises.check_reaches_end, "nobody was asked"),
    (playing.LostPiece, promises.check_pieces, "Without a fight"),
    (playing.LostCard, promises.check_pieces, "in the pile"),
    (playing.SharedList, promises.check_copies, "changed its original|shares a list|part ways"),
    (playing.SharedList, promises.check_undo, "does not bring everything back"),
    (playing.Forgetful, promises.check_undo, "does not bring everything back"),
    (playing.Forgetful, promises.check_records, "leads elsewhere"),
    (playing.Peeking, promises.check_undo, "without position.reveal"),
    (playing.Meddling, promises.check_refused_input, "refused but changed something"),
    (playing.GlobalRandom, promises.check_same_everywhere, "the second time"),
    (playing.HashOrder, promises.check_same_everywhere, "in another process"),
    (playing.NoClause, promises.check_clauses, "not in the rulebook: skirmish/march.99"),
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


def test_every_check_has_a_planted_fault():
    assert {check for _, check, _ in PLANTED} == set(PROMISES)


def test_a_changed_playthrough_is_found():
    text = playthrough(SKIRMISH, "ring")
    check_golden(SKIRMISH, "ring", text)
    with pytest.raises(AssertionError, match="Line 5 "):
        check_golden(SKIRMISH, "ring", text.replace("Blue, Muster", "Nobody, Muster", 1))
    with pytest.raises(AssertionError, match="more"):
        check_golden(SKIRMISH, "ring", text + "more\n")
