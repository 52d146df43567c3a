"""What a viewer is told of a game, for tests of what is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tanelorn.core.chance import Scripted
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.rules import ARCHMAGI

MADDER, WOAD, OCHRE = range(3)
Units = dict[str, list[str]]


def position(madder: dict[str, Any], woad: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Three players; the archmagi of madder and ochre stand aside, woad's is the Warlock."""
    madder = {**madder, "units": {**madder["units"], "0202": ["Necromancer"]}}
    woad = {**woad, "units": {**woad["units"], "0707": ["Warlock"]}}
    ochre = {"units": {"0207": ["Sorcerer"]}}
    return {"players": 3, "asked": "nothing", "madder": madder, "woad": woad, "ochre": ochre, **more}


def played(
    setting: dict[str, Any], choices: Sequence[tuple[int, str]], chance: Sequence[tuple[int, ...]] = ()
) -> Table:
    game = Table.at(ARCHMAGI, ARCHMAGI.position_from(setting), chance=Scripted(list(chance)))
    for seat, choice in choices:
        game.play(choice, seat)
    return game


def told(game: Table, viewer: int) -> tuple[bytes, list[Any], list[Any]]:
    """All that a viewer is told: view, facts and scene, the chronicle, who is asked and what may be undone."""
    view = game.view(viewer)
    now = msgspec.json.encode(view, enc_hook=str)
    more: list[Any] = [game.facts(viewer), ARCHMAGI.scene(view), game.asked()]
    if viewer >= 0:
        more.append(game.can_undo(viewer))
        if viewer in game.asked():
            more.append([str(choice) for choice in game.decision(viewer).choices()])
    return now, game.events(viewer), more


def lines(game: Table, viewer: int) -> str:
    return "\n".join(event.text.replace("*", "") for event in game.events(viewer))


def same_for(viewers: Sequence[int], one: Table, other: Table) -> None:
    assert told(one, REFEREE) != told(other, REFEREE), "nothing differs"
    for viewer in viewers:
        assert told(one, viewer) == told(other, viewer), f"viewer {viewer} can tell them apart"
