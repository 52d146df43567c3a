"""Hidden information in battles and after them: who is seen, what is remembered, who takes what the dead bore."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR

from .seeing import MADDER, OCHRE, WOAD, lines, played, position, same_for


@pytest.mark.rule("archmagi/view.4", "archmagi/view.6")
def test_in_a_battle_the_caster_is_revealed_to_all():
    setting = position(
        {"units": {"0304": ["Elves", "Orcs"]}, "spells": ["Shield"]}, {"units": {"0304": ["Hydra"]}}, phase="battle"
    )
    setting["madder"]["asked"] = "spells"
    opening = [(MADDER, "send Orcs"), (WOAD, "send Hydra"), (MADDER, "show"), (WOAD, "show")]
    game = played(setting, opening)
    assert game.facts(OCHRE)["madder shown"] == "Orcs"
    game.play("cast Shield by Elves on Orcs", MADDER)
    for viewer in (WOAD, OCHRE, SPECTATOR):
        assert game.facts(viewer)["madder shown"] == "Orcs, Elves"
        assert "casts Shield at Orcs, by Elves" in lines(game, viewer)


@pytest.mark.rule("archmagi/battle.32")
def test_to_show_a_unit_without_an_artifact_is_called_so():
    setting = position({"units": {"0304": ["Orcs", "Elves"]}}, {"units": {"0304": ["Hydra"]}}, phase="battle")
    choices = played(setting, [(MADDER, "send Orcs"), (WOAD, "send Hydra")]).decision(MADDER).choices()
    assert [pick.label for pick in choices.offer(["piece:elves-1"]).picks] == ["No artifact"]
    assert "That is all" in [pick.label for pick in choices.offer(["piece:elves-1", "button:no artifact"]).picks]


def opened(show: str = "show") -> list[tuple[int, str]]:
    return [
        (MADDER, "send Orcs"),
        (WOAD, "send Paladin"),
        (MADDER, show),
        (WOAD, "show"),
        (MADDER, "ready"),
        (WOAD, "ready"),
    ]


def fought(hidden: str, more: Sequence[tuple[int, str]] = (), gear: str = "", dice: Any = ()) -> Table:
    setting = position(
        {"units": {"0304": ["Orcs", "Elves"]}}, {"units": {"0304": [f"Paladin{gear}", hidden]}}, phase="battle"
    )
    return played(setting, [*opened("show Elves"), *more], dice)


@pytest.mark.rule("archmagi/view.6")
def test_others_see_the_battle_as_the_two_sides_do_and_nobody_sees_who_stays_hidden():
    one, other = fought("Bandits", dice=[(1, 2)]), fought("Hydra", dice=[(1, 2)])
    same_for([MADDER, OCHRE, SPECTATOR], one, other)
    for viewer in (MADDER, WOAD, OCHRE, SPECTATOR):
        facts = one.facts(viewer)
        assert facts["battle"] == "madder attacks woad in 0304, round 1"
        assert (facts["madder fights"], facts["woad fights"]) == ("Orcs", "Paladin")
        assert facts["madder shown"] == "Orcs, Elves"
        assert (facts["madder dice"], facts["woad dice"]) == ("1", "2")
        assert lines(one, viewer).count("= 10.") == 2
        if viewer != WOAD:
            assert "Bandits" not in lines(one, viewer)


@pytest.mark.rule("archmagi/view.6")
def test_after_the_battle_units_are_hidden_again_and_remembered_with_the_round():
    game = fought("Bandits", [(MADDER, "call off")], dice=[(1, 2), (0, 1)])
    for viewer in (OCHRE, SPECTATOR):
        facts = game.facts(viewer)
        assert facts["0304"] == "madder 1: ?; woad 1: ?"
        assert facts["seen 0304 madder"] == "Elves, Orcs in round 1"
        assert facts["seen 0304 woad"] == "Paladin in round 1"
    assert game.facts(MADDER)["0304"] == "madder 1: Elves, Orcs; woad 1: ?"
    assert "seen 0304 woad" in game.facts(MADDER)


@pytest.mark.rule("archmagi/view.7")
def test_the_artifacts_of_the_dead_are_seen_but_not_the_hidden_friend_who_takes_them():
    def inherit(heir: str) -> Table:
        setting = position(
            {"units": {"0304": ["Orcs"]}},
            {"units": {"0304": ["Paladin with Rune Blade", "Bandits", "Pikemen"]}},
            phase="battle",
        )
        game = played(setting, [*opened(), (WOAD, "let it die")], [(6, 1), (5,)])
        for viewer in (MADDER, OCHRE, SPECTATOR):
            assert "The Rune Blade rolls for its fate." in lines(game, viewer)
        game.play(f"take it with {heir}", WOAD)
        return game

    one, other = inherit("Bandits"), inherit("Pikemen")
    same_for([MADDER, OCHRE, SPECTATOR], one, other)
    for viewer in (MADDER, OCHRE, SPECTATOR):
        assert "Woad takes the Rune Blade over." in lines(one, viewer)
        assert one.facts(viewer)["woad shown"] == ""
    assert "Bandits with Rune Blade" in str(one.facts(WOAD)["0304"])


@pytest.mark.rule("archmagi/view.7")
def test_an_enemy_heir_is_shown():
    setting = position(
        {"units": {"0304": ["Orcs", "Barbarian"]}},
        {"units": {"0304": ["Paladin with Rune Blade", "Hydra"]}},
        phase="battle",
    )
    game = played(setting, [*opened(), (WOAD, "let it die")], [(6, 1), (4,)])
    assert game.asked() == (MADDER,)
    game.play("take it with Barbarian", MADDER)
    for viewer in (WOAD, OCHRE, SPECTATOR):
        assert "Madder: Barbarian takes the Rune Blade over." in lines(game, viewer)
        assert "Barbarian" in str(game.facts(viewer)["madder shown"])
