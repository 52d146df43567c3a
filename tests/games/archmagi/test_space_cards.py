"""What the cards about spaces say."""

from __future__ import annotations

import pytest

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR
from tanelorn.games.archmagi.rules import ARCHMAGI

from .seeing import MADDER, WOAD, position


def laid_out() -> Table:
    setting = position({"units": {"0304": ["Bard", "Orcs"]}}, {"units": {"0505": ["Elves"]}})
    return Table.at(ARCHMAGI, ARCHMAGI.position_from(setting | {"terrain": {"0304": "hills", "0505": "forest"}}))


def said(table: Table, space: str, viewer: int = MADDER) -> dict[str, str]:
    return {remark.label: remark.text for remark in table.about(viewer, space).remarks}


@pytest.mark.rule("archmagi/recruit-units.2", "archmagi/terrain.5", "archmagi/terrain.6", "archmagi/move.2")
def test_the_ground_says_who_may_enter_and_who_is_recruited():
    card = said(laid_out(), "0304")
    assert card["May enter"].startswith("land units, swimmers and flyers; 1 hex a move")
    assert "Orcs" in card["Recruited here"]
    assert "Elves" not in card["Recruited here"]


@pytest.mark.rule("archmagi/view.2", "archmagi/move.7")
def test_a_stack_is_told_by_its_units_to_its_player_alone():
    table = laid_out()
    own, other, watcher = (said(table, "0304", viewer)["Madder"] for viewer in (MADDER, WOAD, SPECTATOR))
    assert own.startswith("stack ")
    assert "2 units: Bard (" in own
    assert "Orcs (" in own
    assert other == watcher == own.partition(",")[0]
    assert "Enemies here" in said(table, "0304", WOAD)
    assert "Enemies here" not in said(table, "0304", MADDER)
    assert "Enemies here" not in said(table, "0304", SPECTATOR)


@pytest.mark.rule("archmagi/terrain.3", "archmagi/terrain.4", "archmagi/move.9")
def test_a_coast_is_land_and_water_and_the_sea_is_for_those_who_can():
    table = Table.new(ARCHMAGI, seed=3)
    ground = table.position.land
    sea = next(hex for hex in range(len(ground)) if ground.sea[hex])
    shore = next(hex for hex in range(len(ground)) if ground.coastal[hex])
    assert said(table, ground.ids[sea])["May enter"].startswith("units of the sea")
    assert said(table, ground.ids[shore])["Coast"] == "land and water at once"
    assert "Longboats" in said(table, ground.ids[shore])["Recruited here"]
