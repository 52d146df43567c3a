"""Ideas of Diplomacy that are said to hold against every reply: all replies are tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from tanelorn.core.game import games
from tanelorn.core.ideas.idea import ideas_of
from tanelorn.core.ideas.trial import lay
from tanelorn.games.diplomacy.judgement.phase import Phase
from tanelorn.games.diplomacy.position import DiplomacyPosition

STANDARD = lay(ideas_of(games["diplomacy"])[0]).game.variant
FRANCE, GERMANY = 2, 3


def outcomes(title: str, text: str) -> Iterator[DiplomacyPosition]:
    """Yield the position after a slip of the seat that is asked and every reply of the others."""
    idea = next(idea for idea in ideas_of(games["diplomacy"]) if idea.title == title)
    table = lay(idea)
    phase = Phase(table)
    slip = table.decision(idea.asked).parse(text)
    others = [seat for seat in phase.seats if seat != idea.asked]
    for reply in product(*(phase.choices(other) for other in others)):
        yield phase.after({idea.asked: slip, **dict(zip(others, reply, strict=True))})


@pytest.mark.rule("diplomacy/support")
def test_munich_is_lost_to_no_reply_if_both_neighbours_support_it() -> None:
    supported = outcomes("Every support is needed at home", "A MUN H; A KIE S A MUN; A BER S A MUN")
    assert {after.owners.count(GERMANY) for after in supported} == {5}
    alone = outcomes("Every support is needed at home", "A MUN H; A KIE H; A BER S A MUN")
    assert min(after.owners.count(GERMANY) for after in alone) == 4


@pytest.mark.rule("diplomacy/dislodge")
def test_belgium_falls_whatever_is_replied_only_if_all_three_go_for_it() -> None:
    three = outcomes("All three are needed", "A PIC - BEL; A BUR S A PIC - BEL; F ENG S A PIC - BEL")
    assert {after.owners.count(FRANCE) for after in three} == {6}
    two = outcomes("All three are needed", "A PIC - BEL; A BUR S A PIC - BEL; F ENG - NTH")
    assert min(after.owners.count(FRANCE) for after in two) == 5


@pytest.mark.rule("diplomacy/builds")
@pytest.mark.parametrize(
    "text",
    ["A BER - PRU", "A BER - SIL", "A BER - MUN; A MUN - TYR", "A BER - MUN; A MUN - BOH", "A BER - MUN; A MUN - SIL"],
)
def test_a_home_centre_stands_empty_whatever_is_replied(text: str) -> None:
    held = "; ".join(f"{unit} H" for unit in ("A BER", "A MUN", "A KIE", "F HOL") if f"{unit} -" not in text)
    assert all(
        STANDARD.building_sites(after, GERMANY) for after in outcomes("Make room for a new army", f"{text}; {held}")
    )
