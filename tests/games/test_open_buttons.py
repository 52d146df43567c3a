"""Buttons that begin something count among what a question leaves undone; those that only see to the asking do not."""

from __future__ import annotations

from tanelorn import Table
from tanelorn.games.elric.rules import ELRIC
from tanelorn.games.elric.views.named import position_named
from tests.games.archmagi.seeing import MADDER, played, position


def buttons(table: Table, seat: int) -> dict[str, bool]:
    picks = table.decision(seat).offer(()).picks
    return {pick.label: pick.open for pick in picks if pick.kind == "button"}


def test_a_scout_who_could_still_look_is_left_undone() -> None:
    setting = position({"units": {"0304": ["Ranger"]}}, {"units": {"0404": ["Orcs"]}}, phase="scout")
    assert buttons(played(setting, []), MADDER) == {"Scout a stack": True, "Ask me about …": False, "Done": False}


def test_what_could_still_come_back_is_left_undone() -> None:
    side = {"nations": ["jharkor"], "units": {"dhakos": ["yishana"]}}
    table = Table.at(ELRIC, position_named({"phase": "replace", "first": side}))
    (seat,) = table.asked()
    found = buttons(table, seat)
    assert not found.pop("Go on")
    assert found
    assert all(found.values())
