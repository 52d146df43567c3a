"""Albion’s bots put their stacks in order: who commands and lies on top, escorts, items, ships at the set-up."""

from __future__ import annotations

from typing import Any

import pytest

from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tanelorn.games.albion.judgement.judgement import best
from tanelorn.games.albion.judgement.missions.belongings import SERVING
from tanelorn.games.albion.judgement.style import BASE, PLAIN, Style

from .albion_turns import played

GAME = games["albion"]
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
def test_who_looks_strongest_lies_on_top_though_another_commands() -> None:
    assert "top imric" in told({"3012": ["imric", "rurik", "8 moray under rurik"]})
    assert "arrange 3012" not in told({"3012": ["imric", "8 moray under imric"]})


@pytest.mark.rule("albion/11.9c")
def test_a_whole_ship_lies_on_top_of_a_damaged_one() -> None:
    assert "top moontop" in told({"3118": ["gullfoot damaged", "moontop", "reefrider"]})
    assert "arrange 3118" not in told({"3118": ["gullfoot", "reefrider"]})


@pytest.mark.rule("albion/20.1b")
def test_an_item_goes_to_whom_it_serves_and_is_stored_where_it_serves_nobody() -> None:
    """Trollbane is of use to Ulster alone (20.6/12); the Mailcoat that troops carry guards nobody (20.6/08)."""
    faerie: dict[str, Any] = {"active": "faerie", "ruined": ["2714"]}
    idle = ["elidor", "colleran", "4 albion under elidor"]
    assert "store trollbane" in told({"3034": idle}, **faerie, items={"trollbane": "elidor"})
    among = told({"3034": [*idle, "finvarra"]}, **faerie, items={"trollbane": "elidor"})
    assert "give trollbane to finvarra" in among
    assert "store trollbane" not in among
    assert "give mailcoat to imric" in told({"3012": ["imric", "8 moray"]}, items={"mailcoat": "moray at 3012"})


@pytest.mark.rule("albion/20.2.4")
def test_who_bears_more_than_they_can_use_says_what_counts_in_a_battle() -> None:
    """Of three things the Mailcoat and the Helm would count, for they have the lowest numbers."""
    table = {
        "turn": 6,
        "active": "faerie",
        "phase": "combat",
        "items": {"mailcoat": "dunatis", "nuadas helm": "dunatis"},
    }
    people = ["dunatis", "16 ulster under dunatis", "connan", "3 connaught under connan"]
    acts = played({**table, "hexes": {"2929": people}})[0]
    assert "use staff of dunatis by dunatis" in acts
    assert "use mailcoat by dunatis" not in acts


@pytest.mark.rule("albion/11.9d")
def test_who_goes_on_a_quest_leaves_the_escort_with_those_who_can_command_it() -> None:
    people = ["morigu escorted", "cluracan escorted"]
    table = {"active": "faerie", "turn": 3, "ruined": ["0720", "0327", "1026", "1421"]}
    staying = ["angus mac og escorted", "4 leinster under angus mac og"]
    acts = played({**table, "hexes": {"1525": [*people, *staying]}})[0]
    assert [one for one in acts if one.startswith("detach")] == ["detach escort of morigu", "detach escort of cluracan"]
    assert "search 1023" in acts
    alone = played({**table, "hexes": {"1525": people}})[0]
    assert not [one for one in alone if one.startswith("detach")]
    assert "search 1023" in alone


@pytest.mark.rule("albion/11.9d")
def test_who_has_lost_an_escort_takes_another_in_the_field() -> None:
    people = ["imric", "8 moray under imric"]
    assert "attach escort to imric" in told({"2929": people})
    assert "attach escort to imric" not in told({"3012": people})


@pytest.mark.rule("albion/20.3a")
def test_who_has_few_points_left_is_left_out_of_a_search() -> None:
    table = {"active": "faerie", "turn": 3, "hexes": {"1023": ["morigu", "cluracan"]}}
    assert "without cluracan" in played({**table, "spent": {"cluracan": 12}})[0]
    assert "without cluracan" not in played(table)[0]


@pytest.mark.rule("albion/20.6/17")
def test_the_rod_is_asked_for_it_costs_nothing() -> None:
    people = ["misha", "connan", "2 connaught under connan", "9 albion"]
    table = {"active": "faerie", "turn": 6, "items": {"mishas rod": "misha"}}
    assert played({**table, "hexes": {"2929": people}})[0].count("question by misha") == 1


@pytest.mark.rule("albion/4.0.10")
@pytest.mark.parametrize("style", [PLAIN, BASE])
def test_at_the_set_up_troops_whom_nobody_leads_go_aboard_and_a_ship_lies_where_more_is_near(style: Style) -> None:
    """Two of the four Trolls of Munster stay; from the east coast of its hex the Morning Star reaches more coasts."""
    table, acts = Table.new(GAME, "faerie_twilight", seed=1, keep=False), list[str]()
    while table.position.phase == "setup":
        seat = table.asked()[0]
        acts.append(str(best(table, seat, style)))
        table.play(acts[-1], seat)
    assert [one for one in acts if one.startswith("embark")] == [
        "embark munster on fairwind",
        "embark munster on pelican",
    ]
    assert [one for one in acts if one.startswith("moor")] == ["moor mornstar coast 1"]


def test_items_are_weighed_by_their_names() -> None:
    assert {*SERVING} < {item.id for item in Table.new(GAME).position.world.items}
