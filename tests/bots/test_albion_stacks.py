"""Albion’s bots put their stacks in order: who commands whom, and who lies on top."""

from __future__ import annotations

import pytest

from tanelorn.games.albion.judgement.style import BASE, PLAIN, Style

from .albion_turns import played

SPENT: dict[str, object] = {"turn": 10, "points": {"fomorian": 40, "faerie": 30}, "ruined": ["2339", "3034", "3429"]}


def told(hexes: dict[str, list[str]], style: Style = BASE, **changes: object) -> list[str]:
    """Return what the Fomorians do in the last turn with people in hexes."""
    return played({**SPENT, **changes, "hexes": hexes}, style)[0]


@pytest.mark.rule("albion/14.2b")
@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_troops_lie_under_somebody_who_fights_no_challenge(style: Style) -> None:
    """Their commander may fall in a challenge, and they would fight at half their worth (14.1.3)."""
    assert "put 8 moray under rurik" in told({"3012": ["imric", "rurik", "8 moray under imric"]}, style)
    assert "put 8 moray under imric" not in told({"3012": ["imric", "rurik", "8 moray under rurik"]}, style)
    assert not [one for one in told({"3012": ["imric", "8 moray under imric"]}, style) if one.startswith("put")]


@pytest.mark.rule("albion/11.9c")
def test_a_whole_ship_lies_on_top_of_a_damaged_one() -> None:
    assert "top moontop" in told({"3118": ["gullfoot damaged", "moontop", "reefrider"]})
    assert "arrange 3118" not in told({"3118": ["gullfoot", "reefrider"]})
