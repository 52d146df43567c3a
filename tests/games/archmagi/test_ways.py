"""Whoever goes somewhere by a spell is shown the way before the last click: at once, from where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from .seeing import MADDER, WOAD, played, position

AWAY = [(MADDER, "send Ogres"), (WOAD, "send Hydra"), (MADDER, "show"), (WOAD, "show")]


def fights(madder: dict[str, list[str]], spell: str) -> dict[str, Any]:
    return position({"units": madder, "spells": [spell]}, {"units": {"0404": ["Hydra"]}}, phase="battle")


@pytest.mark.rule("archmagi/spell/teleport", "archmagi/spell/dimension-door")
@pytest.mark.parametrize(
    ("setting", "before", "text", "way"),
    [
        (
            position(
                {"units": {"0404": ["Magician", "Orcs"]}, "spells": ["Teleport"]},
                {"units": {"0505": ["Orcs"]}},
                phase="move",
            ),
            [],
            "cast Teleport by Magician in 0404 of Orcs in 0404 to 0802",
            ("0404", "0802"),
        ),
        (
            fights({"0404": ["Magician", "Ogres"]}, "Dimension Door"),
            AWAY,
            "cast Dimension Door by Magician to 0304",
            ("0404", "0304"),
        ),
    ],
    ids=["teleport", "door"],
)
def test_a_spell_shows_the_way(
    setting: dict[str, Any], before: list[tuple[int, str]], text: str, way: tuple[str, ...]
) -> None:
    decision = played(setting, before).decision(MADDER)
    assert text in [str(one) for one in decision.choices()], [str(one) for one in decision.choices()]
    (choice,) = [one for one in decision.choices() if str(one) == text]
    *path, last = choice.picks
    assert next(pick for pick in decision.offer(path).picks if pick.pick == last).way == way


@pytest.mark.rule("archmagi/spell/call-defender")
def test_a_defender_who_is_called_shows_the_way_into_the_battle() -> None:
    setting = position(
        {"units": {"0303": ["Hydra"]}},
        {"units": {"0303": ["Magician", "Elves"], "0505": ["Knights"]}, "spells": ["Call Defender"]},
        phase="battle",
    )
    before = [(MADDER, "send Hydra"), (WOAD, "send Elves"), (MADDER, "show"), (WOAD, "show"), (MADDER, "ready")]
    decision = played(setting, before).decision(WOAD)
    texts = [str(one) for one in decision.choices()]
    choice = next(one for one in decision.choices() if "Knights" in str(one))
    shown = [pick for n in range(len(choice.picks)) for pick in decision.offer(choice.picks[:n]).picks if pick.way]
    assert [pick.way for pick in shown if "knights" in pick.pick] == [("0505", "0303")], texts
