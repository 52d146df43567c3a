"""What is legal but pointless with sorcerers and spells is said on the slip."""

from __future__ import annotations

import pytest

from tanelorn import Table
from tests.games.diplomacy.sorcery import MELNIBONE, lay, slips


def quiet() -> Table:
    return lay(
        {"Melnibone": ["F DRA", "F PUR", "A Fil"], "Lormyr": ["F SHA"]},
        sorcerers={"Elric": "DRA"},
        spells={"Elric": [1, 4, 9, 10], "carried": {"Fil": [8], "PUR": [7]}},
    )


def noted(table: Table, text: str, seat: int = MELNIBONE) -> dict[str, str]:
    """The warnings on the slip, by order."""
    offered = slips(table, seat)
    reading = offered.read(text)
    assert reading.refused == ()
    return {line.text: line.note for line in offered.offer(reading.path).lines if line.warn}


@pytest.mark.parametrize(
    ("text", "order", "says"),
    [
        ("Elric S A Fil - Arg spell 1; A Fil H", "Elric DRA S A Fil - Arg spell 1", "holds: the spell is wasted"),
        ("Elric S A Fil spell 1; A Fil - Arg", "Elric DRA S A Fil spell 1", "goes to Argimiliar: the spell is wasted"),
        ("Elric casts 9 at PUR", "Elric DRA casts 9 at PUR", "destroys your own unit in Purple Sea"),
        ("Elric casts 10 at Sta; A Fil - Sta", "Elric DRA casts 10 at Sta", "your own unit goes to Stagasaz"),
        ("Elric rides; F DRA H", "Elric DRA rides", "your fleet in Dragon Sea stays"),
        ("Elric - Ram; F DRA - STR", "Elric DRA - Ram", "nobody can step off it"),
        ("Elric - PUR; F PUR - STR", "Elric DRA - PUR", "nobody can board it"),
        ("Elric H; F DRA S Elric DRA - Ram", "F DRA S Elric DRA - Ram", "does not attack Ramasaz by a spell"),
        ("A Fil takes card from PUR; A Fil - Arg", "A Fil takes card from PUR", "does not rest: it takes nothing"),
        ("Elric - Ram; Elric takes card from Fil", "Elric DRA takes card from Fil", "Elric does not rest"),
    ],
)
def test_what_is_pointless_is_said(text: str, order: str, says: str) -> None:
    found = noted(quiet(), text)
    assert order in found
    assert says in found[order]


@pytest.mark.parametrize(
    "text",
    [
        "Elric S A Fil - Arg spell 1; A Fil - Arg",
        "Elric - Ram spell 4; F DRA S Elric DRA - Ram",
        "Elric rides; F DRA - STR",
        "Elric - PUR; F PUR H",
        "Elric casts 9 at SHA; F DRA - SHA",
        "A Fil gives card to PUR; F PUR takes card from Fil",
    ],
)
def test_of_the_rest_nothing_is_said(text: str) -> None:
    assert noted(quiet(), text) == {}


def test_a_convoy_of_a_sorcerer_is_looked_at_too() -> None:
    table = lay({"Melnibone": ["F DRA", "F PAL"]}, sorcerers={"Elric": "Mel"})
    assert "none of your fleets convoys the sorcerer" in noted(table, "Elric Mel - Fil")["Elric Mel - Fil via convoy"]
    assert noted(table, "Elric Mel - Fil; F DRA C Elric Mel - Fil") == {}
    idle = noted(table, "Elric H; F DRA C Elric Mel - Fil")
    assert "the convoy is void" in idle["F DRA C Elric Mel - Fil"]
