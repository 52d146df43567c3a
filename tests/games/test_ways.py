"""The way that is shown before somebody goes is the way that they then go, and what it costs is what they pay."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec import structs

from tanelorn import Table
from tanelorn.core.choices import Choices, Pick

DEEPEST = 4


def shown(choices: Choices, rng: random.Random) -> tuple[tuple[str, ...], Pick] | None:
    """Pick on at random until ways are shown; return a path to one of them, and the pick at its end."""
    path: tuple[str, ...] = ()
    for _ in range(DEEPEST):
        offer = choices.offer(path)
        ways = [pick for pick in offer.picks if pick.way]
        if ways:
            return path, whole(rng.choice(ways), {pick.id: pick for pick in ways})
        if not offer.picks:
            return None
        path = (*path, rng.choice(offer.picks).pick)
    return None


def whole(pick: Pick, ways: dict[str, Pick]) -> Pick:
    """Return a pick with all of its way: one that begins with an empty space goes on from that of the next."""
    way = pick.way
    while not way[0]:
        way = (*ways[way[1]].way, *way[2:])
        assert len(way) < 80, way
    return structs.replace(pick, way=way)


def finished(choices: Choices, path: tuple[str, ...]) -> str:
    """Go on from a path with the first pick that follows, until a choice is made."""
    offer = choices.offer(path)
    while offer.choice is None:
        offer = choices.offer((*offer.path, offer.picks[0].pick))
    return str(offer.choice)


def gone(slug: str, scenario: str | None, most: int) -> Iterator[tuple[Pick, str, Table, int]]:
    """Yield a pick with a way, the choice that it makes, the table once that is played, and where its lines begin."""
    table, rng = Table.new(slug, scenario, seed=11), random.Random(11)
    for _ in range(most):
        if table.outcome is not None:
            return
        seat = table.asked()[0]
        choices = table.choices(seat)
        found = shown(choices, rng)
        if found is None or rng.random() < 0.3:
            table.play(choices.sample(rng), seat)
            continue
        path, pick = found
        text, lines = finished(choices, (*path, pick.pick)), len(table.log.events)
        spaces = {area.id for area in table.game.board_of(table.position)}
        assert set(pick.way) <= spaces
        assert pick.kind != "space" or pick.way[-1] == pick.id
        table.play(text, seat)
        yield pick, text, table, lines


@pytest.mark.long
@pytest.mark.parametrize(("slug", "scenario"), [("albion", None), ("elric", "long")])
def test_who_goes_takes_the_way_that_was_shown(slug: str, scenario: str | None) -> None:
    lengths = set()
    for pick, text, table, lines in gone(slug, scenario, 250):
        if text.startswith("go "):
            assert pick.way in [event.places for event in table.log.events[lines:]], text
            assert pick.cost or len(pick.way) == 2  # a teleport has been paid
            lengths.add(len(pick.way))
    assert max(lengths) > 3


@pytest.mark.long
def test_a_stack_marches_by_the_hexes_that_were_shown() -> None:
    lengths = set()
    for pick, text, table, lines in gone("archmagi", None, 400):
        start, *between, end = pick.way
        told = [event.text for event in table.log.events[lines:]]
        if any(" moves " in text for text in told):
            by = f" by {', '.join(between)}" if between else ""
            assert any(f"from {start} to {end}{by}." in text for text in told), (text, told)
            assert pick.cost.startswith(f"{len(between) + 1} hex")
            lengths.add(len(pick.way))
    assert max(lengths) > 2
