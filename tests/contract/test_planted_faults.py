"""Every check of the contract suite can fail: each meets a game with the fault that it is there to find."""

from __future__ import annotations

import pytest

from tanelorn.core.game import games
from tests.toy.skirmish import SKIRMISH

from . import faults, promises
from .golden import check_golden, playthrough
from .promises import PROMISES

PLANTED = [
    (faults.LeakedField, promises.check_views),
    (faults.LeakedField, promises.check_secrets),
    (faults.LeakedWounds, promises.check_views),
    (faults.LeakedScene, promises.check_views),
    (faults.LeakedChronicle, promises.check_secrets),
    (faults.LeakedMuster, promises.check_secrets),
    (faults.LeakedChoices, promises.check_views),
    (faults.SharedView, promises.check_views),
    (faults.OpenDoor, promises.check_views),
    (faults.BadResample, promises.check_views),
    (faults.DroppedChoice, promises.check_lists),
    (faults.DroppedPick, promises.check_masks),
    (faults.NoLabels, promises.check_masks),
    (faults.TwoOnOnePath, promises.check_masks),
    (faults.PathGoesOn, promises.check_masks),
    (faults.BadText, promises.check_texts),
    (faults.AsideText, promises.check_texts),
    (faults.DeadEnd, promises.check_no_dead_ends),
    (faults.Endless, promises.check_reaches_end),
    (faults.Runaway, promises.check_reaches_end),
    (faults.LostPiece, promises.check_pieces),
    (faults.LostCard, promises.check_pieces),
    (faults.SharedList, promises.check_copies),
    (faults.SharedList, promises.check_undo),
    (faults.Forgetful, promises.check_undo),
    (faults.Forgetful, promises.check_records),
    (faults.Peeking, promises.check_undo),
    (faults.Meddling, promises.check_refused_input),
    (faults.GlobalRandom, promises.check_same_everywhere),
    (faults.HashOrder, promises.check_same_everywhere),
    (faults.NoClause, promises.check_clauses),
]


@pytest.mark.parametrize(("fault", "check"), PLANTED, ids=lambda thing: thing.__name__)
def test_the_fault_is_found(fault, check, monkeypatch: pytest.MonkeyPatch):
    game = fault()
    monkeypatch.setitem(games._games, game.slug, game)
    with pytest.raises(AssertionError) as found:
        for seed in range(1, 4):
            check(game, game.scenarios[0].slug, {}, seed)
    assert str(found.value)


def test_every_check_has_a_planted_fault():
    assert {check for _, check in PLANTED} == set(PROMISES)


def test_a_changed_playthrough_is_found():
    text = playthrough(SKIRMISH, "ring")
    check_golden(SKIRMISH, "ring", text)
    with pytest.raises(AssertionError, match="Line 5 "):
        check_golden(SKIRMISH, "ring", text.replace("Blue, Muster", "Nobody, Muster", 1))
    with pytest.raises(AssertionError, match="<end>"):
        check_golden(SKIRMISH, "ring", text + "more\n")
