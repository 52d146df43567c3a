"""Coasts are told apart by the water that they open on, wherever one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tanelorn.core.acts import Acts
from tanelorn.core.choices import Choices
from tanelorn.core.log import SILENT
from tanelorn.core.steps import Asks, advance
from tanelorn.games.albion.knowledge.named import position_named
from tanelorn.games.albion.movement.ways.groups import take_up
from tanelorn.games.albion.recovery.expedition import PlaceExpedition
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import ship_code
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN


def asked(position: AlbionPosition, seat: int) -> Choices[Any]:
    """Return what a seat may answer."""
    advance(position, SILENT)
    step = position.agenda[-1]
    assert isinstance(step, Asks)
    return step.choices(position, seat)


def labels(choices: Choices[Any], path: Sequence[str]) -> dict[str, str]:
    """Return what follows a path, by what a choice with it is called."""
    assert isinstance(choices, Acts)
    return {str(choices.offer((*path, pick.pick)).choice): pick.label for pick in choices.offer(path).picks}


def coasts(position: AlbionPosition, number: str) -> tuple[str, ...]:
    """Return what the coasts of a hex are to be called."""
    world = position.world
    return tuple(
        f"Coast towards {', '.join(world.number[one] for one in one)}" for one in world.berths[world.hex[number]]
    )


def several_coasts(position: AlbionPosition, choices: Choices[Any]) -> list[str]:
    """Return the hexes of which more than a click is asked."""
    assert isinstance(choices, Acts)
    return list(dict.fromkeys(position.world.number[act.args[0]] for act in choices.list if "coast" in act.text))


def test_where_fleets_engage():
    fleets = {"2317": ["oakheart", "galetop", "bluefish coast 1", "evenstar coast 1"]}
    position = position_named({"phase": "combat", "active": "faerie", "hexes": fleets})
    first, second = coasts(position, "2317")
    assert labels(asked(position, FAERIE), ("button:engage", "space:2317")) == {
        "engage 2317 coast 1": first,
        "engage 2317 coast 2": second,
    }


def test_where_ships_sail_each_hex_has_its_own():
    position = position_named({"hexes": {"0226": ["pelican"]}})
    asked(position, FOMORIAN)
    take_up(position, FOMORIAN, ship_code(position.world.ship["pelican"]))
    choices = asked(position, FOMORIAN)
    several = several_coasts(position, choices)
    assert {"0327", "1121"} <= {*several}
    for number in several:
        called = labels(choices, (f"space:{number}",))
        assert (
            called.items()
            <= {f"go {number} coast {n}": said for n, said in enumerate(coasts(position, number))}.items()
        )
        assert called


def test_where_the_expedition_appears():
    position = position_named({})
    choices = PlaceExpedition(FAERIE).choices(position, FAERIE)
    several = several_coasts(position, choices)
    assert len(several) > 1
    for number in several:
        called = labels(choices, (f"space:{number}",))
        assert called == {f"arrive at {number} coast {n}": said for n, said in enumerate(coasts(position, number))}
