"""A game-turn in which nobody does anything: its segments and phases, and who is asked in them."""

from __future__ import annotations

from itertools import groupby

import pytest

from tanelorn.core.chance import Seeded
from tanelorn.core.log import Log
from tanelorn.core.play.table import Table
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.rules import ALBION
from tanelorn.games.albion.sequence import Phase, StartTurn, TakeMarkersOff
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN

SEGMENTS = [("weather", -1), ("enchantment", -1), ("attrition", -1)]


def phases(seat: int) -> list[tuple[str, int]]:
    """The phases of a player-turn; the forced march ends the Movement Phase."""
    return [(name, seat) for name in ("recovery", "activation", "movement", "forced march", "reaction", "combat")]


@pytest.mark.rule("albion/5.0a", "albion/5.E", "albion/5.F")
def test_the_order_of_a_turn() -> None:
    position = position_named({"turn": 1, "phase": "end"})
    position.agenda.clear()

    StartTurn().run(position, Log())
    order = [(step.name, step.seat) for step in reversed(position.agenda) if isinstance(step, Phase)]
    assert order == [*SEGMENTS, *phases(FOMORIAN), *phases(FAERIE)]


@pytest.mark.rule("albion/4.0.10", "albion/5.0b", "albion/22.3a", "albion/22.3b", "albion/23.3")
@pytest.mark.parametrize("scenario", ["albion_alone", "faerie_twilight"])
def test_who_is_asked_from_the_first_move_to_the_second_turn(scenario: str) -> None:
    table = Table.new(ALBION, scenario, {}, chance=Seeded(2))
    asked: list[tuple[int, str, int, int]] = []
    while table.position.turn < 2:
        seat = table.asked()[0]
        position = table.position
        asked.append((position.turn, position.phase, position.active, seat))
        default = table.decision(seat).choices().default()
        assert default is not None
        table.play(default, seat)
    for _, phase, active, seat in asked:
        if phase in ("movement", "forced march", "activation", "recovery"):
            assert seat == active
        elif phase == "reaction":
            assert seat != active
    before = [key for key, _ in groupby((phase, seat) for turn, phase, _, seat in asked if turn == 0)]
    assert before == [("setup", FOMORIAN), ("setup", FAERIE), ("pregame", FOMORIAN)]
    order = [key for key, _ in groupby(asked, key=lambda one: one[0])]
    assert order == [0, 1]
    first = next(phase for turn, phase, _, _ in asked if turn == 1)
    assert first in ("enchantment", "attrition", "movement")
    assert "combat" not in {phase for turn, phase, _, _ in asked if turn == 0}


@pytest.mark.rule("albion/2.3j", "albion/5.B.5", "albion/5.B.4")
def test_markers_come_off_at_the_end_of_a_turn_and_ruins_stay() -> None:
    position = position_named(
        {
            "hexes": {"2838": ["corin"], "2317": ["oakheart refit"]},
            "bound": ["corin"],
            "vortices": ["2317"],
            "strong": {"corin": 2},
            "ruined": ["3034"],
        }
    )

    TakeMarkersOff().run(position, Log())
    assert not any(position.did)
    assert not any(position.strong)
    assert position.vortices == []
    assert position.ruined
    assert any(position.refit)
